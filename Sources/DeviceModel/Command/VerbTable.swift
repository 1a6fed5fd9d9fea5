import DailyNotification
public import JSONText

/// The verbs that scenarios, bridge and console spell the same way, as a table.
public enum VerbTable {
  /// One verb: its name, its parameters and what it does.
  public struct Row: Sendable {
    /// The verb's name.
    public let name: String
    /// Its parameters; a value without a key is the first one's.
    public let parameters: [Parameter]
    /// What it does, in a few words.
    public let summary: String
    let make: @Sendable (Arguments) -> Command?

    init(
      _ name: String, _ parameters: [Parameter] = [], _ summary: String,
      make: @escaping @Sendable (Arguments) -> Command?
    ) {
      self.name = name
      self.parameters = parameters
      self.summary = summary
      self.make = make
    }
  }

  /// Every verb, in the order of the documentation.
  public static let rows: [Row] =
    timeRows + processRows + powerRows + personRows + settingsRows
    + environmentRows + faultRows + debugRows + harnessRows

  private static let timeRows: [Row] = [
    Row(
      "warpClock", [Parameter("by", .duration)], "the wall clock jumps; nothing else notices time"
    ) { arguments in
      arguments.number("by").map { .warpClock(milliseconds: $0) }
    },
    Row("setZone", [Parameter("zone", .zone)], "the phone is in another time zone") { arguments in
      arguments.zone("zone").map { .setZone($0) }
    },
    Row("shiftDST", [], "the phone's zone moves an hour on, or back again") { _ in .shiftDST },
  ]

  private static let processRows: [Row] = [
    Row("launch", [], "a person opens the app") { _ in .launch },
    Row("foreground", [], "the app comes to the screen") { _ in .foreground },
    Row("background", [], "the app leaves the screen") { _ in .background },
    Row("swipeAway", [], "force-quit from the app switcher") { _ in .swipeAway },
    Row("systemTerminate", [], "the system ends the process") { _ in .systemTerminate },
    Row("forceStop", [], "Android only: stop the app until it is opened") { _ in .forceStop },
    Row("updateApp", [], "another version is installed; its data stays") { _ in .updateApp },
    Row("reinstall", [], "the app is removed and installed again") { _ in .reinstall },
  ]

  private static let powerRows: [Row] = [
    Row("lock", [], "lock the screen") { _ in .lock },
    Row("unlock", [], "unlock the screen") { _ in .unlock },
    Row(
      "reboot", [Parameter("locked", .flag, isOptional: true)],
      "start the phone again; locked unless told otherwise"
    ) { .reboot(isLocked: $0.flag("locked") ?? true) },
    Row("powerOff", [], "switch the phone off") { _ in .powerOff },
    Row(
      "powerOn", [Parameter("locked", .flag, isOptional: true)],
      "switch the phone on; locked unless told otherwise"
    ) { .powerOn(isLocked: $0.flag("locked") ?? true) },
  ]

  private static let personRows: [Row] = [
    Row(
      "answerDialog", [.choice(["allow", "deny"])], "answer the permission dialog"
    ) { arguments in
      arguments.word().map { .answerDialog(isAllowed: $0 == "allow") }
    },
    Row(
      "tapNotification", [Parameter("id", .text)], "tap a delivered notification"
    ) { arguments in
      arguments.word("id").map { .tapNotification(identifier: $0) }
    },
    Row(
      "dismissDelivered", [Parameter("id", .text, isOptional: true)],
      "dismiss one delivered notification or all"
    ) { .dismissDelivered(identifier: $0.word("id")) },
  ]

  private static let settingsRows: [Row] = [
    Row(
      "setPermission", [.choice(["granted", "denied", "provisional"])],
      "change the notification permission in Settings"
    ) { arguments in
      switch arguments.word() {
      case "granted": .setPermission(.authorized)
      case "denied": .setPermission(.denied)
      case "provisional": .setPermission(.provisional)
      default: nil
      }
    },
    Row(
      "setBackgroundRefresh", [.choice(BackgroundRefreshStatus.allCases.map(\.rawValue))],
      "change Background App Refresh in Settings"
    ) { arguments in
      arguments.word().flatMap(BackgroundRefreshStatus.init).map { .setBackgroundRefresh($0) }
    },
    Row(
      "setLowPowerMode", [.choice(["on", "off"])],
      "switch Low Power Mode; on, the system runs no refresh task"
    ) { arguments in
      arguments.word().map { .setLowPowerMode(isOn: $0 == "on") }
    },
  ]

  private static let environmentRows: [Row] = [
    Row(
      "setBattery",
      [Parameter("level", .number(0...100)), Parameter("charging", .flag, isOptional: true)],
      "how full the battery is, in percent, and whether it is charged"
    ) { arguments in
      arguments.number("level").map {
        .setBattery(level: Int($0), isCharging: arguments.flag("charging"))
      }
    },
    Row(
      "setNetwork", [.choice(NetworkCondition.allCases.map(\.rawValue))],
      "how good the connection is"
    ) { arguments in
      arguments.word().flatMap(NetworkCondition.init).map { .setNetwork($0) }
    },
    Row(
      "setExactAlarm", [.choice(["granted", "denied"])],
      "Android only: change the permission for exact alarms"
    ) { arguments in
      arguments.word().map { .setExactAlarm(isGranted: $0 == "granted") }
    },
    Row(
      "setChannel",
      [
        Parameter("channelId", .text),
        Parameter("importance", .choice(["none", "min", "low", "default", "high"])),
      ], "Android only: change a notification channel"
    ) { arguments in
      guard let identifier = arguments.word("channelId"),
        let importance = arguments.word("importance")
      else { return nil }
      return .setChannel(identifier: identifier, importance: importance)
    },
    Row(
      "scriptAPI", [Parameter("responses", .responses)],
      "what the content API answers, in order; the last one for ever"
    ) { arguments in
      arguments.responses("responses").map { .scriptAPI($0) }
    },
  ]

  private static let faultRows: [Row] = [
    Row(
      "tamperCache", [.choice(CacheTampering.allCases.map(\.rawValue))],
      "damage or remove the latest stored content"
    ) { arguments in
      arguments.word().flatMap(CacheTampering.init).map { .tamperCache($0) }
    },
    Row("fillDisk", [.choice(["on", "off"])], "no write succeeds while on") { arguments in
      arguments.word().map { .fillDisk(isOn: $0 == "on") }
    },
    Row(
      "failWrites", [Parameter("count", .number(1...1_000_000))], "the next writes fail"
    ) { arguments in
      arguments.number("count").map { .failWrites(count: Int($0)) }
    },
    Row("clearPending", [], "the system loses every pending request") { _ in .clearPending },
  ]

  private static let debugRows: [Row] = [
    Row(
      "simulateTaskLaunch", [Parameter("identifier", .text, isOptional: true)],
      "launch a background task now"
    ) { .simulateTaskLaunch(identifier: $0.word("identifier") ?? TaskIdentifier.fetch) },
    Row(
      "simulateTaskExpiration", [Parameter("identifier", .text, isOptional: true)],
      "the running task's time is up now"
    ) { .simulateTaskExpiration(identifier: $0.word("identifier") ?? TaskIdentifier.fetch) },
  ]

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
      // A choice shows what there is to choose.
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
