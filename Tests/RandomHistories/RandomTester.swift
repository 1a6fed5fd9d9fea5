import CivilTime
import DailyNotification
public import DeviceModel
import ES256K
import JSONText
import SimulationCore

private let minute: Int64 = 60_000
private let hour = 60 * minute
private let day = 24 * hour

/// Does random things to a phone: all verbs, good and bad calls, short and long waits.
public struct RandomTester {
  /// The knobs that a history may set.
  ///
  /// A plugin that answers no call leaves nothing to test, and the choices of the plugin's other
  /// versions came later, as some of the phone did. Their knobs draw no number, so that every seed
  /// keeps its history.
  private static let knobs = {
    let ofBoth = Knobs.table(on: .android).map(\.name).filter { $0 != "taskLateness" }
    let later = [
      "keychainAccess", "reinstallPermission", "timeSensitiveCapability", "setBadgeZeroClears",
      "keychainMigrates", "restoreKeepsPending",
      "refreshDisuse", "summaryHeldInDelivered",
    ]
    return Knobs.table(on: .ios).filter { !(ofBoth + later).contains($0.name) }
  }()

  private var random: SeededGenerator
  /// Whether there are many schedules, which fill the window, instead of a few.
  private let isCrowded: Bool
  /// The phone for which the steps are made.
  public let configuration: DeviceConfiguration

  /// Creates the tester for a seed.
  public init(seed: UInt64, platform: DevicePlatform = .ios) {
    random = SeededGenerator(seed: seed, stream: "randomTester")
    var configuration = DeviceConfiguration(platform: platform)
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.seed = seed
    let isSimulated = random.below(5) == 0
    configuration.variant = !isSimulated ? .device : platform == .ios ? .simulator : .emulator
    configuration.isLaunchedAtStart = random.below(4) != 0
    // The install grants exact alarms; without them nothing can be scheduled.
    if platform == .android { configuration.osVersion = "33" }
    for row in RandomTester.knobs where random.below(3) == 0 {
      let value = row.values[Int(random.below(UInt64(row.values.count)))]
      // Completing a task twice must stay visible.
      if row.name != "doubleComplete" { try? configuration.knobs.set(row.name, to: value) }
    }
    for (name, value) in RandomTester.notYet { try? configuration.knobs.set(name, to: value) }
    self.configuration = configuration
    isCrowded = random.below(4) == 0
  }

  /// The next steps, at least as many as requested.
  public mutating func steps(_ count: Int) -> [TesterStep] {
    let isAllowed = random.below(3) != 0
    var steps: [TesterStep] = isAllowed ? [.perform(.setPermission(.authorized))] : []
    while steps.count < count {
      let command = command()
      steps.append(.perform(command))
      // What ends a temporary state must follow at once, or some runs never leave that state.
      if let ending = ending(of: command), random.below(2) == 0 {
        steps.append(.perform(ending))
      } else if random.below(3) == 0 {
        steps.append(.wait(duration()))
      }
    }
    return steps
  }

  /// The same steps with acts of other code and pressed actions among them.
  ///
  /// These are drawn from a stream of their own, so that the steps between them stay the same.
  public mutating func stepsWithOtherCode(_ count: Int) -> [TesterStep] {
    var other = SeededGenerator(seed: configuration.seed, stream: "randomTester.otherCode")
    return steps(count).flatMap { step in
      switch other.below(60) {
      case 0: [step] + RandomTester.crowd(UInt64(other.integer(in: 1...60)))
      case 1..<10: [step, .perform(RandomTester.foreignCommand(&other))]
      default: [step]
      }
    }
  }

  /// The next steps of an Android phone, some of which other code in the app takes.
  ///
  /// The tester's own commands are any system's; the phone refuses what it lacks.
  public mutating func stepsWithOtherAndroidCode(_ count: Int) -> [TesterStep] {
    var other = SeededGenerator(seed: configuration.seed, stream: "randomTester.otherAndroidCode")
    return steps(count).flatMap { step in
      switch other.below(60) {
      case 0: [step] + RandomTester.crowdOnAndroid(&other)
      case 1..<12: [step, .perform(.otherCode(RandomTester.androidAct(&other)))]
      case 12: [step, .perform(.call(method: "requestBatteryOptimizationExemption", options: [:]))]
      default: [step]
      }
    }
  }

  /// The next steps with what people report most among them: skips, settings, the battery, disuse.
  public mutating func stepsWithConditions(_ count: Int) -> [TesterStep] {
    var other = SeededGenerator(seed: configuration.seed, stream: "randomTester.conditions")
    let isAndroid = configuration.platform == .android
    return steps(count).flatMap { step in
      switch other.below(12) {
      case 0: [step] + RandomTester.skips(&other)
      case 1...2 where isAndroid: [step, .perform(RandomTester.androidCondition(&other))]
      case 1...2: [step, .perform(RandomTester.iPhoneCondition(&other))]
      default: [step]
      }
    }
  }

  /// The host skips a notification, and may take that back, at once or later.
  private static func skips(_ random: inout SeededGenerator) -> [TesterStep] {
    let id: JSONObject = [
      "id": .string(["daily", "a", "reminder_a", "dual"][Int(random.below(4))])
    ]
    let (skip, undo) = (
      TesterStep.perform(.call(method: "skipNext", options: id)),
      TesterStep.perform(.call(method: "undoSkip", options: id))
    )
    return switch random.below(4) {
    case 0: [undo]
    case 1: [skip, undo]
    case 2: [skip, .wait(random.integer(in: 1...day)), undo]
    default: [skip]
    }
  }

  private static func iPhoneCondition(_ random: inout SeededGenerator) -> Command {
    let isOn = random.below(2) == 0
    let switches = NotificationSettings.Switch.allCases
    return switch random.below(8) {
    case 0...1: .setNotificationSettings([.scheduledDelivery: isOn])
    case 2...4: .setNotificationSettings([switches[Int(random.below(7))]: isOn])
    case 5: .restoreBackup(isEncrypted: isOn)
    default: .setFocus(isOn: isOn)
    }
  }

  private static func androidCondition(_ random: inout SeededGenerator) -> Command {
    let isOn = random.below(2) == 0
    let modes = DoNotDisturb.allCases
    let channel = ["timesafari.daily", "daily_reminders"][Int(random.below(2))]
    let importance = ["none", "min", "low", "default", "high"][Int(random.below(5))]
    return switch random.below(10) {
    case 0...1: .setBatteryExemption(isOn: isOn)
    case 2...3: .setBackgroundRestricted(isOn: isOn)
    case 4: .setDoNotDisturb(modes[Int(random.below(UInt64(modes.count)))])
    case 5...6: .setChannel(identifier: channel, ChannelSettings(importance: importance))
    case 7: .setHibernation(isOn: isOn)
    case 8: .restoreBackup(isEncrypted: isOn)
    default:
      .otherCode(
        .enqueueWork(
          "dnp_fetch_daily", isOn ? .keep : .replace,
          afterMilliseconds: random.integer(in: 0...day)))
    }
  }

  /// Other code sets alarms for a far day, or shows notifications, all at once.
  private static func crowdOnAndroid(_ random: inout SeededGenerator) -> [TesterStep] {
    if random.below(2) == 0 {
      return (0..<random.integer(in: 1...520)).map {
        .perform(.otherCode(.setAlarm("news\($0)", afterMilliseconds: 300 * day)))
      }
    }
    return (0..<random.integer(in: 1...60)).map {
      .perform(.otherCode(.showNotification(OtherNotification(identifier: "news\($0)"))))
    }
  }

  private static func androidAct(_ random: inout SeededGenerator) -> OtherCodeAct {
    let name = "news\(random.below(60))"
    let channels = ["timesafari.daily", "daily_reminders", OtherNotification.defaultChannel]
    let channel = channels[Int(random.below(3))]
    return switch random.below(10) {
    case 0...1: .setAlarm(name, afterMilliseconds: random.integer(in: -minute...(20 * day)))
    case 2: .cancelAlarms(nil)
    case 3: .cancelAlarms([name, "daily_daily"])
    case 4...5: .showNotification(OtherNotification(identifier: name, channel: channel))
    case 6: .cancelNotifications(random.below(3) == 0 ? nil : [name])
    case 7: .cancelWork(random.below(2) == 0 ? nil : "dnp_fetch_daily")
    case 8: .deleteChannel(channel)
    default: .requestAuthorization
    }
  }

  /// Other code adds requests for a far day, all at once.
  private static func crowd(_ count: UInt64) -> [TesterStep] {
    (0..<count).map { index in
      .perform(
        .otherCode(
          .addRequest(
            OtherRequest(
              identifier: "news\(index)",
              trigger: .interval(milliseconds: 300 * day, repeats: false)))))
    }
  }

  /// What other code, or the person with a notification's action, does.
  private static func foreignCommand(_ random: inout SeededGenerator) -> Command {
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(random.below(UInt64(elements.count)))]
    }
    let names = ["daily_daily", "daily_a", "reminder_a", "dual_daily_notification"]
    let task = pick([TaskIdentifier.fetch, TaskIdentifier.notify, "x"])
    switch random.below(10) {
    case 0..<5:
      let name = random.below(8) == 0 ? pick(names) : "news\(random.below(60))"
      let trigger: NotificationTrigger =
        random.below(4) == 0
        ? .daily(WallTime(minutesSinceEpoch: Int64(random.below(1440))).timeOfDay, zone: nil)
        : .interval(milliseconds: random.integer(in: -minute...(20 * day)), repeats: false)
      return .otherCode(.addRequest(OtherRequest(identifier: name, trigger: trigger)))
    case 5:
      return .otherCode(
        .removeRequests(random.below(3) == 0 ? nil : [pick(names), "news\(random.below(60))"]))
    case 6:
      return .otherCode(
        pick([
          .cancelTask(random.below(3) == 0 ? nil : task), .requestAuthorization,
          .submitTask(TaskIdentifier.notify, afterMilliseconds: random.integer(in: 0...day)),
          .registerTaskHandler("x"), .completeTask(task, isSuccess: true),
        ]))
    default:
      let name = pick(names)
      return .tapNotification(
        identifier: random.below(4) == 0 ? "later_\(name)" : name,
        action: pick([.later, .later, .open]))
    }
  }

  private mutating func ending(of command: Command) -> Command? {
    switch command {
    case .simulateTaskLaunch(let identifier):
      pick([.simulateTaskExpiration(identifier: identifier), .swipeAway, .systemTerminate])
    case .lock: .unlock
    case .reboot(isLocked: true):
      pick([.unlock, .unlock, .simulateTaskLaunch(identifier: TaskIdentifier.fetch)])
    case .powerOff: .powerOn(isLocked: random.below(2) == 0)
    case .powerOn(isLocked: true): .unlock
    case .updateApp, .reinstall: .launch
    case .call("requestNotificationPermissions", _), .call("scheduleDailyNotification", _):
      .answerDialog(isAllowed: random.below(3) != 0)
    default: nil
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.below(UInt64(elements.count)))]
  }

  private mutating func duration() -> Int64 {
    switch random.below(6) {
    case 0: random.integer(in: 1...200)
    case 1: random.integer(in: 1...10_000)
    case 2: random.integer(in: 1...(10 * minute))
    case 3: random.integer(in: 1...(3 * hour))
    case 4: random.integer(in: 1...day)
    default: random.integer(in: 1...(9 * day))
    }
  }

  private mutating func command() -> Command {
    switch random.below(20) {
    case 0..<8: call()
    case 8..<13:
      pick([.launch, .foreground, .background, .swipeAway, .systemTerminate, .foreground])
    case 13..<18: rareCommand()
    case 18: worldCommand()
    default: phoneCommand()
    }
  }

  private mutating func rareCommand() -> Command {
    let task = pick([TaskIdentifier.fetch, TaskIdentifier.fetch, TaskIdentifier.notify, "x"])
    return pick([
      .answerDialog(isAllowed: random.below(2) == 0), .dismissDelivered(identifier: nil),
      .tapNotification(identifier: pick(["daily_daily", "daily_a", "x"])),
      .tapNotification(identifier: pick(["daily_daily", "daily_a"])),
      .dismissDelivered(identifier: pick(["daily_daily", "x"])),
      .setPermission(pick([.authorized, .authorized, .denied, .provisional])),
      .setBackgroundRefresh(pick([.available, .available, .denied, .restricted])),
      .setLowPowerMode(isOn: random.below(3) == 0), .tamperCache(pick([.invalidJSON, .removed])),
      .fillDisk(isOn: random.below(3) == 0), .failWrites(count: Int(random.integer(in: 1...6))),
      .clearPending, .simulateTaskLaunch(identifier: TaskIdentifier.fetch),
      .simulateTaskLaunch(identifier: TaskIdentifier.fetch),
      .simulateTaskLaunch(identifier: task), .simulateTaskExpiration(identifier: task),
    ])
  }

  /// Knobs fixed to values under which the plugin keeps every invariant; none at the moment.
  private static let notYet: [(String, String)] = []

  /// Answers of the content API, good and bad.
  private mutating func script() -> [ScriptedResponse] {
    (0..<random.below(4)).map { _ in
      var response = ScriptedResponse()
      response.status = pick([200, 200, 200, 304, 400, 401, 429, 500])
      response.etag = pick([nil, "\"a\"", "W/\"a\""])
      response.delayMilliseconds = pick([0, 0, 1000, 20_000])
      response.isDropped = random.below(8) == 0
      response.isMalformed = random.below(8) == 0
      response.isOversized = random.below(20) == 0
      response.requiresToken = random.below(8) == 0
      response.retryAfterSeconds = pick([nil, 1, 3600])
      response.scheduledFor = pick([nil, nil, "2025-11-16T06:00:00Z", "never"])
      response.times = pick([1, 2, 5])
      return response
    }
  }

  private mutating func worldCommand() -> Command {
    switch random.below(4) {
    case 0: .setNetwork(pick(NetworkCondition.allCases))
    case 1: .setBattery(level: Int(random.below(101)), isCharging: pick([nil, true, false]))
    default: .scriptAPI(script())
    }
  }

  private mutating func phoneCommand() -> Command {
    let lengths = [minute, 16 * minute, hour, day, 3 * day]
    let zone = pick(["UTC", "Europe/London", "America/New_York", "Pacific/Kiritimati"])
    return pick([
      .warpClock(milliseconds: pick(lengths)), .warpClock(milliseconds: -pick(lengths)),
      .shiftDST, .setZone((try? Zone(identifier: zone)) ?? .utc),
      .reboot(isLocked: random.below(2) == 0), .powerOff, .lock, .updateApp, .reinstall,
      .lock, .unlock, .unlock, .powerOn(isLocked: random.below(2) == 0),
    ])
  }

  /// The methods that runs of the kept traces draw from; later ones would change every draw.
  private static let methods = PluginMethod.allCases
    .prefix(while: { $0 != .checkStatus }).map(\.rawValue)

  /// Options that came later: without them every seed keeps its history.
  private static let laterOptions = [
    "rolloverIntervalMinutes", "jwtTokens", "enableETagSupport",
  ]

  private mutating func call() -> Command {
    let often = ["scheduleDailyNotification", "scheduleDailyNotification", "updateSettings"]
    let all = RandomTester.methods + often + ["getBatteryStatus", "nonsense"]
    let name = isCrowded && random.below(3) != 0 ? often[0] : pick(all)
    let known = PluginMethod(rawValue: name)?.optionKeys ?? []
    let keys = known.filter { !RandomTester.laterOptions.contains($0) } + ["stray"]
    var options: JSONObject = [:]
    for key in PluginMethod(rawValue: name).map(RandomTester.needed) ?? [] {
      options[key] = goodValue(key)
    }
    if name == "scheduleDailyNotification", isCrowded {
      options["id"] = .string("s\(random.below(40))")
    }
    for _ in 0..<random.below(4) {
      let key = pick(keys)
      options[key] = random.below(10) == 0 ? badValue() : goodValue(key)
    }
    return .call(method: name, options: options)
  }

  /// The options that a method requires, so that random calls often succeed.
  private static func needed(_ method: PluginMethod) -> [String] {
    switch method {
    case .scheduleDailyNotification: ["time"]
    case .setAdaptiveScheduling: ["enabled"]
    case .setActiveDidFromHost, .refreshAuthenticationForNewIdentity,
      .updateBackgroundTaskIdentity:
      ["activeDid"]
    case .handleAppLifecycleEvent: ["lifecycleEvent"]
    case .scheduleDailyReminder: ["id", "title", "body", "time"]
    case .updateDailyReminder: ["id"]
    case .cancelDailyReminder: ["reminderId"]
    case .scheduleContentFetch: ["enabled", "schedule"]
    case .scheduleUserNotification: ["enabled", "schedule", "title", "body"]
    case .scheduleDualNotification, .updateDualScheduleConfig: ["config"]
    case .configureNativeFetcher: ["apiBaseUrl", "activeDid"]
    case .updateStarredPlans: ["planIds"]
    default: []
    }
  }

  /// A complete dual configuration.
  private mutating func dualConfiguration() -> JSONValue {
    [
      "contentFetch": [
        "enabled": .bool(random.below(5) != 0), "schedule": goodValue("schedule"),
        "retryAttempts": .integer(random.integer(in: 0...10)),
        "retryDelayMs": .integer(pick([0, 1000, 300_000])),
      ],
      "userNotification": [
        "enabled": .bool(random.below(5) != 0), "schedule": goodValue("schedule"), "title": "T",
        "body": "B",
      ],
      "relationship": [
        "contentTimeout": .integer(pick([1, 600_000, 86_400_000])),
        "fallbackBehavior": .string(pick(["show_default", "skip", "retry"])),
        "autoLink": .bool(random.below(4) != 0),
      ],
    ]
  }

  private mutating func badValue() -> JSONValue {
    pick([
      nil, true, -1, 0, 1e300, "", "25:00", "Mars/Olympus", [1, 2], ["a": nil],
      .string(String(repeating: "é", count: 3000)), .integer(.max), .integer(.min),
    ])
  }

  /// Identities whose keys the phone has.
  private var identities: [String] { configuration.keychain.identities }

  private mutating func goodValue(_ key: String) -> JSONValue {
    switch key {
    case "time":
      .string("0\(random.below(10)):\(10 + random.below(50))")
    case "id": .string(pick(["daily", "a", "a_2025-11-16", "c.d-e", "s1"]))
    case "timezone":
      .string(
        pick(["UTC", "Europe/London", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]))
    case "config": dualConfiguration()
    case "schedule":
      .string(pick(["0 8 * * *", "30 7 * * 1-5", "15 2 * * *", "0 0 1,15 * *", "59 23 * * *"]))
    case "reminderId": .string(pick(["daily", "a", "c.d-e", "s1"]))
    case "enabled", "repeatDaily", "vibration": .bool(random.below(3) != 0)
    case "activeDid":
      .string(pick([identities[0], identities[0], identities[1]]))
    case "lifecycleEvent":
      .string(
        pick(["launch", "foreground", "background", "inactive", "terminate", "notificationTap"]))
    case "planIds": .array([JSONValue](repeating: "p", count: Int(random.below(4))))
    case "priority": .string(pick(["min", "low", "default", "high", "max"]))
    case "sound": .bool(random.below(2) == 0)
    case "ttlSeconds": .integer(pick([60, 300, 3600, 86_400]))
    case "prefetchLeadMinutes": .integer(pick([1, 5, 60, 720]))
    case "maxNotificationsPerDay": .integer(pick([1, 2, 20, 64]))
    case "retentionDays": .integer(pick([1, 7, 365]))
    case "permissionPolicy": .string(pick(["request", "failFast"]))
    default: .string(pick(["https://example.com", "text", "naïve ☃︎"]))
    }
  }
}
