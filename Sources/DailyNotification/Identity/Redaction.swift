public import JSONText

/// Takes secrets out of what is recorded, shown or written: the one place that knows what they are.
///
/// A value is a secret by the name that it stands under (`password`, `accessToken`); a string is
/// searched for secrets by their shape (see `SecretShapes`). What stands under a name of the
/// plugin's own typed values (a DID, a hash, an ETag, a time) stays, unless it holds a token. Each
/// secret becomes
/// `(redacted 8 hex)`, a token `eyJ…(redacted 8 hex)`; the digits begin its SHA-256, so that equal
/// secrets stay recognisable as equal. What has no secret stays as it is.
public enum Redaction {
  /// A value without secrets.
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
    JSONObject(object.members.map { key, value in (text(key), member(key, value)) })
  }

  /// A string without secrets, by their shape.
  public static func text(_ text: String) -> String {
    if isOwn(text) { return text }
    var text = text
    return text.withUTF8 { bytes in
      guard SecretShapes.isSuspect(bytes) else { return nil }
      return SecretShapes.replaced(Array(bytes))
    } ?? text
  }

  /// Whether a string is one of the plugin's own: these hold no secret, and most notifications of a
  /// run without a server show them.
  private static func isOwn(_ text: String) -> Bool {
    text == FixedContent.body || text == FixedContent.title || text == Schedule.defaultBody
      || text == Schedule.defaultTitle
  }

  /// A string that may be JSON, whose members are then looked at by name.
  public static func document(_ text: String) -> String {
    guard let first = text.utf8.first, first == 0x7B || first == 0x5B,
      let value = try? JSONParser.parse(text)
    else { return Redaction.text(text) }
    let redacted = Redaction.value(value)
    return redacted == value ? text : redacted.canonicalText
  }

  private static func member(_ key: String, _ value: JSONValue) -> JSONValue {
    switch SecretName.kind(of: key.utf8) {
    case .secret: secret(value)
    case .typed: typed(value)
    case .other: Redaction.value(value)
    }
  }

  /// A value under the name of a typed one, which looks like a secret at most.
  private static func typed(_ value: JSONValue) -> JSONValue {
    guard case .string(let text) = value, !isMisplaced(text) else { return Redaction.value(value) }
    return value
  }

  /// Whether a string cannot be a DID, a hash, a time or an identifier, whatever name it stands
  /// under: none of these lets its holder in.
  static func isMisplaced(_ text: String) -> Bool {
    SecretShapes.holdsCredential(text, countsDigits: false)
  }

  /// A value under the name of a secret: strings and numbers go, however deep they lie in a list.
  private static func secret(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text.isEmpty ? text : mark(Array(text.utf8)[...]))
    case .integer, .number: .string(mark(value.canonicalBytes[...]))
    case .array(let elements): .array(elements.map(secret))
    case .object(let object): .object(Redaction.object(object))
    case .null, .bool: value
    }
  }

  /// The user of an address, the password, and the values of its secret parameters.
  public static func credentials(ofAddress url: String) -> [String] {
    SecretShapes.credentials(ofAddress: url)
  }

  /// Whether a mark stands for a secret somewhere in a text.
  public static func hasMark(_ text: String) -> Bool { text.contains("(redacted ") }

  /// What replaces a string that is a secret.
  public static func mark(of secret: String) -> String { mark(Array(secret.utf8)[...]) }

  /// What replaces a secret.
  static func mark(_ secret: ArraySlice<UInt8>) -> String {
    let isToken = secret.starts(with: Array("eyJ".utf8))
    // What has been redacted or sealed before says the same of the secret as it does itself.
    if let digits = SealedToken.digits(of: secret) { return "eyJ…(redacted \(digits))" }
    if secret.starts(with: Array("(redacted".utf8)) || secret.starts(with: Array("eyJ…".utf8)) {
      return String(decoding: secret, as: UTF8.self)
    }
    let digits = ContentHash.short(Array(secret)).prefix(8)
    return "\(isToken ? "eyJ…" : "")(redacted \(digits))"
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
    case .rejected(let rejection): .rejected(rejection.redacted)
    }
  }
}

extension Rejection {
  /// The rejection without secrets, for records.
  fileprivate var redacted: Rejection {
    var redacted = Rejection(
      kind, Redaction.text(message), data: Redaction.object(data), action: action)
    redacted.code = code
    return redacted
  }
}
