import Crypto
public import JSONText

/// Takes secrets out of what is recorded: tokens, e-mail addresses and telephone numbers.
///
/// A token becomes `eyJ…(redacted 8 hex)`; the digits are the beginning of its SHA-256, so that
/// equal tokens stay recognisable as equal. A string without secrets stays as it is.
public enum Redaction {
  /// A value without secrets; a string under the name of a secret is replaced whole.
  public static func value(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(Redaction.text(text))
    case .array(let elements): .array(elements.map(Redaction.value))
    case .object(let object): .object(Redaction.object(object))
    case .null, .bool, .integer, .number: value
    }
  }

  /// An object without secrets.
  public static func object(_ object: JSONObject) -> JSONObject {
    JSONObject(
      object.members.map { key, value in
        let name = text(key)
        guard secretKeys.contains(key), case .string(let secret) = value else {
          return (name, Redaction.value(value))
        }
        return (name, .string(mark(Array(secret.utf8)[...])))
      })
  }

  /// A string without secrets.
  public static func text(_ text: String) -> String {
    var text = text
    let isSuspect = text.utf8.contains { $0 == 0x40 || $0 == 0x2B || $0 == 0x4A }
    guard isSuspect else { return text }
    return text.withUTF8 { bytes in
      var scanner = SecretReplacement(Array(bytes))
      return scanner.replaced()
    }
  }

  private static let secretKeys = ["jwtToken", "jwt", "token", "password", "secret", "apiKey"]

  /// What replaces a secret.
  static func mark(_ secret: ArraySlice<UInt8>) -> String {
    let isToken = secret.starts(with: Array("eyJ".utf8))
    let digits = ContentHash.short(Array(secret)).prefix(8)
    return "\(isToken ? "eyJ…" : "")(redacted \(digits))"
  }
}

/// Goes through a string once and replaces what is a secret.
private struct SecretReplacement {
  private let bytes: [UInt8]
  private var output: [UInt8] = []
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
  }

  mutating func replaced() -> String {
    while index < bytes.count {
      if let end = tokenEnd() ?? telephoneEnd() {
        replace(through: end)
      } else if bytes[index] == 0x40, let end = addressEnd() {
        // The name before the sign has been written already.
        while let last = output.last, isName(last) { output.removeLast() }
        replace(through: end)
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func replace(through end: Int) {
    output += Redaction.mark(bytes[index..<end]).utf8
    index = end
  }

  /// The end of `eyJ…` with at least one dot: header, claims and signature.
  private func tokenEnd() -> Int? {
    guard bytes[index...].starts(with: [0x65, 0x79, 0x4A]) else { return nil }
    var end = index
    var dots = 0
    while end < bytes.count, isToken(bytes[end]) || bytes[end] == 0x2E {
      if bytes[end] == 0x2E { dots += 1 }
      end += 1
    }
    return dots > 0 && end - index >= 16 ? end : nil
  }

  /// The end of `+` and at least eight digits, with blanks, hyphens or parentheses between them.
  private func telephoneEnd() -> Int? {
    guard bytes[index] == 0x2B else { return nil }
    var end = index + 1
    var last = end
    var digits = 0
    while end < bytes.count {
      if (0x30...0x39).contains(bytes[end]) {
        digits += 1
        last = end + 1
      } else if ![0x20, 0x2D, 0x28, 0x29].contains(bytes[end]) {
        break
      }
      end += 1
    }
    return digits >= 8 ? last : nil
  }

  /// The end of the host after the sign, if name and host make an address.
  private func addressEnd() -> Int? {
    guard let last = output.last, isName(last) else { return nil }
    var end = index + 1
    while end < bytes.count, isName(bytes[end]) { end += 1 }
    let host = bytes[(index + 1)..<end]
    guard let dot = host.firstIndex(of: 0x2E), dot > index + 1, end - dot > 2 else { return nil }
    return end
  }

  private func isToken(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == 0x2D || byte == 0x5F
  }

  private func isName(_ byte: UInt8) -> Bool {
    isToken(byte) || byte == 0x2E || byte == 0x2B || byte == 0x25
  }
}

extension PluginCall {
  /// The call without secrets, for records.
  public var redacted: PluginCall {
    PluginCall(
      number: number, method: Redaction.text(method), options: Redaction.object(options))
  }
}

extension PluginReply {
  /// The reply without secrets, for records.
  public var redacted: PluginReply {
    switch self {
    case .value(let value): .value(Redaction.value(value))
    case .rejected(let rejection):
      .rejected(
        Rejection(
          rejection.kind, Redaction.text(rejection.message),
          data: Redaction.object(rejection.data)))
    }
  }
}
