import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import PlainText

/// A row of the phone's list: a switch with its values, or a verb.
struct PhoneEntry: Hashable, Sendable {
  /// What a row is.
  enum Kind: Hashable, Sendable {
    case heading
    /// A switch: `place` is the place of its present value among `commands`; nil for none of them.
    case choice(commands: [Command], place: Int?)
    /// A verb that is done at once.
    case verb(Command)
    /// A verb that needs more, typed into the command line after what stands here.
    case typed(String)
    /// Something that cannot be changed now.
    case fixed
  }

  let label: String
  let value: String
  let kind: Kind

  /// The command that Enter performs; nil for a row without one.
  var command: Command? {
    switch kind {
    case .heading, .typed, .fixed: nil
    case .verb(let command): command
    case .choice: command(by: 1)
    }
  }

  /// The command that goes so many values on; from the last one to the first.
  func command(by places: Int) -> Command? {
    guard case .choice(let commands, let place) = kind, !commands.isEmpty else { return nil }
    guard let place else { return places > 0 ? commands.first : commands.last }
    return commands[(place + places + commands.count) % commands.count]
  }

  /// Whether the mark can stand on it.
  var isHeading: Bool { kind == .heading }

  /// The rows of a phone: its switches, every verb that is none of them, its knobs.
  static func all(_ device: Device) -> [PhoneEntry] {
    let os = device.os
    return [heading(PhoneEntry.switchesLabel, "")] + switches(os)
      + [heading(PhoneEntry.verbsLabel, "")] + verbs(os)
      + [heading("Knobs", "decided when the phone was made")] + knobs(os)
  }

  /// The headings that say which keys use the rows below them.
  static let switchesLabel = "Switches"
  static let verbsLabel = "Verbs"

  private static func heading(_ label: String, _ value: String) -> PhoneEntry {
    PhoneEntry(label: label, value: value, kind: .heading)
  }

  // MARK: Switches

  private static let levels = [0, 5, 20, 50, 80, 100]

  private static func switches(_ os: OperatingSystem) -> [PhoneEntry] {
    let battery = os.power.battery
    return settings(os) + [
      choice(
        os.configuration.platform.powerSavingTitle, os.isPowerSavingOn ? "on" : "off",
        verb: "setLowPowerMode"),
      choice("Network", os.network.condition.rawValue, verb: "setNetwork"),
      PhoneEntry(label: "Content API", value: os.network.scriptText, kind: .typed("scriptAPI ")),
      choice("Live API", os.network.isLive ? "on" : "off", verb: "setLiveAPI"),
      entry(
        "Battery", "\(battery.level) %", levels.map { .setBattery(level: $0, isCharging: nil) },
        levels.firstIndex(of: battery.level)),
      entry(
        "Charger", battery.isCharging ? "plugged in" : "unplugged",
        [false, true].map { .setBattery(level: battery.level, isCharging: $0) },
        battery.isCharging ? 1 : 0),
      choice("Disk full", os.storage.isFull ? "on" : "off", verb: "fillDisk"),
      entry(
        "Lock", os.power.isLocked ? "locked" : "unlocked", [.unlock, .lock],
        os.power.isLocked ? 1 : 0),
      entry(
        "Power", os.power.isPoweredOn ? "on" : "off", [.powerOn(isLocked: true), .powerOff],
        os.power.isPoweredOn ? 0 : 1),
      entry(
        "App", os.processTitle,
        [open(os), .background, .swipeAway] + (os.isAndroid ? [.forceStop] : []), app(os)),
      PhoneEntry(label: "Clock", value: clockText(os.clocks), kind: .typed("warpClock ")),
      PhoneEntry(label: "Zone", value: os.zone.identifier, kind: .typed("setZone ")),
    ] + notificationSwitches(os)
  }

  /// What the person lets the app's notifications do on an iPhone; on Android channels say it.
  private static func notificationSwitches(_ os: OperatingSystem) -> [PhoneEntry] {
    guard !os.isAndroid else { return [] }
    return NotificationSettings.Switch.allCases.map { name in
      let isOn = os.notificationSettings.isOn(name)
      let number =
        name == .badge && os.center.badge > 0 ? ", the icon shows \(os.center.badge)" : ""
      return entry(
        name.title, (isOn ? "on" : "off") + number,
        [true, false].map { .setNotificationSettings([name: $0]) }, isOn ? 0 : 1)
    }
  }

  /// The settings of the phone's system that concern the app; each system has its own.
  private static func settings(_ os: OperatingSystem) -> [PhoneEntry] {
    guard os.isAndroid else {
      return [
        choice("Permission", os.authorization.replyWord, verb: "setPermission"),
        choice("Background refresh", os.backgroundRefresh.rawValue, verb: "setBackgroundRefresh"),
        choice("Focus", os.notificationSettings.isFocusOn ? "on" : "off", verb: "setFocus"),
      ]
    }
    let android = os.android
    let isDenied = os.authorization == .denied
    let isGranted = android.exactAlarms.isGranted
    let isExempt = android.install.isBatteryExempt
    let channels = android.channels.channels.map { channel in
      let words = ChannelWord.all
      return entry(
        "Channel \(channel.identifier)", ChannelWord.word(of: channel.importance),
        words.map { .setChannel(identifier: channel.identifier, ChannelSettings(importance: $0)) },
        words.firstIndex(of: ChannelWord.word(of: channel.importance)))
    }
    return [
      entry(
        "Permission", os.authorization.replyWord,
        [.setPermission(.authorized), .setPermission(.denied)],
        isDenied ? 1 : os.authorization.allowsNotifications ? 0 : nil),
      choice("Exact alarms", isGranted ? "granted" : "denied", verb: "setExactAlarm"),
    ] + channels + [
      choice("Do Not Disturb", android.doNotDisturb.rawValue, verb: "setDoNotDisturb"),
      entry(
        "Doze", PhoneEntry.dozeWord(android.doze.isIdle, android.doze.phase == .active),
        [.setDoze(isOn: true), .setDoze(isOn: false)],
        android.doze.phase == .active ? 1 : 0),
      choice("Standby bucket", os.standbyBucket.rawValue, verb: "setStandbyBucket"),
      choice("Hibernation", android.install.isHibernating ? "on" : "off", verb: "setHibernation"),
      choice("Battery exemption", isExempt ? "on" : "off", verb: "setBatteryExemption"),
      choice(
        "Background restricted", android.install.isRestricted ? "on" : "off",
        verb: "setBackgroundRestricted"),
    ]
  }

  /// Whether the phone is in Doze, in a word: on, off, or in one of its maintenance windows.
  private static func dozeWord(_ isIdle: Bool, _ isActive: Bool) -> String {
    isActive ? "off" : isIdle ? "on" : "on, window"
  }

  private static func entry(
    _ label: String, _ value: String, _ commands: [Command], _ place: Int?
  ) -> PhoneEntry {
    PhoneEntry(label: label, value: value, kind: .choice(commands: commands, place: place))
  }

  /// A switch whose values are the words of a verb.
  private static func choice(_ label: String, _ value: String, verb: String) -> PhoneEntry {
    let words = VerbTable.words(of: verb)
    let commands = words.compactMap { word in
      try? VerbTable.command(verb: verb, parameters: ["value": .string(word)])
    }
    return entry(label, value, commands, words.firstIndex(of: value))
  }

  /// How the wall clock stands to the true time: `right`, `1h behind the true time`.
  private static func clockText(_ clocks: Clocks) -> String {
    let warped = clocks.warpedMilliseconds
    guard warped != 0 else { return "right" }
    let difference = DurationText.text(Int64(warped.magnitude))
    return "\(difference) \(warped < 0 ? "behind" : "ahead of") the true time"
  }

  /// What brings the app to the screen.
  private static func open(_ os: OperatingSystem) -> Command {
    os.process.state.isAlive ? .foreground : .launch
  }

  private static func app(_ os: OperatingSystem) -> Int {
    let state = os.process.state
    if os.isAndroid, state == .forceQuit { return 3 }
    return state.isOnScreen || state == .launching ? 0 : state.isAlive ? 1 : 2
  }

  // MARK: Verbs

  /// The verbs that a switch or a card does, and the answer to the dialog.
  private static let covered: Set<String> = [
    "setPermission", "setBackgroundRefresh", "setLowPowerMode", "setNetwork", "scriptAPI",
    "setBattery", "fillDisk", "lock", "unlock", "powerOn", "powerOff", "launch", "foreground",
    "background", "swipeAway", "setZone", "answerDialog", "tapNotification",
    "setLiveAPI", "warpClock",
  ]

  /// The verbs that a switch does on Android.
  private static let coveredOnAndroid: Set<String> = [
    "forceStop", "setExactAlarm", "setDoze", "setStandbyBucket", "setHibernation",
    "setBatteryExemption",
    "setBackgroundRestricted",
  ]

  private static func verbs(_ os: OperatingSystem) -> [PhoneEntry] {
    let platform = os.configuration.platform
    return VerbTable.rows.filter { row in
      row.platforms.contains(platform) && !covered.contains(row.name)
        && !(platform == .android && coveredOnAndroid.contains(row.name))
    }.map { row in
      guard !row.needsMore, let command = try? VerbTable.command(verb: row.name, parameters: [:])
      else { return PhoneEntry(label: row.name, value: row.act, kind: .typed("\(row.name) ")) }
      return PhoneEntry(label: row.name, value: row.act, kind: .verb(command))
    }
  }

  /// What an Android app was built with.
  private static func build(_ os: OperatingSystem) -> [PhoneEntry] {
    guard os.isAndroid else { return [] }
    let asked = [AndroidManifest.Permission.useExactAlarm, .scheduleExactAlarm].filter {
      os.android.manifest.has($0)
    }
    return [
      PhoneEntry(label: "targetSdk", value: String(os.android.targetSdk), kind: .fixed),
      PhoneEntry(
        label: "manifest",
        value: asked.isEmpty
          ? "no permission for exact alarms" : asked.map(\.shortName).joined(separator: ", "),
        kind: .fixed),
    ]
  }

  private static func knobs(_ os: OperatingSystem) -> [PhoneEntry] {
    build(os)
      + os.configuration.knobs.settings(on: os.configuration.platform).map {
        PhoneEntry(label: $0.name, value: $0.value, kind: .fixed)
      }
  }
}

extension VerbTable {
  /// The words that a verb takes; none where it takes no words.
  fileprivate static func words(of verb: String) -> [String] {
    guard let parameter = rows.first(where: { $0.name == verb })?.parameters.first,
      case .choice(let words) = parameter.kind
    else { return [] }
    return words
  }
}
