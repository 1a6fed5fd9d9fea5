import JSONText

/// Puts the documents that a schema refers to into its own `$defs`.
///
/// So that it can be used where the others are not: a reference to another document becomes one
/// into `$defs`, under that document's file name.
struct SchemaBundle {
  /// The documents that were put in, with the references in them already changed.
  private var documents: [(file: String, content: JSONValue)] = []
  /// The files that were met; only for membership tests.
  private var met: Set<String> = []

  /// Whether nothing had to be put in.
  var isEmpty: Bool { documents.isEmpty }

  /// The document of a schema with everything that it refers to; throws where one is no JSON.
  mutating func whole(
    _ document: JSONValue, of name: String
  ) throws(JSONParseError) -> JSONValue {
    let changed = try self.changed(document, in: name, at: "")
    guard !isEmpty, case .object(var object) = changed else { return changed }
    var definitions = object["$defs"]?.objectValue ?? JSONObject()
    for document in documents { definitions[document.file] = document.content }
    object["$defs"] = .object(definitions)
    return .object(object)
  }

  /// A part of a document with its references changed; `root` is the pointer to its document.
  private mutating func changed(
    _ value: JSONValue, in name: String, at root: String
  ) throws(JSONParseError) -> JSONValue {
    switch value {
    case .object(let object):
      var members: [(String, JSONValue)] = []
      for (key, value) in object.members {
        // A document in another one has no address of its own.
        if !root.isEmpty, key == "$id" || key == "$schema", value.stringValue != nil { continue }
        if key == "$ref", let reference = value.stringValue {
          members.append((key, .string(try self.reference(reference, in: name, at: root))))
        } else {
          members.append((key, try changed(value, in: name, at: root)))
        }
      }
      return .object(JSONObject(members))
    case .array(let items):
      var result: [JSONValue] = []
      for item in items { result.append(try changed(item, in: name, at: root)) }
      return .array(result)
    case .null, .bool, .integer, .number, .string: return value
    }
  }

  /// Where a reference leads in the whole; a document that there is none of is left as it is.
  private mutating func reference(
    _ reference: String, in name: String, at root: String
  ) throws(JSONParseError) -> String {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pointer = parts.count > 1 ? String(parts[1]) : ""
    guard let file = parts.first, !file.isEmpty else { return "#" + root + pointer }
    var folders = name.split(separator: "/").dropLast().map(String.init)
    for step in file.split(separator: "/") {
      if step == ".." { _ = folders.popLast() } else { folders.append(String(step)) }
    }
    guard let other = ShippedSchema(folders.joined(separator: "/")) else { return reference }
    let key = other.name + ShippedSchema.ending
    let place = JSONPointer(tokens: ["$defs", key]).description
    if met.insert(key).inserted {
      let content = try JSONParser.parse(other.bytes)
      documents.append((key, try changed(content, in: other.name, at: place)))
    }
    return "#" + place + pointer
  }
}
