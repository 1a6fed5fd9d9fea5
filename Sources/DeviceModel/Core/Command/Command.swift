public import CivilTime
public import DailyNotification
public import JSONText
import PlainText
import SimulationCore

/// Something that a person, a test or a fault does to the phone.
///
/// The passing of time is not a command. To add a verb, add a case here with its name and row, and
/// its refusals and effect in `Device+Commands`.
public enum Command: Hashable, Sendable {
  /// The host app calls the plugin.
  case call(method: String, options: JSONObject)
  // Clocks
  case warpClock(milliseconds: Int64)
  case setZone(Zone)
  case shiftDST
  // The process
  case launch
  case foreground
  case background
  case swipeAway
  case systemTerminate
  case forceStop
  case updateApp
  case reinstall
  /// A backup of this moment is restored on a new phone, with the app.
  case restoreBackup(isEncrypted: Bool)
  // Power and lock
  case lock
  case unlock
  case reboot(isLocked: Bool)
  case powerOff
  case powerOn(isLocked: Bool)
  // The person
  case answerDialog(isAllowed: Bool)
  /// The person dismisses the system dialog without an answer; only Android's can go so.
  case dismissDialog
  /// Without an action the notification itself is tapped.
  case tapNotification(identifier: String, action: NotificationAction? = nil)
  case dismissDelivered(identifier: String?)
  // Settings
  case setPermission(AuthorizationStatus)
  case setBackgroundRefresh(BackgroundRefreshStatus)
  case setLowPowerMode(isOn: Bool)
  case setBattery(level: Int, isCharging: Bool?)
  case setNetwork(NetworkCondition)
  case setExactAlarm(isGranted: Bool)
  case setChannel(identifier: String, ChannelSettings)
  case setDoNotDisturb(DoNotDisturb)
  case setNotificationSettings([NotificationSettings.Switch: Bool])
  case setFocus(isOn: Bool)
  case setDoze(isOn: Bool)
  case setStandbyBucket(StandbyBucket)
  case setHibernation(isOn: Bool)
  case setBatteryExemption(isOn: Bool)
  /// Battery "Restricted" in the app's settings.
  case setBackgroundRestricted(isOn: Bool)
  // Faults
  case tamperCache(CacheTampering)
  case fillDisk(isOn: Bool)
  case failWrites(count: Int, after: Int = 0)
  case clearPending
  // The content API
  case scriptAPI([ScriptedResponse])
  /// Whether requests to it are answered by `answerFetch`, from outside of the simulation.
  case setLiveAPI(isOn: Bool)
  case answerFetch(FetchAnswer)
  // The debugger's verbs
  case simulateTaskLaunch(identifier: String)
  case simulateTaskExpiration(identifier: String)
  // Other code in the app
  case otherCode(OtherCodeAct)
  // The test app's own buttons
  case harness(HarnessVerb)
}

extension Command {
  /// The command's verb; a call's verb is `call`.
  public var verb: String {
    switch self {
    case .call: "call"
    case .warpClock: "warpClock"
    case .setZone: "setZone"
    case .shiftDST: "shiftDST"
    case .launch: "launch"
    case .foreground: "foreground"
    case .background: "background"
    case .swipeAway: "swipeAway"
    case .systemTerminate: "systemTerminate"
    case .forceStop: "forceStop"
    case .updateApp: "updateApp"
    case .reinstall: "reinstall"
    case .restoreBackup: "restoreBackup"
    case .lock: "lock"
    case .unlock: "unlock"
    case .reboot: "reboot"
    case .powerOff: "powerOff"
    case .powerOn: "powerOn"
    case .answerDialog: "answerDialog"
    case .dismissDialog: "dismissDialog"
    case .tapNotification: "tapNotification"
    case .dismissDelivered: "dismissDelivered"
    case .setPermission: "setPermission"
    case .setBackgroundRefresh: "setBackgroundRefresh"
    case .setLowPowerMode: "setLowPowerMode"
    case .setBattery: "setBattery"
    case .setNetwork: "setNetwork"
    case .setExactAlarm: "setExactAlarm"
    case .setChannel: "setChannel"
    case .setDoNotDisturb: "setDoNotDisturb"
    case .setNotificationSettings: "setNotificationSettings"
    case .setFocus: "setFocus"
    case .setDoze: "setDoze"
    case .setStandbyBucket: "setStandbyBucket"
    case .setHibernation: "setHibernation"
    case .setBatteryExemption: "setBatteryExemption"
    case .setBackgroundRestricted: "setBackgroundRestricted"
    case .tamperCache: "tamperCache"
    case .fillDisk: "fillDisk"
    case .failWrites: "failWrites"
    case .clearPending: "clearPending"
    case .scriptAPI: "scriptAPI"
    case .setLiveAPI: "setLiveAPI"
    case .answerFetch: "answerFetch"
    case .simulateTaskLaunch: "simulateTaskLaunch"
    case .simulateTaskExpiration: "simulateTaskExpiration"
    case .otherCode: "otherCode"
    case .harness(let verb): verb.name
    }
  }

  /// The command's parameter as a string; nil when it has none.
  public var argument: String? {
    switch self {
    case .call(let method, _): method
    case .warpClock(let milliseconds): DurationText.text(milliseconds)
    case .setZone(let zone): zone.identifier
    case .reboot(let isLocked), .powerOn(let isLocked): isLocked ? "locked" : "unlocked"
    case .restoreBackup(let isEncrypted): isEncrypted ? "encrypted" : "unencrypted"
    case .answerDialog(let isAllowed): isAllowed ? "allow" : "deny"
    case .tapNotification(let identifier, let action):
      identifier + (action.map { " \($0.rawValue)" } ?? "")
    case .dismissDelivered(let identifier): identifier
    case .setPermission(let status): status.replyWord
    case .setBackgroundRefresh(let status): status.rawValue
    case .setLowPowerMode(let isOn), .fillDisk(let isOn), .setLiveAPI(let isOn),
      .setDoze(let isOn), .setHibernation(let isOn), .setBatteryExemption(let isOn),
      .setBackgroundRestricted(let isOn):
      isOn ? "on" : "off"
    case .setStandbyBucket(let bucket): bucket.rawValue
    case .setBattery(let level, let isCharging):
      "\(level)" + (isCharging.map { $0 ? " charging" : " unplugged" } ?? "")
    case .setNetwork(let condition): condition.rawValue
    case .setExactAlarm(let isGranted): isGranted ? "granted" : "denied"
    case .setChannel(let identifier, let settings): "\(identifier) \(settings.words)"
    case .setDoNotDisturb(let mode): mode.rawValue
    case .setNotificationSettings(let switches):
      NotificationSettings.Switch.allCases.compactMap { name in
        switches[name].map { "\(name.rawValue)=\($0)" }
      }.joined(separator: " ")
    case .setFocus(let isOn): isOn ? "on" : "off"
    case .scriptAPI(let responses):
      responses.count == 1 ? "1 response" : "\(responses.count) responses"
    case .answerFetch(let answer): answer.words
    case .tamperCache(let tampering): tampering.rawValue
    case .failWrites(let count, let after): after == 0 ? "\(count)" : "\(count) after \(after)"
    case .simulateTaskLaunch(let identifier), .simulateTaskExpiration(let identifier): identifier
    case .otherCode(let act): act.words
    case .harness(let verb): verb.argument
    case .shiftDST, .launch, .foreground, .background, .swipeAway, .systemTerminate,
      .forceStop, .updateApp, .reinstall, .lock, .unlock, .powerOff, .dismissDialog, .clearPending:
      nil
    }
  }

  /// The command without secrets, for records.
  func redacted(_ secrets: SecretNumbers) -> Command {
    if case .call(let method, let options) = self {
      .call(method: secrets.redacted(method), options: secrets.redacted(object: options))
    } else if case .scriptAPI(let responses) = self {
      // Bodies and headers are whatever a server may say.
      .scriptAPI(responses.map { $0.redacted(secrets) })
    } else {
      self
    }
  }

  /// What was given with it, in which secrets may be.
  public var givenValue: JSONValue {
    if case .call(let method, let options) = self {
      [.string(method), .object(options)]
    } else {
      .object(parameters)
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("verb", verb)
    visitor.field("argument", argument ?? "")
    if case .call(_, let options) = self {
      visitor.json("options", JSONValue.object(options).canonicalText)
    }
    if case .scriptAPI(let responses) = self {
      visitor.json("responses", JSONValue.array(responses.map(\.json)).canonicalText)
    }
  }
}

extension Command {
  /// The verb's parameters, from which `VerbTable` makes the same command again; empty for a call.
  public var parameters: JSONObject {
    switch self {
    case .call, .shiftDST, .launch, .foreground, .background, .swipeAway, .systemTerminate,
      .forceStop, .updateApp, .reinstall, .lock, .unlock, .powerOff, .dismissDialog, .clearPending:
      [:]
    case .warpClock(let milliseconds): ["by": .string(DurationText.text(milliseconds))]
    case .setZone(let zone): ["zone": .string(zone.identifier)]
    case .reboot(let isLocked), .powerOn(let isLocked): ["locked": .bool(isLocked)]
    case .restoreBackup(let isEncrypted): ["encrypted": .bool(isEncrypted)]
    case .tapNotification(let identifier, let action):
      action.map { ["id": .string(identifier), "action": .string($0.rawValue)] }
        ?? ["id": .string(identifier)]
    case .dismissDelivered(let identifier):
      identifier.map { ["id": .string($0)] } ?? [:]
    case .setBattery(let level, let isCharging):
      isCharging.map { ["level": .integer(Int64(level)), "charging": .bool($0)] }
        ?? ["level": .integer(Int64(level))]
    case .setChannel(let identifier, let settings):
      JSONObject(
        [("channelId", .string(identifier))]
          + (settings.importance.map { [("importance", .string($0))] } ?? [])
          + settings.flags.compactMap { key, isOn in isOn.map { (key, .bool($0)) } })
    case .setNotificationSettings(let switches):
      JSONObject(
        NotificationSettings.Switch.allCases.compactMap { name in
          switches[name].map { (name.rawValue, .bool($0)) }
        })
    case .scriptAPI(let responses): ["responses": .array(responses.map(\.json))]
    case .answerFetch(let answer):
      ["fetch": .integer(Int64(answer.number)), "answer": answer.json]
    case .failWrites(let count, let after):
      after == 0
        ? ["count": .integer(Int64(count))]
        : ["count": .integer(Int64(count)), "after": .integer(Int64(after))]
    case .simulateTaskLaunch(let identifier), .simulateTaskExpiration(let identifier):
      ["identifier": .string(identifier)]
    case .otherCode(let act): act.parameters
    case .harness(.scheduleInMinutes(let minutes)): ["n": .integer(minutes)]
    case .harness(.timeWarp(let minutes)): ["minutes": .integer(minutes)]
    case .harness: [:]
    case .answerDialog, .setPermission, .setBackgroundRefresh, .setLowPowerMode, .setNetwork,
      .setExactAlarm, .setDoze, .setStandbyBucket, .setHibernation, .setBatteryExemption,
      .setBackgroundRestricted, .tamperCache, .fillDisk,
      .setDoNotDisturb, .setFocus,
      .setLiveAPI:
      argument.map { ["value": .string($0)] } ?? [:]
    }
  }
}

extension VerbTable {
  /// Every verb, in the order of the documentation.
  public static let rows: [Row] =
    timeRows + processRows + powerRows + personRows + settingsRows
    + environmentRows + faultRows + debugRows + otherCodeRows + harnessRows

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
    Row("swipeAway", [], "swipe the app away in the list of open apps") { _ in .swipeAway },
    Row("systemTerminate", [], "the system ends the process") { _ in .systemTerminate },
    Row(
      "forceStop", [], "stop the app until it is opened",
      insteadOnIOS: "on iOS a force-quit is swipeAway"
    ) { _ in .forceStop },
    Row("updateApp", [], "another version is installed; its data stays") { _ in .updateApp },
    Row("reinstall", [], "the app is removed and installed again") { _ in .reinstall },
    Row(
      "restoreBackup", [Parameter("encrypted", .flag, isOptional: true)],
      "a backup of this moment, encrypted or not, is restored on a new phone"
    ) { .restoreBackup(isEncrypted: $0.flag("encrypted") ?? false) },
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
      "answerDialog", [.choice(["allow", "deny"])], "answer the system dialog"
    ) { arguments in
      arguments.word().map { .answerDialog(isAllowed: $0 == "allow") }
    },
    Row(
      "dismissDialog", [], "dismiss the system dialog without an answer",
      insteadOnIOS: "the iPhone's dialog stays until it is answered"
    ) { _ in .dismissDialog },
    Row(
      "tapNotification",
      [
        Parameter("id", .text),
        Parameter(
          "action", .choice(NotificationAction.allCases.map(\.rawValue)), isOptional: true),
      ],
      "tap a delivered notification, or one of its actions"
    ) { arguments in
      arguments.word("id").map {
        .tapNotification(
          identifier: $0, action: arguments.word("action").flatMap(NotificationAction.init))
      }
    },
    Row(
      "dismissDelivered", [Parameter("id", .text, isOptional: true)],
      "dismiss one delivered notification or all"
    ) { .dismissDelivered(identifier: $0.word("id")) },
  ]

  private static let settingsRows: [Row] = [
    Row(
      "setPermission",
      [
        Parameter(
          "value", .choice(["granted", "denied", "provisional"]), iosWords: ["provisional"])
      ],
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
      "change Background App Refresh in Settings",
      insteadOnAndroid: "setStandbyBucket and setBatteryExemption say how work is held back"
    ) { arguments in
      arguments.word().flatMap(BackgroundRefreshStatus.init).map { .setBackgroundRefresh($0) }
    },
    Row(
      "setLowPowerMode", [.choice(["on", "off"])],
      "switch the setting that saves power and holds background work back"
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
      "change the permission for exact alarms",
      insteadOnIOS: "iOS has no permission for exact times"
    ) { arguments in
      arguments.word().map { .setExactAlarm(isGranted: $0 == "granted") }
    },
    Row(
      "setChannel",
      [
        Parameter("channelId", .text),
        Parameter("importance", .choice(ChannelSettings.importances), isOptional: true),
        Parameter("sound", .flag, isOptional: true),
        Parameter("vibration", .flag, isOptional: true),
        Parameter("badge", .flag, isOptional: true),
        Parameter("bypassDnd", .flag, isOptional: true),
      ], "change a notification channel",
      insteadOnIOS: "on iOS setNotificationSettings says what is seen and heard",
      needsSetting: true
    ) { arguments in
      guard let identifier = arguments.word("channelId") else { return nil }
      var settings = ChannelSettings(importance: arguments.word("importance"))
      settings.sound = arguments.flag("sound")
      settings.vibration = arguments.flag("vibration")
      settings.badge = arguments.flag("badge")
      settings.bypassDnd = arguments.flag("bypassDnd")
      return .setChannel(identifier: identifier, settings)
    },
    Row(
      "setDoNotDisturb", [.choice(DoNotDisturb.allCases.map(\.rawValue))],
      "turn Do Not Disturb on, as far as it goes, or off",
      insteadOnIOS: "on iOS setFocus silences the phone"
    ) { arguments in
      arguments.word().flatMap(DoNotDisturb.init).map { .setDoNotDisturb($0) }
    },
    Row(
      "setNotificationSettings",
      NotificationSettings.Switch.allCases.map {
        Parameter($0.rawValue, .flag, isOptional: true)
      }, "what the person lets the app's notifications do",
      insteadOnAndroid: "on Android setChannel says what is seen and heard", needsSetting: true
    ) { arguments in
      var switches: [NotificationSettings.Switch: Bool] = [:]
      for name in NotificationSettings.Switch.allCases {
        switches[name] = arguments.flag(name.rawValue)
      }
      return .setNotificationSettings(switches)
    },
    Row(
      "setFocus", [.choice(["on", "off"])],
      "turn a Focus on that lets nothing of the app through, or off",
      insteadOnAndroid: "on Android setDoNotDisturb silences the phone"
    ) { arguments in
      arguments.word().map { .setFocus(isOn: $0 == "on") }
    },
    Row(
      "setDoze", [.choice(["on", "off"])],
      "put the phone into Doze at once, or take that back",
      insteadOnIOS: "iOS has no Doze; setLowPowerMode holds its tasks back"
    ) { arguments in
      arguments.word().map { .setDoze(isOn: $0 == "on") }
    },
    Row(
      "setStandbyBucket", [.choice(StandbyBucket.allCases.map(\.rawValue))],
      "how often the person uses the app, as the system sees it",
      insteadOnIOS: "iOS has no standby buckets; knob taskLateness says how late tasks run"
    ) { arguments in
      arguments.word().flatMap(StandbyBucket.init).map { .setStandbyBucket($0) }
    },
    Row(
      "setHibernation", [.choice(["on", "off"])],
      "let the app hibernate as an unused one does, or end that",
      insteadOnIOS: "iOS has no hibernation; what is pending for an unused app stays"
    ) { arguments in
      arguments.word().map { .setHibernation(isOn: $0 == "on") }
    },
    Row(
      "setBatteryExemption", [.choice(["on", "off"])],
      "exempt the app from battery optimization, or not",
      insteadOnIOS: "on iOS setBackgroundRefresh says whether background work runs"
    ) { arguments in
      arguments.word().map { .setBatteryExemption(isOn: $0 == "on") }
    },
    Row(
      "setBackgroundRestricted", [.choice(["on", "off"])],
      "restrict what the app does in the background (battery Restricted), or not",
      insteadOnIOS: "on iOS setBackgroundRefresh says whether background work runs"
    ) { arguments in
      arguments.word().map { .setBackgroundRestricted(isOn: $0 == "on") }
    },
    Row(
      "scriptAPI", [Parameter("responses", .responses)],
      "what the content API answers, in order; the last one for ever"
    ) { arguments in
      arguments.responses("responses").map { .scriptAPI($0) }
    },
    Row(
      "setLiveAPI", [.choice(["on", "off"])],
      "whether requests are answered from outside of the simulation, by answerFetch"
    ) { arguments in
      arguments.word().map { .setLiveAPI(isOn: $0 == "on") }
    },
    Row(
      "answerFetch",
      [Parameter("fetch", .number(1...1_000_000_000)), Parameter("answer", .answer)],
      "how a request ended that was answered from outside; recorded by live runs"
    ) { arguments in
      guard let number = arguments.number("fetch"), let end = arguments.answer("answer") else {
        return nil
      }
      return .answerFetch(FetchAnswer(number: Int(number), end: end))
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
      "failWrites",
      [
        Parameter("count", .number(1...1_000_000)),
        Parameter("after", .number(0...1_000_000), isOptional: true),
      ], "the next writes fail, or those that follow some that succeed"
    ) { arguments in
      arguments.number("count").map {
        .failWrites(count: Int($0), after: Int(arguments.number("after") ?? 0))
      }
    },
    Row("clearPending", [], "the system loses every pending request, or alarm") { _ in
      .clearPending
    },
  ]

  private static let debugRows: [Row] = [
    Row(
      "simulateTaskLaunch", [Parameter("identifier", .text, isOptional: true)],
      "launch the background task, or work, now"
    ) { .simulateTaskLaunch(identifier: $0.word("identifier") ?? TaskIdentifier.fetch) },
    Row(
      "simulateTaskExpiration", [Parameter("identifier", .text, isOptional: true)],
      "the time of the task, or work, that runs is up now"
    ) { .simulateTaskExpiration(identifier: $0.word("identifier") ?? TaskIdentifier.fetch) },
  ]
}
