import JSONText

/// A validator for the part of JSON Schema 2020-12 that our schemas use.
///
/// A keyword it does not know is an error, so that no rule is silently ignored.
struct JSONSchema {
  let root: JSONValue

  private static let annotations = ["$schema", "$id", "$defs", "title", "description"]

  /// Every finding in a document, each with the place as a JSON Pointer.
  func findings(in value: JSONValue) -> [String] {
    findings(value, root, at: "")
  }

  private func findings(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): a schema is no object"] }
    return keywords.members.flatMap { keyword, rule -> [String] in
      switch keyword {
      case "$ref": return findings(value, target(rule), at: path)
      case "type":
        return isOfType(value, rule) ? [] : ["\(path): not of type \(rule.canonicalText)"]
      case "const": return value == rule ? [] : ["\(path): not \(rule.canonicalText)"]
      case "enum":
        let isListed = rule.arrayValue?.contains(value) == true
        return isListed ? [] : ["\(path): not one of \(rule.canonicalText)"]
      case "required": return missing(rule, in: value, at: path)
      case "properties": return properties(value, rule, at: path)
      case "additionalProperties": return additional(value, rule, keywords, at: path)
      case "items":
        return (value.arrayValue ?? []).enumerated().flatMap { index, item in
          findings(item, rule, at: "\(path)/\(index)")
        }
      default:
        let isKnown = JSONSchema.annotations.contains(keyword)
        return isKnown ? [] : ["\(path): the validator does not know '\(keyword)'"]
      }
    }
  }

  private func target(_ reference: JSONValue) -> JSONValue {
    let name = reference.stringValue?.split(separator: "/").last.map(String.init) ?? ""
    return root["$defs"]?[name] ?? .null
  }

  private func isOfType(_ value: JSONValue, _ rule: JSONValue) -> Bool {
    let names = rule.arrayValue?.compactMap(\.stringValue) ?? [rule.stringValue ?? ""]
    return names.contains { name in
      name == value.kindName || name == "number" && value.kindName == "integer"
    }
  }

  private func missing(_ rule: JSONValue, in value: JSONValue, at path: String) -> [String] {
    guard case .object(let object) = value else { return [] }
    return (rule.arrayValue ?? []).compactMap(\.stringValue)
      .filter { object[$0] == nil }.map { "\(path): '\($0)' is missing" }
  }

  private func properties(_ value: JSONValue, _ rule: JSONValue, at path: String) -> [String] {
    (rule.objectValue?.members ?? []).flatMap { key, schema in
      value[key].map { findings($0, schema, at: "\(path)/\(key)") } ?? []
    }
  }

  private func additional(
    _ value: JSONValue, _ rule: JSONValue, _ keywords: JSONObject, at path: String
  ) -> [String] {
    guard case .object(let object) = value else { return [] }
    let known = keywords["properties"]?.objectValue?.keys ?? []
    return object.members.filter { !known.contains($0.key) }.flatMap { key, value -> [String] in
      if rule == false { return ["\(path): '\(key)' does not belong here"] }
      return rule == true ? [] : findings(value, rule, at: "\(path)/\(key)")
    }
  }
}
