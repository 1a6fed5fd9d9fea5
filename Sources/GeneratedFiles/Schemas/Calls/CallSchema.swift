import DailyNotification
import JSONText

/// The schema of a call: its options, and how it ends.
enum CallSchema {
  static let files = PluginMethod.allCases.map(file).sorted { $0.name < $1.name }

  private static func file(_ method: PluginMethod) -> SchemaFile {
    SchemaFile(
      "plugin/\(method.rawValue)", method.rawValue,
      "Call \(method.number): its options and how it ends. \(method.summary)",
      .object([
        "options?": .ref("options"), "result?": .ref("result"), "rejection?": .ref("rejections"),
      ]).and(.one(of: [.requires("result"), .requires("rejection")])),
      definitions: [
        ("options", options(of: method)), ("result", result(of: method)),
        ("rejections", .one(of: rejections(of: method).map { .ref("../rejection", $0) })),
      ])
  }

  // MARK: Options

  /// Options that the plugin accepts; keys that it does not know pass.
  private static func options(of method: PluginMethod) -> Schema {
    let whole = Schema.open(Properties(method.options.map(row)))
    guard let config = method.options.first, config.name == "config", !config.isRequired else {
      return whole
    }
    // What `config` must have is needed without it, too.
    let names = config.parts.filter(\.isRequired).map(\.name)
    let given = Properties(names.map { ($0, .not(.null)) })
    return whole.and(
      .any(of: [
        Schema(["properties": ["config": Schema.type("object").json], "required": ["config"]]),
        Schema(["properties": given.json, "required": .strings(names)]),
      ]))
  }

  /// A property for an option; one that is not required may be null.
  static func row(_ option: CallOption) -> (String, Schema) {
    let value = value(of: option)
    return option.isRequired
      ? (option.name, value.about(option.summary))
      : (option.name + "?", value.orNull.about(option.summary))
  }

  private static func value(of option: CallOption) -> Schema {
    switch option.kind {
    case .text, .zone, .cron, .did: PluginTypesSchema.text
    case .flag: .boolean
    case .integer(let range): .integer(range)
    case .choice(let words): .words(words)
    case .server: PluginTypesSchema.server
    case .wallTime: PluginTypesSchema.wallTime
    case .date: PluginTypesSchema.date
    case .identifier: PluginTypesSchema.scheduleID
    case .texts(let countMax, _): .list(PluginTypesSchema.text, 0...Int64(countMax))
    case .object(let parts): .open(Properties(parts.map(row)))
    }
  }
}
