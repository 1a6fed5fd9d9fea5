import DailyNotification
public import JSONText

/// The verbs that scenarios, bridge and console spell the same way, as a table.
public enum VerbTable {
  /// A verb's one parameter.
  public enum Parameter: Hashable, Sendable {
    case none
    /// One of these words, under the key `value`.
    case choice([String])
    /// A text under a key of its own; optional when the verb works without it.
    case text(key: String, isOptional: Bool)
    /// A whole number from 1 on, under a key of its own.
    case count(key: String)
  }

  /// One verb: its name, its parameter and what it does.
  public struct Row: Sendable {
    /// The verb's name.
    public let name: String
    /// Its parameter.
    public let parameter: Parameter
    /// What it does, in a few words.
    public let summary: String
    let make: @Sendable (Argument) -> Command?
  }

  /// A parameter's value after it was checked.
  enum Argument {
    case none
    case word(String)
    case number(Int)
  }

  /// Every verb, in the order of the documentation.
  public static let rows: [Row] = processRows + personRows + settingsRows + faultRows + debugRows

  private static let processRows: [Row] = [
    Row(name: "launch", parameter: .none, summary: "a person opens the app") { _ in .launch },
    Row(name: "foreground", parameter: .none, summary: "the app comes to the screen") { _ in
      .foreground
    },
    Row(name: "background", parameter: .none, summary: "the app leaves the screen") { _ in
      .background
    },
    Row(name: "swipeAway", parameter: .none, summary: "force-quit from the app switcher") { _ in
      .swipeAway
    },
    Row(name: "systemTerminate", parameter: .none, summary: "the system ends the process") { _ in
      .systemTerminate
    },
  ]

  private static let personRows: [Row] = [
    Row(
      name: "answerDialog", parameter: .choice(["allow", "deny"]),
      summary: "answer the permission dialog"
    ) { argument in
      argument.word.map { .answerDialog(isAllowed: $0 == "allow") }
    },
    Row(
      name: "tapNotification", parameter: .text(key: "id", isOptional: false),
      summary: "tap a delivered notification"
    ) { argument in
      argument.word.map { .tapNotification(identifier: $0) }
    },
    Row(
      name: "dismissDelivered", parameter: .text(key: "id", isOptional: true),
      summary: "dismiss one delivered notification or all"
    ) { .dismissDelivered(identifier: $0.word) },
  ]

  private static let settingsRows: [Row] = [
    Row(
      name: "setPermission", parameter: .choice(["granted", "denied", "provisional"]),
      summary: "change the notification permission in Settings"
    ) { argument in
      switch argument.word {
      case "granted": .setPermission(.authorized)
      case "denied": .setPermission(.denied)
      case "provisional": .setPermission(.provisional)
      default: nil
      }
    },
    Row(
      name: "setBackgroundRefresh",
      parameter: .choice(BackgroundRefreshStatus.allCases.map(\.rawValue)),
      summary: "change Background App Refresh in Settings"
    ) { argument in
      argument.word.flatMap(BackgroundRefreshStatus.init).map { .setBackgroundRefresh($0) }
    },
    Row(
      name: "setLowPowerMode", parameter: .choice(["on", "off"]),
      summary: "switch Low Power Mode; on, the system runs no refresh task"
    ) { argument in
      argument.word.map { .setLowPowerMode(isOn: $0 == "on") }
    },
  ]

  private static let faultRows: [Row] = [
    Row(
      name: "tamperCache", parameter: .choice(CacheTampering.allCases.map(\.rawValue)),
      summary: "damage or remove the latest stored content"
    ) { argument in
      argument.word.flatMap(CacheTampering.init).map { .tamperCache($0) }
    },
    Row(
      name: "fillDisk", parameter: .choice(["on", "off"]), summary: "no write succeeds while on"
    ) { argument in
      argument.word.map { .fillDisk(isOn: $0 == "on") }
    },
    Row(
      name: "failWrites", parameter: .count(key: "count"), summary: "the next writes fail"
    ) { argument in
      argument.number.map { .failWrites(count: $0) }
    },
    Row(
      name: "clearPending", parameter: .none, summary: "the system loses every pending request"
    ) { _ in .clearPending },
  ]

  private static let debugRows: [Row] = [
    Row(
      name: "simulateTaskLaunch", parameter: .text(key: "identifier", isOptional: true),
      summary: "launch a background task now"
    ) { .simulateTaskLaunch(identifier: $0.word ?? TaskIdentifier.fetch) },
    Row(
      name: "simulateTaskExpiration", parameter: .text(key: "identifier", isOptional: true),
      summary: "the running task's time is up now"
    ) { .simulateTaskExpiration(identifier: $0.word ?? TaskIdentifier.fetch) },
  ]

  /// The command of a verb and its parameters, or why there is none.
  public static func command(
    verb: String, parameters: JSONObject
  ) throws(VerbError) -> Command {
    guard let row = rows.first(where: { $0.name == verb }) else { throw .unknownVerb(verb) }
    let key = row.parameter.key
    if let extra = parameters.members.first(where: { $0.key != key })?.key {
      throw .unknownParameter(extra, verb: verb, known: key)
    }
    let argument = try argument(key.flatMap { parameters[$0] } ?? .null, of: row)
    guard let command = row.make(argument) else { throw .missingParameter(key ?? "", verb: verb) }
    return command
  }

  private static func argument(
    _ value: JSONValue, of row: Row
  ) throws(VerbError) -> Argument {
    switch (row.parameter, value) {
    case (.none, _): return .none
    case (.choice(let words), .string(let word)):
      guard words.contains(word) else {
        throw .badValue("'\(word.shortened())'", verb: row.name, words)
      }
      return .word(word)
    // YAML reads on and off as booleans.
    case (.choice(let words), .bool(let flag)) where words.contains("on"):
      return .word(flag ? "on" : "off")
    case (.choice(let words), .null): throw .badValue("nothing", verb: row.name, words)
    case (.choice(let words), _): throw .badValue(value.kindName, verb: row.name, words)
    case (.text(_, isOptional: true), .null): return .none
    case (.text, .string(let word)) where !word.isEmpty && word.utf8.count <= 256:
      return .word(word)
    case (.text(let key, _), .null): throw .missingParameter(key, verb: row.name)
    case (.text, .string(let word)):
      throw .badValue(
        "\(word.utf8.count) bytes", verb: row.name, ["a text of 1 to 256 bytes"])
    case (.text, _):
      throw .badValue(value.kindName, verb: row.name, ["a text of 1 to 256 bytes"])
    case (.count, .integer(let number)) where (1...1_000_000).contains(number):
      return .number(Int(number))
    case (.count(let key), .null): throw .missingParameter(key, verb: row.name)
    case (.count, .integer(let number)):
      throw .badValue(String(number), verb: row.name, ["a number from 1 to 1000000"])
    case (.count, _):
      throw .badValue(value.kindName, verb: row.name, ["a number from 1 to 1000000"])
    }
  }
}

extension VerbTable.Parameter {
  /// The key under which the parameter stands.
  public var key: String? {
    switch self {
    case .none: nil
    case .choice: "value"
    case .text(let key, _), .count(let key): key
    }
  }
}

extension VerbTable.Argument {
  var word: String? {
    if case .word(let word) = self { word } else { nil }
  }

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}

/// Why a verb makes no command.
public enum VerbError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownVerb(String)
  case unknownParameter(String, verb: String, known: String?)
  case missingParameter(String, verb: String)
  case badValue(String, verb: String, [String])

  public var description: String {
    switch self {
    case .unknownVerb(let verb):
      "there is no verb '\(verb.shortened())'; verbs: "
        + VerbTable.rows.map(\.name).joined(separator: ", ")
    case .unknownParameter(let key, let verb, let known):
      "'\(verb)' has no parameter '\(key.shortened())'; "
        + (known.map { "it takes '\($0)'" } ?? "it takes none")
    case .missingParameter(let key, let verb): "'\(verb)' needs '\(key)'"
    case .badValue(let got, let verb, let known):
      "'\(verb)' takes \(known.joined(separator: " or ")), not \(got)"
    }
  }
}
