import DailyNotification
public import JSONText

/// What the schemas say about calls and log events, compiled once for a whole test process.
public struct CallSchemas: Sendable {
  /// The schemas of one method.
  struct Method: Sendable {
    let options: JSONSchema
    let result: JSONSchema
    let rejections: JSONSchema

    init(_ name: String, in directory: SchemaDirectory) {
      let path = "plugin/\(name).schema.json"
      options = directory.schema("\(path)#/$defs/options")
      result = directory.schema("\(path)#/$defs/result")
      rejections = directory.schema("\(path)#/$defs/rejections")
    }
  }

  private let methods: [String: Method]
  private let unknownMethod: JSONSchema
  /// The alternatives of the log event, each of which accepts a single event.
  private let events: [String: JSONSchema]

  /// The schemas of the project, or the error that they have.
  public static let project = SchemaDirectory.project.map { CallSchemas($0) }

  /// Compiles the schemas of every method that has a file, and of every log event.
  public init(_ directory: SchemaDirectory) {
    let names = directory.paths.filter { $0.hasPrefix("plugin/") }
      .map { String($0.dropFirst("plugin/".count).dropLast(".schema.json".count)) }
    methods = Dictionary(
      uniqueKeysWithValues: names.map { ($0, Method($0, in: directory)) })
    unknownMethod = directory.schema("rejection.schema.json#/$defs/unimplemented")
    let event = "log-event.schema.json"
    let words = directory.documents[event]?["$defs"]?.objectValue?.keys ?? []
    events = Dictionary(
      uniqueKeysWithValues: words.map { ($0, directory.schema("\(event)#/$defs/\($0)")) })
  }

  /// The errors in the value of a call, and in the options it was made with.
  public func findings(method: String, options: JSONObject, value: JSONValue) -> [String] {
    guard let schemas = methods[method] else { return ["there is no method '\(method)'"] }
    return schemas.result.findings(in: value)
      + schemas.options.findings(in: .object(options)).map { "accepted options\($0)" }
  }

  /// The errors in the rejection of a call.
  public func findings(method: String, rejection: JSONValue) -> [String] {
    (methods[method]?.rejections ?? unknownMethod).findings(in: rejection)
  }

  /// The errors in a log event.
  public func findings(event: JSONValue) -> [String] {
    let name = event["event"]?.stringValue ?? ""
    guard let schema = events[name] else { return ["there is no log event '\(name)'"] }
    return schema.findings(in: event)
  }
}
