import JSONText

/// Compiles a schema and everything it refers to into lists of rules.
struct SchemaCompiler {
  /// The place of a schema.
  struct Place: Hashable {
    var document: String
    var pointer: String

    func step(_ tokens: String...) -> Place {
      Place(document: document, pointer: pointer + JSONPointer(tokens: tokens).description)
    }
  }

  let documents: [String: JSONValue]
  private(set) var nodes: [[SchemaRule]] = []
  private(set) var defects: [String] = []
  private var known: [Place: Int] = [:]

  private static let annotations = ["$schema", "$id", "$defs", "title", "description"]

  init(documents: [String: JSONValue]) {
    self.documents = documents
  }

  /// Compiles the schema that a reference names; it becomes the first node.
  mutating func compile(_ reference: String) {
    _ = node(at: SchemaCompiler.place(of: reference, from: ""))
  }

  /// The place that a reference in a document names.
  static func place(of reference: String, from document: String) -> Place {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pointer = parts.count > 1 ? String(parts[1]) : ""
    guard let path = parts.first, !path.isEmpty else {
      return Place(document: document, pointer: pointer)
    }
    var folders = document.split(separator: "/").dropLast()
    for part in path.split(separator: "/") {
      if part == ".." { _ = folders.popLast() } else if part != "." { folders.append(part) }
    }
    return Place(document: folders.joined(separator: "/"), pointer: pointer)
  }

  private mutating func node(at place: Place) -> Int {
    if let index = known[place] { return index }
    let index = nodes.count
    known[place] = index
    nodes.append([])
    let pointer = try? JSONPointer(place.pointer)
    guard let schema = documents[place.document].flatMap({ pointer?.evaluate(in: $0) }) else {
      nodes[index] = [broken("there is no such schema", place)]
      return index
    }
    nodes[index] = rules(of: schema, place)
    return index
  }

  private mutating func broken(_ message: String, _ place: Place) -> SchemaRule {
    defects.append("\(place.document)#\(place.pointer): \(message)")
    return .broken(message)
  }

  private mutating func rules(of schema: JSONValue, _ place: Place) -> [SchemaRule] {
    switch schema {
    case .bool(let isAllowed): return isAllowed ? [] : [.never]
    case .object(let keywords):
      return keywords.members.compactMap { keyword, value in
        if SchemaCompiler.annotations.contains(keyword) { return nil }
        if let rule = rule(keyword, value, keywords, place) { return rule }
        return broken("'\(keyword)' cannot be \(value.canonicalText)", place)
      }
    default: return [broken("a schema is no object", place)]
    }
  }

  /// The rule of a keyword; nil when its value is invalid.
  private mutating func rule(
    _ keyword: String, _ value: JSONValue, _ keywords: JSONObject, _ place: Place
  ) -> SchemaRule? {
    switch keyword {
    case "$ref":
      return value.stringValue.map { text in
        .reference(node(at: SchemaCompiler.place(of: text, from: place.document)))
      }
    case "type": return texts(value.stringValue.map { [.string($0)] } ?? value).map(SchemaRule.type)
    case "const": return .constant(value)
    case "enum": return value.arrayValue.map(SchemaRule.enumeration)
    case "required": return texts(value).map(SchemaRule.required)
    case "properties":
      return value.objectValue.map { object in
        .properties(object.keys.map { (key: $0, node: node(at: place.step(keyword, $0))) })
      }
    case "additionalProperties":
      return .additional(
        known: keywords["properties"]?.objectValue?.keys ?? [], node: node(at: place.step(keyword)))
    case "propertyNames": return .names(node(at: place.step(keyword)))
    case "items": return .items(node(at: place.step(keyword)))
    case "not": return .not(node(at: place.step(keyword)))
    case "allOf": return nodes(value, place.step(keyword)).map(SchemaRule.all)
    case "anyOf": return nodes(value, place.step(keyword)).map(SchemaRule.any)
    case "oneOf": return nodes(value, place.step(keyword)).map(SchemaRule.one)
    case "if":
      return .choice(
        condition: node(at: place.step(keyword)),
        then: keywords["then"].map { _ in node(at: place.step("then")) },
        otherwise: keywords["else"].map { _ in node(at: place.step("else")) })
    // Compiled with their `if`; without it they would be ignored.
    case "then", "else": return keywords["if"] == nil ? nil : .all([])
    default: return bound(keyword, value, place)
    }
  }

  private mutating func bound(
    _ keyword: String, _ value: JSONValue, _ place: Place
  ) -> SchemaRule? {
    let count = value.integerValue.flatMap { $0 >= 0 ? Int($0) : nil }
    switch keyword {
    case "minimum": return value.numberValue.map(SchemaRule.minimum)
    case "maximum": return value.numberValue.map(SchemaRule.maximum)
    case "minLength": return count.map(SchemaRule.minLength)
    case "maxLength": return count.map(SchemaRule.maxLength)
    case "pattern":
      return value.stringValue.flatMap { SchemaPattern($0) }.map(SchemaRule.pattern)
    case "minItems": return count.map(SchemaRule.minItems)
    case "maxItems": return count.map(SchemaRule.maxItems)
    case "minProperties": return count.map(SchemaRule.minProperties)
    case "maxProperties": return count.map(SchemaRule.maxProperties)
    case "uniqueItems": return value == true ? .uniqueItems : nil
    default: return broken("the validator does not know '\(keyword)'", place)
    }
  }

  private mutating func nodes(_ value: JSONValue, _ place: Place) -> [Int]? {
    value.arrayValue?.indices.map { node(at: place.step(String($0))) }
  }

  private func texts(_ value: JSONValue) -> [String]? {
    guard let values = value.arrayValue else { return nil }
    let texts = values.compactMap(\.stringValue)
    return texts.count == values.count ? texts : nil
  }
}
