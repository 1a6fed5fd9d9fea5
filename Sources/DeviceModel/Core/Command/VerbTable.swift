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
    /// Whether exactly one of its parameters is given.
    public let takesOne: Bool
    /// Whether at least one of the parameters that may lack has to be there.
    public let needsSetting: Bool
    /// What it does, in a few words, where its platform is known.
    public let act: String
    /// What it does, in a few words, after the platform where only one has it.
    public var summary: String {
      guard platforms.count == 1, let only = platforms.first else { return act }
      return "\(only.title) only: \(act)"
    }
    /// What to do on iOS in place of a verb that only Android has; nil for verbs of iOS.
    public let insteadOnIOS: String?
    /// What to do on Android in place of a verb that only iOS has; nil for verbs of Android.
    public let insteadOnAndroid: String?
    /// The platforms that have it.
    public var platforms: [DevicePlatform] {
      DevicePlatform.allCases.filter { platform in
        switch platform {
        case .ios: insteadOnIOS == nil
        case .android: insteadOnAndroid == nil
        }
      }
    }
    let make: @Sendable (Arguments) throws(VerbError) -> Command?

    init(
      _ name: String, _ parameters: [Parameter] = [], _ act: String,
      insteadOnIOS: String? = nil, insteadOnAndroid: String? = nil, takesOne: Bool = false,
      needsSetting: Bool = false,
      make: @escaping @Sendable (Arguments) throws(VerbError) -> Command?
    ) {
      self.name = name
      self.parameters = parameters
      self.takesOne = takesOne
      self.needsSetting = needsSetting
      self.act = act
      self.insteadOnIOS = insteadOnIOS
      self.insteadOnAndroid = insteadOnAndroid
      self.make = make
    }
  }

  /// The verbs that only Android has, each with what to do on iOS instead.
  static let androidOnly = Dictionary(
    rows.compactMap { row in row.insteadOnIOS.map { (row.name, $0) } }, uniquingKeysWith: { $1 })

  /// The verbs that only iOS has, each with what to do on Android instead.
  static let iosOnly = Dictionary(
    rows.compactMap { row in row.insteadOnAndroid.map { (row.name, $0) } },
    uniquingKeysWith: { $1 })

  /// The platforms on which a command makes sense; each act of `otherCode` has its own.
  public static func platforms(of command: Command) -> [DevicePlatform] {
    if case .otherCode(let act) = command { return act.platforms }
    return rows.first { $0.name == command.verb }?.platforms ?? DevicePlatform.allCases
  }

  /// The command of a verb and its parameters, or why there is none.
  public static func command(
    verb: String, parameters: JSONObject
  ) throws(VerbError) -> Command {
    guard let row = rows.first(where: { $0.name == verb }) else { throw .unknownVerb(verb) }
    let arguments = try arguments(parameters, of: row.parameters, verb)
    let settings = row.parameters.filter(\.isOptional).map(\.key)
    if row.needsSetting, !arguments.keys.contains(where: settings.contains) {
      throw .nothingToSet(verb: verb, known: settings)
    }
    if row.takesOne, arguments.keys.count != 1 {
      throw .notOne(verb: verb, of: row.parameters.map(\.key))
    }
    guard let command = try row.make(arguments) else {
      throw .missingParameter(row.parameters.first?.key ?? "", verb: verb)
    }
    return command
  }

  /// The checked values of parameters, those of a verb or of one of its parameters' fields.
  private static func arguments(
    _ values: JSONObject, of parameters: [Parameter], _ name: String
  ) throws(VerbError) -> Arguments {
    let keys = parameters.map(\.key)
    if let extra = values.keys.first(where: { !keys.contains($0) }) {
      throw .unknownParameter(extra, verb: name, known: keys)
    }
    var arguments = Arguments()
    for parameter in parameters {
      let value = try value(
        values[parameter.key] ?? .null, of: parameter, name, isOnly: parameters.count == 1)
      if let value { arguments.add(value, for: parameter.key) }
    }
    return arguments
  }

  private static func responses(_ json: JSONValue) throws(VerbError) -> [ScriptedResponse] {
    do {
      return try ScriptReader.responses(json)
    } catch {
      throw .badScript(error.text)
    }
  }

  private static func value(
    _ json: JSONValue, of parameter: Parameter, _ name: String, isOnly: Bool
  ) throws(VerbError) -> Value? {
    if json.isNull, parameter.isOptional { return nil }
    if parameter.kind == .responses, !json.isNull { return .responses(try responses(json)) }
    if case .fields(let fields) = parameter.kind, let values = Kind.members(json, of: fields) {
      return .fields(try arguments(values, of: fields, "\(name).\(parameter.key)"))
    }
    if let value = parameter.kind.value(json) { return value }
    if json.isNull {
      // A choice lists its words.
      guard case .choice = parameter.kind else {
        throw .missingParameter(parameter.key, verb: name)
      }
    }
    var expected = parameter.expected
    if !isOnly, let last = expected.popLast() {
      expected.append("\(last) as '\(parameter.key)'")
    }
    throw .badValue(parameter.kind.description(ofWrong: json), verb: name, expected)
  }
}
