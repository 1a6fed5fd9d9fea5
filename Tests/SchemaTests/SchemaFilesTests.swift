import DailyNotification
import Foundation
import GeneratedFiles
import JSONText
import ProjectFiles
import SchemaSupport
import Testing

@Suite("The schema files")
struct SchemaFilesTests {
  private let directory: SchemaDirectory

  init() throws { directory = try SchemaDirectory.project.get() }

  /// The paths of files that differ from what is generated, are missing, or belong to nothing.
  private func stale(_ texts: [String: String]) -> [String] {
    let generated = SchemaFile.all.map { (path: $0.path, text: $0.text) }
    let others = texts.keys.filter { path in !generated.contains { $0.path == path } }
    return generated.filter { texts[$0.path] != $0.text }.map(\.path) + others.sorted()
  }

  private func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for path in directory.paths {
      let url = SchemaDirectory.url.appending(path: path)
      texts[path] = try String(contentsOf: url, encoding: .utf8)
    }
    return texts
  }

  @Test("are what is declared; `make generate` writes them")
  func generated() throws {
    let texts = try texts()
    #expect(texts.count > PluginMethod.allCases.count)
    #expect(stale(texts) == [])
    #expect(try ProjectFile.text(SchemaShimSource.path) == SchemaShimSource.text)
  }

  @Test("that were edited, removed or added by hand are found")
  func planted() throws {
    var texts = try texts()
    texts["zones.schema.json"]? += " "
    texts["plugin/configure.schema.json"] = nil
    texts["other.schema.json"] = "{}"
    #expect(
      stale(texts) == ["zones.schema.json", "plugin/configure.schema.json", "other.schema.json"])
  }

  @Test("fit the schema of schemas, and have a title and an address that belongs to nobody")
  func sound() throws {
    for path in directory.paths {
      let document = try #require(directory.documents[path])
      #expect(JSONSchema.metaschema.findings(in: document) == [], "\(path)")
      // Names of .invalid are never given to anybody: RFC 6761, section 6.4.
      #expect(document["$id"]?.stringValue == "https://dnp.invalid/schema/\(path)")
      #expect(document["title"]?.stringValue?.isEmpty == false, "\(path)")
    }
  }

  @Test("use no keyword that validators pass over")
  func keywords() throws {
    let known: Set = [
      "$schema", "$id", "$defs", "$ref", "title", "description", "type", "const", "enum",
      "properties", "required", "additionalProperties", "propertyNames", "minProperties",
      "maxProperties", "items", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength",
      "pattern", "minimum", "maximum", "oneOf", "anyOf", "allOf", "not", "if", "then", "else",
    ]
    func unknown(_ schema: JSONValue) -> [String] {
      guard let keywords = schema.objectValue else {
        return (schema.arrayValue ?? []).flatMap(unknown)
      }
      return keywords.members.flatMap { key, value -> [String] in
        switch key {
        case "properties", "$defs": (value.objectValue?.members ?? []).flatMap { unknown($0.value) }
        case "const", "enum", "required": []
        default: (known.contains(key) ? [] : [key]) + unknown(value)
        }
      }
    }
    for path in directory.paths {
      #expect(unknown(directory.documents[path] ?? .null) == [], "\(path)")
    }
    #expect(unknown(["properties": ["a": ["maxLenght": 1]]]) == ["maxLenght"])
  }

  @Test("refer to nothing that is not there")
  func references() throws {
    for path in directory.paths {
      for reference in references(in: directory.documents[path] ?? .null) {
        #expect(try target(of: reference, from: path) != nil, "\(path): \(reference)")
      }
    }
    #expect(try target(of: "#/$defs/other", from: "scenario.schema.json") == nil)
  }

  private func references(in value: JSONValue) -> [String] {
    let own = [value["$ref"]?.stringValue].compactMap(\.self)
    let inner = (value.objectValue?.members.map(\.value) ?? []) + (value.arrayValue ?? [])
    return own + inner.flatMap(references)
  }

  private func target(of reference: String, from path: String) throws -> JSONValue? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    // Calls are a folder below what they share.
    let file = parts[0].isEmpty ? path : String(parts[0]).replacing("../", with: "")
    let pointer = try JSONPointer(parts.count > 1 ? String(parts[1]) : "")
    return directory.documents[file].flatMap(pointer.evaluate)
  }

  @Test("hold every reply and log event of a long run")
  func sample() throws {
    let documents = try SampleRun.documents()
    #expect(documents.count > 2_000)
    for document in documents {
      #expect(
        JSONSchema(document.schema).findings(in: document.value) == [],
        "\(document.schema): \(document.value.canonicalText)")
    }
  }

  @Test("refuse documents that are almost valid", arguments: BrokenDocuments.all.indices)
  func broken(index: Int) {
    let document = BrokenDocuments.all[index]
    let findings = directory.schema(document.schema).findings(in: document.value)
    #expect(!findings.isEmpty, "\(document.schema): \(document.value.canonicalText)")
  }

  @Test("hold every rejection of the code with its action", arguments: Rejection.Kind.allCases)
  func rejections(kind: Rejection.Kind) {
    let rejection = Rejection(
      kind,
      kind == .exactAlarmPermissionRequired
        ? Rejection.exactAlarmMessage : "Notification permissions denied: x.",
      data: ["key": "", "expected": "", "got": "", "code": 1])
    let schema = directory.schema("rejection.schema.json#/$defs/\(kind.rawValue)")
    #expect(schema.findings(in: rejection.json) == [])
  }
}
