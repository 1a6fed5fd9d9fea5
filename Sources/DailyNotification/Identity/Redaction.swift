public import JSONText

/// Takes secrets out of what is recorded, shown or written: the one place that knows what they are.
///
/// A value is a secret by the name that it stands under (`password`, `accessToken`); a string is
/// searched for secrets by their shape (see `SecretShapes`). What stands under a name of the
/// plugin's own typed values (a DID, a hash, an ETag, a time) stays, unless it holds a token. Each
/// secret becomes `(redacted 1)`, a token `eyJ…(redacted 1)`, with the number that the phone has
/// for it, so that equal secrets stay recognisable as equal (see `SecretNumbers`); one without a
/// number becomes `(redacted)`. What has no secret stays as it is.
public enum Redaction {
  /// A value without secrets, none of which has a number.
  public static func value(_ value: JSONValue) -> JSONValue {
    SecretNumbers.none.redacted(value: value)
  }

  /// An object without secrets, none of which has a number.
  public static func object(_ object: JSONObject) -> JSONObject {
    SecretNumbers.none.redacted(object: object)
  }

  /// A string without secrets, none of which has a number.
  public static func text(_ text: String) -> String { SecretNumbers.none.redacted(text) }

  static func value(_ value: JSONValue, _ numbers: inout SecretNumbers) -> JSONValue {
    switch value {
    case .string(let text): .string(Redaction.text(text, &numbers))
    case .array(let elements): .array(elements.map { Redaction.value($0, &numbers) })
    case .object(let object): .object(Redaction.object(object, &numbers))
    case .null, .bool, .integer, .number: value
    }
  }

  static func object(_ object: JSONObject, _ numbers: inout SecretNumbers) -> JSONObject {
    JSONObject(
      object.members.map { key, value in (text(key, &numbers), member(key, value, &numbers)) })
  }

  static func text(_ text: String, _ numbers: inout SecretNumbers) -> String {
    if isOwn(text) { return text }
    var text = text
    return text.withUTF8 { bytes in
      guard SecretShapes.isSuspect(bytes) else { return nil }
      return SecretShapes.replaced(Array(bytes), &numbers)
    } ?? text
  }

  /// Whether a string is one of the plugin's own: these hold no secret, and most notifications of a
  /// run without a server show them.
  private static func isOwn(_ text: String) -> Bool {
    text == FixedContent.body || text == FixedContent.title || text == Schedule.defaultBody
      || text == Schedule.defaultTitle
  }

  /// A string that may be JSON, whose members are then looked at by name.
  static func document(_ text: String, _ numbers: inout SecretNumbers) -> String {
    guard let first = text.utf8.first, first == 0x7B || first == 0x5B,
      let value = try? JSONParser.parse(text)
    else { return Redaction.text(text, &numbers) }
    let redacted = Redaction.value(value, &numbers)
    return redacted == value ? text : redacted.canonicalText
  }

  private static func member(
    _ key: String, _ value: JSONValue, _ numbers: inout SecretNumbers
  ) -> JSONValue {
    switch SecretName.kind(of: key.utf8) {
    case .secret: secret(value, &numbers)
    case .typed: typed(value, &numbers)
    case .other: Redaction.value(value, &numbers)
    }
  }

  /// A value under the name of a typed one, which looks like a secret at most.
  private static func typed(_ value: JSONValue, _ numbers: inout SecretNumbers) -> JSONValue {
    guard case .string(let text) = value, !isMisplaced(text) else {
      return Redaction.value(value, &numbers)
    }
    return value
  }

  /// Whether a string cannot be a DID, a hash, a time or an identifier, whatever name it stands
  /// under: none of these lets its holder in.
  static func isMisplaced(_ text: String) -> Bool {
    SecretShapes.holdsCredential(text, countsDigits: false)
  }

  /// A value under the name of a secret: strings and numbers go, however deep they lie in a list.
  private static func secret(_ value: JSONValue, _ numbers: inout SecretNumbers) -> JSONValue {
    switch value {
    case .string(let text):
      .string(text.isEmpty ? text : mark(Array(text.utf8)[...], &numbers))
    case .integer, .number: .string(mark(value.canonicalBytes[...], &numbers))
    case .array(let elements): .array(elements.map { secret($0, &numbers) })
    case .object(let object): .object(Redaction.object(object, &numbers))
    case .null, .bool: value
    }
  }

  /// The user of an address, the password, and the values of its secret parameters.
  public static func credentials(ofAddress url: String) -> [String] {
    SecretShapes.credentials(ofAddress: url)
  }

  /// Whether something stands for a secret somewhere in a text.
  public static func hasMark(_ text: String) -> Bool { !StandIn.all(in: text).isEmpty }

  /// What replaces a secret; what stands for one says the same of it.
  static func mark(_ secret: ArraySlice<UInt8>, _ numbers: inout SecretNumbers) -> String {
    if let standIn = StandIn(whole: secret) { return standIn.mark }
    let text = String(decoding: secret, as: UTF8.self)
    return mark(text, numbers.number(of: text))
  }

  static func mark(_ secret: String, _ number: Int?) -> String {
    "\(secret.hasPrefix("eyJ") ? "eyJ…" : "")(redacted\(number.map { " \($0)" } ?? ""))"
  }
}

extension PluginCall {
  /// The call without secrets, for records.
  public func redacted(_ secrets: SecretNumbers) -> PluginCall {
    PluginCall(
      number: number, method: secrets.redacted(method), options: secrets.redacted(object: options))
  }
}

extension PluginReply {
  /// The reply without secrets, for records; new ones are met.
  public func redacted(_ secrets: inout SecretNumbers) -> PluginReply {
    switch self {
    case .value(let value): .value(secrets.redact(value: value))
    case .rejected(let rejection): .rejected(rejection.redacted(&secrets))
    }
  }
}

extension Rejection {
  /// The rejection without secrets, for records.
  fileprivate func redacted(_ secrets: inout SecretNumbers) -> Rejection {
    var redacted = Rejection(
      kind, secrets.redact(message), data: Redaction.object(data, &secrets), action: action)
    redacted.code = code
    return redacted
  }
}
