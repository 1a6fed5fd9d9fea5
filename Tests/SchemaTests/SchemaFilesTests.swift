import DailyNotification
import JSONText
import SchemaSupport
import Testing

/// What the schemas have for the finished plugin, but the code does not have yet.
enum PlannedContract {
  /// Rejections that no method gives yet.
  static let rejections = [
    "storage_corrupted",
    "network_failed", "fetch_timeout", "server_error",
    "rate_limited", "invalid_payload",
  ]
}

@Suite("The schema files")
struct SchemaFilesTests {
  /// The members of results that are not always there, each after its call.
  private static let leftOut: Set = [
    "testJWTGeneration signer", "getNotificationStatus rolloverIntervalMinutes",
  ]
  private let directory: SchemaDirectory

  init() throws { directory = try SchemaDirectory.project.get() }

  private func keys(_ path: String, _ pointer: String) throws -> [String] {
    let document = try #require(directory.documents[path], "\(path) is missing")
    return try JSONPointer(pointer).evaluate(in: document)?.objectValue?.keys ?? []
  }

  private func methodNames() -> [String] {
    directory.paths.filter { $0.hasPrefix("plugin/") }
      .map { String($0.dropFirst("plugin/".count).dropLast(".schema.json".count)) }
  }

  @Test("exist for each method of the contract, and no other")
  func methods() {
    let names = PluginMethod.allCases.map(\.rawValue)
    #expect(names.count == 57)
    #expect(methodNames() == names.sorted())
  }

  @Test("carry the method's name and number, its options, result and rejections")
  func parts() throws {
    let names = PluginMethod.allCases.map(\.rawValue)
    for (index, name) in names.enumerated() {
      let path = "plugin/\(name).schema.json"
      let document = try #require(directory.documents[path])
      #expect(document["title"]?.stringValue == name)
      let description = document["description"]?.stringValue ?? ""
      #expect(description.hasPrefix("Call \(index + 1): "), "\(name)")
      #expect(try keys(path, "/$defs") == ["options", "result", "rejections"])
    }
  }

  @Test("have an absolute address, which belongs to nobody, and a title")
  func addresses() throws {
    #expect(directory.paths.count >= 58)
    for path in directory.paths {
      let document = try #require(directory.documents[path])
      // Names of .invalid are never given to anybody: RFC 6761, section 6.4.
      #expect(document["$id"]?.stringValue == "https://dnp.invalid/schema/\(path)")
      #expect(document["title"]?.stringValue?.isEmpty == false, "\(path)")
    }
  }

  @Test("fit the schema of schemas, and hold every reply and log event of a long run")
  func sound() throws {
    for path in directory.paths {
      let document = try #require(directory.documents[path])
      #expect(JSONSchema.metaschema.findings(in: document) == [], "\(path)")
    }
    for document in try SampleRun.documents() {
      let findings = JSONSchema(document.schema).findings(in: document.value)
      #expect(findings == [], "\(document.schema): \(document.value.canonicalText)")
    }
  }

  @Test("have the option keys that the method reads", arguments: PluginMethod.allCases)
  func options(method: PluginMethod) throws {
    let path = "plugin/\(method.rawValue).schema.json"
    let keys = try keys(path, "/$defs/options/properties")
    #expect(keys.sorted() == method.optionKeys.sorted())
  }

  @Test(
    "let a method that needs stored data be rejected for it", arguments: PluginMethod.allCases)
  func storedData(method: PluginMethod) throws {
    let document = try #require(directory.documents["plugin/\(method.rawValue).schema.json"])
    let rejections = document["$defs"]?["rejections"]?["oneOf"]?.arrayValue ?? []
    let names = rejections.compactMap { $0["$ref"]?.stringValue }
    #expect(names.contains { $0.hasSuffix("/storage_failed") } || !method.needsStoredData)
  }

  @Test("allow unknown keys in options, and none in results")
  func openness() throws {
    for name in methodNames() {
      let document = try #require(directory.documents["plugin/\(name).schema.json"])
      #expect(document["$defs"]?["options"]?["additionalProperties"] == nil, "\(name)")
      let result = try #require(document["$defs"]?["result"])
      for object in objects(in: result) {
        #expect(object["additionalProperties"] == false, "\(name)")
        let keys = (object["properties"]?.objectValue?.keys ?? [])
          .filter { !SchemaFilesTests.leftOut.contains("\(name) \($0)") }
        #expect(object["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] == keys, "\(name)")
      }
    }
  }

  /// The schemas of all objects in a schema, itself included.
  private func objects(in schema: JSONValue) -> [JSONValue] {
    switch schema {
    case .object(let object):
      (object["type"] == "object" ? [schema] : [])
        + object.members.flatMap { objects(in: $0.value) }
    case .array(let items): items.flatMap { objects(in: $0) }
    default: []
    }
  }

  @Test("have every rejection of the code with its action, and those that are planned")
  func rejections() throws {
    let words = try keys("rejection.schema.json", "/$defs")
    let built = Rejection.Kind.allCases.map(\.rawValue)
    #expect(Set(built).isDisjoint(with: PlannedContract.rejections))
    #expect(words.sorted() == (built + PlannedContract.rejections).sorted())
    for kind in Rejection.Kind.allCases {
      let path = "rejection.schema.json#/$defs/\(kind.rawValue)"
      let rejection = Rejection(
        kind,
        "Notification permissions denied: x. "
          + "Please grant 'Alarms & reminders' permission in Settings, then try again.",
        data: ["key": "", "expected": "", "got": "", "code": 1])
      #expect(directory.schema(path).findings(in: rejection.json) == [])
    }
  }

  @Test("have an event for each row of the table of log lines, with its category and level")
  func events() throws {
    let path = "log-event.schema.json"
    let events = try keys(path, "/$defs").filter { !["time", "timeOrNull"].contains($0) }
    #expect(events.sorted() == LogLine.allCases.map(\.rawValue).sorted())
    let document = try #require(directory.documents[path])
    let references = document["oneOf"]?.arrayValue?.map { $0["$ref"]?.stringValue }
    #expect(references == LogLine.allCases.map { "#/$defs/\($0.rawValue)" })
    for line in LogLine.allCases {
      let event = document["$defs"]?[line.rawValue]?["properties"]
      #expect(event?["event"]?["const"]?.stringValue == line.rawValue)
      #expect(event?["category"]?["const"]?.stringValue == line.category.rawValue, "\(line)")
      let level = event?["level"]
      let levels = level?["enum"]?.arrayValue ?? [level?["const"]].compactMap { $0 }
      #expect(levels.map(\.stringValue) == line.levels.map(\.rawValue), "\(line)")
    }
  }

  @Test("refuse documents that are almost valid", arguments: BrokenDocuments.all.indices)
  func broken(index: Int) {
    let document = BrokenDocuments.all[index]
    let findings = directory.schema(document.schema).findings(in: document.value)
    #expect(!findings.isEmpty, "\(document.schema): \(document.value.canonicalText)")
  }

  @Test("have the fields that each log line declares, of its kinds", arguments: LogLine.allCases)
  func fields(line: LogLine) throws {
    let document = try #require(directory.documents["log-event.schema.json"])
    let event = try #require(document["$defs"]?[line.rawValue]?["properties"]?["fields"])
    let names = line.fields.map(\.name)
    #expect(Set(event["properties"]?.objectValue?.keys ?? []) == Set(names))
    #expect(Set(event["required"]?.arrayValue?.compactMap(\.stringValue) ?? []) == Set(names))
    #expect(event["additionalProperties"] == false)
    for field in line.fields {
      let schema = try #require(event["properties"]?[field.name])
      #expect(field.kind.isSaid(by: schema), "\(field.name): \(schema.canonicalText)")
    }
  }
}

extension LogField.Kind {
  /// Whether a schema admits values of this kind only.
  fileprivate func isSaid(by schema: JSONValue) -> Bool {
    let values = schema["enum"]?.arrayValue ?? [schema["const"]].compactMap(\.self)
    switch self {
    case .text:
      let isListed = !values.isEmpty && values.allSatisfy { $0.stringValue != nil }
      return schema["type"] == "string" || isListed
        || schema["$ref"] == "plugin-types.schema.json#/$defs/scenario"
    case .number, .seconds:
      let isListed = !values.isEmpty && values.allSatisfy { $0.integerValue != nil }
      return schema["type"] == "integer" || isListed
    case .optionalNumber: return schema["type"] == ["integer", "null"]
    case .flag: return schema["type"] == "boolean"
    case .time: return schema["$ref"] == "#/$defs/time"
    case .optionalTime: return schema["$ref"] == "#/$defs/timeOrNull"
    }
  }
}
