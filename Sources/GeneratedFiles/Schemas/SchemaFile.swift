public import JSONText

/// A file of the folder `assets/schema`: a document with definitions that its parts refer to.
public struct SchemaFile: Sendable {
  /// What the name of a file ends in.
  static let ending = ".schema.json"

  /// The path in the folder, without the ending: `scenario`, `plugin/configure`.
  public let name: String
  private let title: String
  private let about: String
  private let root: Schema
  private let definitions: [(name: String, schema: Schema)]

  init(
    _ name: String, _ title: String, _ about: String, _ root: Schema,
    definitions: [(String, Schema)] = []
  ) {
    self.name = name
    self.title = title
    self.about = about
    self.root = root
    self.definitions = definitions.map { ($0.0, $0.1) }
  }

  /// The path in the folder.
  public var path: String { name + SchemaFile.ending }

  /// The document.
  public var json: JSONValue {
    var document: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .string("https://dnp.invalid/schema/\(path)"),
      "title": .string(title),
      "description": .string(about),
    ]
    for (key, value) in root.keywords.members { document[key] = value }
    if !definitions.isEmpty {
      document["$defs"] = .object(JSONObject(definitions.map { ($0.name, $0.schema.json) }))
    }
    return .object(document)
  }

  /// The file's text.
  public var text: String { json.schemaText + "\n" }
}

extension SchemaFile {
  /// Every file, in the order in which `dnp schema` lists them.
  public static var all: [SchemaFile] {
    [
      BridgeSchema.file, DiffSchema.file, DecodedTokenSchema.file, VerifiedTokenSchema.file,
      LintSchema.file, LogEventSchema.file, LogProfileSchema.file, ParitySchema.file,
      PluginTypesSchema.file, RecordSchema.file, RejectionSchema.file, RunSummarySchema.file,
      ScenarioSchema.file, ScenarioSchema.part, SessionSchema.file, SessionListSchema.file,
      SessionDetailSchema.file, LogAnswerSchema.file, WhenSchema.file, WhySchema.file,
      ZonesSchema.file,
    ] + CallSchema.files
  }
}
