public import JSONText

/// A JSON schema, or a part of one, as its keywords in the order in which they are printed.
public struct Schema: Sendable {
  /// The keywords; none accepts every value.
  private(set) var keywords: JSONObject

  init(_ keywords: JSONObject) {
    self.keywords = keywords
  }

  /// The schema as JSON.
  public var json: JSONValue { keywords.isEmpty ? true : .object(keywords) }
}

/// The properties of an object in their order; a `?` after a name makes it optional.
struct Properties: ExpressibleByDictionaryLiteral, Sendable {
  private(set) var rows: [(name: String, isOptional: Bool, schema: Schema)] = []

  init(dictionaryLiteral elements: (String, Schema)...) {
    self.init(elements)
  }

  init(_ elements: [(String, Schema)]) {
    for (name, schema) in elements {
      let isOptional = name.hasSuffix("?")
      rows.append((isOptional ? String(name.dropLast()) : name, isOptional, schema))
    }
  }

  /// The properties as the value of the keyword `properties`.
  var json: JSONValue { .object(JSONObject(rows.map { ($0.name, $0.schema.json) })) }

  /// The names of those that must be there.
  var required: [String] { rows.filter { !$0.isOptional }.map(\.name) }

  static func + (left: Properties, right: Properties) -> Properties {
    var sum = left
    sum.rows += right.rows
    return sum
  }
}

extension Schema {
  // MARK: Any value

  /// Every value.
  static let any = Schema([:])
  static let null = type("null")
  static let boolean = type("boolean")

  /// A value of one of some types.
  static func type(_ names: String...) -> Schema {
    Schema(["type": names.count == 1 ? .string(names[0]) : .strings(names)])
  }

  /// One string and no other value.
  static func word(_ word: String) -> Schema { Schema(["const": .string(word)]) }

  /// One of some strings.
  static func words(_ words: [String]) -> Schema { Schema(["enum": .strings(words)]) }

  /// One of some values.
  static func values(_ values: [JSONValue]) -> Schema { Schema(["enum": .array(values)]) }

  /// The words of a type, in the order of its cases.
  static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Schema {
    words(type.allCases.map(\.rawValue))
  }

  /// A definition of the same file.
  static func ref(_ name: String) -> Schema {
    Schema(["$ref": .string(JSONPointer(tokens: ["$defs", name]).reference)])
  }

  /// A definition of another file, or the whole file.
  static func ref(_ file: String, _ name: String?) -> Schema {
    let place = name.map { JSONPointer(tokens: ["$defs", $0]).reference } ?? ""
    return Schema(["$ref": .string(file + SchemaFile.ending + place)])
  }

  // MARK: Numbers and strings

  static let integer = type("integer")
  static let number = type("number")
  static let string = type("string")
  /// A whole number from 0 on.
  static let count = integer(from: 0)
  /// A string that is not empty.
  static let filled = string(from: 1)

  static func integer(from minimum: Int64) -> Schema {
    integer.with(["minimum": .integer(minimum)])
  }

  static func integer(_ range: ClosedRange<Int64>) -> Schema {
    integer.with([
      "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
    ])
  }

  static func string(from lengthMin: Int64) -> Schema {
    string.with(["minLength": .integer(lengthMin)])
  }

  static func string(_ lengths: ClosedRange<Int64>) -> Schema {
    string.with([
      "minLength": .integer(lengths.lowerBound), "maxLength": .integer(lengths.upperBound),
    ])
  }

  /// A string that matches a regular expression somewhere.
  static func string(matching pattern: String) -> Schema {
    string.with(["pattern": .string(pattern)])
  }

  // MARK: Lists and objects

  static func list(_ item: Schema) -> Schema {
    Schema(["type": "array", "items": item.json])
  }

  static func list(_ item: Schema, from countMin: Int64) -> Schema {
    list(item).with(["minItems": .integer(countMin)])
  }

  static func list(_ item: Schema, _ counts: ClosedRange<Int64>) -> Schema {
    let least = counts.lowerBound
    return list(item).with(least == 0 ? [:] : ["minItems": .integer(least)])
      .with(["maxItems": .integer(counts.upperBound)])
  }

  /// An object with these properties and no others.
  static func object(_ properties: Properties) -> Schema {
    open(properties).with(["additionalProperties": false])
  }

  /// An object with these properties and any others.
  static func open(_ properties: Properties) -> Schema {
    var keywords: JSONObject = ["type": "object"]
    if !properties.rows.isEmpty { keywords["properties"] = properties.json }
    let required = properties.required
    if !required.isEmpty { keywords["required"] = .strings(required) }
    return Schema(keywords)
  }

  /// An object whose members are all of one kind.
  static func map(_ value: Schema) -> Schema {
    Schema(["type": "object", "additionalProperties": value.json])
  }

  // MARK: Alternatives

  /// Exactly one of some schemas holds.
  static func one(of schemas: [Schema]) -> Schema {
    Schema(["oneOf": .array(schemas.map(\.json))])
  }

  /// At least one of some schemas holds.
  static func any(of schemas: [Schema]) -> Schema {
    Schema(["anyOf": .array(schemas.map(\.json))])
  }

  /// A schema that holds where a condition does, and another one where it does not.
  static func choice(
    if condition: Schema, then: Schema? = nil, else otherwise: Schema? = nil
  ) -> Schema {
    var keywords: JSONObject = ["if": condition.json]
    keywords["then"] = then?.json
    keywords["else"] = otherwise?.json
    return Schema(keywords)
  }

  /// The keys that an object must have.
  static func requires(_ keys: String...) -> Schema { Schema(["required": .strings(keys)]) }

  /// Whatever another schema refuses.
  static func not(_ schema: Schema) -> Schema { Schema(["not": schema.json]) }

  // MARK: Changes

  /// The same with a description in front.
  func about(_ text: String) -> Schema {
    Schema(["description": .string(text)]).with(keywords)
  }

  /// The same with further keywords.
  func with(_ others: JSONObject) -> Schema {
    var sum = keywords
    for (key, value) in others.members { sum[key] = value }
    return Schema(sum)
  }

  /// Both schemas hold; they have no keyword in common.
  func and(_ other: Schema) -> Schema { with(other.keywords) }

  /// The same, or null.
  var orNull: Schema {
    if let values = keywords["enum"]?.arrayValue { return with(["enum": .array(values + [nil])]) }
    if let type = keywords["type"] {
      return with(["type": .array((type.arrayValue ?? [type]) + ["null"])])
    }
    return .any(of: [self, .null])
  }
}

extension JSONValue {
  /// An array of strings.
  static func strings(_ strings: [String]) -> JSONValue { .array(strings.map(JSONValue.string)) }
}

extension JSONPointer {
  /// The pointer as a reference into its own document.
  fileprivate var reference: String { "#" + description }
}
