public import JSONText

/// A value of a YAML file with its place: YAML 1.2's core schema, read without surprises.
///
/// `on` and `05:53` are texts; only true, false, null, integers and decimals are anything else.
public struct YAMLNode: Hashable, Sendable {
  /// The three kinds of values.
  public enum Content: Hashable, Sendable {
    /// A scalar as it was written; plain when it may be a number, true, false or null.
    case scalar(String, isPlain: Bool)
    case list([YAMLNode])
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key as it was written.
    public let key: String
    /// The key's place.
    public let place: SourcePlace
    /// The value.
    public let value: YAMLNode

    /// Makes an entry.
    public init(key: String, place: SourcePlace, value: YAMLNode) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  /// Where it begins.
  public let place: SourcePlace
  /// What it is.
  public let content: Content

  /// Makes a value.
  public init(place: SourcePlace, content: Content) {
    self.place = place
    self.content = content
  }

  /// Nothing, where something could have been written.
  public init(nothingAt place: SourcePlace) {
    self.init(place: place, content: .scalar("", isPlain: true))
  }

  /// What an error message calls the kind of value.
  public var kindName: String {
    switch content {
    case .list: "a list"
    case .mapping: "a mapping"
    case .scalar:
      switch json {
      case .null: "nothing"
      case .bool: "true or false"
      case .integer, .number: "a number"
      case .string(""): "an empty text"
      case .string, .array, .object: "a text"
      }
    }
  }

  /// Whether nothing was written here.
  public var isNull: Bool {
    if case .scalar = content { json.isNull } else { false }
  }

  /// The scalar as it was written, `17.0` included; nil for lists and mappings.
  public var rawText: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The value of a key; nil when this is no mapping or the key is absent.
  public subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The value as JSON.
  public var json: JSONValue {
    switch content {
    case .scalar(let text, let isPlain): isPlain ? YAMLNode.plain(text) : .string(text)
    case .list(let items): .array(items.map(\.json))
    case .mapping(let entries): .object(JSONObject(entries.map { ($0.key, $0.value.json) }))
    }
  }

  private static func plain(_ text: String) -> JSONValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    guard let first = text.utf8.first, first <= 0x39, text != "." else { return .string(text) }
    if let integer = Int64(text) { return .integer(integer) }
    let isDecimal = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    if isDecimal, let number = Double(text), number.isFinite { return .number(number) }
    return .string(text)
  }
}
