import Bridge
import DailyNotification
import JSONText
import SchemaSupport

/// What the schemas say about the bridge's messages, compiled once for a whole test process.
struct MessageSchemas {
  static let path = "bridge.schema.json"

  /// Any line.
  let line: JSONSchema
  /// The whole state.
  let state: JSONSchema
  /// Each part of the state, by its name.
  let parts: [String: JSONSchema]
  private let results: [BridgeMethod: JSONSchema]
  private let calls: CallSchemas

  /// The schemas of the project, or the error that they have.
  static let project = SchemaDirectory.project.map { MessageSchemas($0) }

  private init(_ directory: SchemaDirectory) {
    func definition(_ tokens: String...) -> JSONSchema {
      directory.schema("\(Self.path)#\(JSONPointer(tokens: ["$defs"] + tokens).description)")
    }
    line = directory.schema(Self.path)
    state = definition("state")
    let names = directory.documents[Self.path]?["$defs"]?["state"]?["properties"]?.objectValue?.keys
    parts = Dictionary(
      uniqueKeysWithValues: (names ?? []).map { ($0, definition("state", "properties", $0)) })
    results = Dictionary(
      uniqueKeysWithValues: BridgeMethod.allCases.map { ($0, definition($0.rawValue)) })
    calls = CallSchemas(directory)
  }

  /// The errors in the result of a method.
  func findings(_ method: BridgeMethod, _ parameters: JSONObject, result: JSONValue) -> [String] {
    let findings = results[method]?.findings(in: result) ?? ["\(method) has no schema"]
    switch method {
    case .call:
      let name = parameters["method"]?.stringValue ?? ""
      let options = parameters["options"]?.objectValue ?? [:]
      return findings + calls.findings(method: name, options: options, value: result)
    case .state:
      let path = parameters["path"]?.stringValue ?? ""
      guard let pointer = try? JSONPointer(path), pointer.tokens.count <= 1 else { return findings }
      guard let part = pointer.tokens.first else { return findings + state.findings(in: result) }
      return findings + (parts[part]?.findings(in: result) ?? ["'\(part)' has no schema"])
    case .configure, .quiesce, .advance, .runToNextEvent, .runUntilIdle, .perform, .trace,
      .runScenario, .events, .cancel:
      return findings
    }
  }

  /// The errors in how a call was rejected.
  func findings(_ parameters: JSONObject, rejection: JSONValue) -> [String] {
    calls.findings(method: parameters["method"]?.stringValue ?? "", rejection: rejection)
  }
}
