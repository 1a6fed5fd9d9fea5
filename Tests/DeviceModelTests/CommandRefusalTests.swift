import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("refused commands")
struct CommandRefusalTests {
  /// A phone in a state in which some commands make no sense.
  enum Situation: Hashable, CaseIterable {
    case inFront
    case inBackground
    case suspended
    case notRunning
    case forceQuit
    case dialogUp
    case simulator
    case locked
    case beforeFirstUnlock
    case off

    func phone() throws -> Device {
      switch self {
      case .inFront: return try .exactPhone()
      case .inBackground: return try after(.background)
      case .suspended:
        var device = try after(.background)
        try device.wait(6000)
        return device
      case .notRunning: return try .exactPhone { $0.isLaunchedAtStart = false }
      case .forceQuit: return try after(.swipeAway)
      case .dialogUp:
        var device = try Device.exactPhone(permission: .notDetermined)
        try device.call("requestNotificationPermissions")
        return device
      case .simulator: return try .exactPhone { $0.variant = .simulator }
      case .locked: return try after(.lock)
      case .beforeFirstUnlock: return try after(.reboot(isLocked: true))
      case .off: return try after(.powerOff)
      }
    }

    private func after(_ command: Command) throws -> Device {
      var device = try Device.exactPhone()
      try device.perform(command)
      return device
    }

    /// What the situation refuses beyond what a phone without content and deliveries refuses.
    var refusals: [(Command, CommandRefusal)] {
      let fetch = TaskIdentifier.fetch
      let dead: [(Command, CommandRefusal)] = [
        (.call(method: "getNotificationStatus", options: [:]), .appNotRunning),
        (.foreground, .appNotRunning), (.background, .appNotRunning),
        (.swipeAway, .appNotRunning), (.systemTerminate, .appNotRunning),
        (.simulateTaskLaunch(identifier: fetch), .appNotRunning),
        (.answerDialog(isAllowed: true), .noDialog),
      ]
      let away: [(Command, CommandRefusal)] = [
        (.launch, .appAlreadyRunning), (.background, .appNotOnScreen),
        (.answerDialog(isAllowed: true), .noDialog),
        (.simulateTaskLaunch(identifier: fetch), .noPendingTask(fetch)),
      ]
      let inFront: [(Command, CommandRefusal)] = [
        (.launch, .appAlreadyRunning), (.foreground, .appNotInBackground),
        (.simulateTaskLaunch(identifier: "x"), .noHandler("x")),
      ]
      return switch self {
      case .inFront: inFront + [(.answerDialog(isAllowed: false), .noDialog)]
      case .inBackground: away
      case .suspended:
        away + [(.call(method: "getNotificationStatus", options: [:]), .appSuspended)]
      case .notRunning, .forceQuit: dead
      case .dialogUp: inFront + [(.setPermission(.authorized), .dialogIsUp)]
      case .simulator:
        inFront + [
          (.setBackgroundRefresh(.denied), .unavailableOnSimulator("setBackgroundRefresh")),
          (.setLowPowerMode(isOn: true), .unavailableOnSimulator("setLowPowerMode")),
          (.setBattery(level: 5, isCharging: nil), .unavailableOnSimulator("setBattery")),
        ]
      case .locked:
        Situation.atThePhone.map { ($0, .phoneLocked) } + [
          (.background, .appNotOnScreen), (.lock, .phoneLocked),
          (.powerOn(isLocked: true), .phoneIsOn),
        ]
      case .beforeFirstUnlock:
        Situation.atThePhone.map { ($0, .beforeFirstUnlock) } + [
          (.call(method: "getNotificationStatus", options: [:]), .appNotRunning),
          (.background, .appNotRunning), (.systemTerminate, .appNotRunning),
          (.lock, .phoneLocked), (.powerOn(isLocked: true), .phoneIsOn),
          (.simulateTaskLaunch(identifier: fetch), .noPendingTask(fetch)),
        ]
      case .off:
        (Situation.atThePhone + [
          .call(method: "getNotificationStatus", options: [:]), .background, .systemTerminate,
          .lock, .unlock, .reboot(isLocked: true), .powerOff, .updateApp, .fillDisk(isOn: true),
          .failWrites(count: 3), .clearPending, .setPermission(.authorized), .shiftDST,
          .setPermission(.provisional), .setBackgroundRefresh(.restricted),
          .setBackgroundRefresh(.denied), .setLowPowerMode(isOn: true),
          .setLowPowerMode(isOn: false), .warpClock(milliseconds: hour),
          .warpClock(milliseconds: -hour), .simulateTaskLaunch(identifier: fetch),
        ]).map { ($0, .phoneOff) }
      }
    }

    /// What a person has to unlock the phone for.
    static let atThePhone: [Command] = [
      .launch, .foreground, .swipeAway, .reinstall, .restoreBackup(isEncrypted: true),
      .answerDialog(isAllowed: true),
      .tapNotification(identifier: "x"),
    ]

    /// Whether the situation refuses a command with every value.
    var refusesVerb: Bool { self == .dialogUp || self == .simulator }

    /// Everything that the situation refuses.
    var allRefusals: [(Command, CommandRefusal)] {
      let own = refusals
      let others = self == .off ? [] : Situation.always
      return own + others.filter { other in !own.contains { $0.0 == other.0 } }
        + Situation.android
    }

    /// Commands for Android only.
    static let android: [(Command, CommandRefusal)] = [
      (.forceStop, .androidOnly("forceStop")),
      (.dismissDialog, .androidOnly("dismissDialog")),
      (.setExactAlarm(isGranted: true), .androidOnly("setExactAlarm")),
      (
        .setChannel(identifier: "c", ChannelSettings(importance: "low")), .androidOnly("setChannel")
      ),
      (.setDoNotDisturb(.priority), .androidOnly("setDoNotDisturb")),
      (.setDoze(isOn: true), .androidOnly("setDoze")),
      (.setStandbyBucket(.rare), .androidOnly("setStandbyBucket")),
      (.setHibernation(isOn: true), .androidOnly("setHibernation")),
      (.setBatteryExemption(isOn: true), .androidOnly("setBatteryExemption")),
      (.setBackgroundRestricted(isOn: true), .androidOnly("setBackgroundRestricted")),
    ]

    /// What a phone that is on refuses while nothing was shown, fetched or launched.
    static let always: [(Command, CommandRefusal)] = [
      (.tapNotification(identifier: "x"), .noSuchNotification("x")),
      (.dismissDelivered(identifier: "x"), .noSuchNotification("x")),
      (.dismissDelivered(identifier: nil), .nothingDelivered),
      (.tamperCache(.removed), .noContent),
      (
        .answerFetch(FetchAnswer(number: 7, end: .failed(.network, status: nil, detail: ""))),
        .noSuchFetch(7)
      ),
      (.simulateTaskExpiration(identifier: "x"), .noRunningTask("x")),
    ]
  }

  @Test("are recorded and change nothing else", arguments: Situation.allCases)
  func refused(situation: Situation) throws {
    for (command, refusal) in situation.allRefusals {
      var device = try situation.phone()
      let state = device.stateValue
      let mark = device.os.trace.nextSequence
      #expect(device.refusal(performing: command) == refusal, "\(command.verb)")
      #expect(device.kinds(from: mark) == ["refused"], "\(command.verb)")
      #expect(device.stateValue == state, "\(command.verb)")
    }
  }

  @Test("are only these; all others are performed", arguments: Situation.allCases)
  func performed(situation: Situation) throws {
    let refused = Set(situation.allRefusals.map(\.0))
    let commands: [Command] = [
      .call(method: "getNotificationStatus", options: [:]), .launch, .foreground, .background,
      .swipeAway, .systemTerminate, .setPermission(.provisional),
      .setBackgroundRefresh(.restricted),
      .setLowPowerMode(isOn: true), .setLowPowerMode(isOn: false), .fillDisk(isOn: true),
      .failWrites(count: 3), .clearPending, .setPermission(.authorized),
      .setBackgroundRefresh(.denied), .warpClock(milliseconds: hour), .shiftDST,
      .warpClock(milliseconds: -hour), .updateApp, .reinstall, .reboot(isLocked: true), .powerOff,
      .setBattery(level: 5, isCharging: true), .setNetwork(.slow), .scriptAPI([]),
    ]
    let refusedVerbs = situation.refusesVerb ? Set(refused.map(\.verb)) : []
    for command in commands where !refused.contains(command) {
      if refusedVerbs.contains(command.verb) { continue }
      var device = try situation.phone()
      let mark = device.os.trace.nextSequence
      #expect(device.refusal(performing: command) == nil, "\(command.verb)")
      let first = device.kinds(from: mark).first
      #expect(first == (command.verb == "call" ? "called" : "command"), "\(command.verb)")
    }
  }

  @Test(
    "have a name and a description",
    arguments: [
      (.appNotRunning, "appNotRunning", "the app is not running; launch it first"),
      (.appSuspended, "appSuspended", "the app is suspended; bring it to the foreground first"),
      (
        .appAlreadyRunning, "appAlreadyRunning",
        "the app is running already; foreground brings it to the front from the background"
      ),
      (.appNotInBackground, "appNotInBackground", "the app is not in the background"),
      (.appNotOnScreen, "appNotOnScreen", "the app is not on the screen"),
      (.noDialog, "noDialog", "no dialog is waiting for an answer"),
      (.dialogIsUp, "dialogIsUp", "the permission dialog is up; answer it first"),
      (.noSuchNotification("x"), "noSuchNotification", "no notification 'x' is shown"),
      (.nothingDelivered, "nothingDelivered", "no notification is shown"),
      (.noContent, "noContent", "no content is stored"),
      (.noSuchFetch(7), "noSuchFetch", "fetch 7 waits for no answer from outside"),
      (.unavailableOnSimulator("x"), "unavailableOnSimulator", "x does not exist on the simulator"),
      (.noPendingTask("x"), "noPendingTask", "no request for task 'x' is pending"),
      (.noHandler("x"), "noHandler", "no launch handler is registered for task 'x'"),
      (.noRunningTask("x"), "noRunningTask", "task 'x' is not running"),
      (
        .clockOutOfRange(-1), "clockOutOfRange",
        "the clock can be set to 1970-01-01T00:00:00Z through 2100-12-31T23:59:59.999Z, "
          + "not to 1969-12-31T23:59:59.999Z"
      ),
      (.phoneOff, "phoneOff", "the phone is off; switch it on with powerOn first"),
      (.phoneIsOn, "phoneIsOn", "the phone is on already"),
      (.phoneLocked, "phoneLocked", "the phone is locked; unlock it first"),
      (
        .beforeFirstUnlock, "beforeFirstUnlock",
        "the phone was not unlocked since it was started; unlock it first"
      ),
      (.phoneNotLocked, "phoneNotLocked", "the phone is not locked"),
      (
        .androidOnly("forceStop"), "androidOnly",
        "forceStop is Android's; on iOS a force-quit is swipeAway"
      ),
      (
        .androidOnly("setExactAlarm"), "androidOnly",
        "setExactAlarm is Android's; iOS has no permission for exact times"
      ),
      (
        .androidOnly("setChannel"), "androidOnly",
        "setChannel is Android's; on iOS setNotificationSettings says what is seen and heard"
      ),
      (
        .iosOnly("setBackgroundRefresh"), "iosOnly",
        "setBackgroundRefresh is the iPhone's; setStandbyBucket and setBatteryExemption say how "
          + "work is held back"
      ),
      (
        .noExactAlarmSetting, "noExactAlarmSetting",
        "Settings have no switch for exact alarms: the version or the manifest decides"
      ),
      (.noHibernation, "noHibernation", "apps hibernate from API 31 on"),
      (
        .noPermissionSetting, "noPermissionSetting",
        "Settings have no switch for notifications: the manifest lacks POST_NOTIFICATIONS"
      ),
      (.noSuchChannel("c"), "noSuchChannel", "there is no channel 'c'; the app creates it"),
      (
        .noHostFetcher, "noHostFetcher",
        "the plugin fetches itself; the knob nativeFetcher lets it take a fetcher of the host's"
      ),
      (.eventStorm, "eventStorm", "more than 10,000 events at one instant; the run cannot go on"),
    ] as [(CommandRefusal, String, String)])
  func texts(refusal: CommandRefusal, name: String, text: String) {
    #expect(refusal.name == name)
    #expect(refusal.description == text)
  }
}
