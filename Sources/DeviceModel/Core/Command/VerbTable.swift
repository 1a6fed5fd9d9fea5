import DailyNotification
public import JSONText

/// The verbs, which scenarios, bridge and console spell the same way.
public enum VerbTable {
  /// One verb: its name, its parameters and what it does.
  public struct Row: Sendable {
    /// The verb's name.
    public let name: String
    /// Its parameters; a value without a key is the first one's.
    public let parameters: [Parameter]
    /// What it does, in a few words.
    public let summary: String
    /// What to do on iOS in place of a verb that only Android has; nil for verbs of iOS.
    public let insteadOnIOS: String?
    let make: @Sendable (Arguments) -> Command?

    init(
      _ name: String, _ parameters: [Parameter] = [], _ summary: String,
      insteadOnIOS: String? = nil,
      make: @escaping @Sendable (Arguments) -> Command?
    ) {
      self.name = name
      self.parameters = parameters
      self.summary = summary
      self.insteadOnIOS = insteadOnIOS
      self.make = make
    }
  }

  /// The verbs that only Android has, each with what to do on iOS instead.
  static let androidOnly = Dictionary(
    rows.compactMap { row in row.insteadOnIOS.map { (row.name, $0) } }, uniquingKeysWith: { $1 })

  /// The command of a verb and its parameters, or why there is none.
  public static func command(
    verb: String, parameters: JSONObject
  ) throws(VerbError) -> Command {
    guard let row = rows.first(where: { $0.name == verb }) else { throw .unknownVerb(verb) }
    let keys = row.parameters.map(\.key)
    if let extra = parameters.keys.first(where: { !keys.contains($0) }) {
      throw .unknownParameter(extra, verb: verb, known: keys)
    }
    var arguments = Arguments()
    for parameter in row.parameters {
      let value = try value(parameters[parameter.key] ?? .null, of: parameter, row)
      if let value { arguments.add(value, for: parameter.key) }
    }
    guard let command = row.make(arguments) else {
      throw .missingParameter(keys.first ?? "", verb: verb)
    }
    return command
  }

  private static func responses(_ json: JSONValue) throws(VerbError) -> [ScriptedResponse] {
    do {
      return try ScriptReader.responses(json)
    } catch {
      throw .badScript(error.text)
    }
  }

  private static func value(
    _ json: JSONValue, of parameter: Parameter, _ row: Row
  ) throws(VerbError) -> Value? {
    if json.isNull, parameter.isOptional { return nil }
    if parameter.kind == .responses, !json.isNull { return .responses(try responses(json)) }
    if let value = parameter.kind.value(json) { return value }
    if json.isNull {
      // A choice lists its words.
      guard case .choice = parameter.kind else {
        throw .missingParameter(parameter.key, verb: row.name)
      }
    }
    var expected = parameter.kind.expected
    if row.parameters.count > 1, let last = expected.popLast() {
      expected.append("\(last) as '\(parameter.key)'")
    }
    throw .badValue(parameter.kind.description(ofWrong: json), verb: row.name, expected)
  }
}
