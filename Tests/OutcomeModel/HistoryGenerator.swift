import CivilTime
import SimulationCore

private let minute: Int64 = 60_000
private let hour = 60 * minute
private let day = 24 * hour

/// The parts of a history; a run can be restricted to some of them.
public enum Topic: String, Hashable, Sendable, CaseIterable {
  // Schedules; a history without any of them has one daily.
  case dailies
  case reminders
  case dual
  /// Daily schedules that repeat every so many minutes; only on request, so that a seed keeps the
  /// history that it had before there were any.
  case intervals
  /// Dual schedules whose expressions have wildcards; only on request, like intervals.
  case wildcards
  // What the host does with them.
  case updates
  case cancels
  case pauses
  // The clock.
  case travel
  case dst
  case warps
  // The phone.
  case reboots
  case power
  case quit
  // Settings and faults.
  case permission
  case refresh
  case network
  case writes
  case cleared
  // The person.
  case dismissals
  /// More than a week without opening the app.
  case absence
  // An Android phone alone.
  case forceStops
  case exactAlarms
  case channels
  case doze
  case buckets
  case reinstalls
  case stoppedWork
  /// What makers and versions do differently.
  case makers
  /// The dialog that asks for the permission to notify; not in every history, since it came later.
  case dialogs
  /// Calls that must make no difference, and other settings; likewise.
  case asides
  /// Other code in the app, which has requests and takes away the plugin's; likewise.
  case otherCode
  /// What becomes of an app that is not used, and of one on a new phone; likewise.
  case conditions

  /// The topics of every history: seeds keep the histories that they had before there were others.
  public static let usual = Set(allCases).subtracting([
    .intervals, .wildcards, .dialogs, .asides, .otherCode, .conditions,
  ])
}

/// Generates random histories of 10 to 60 days.
public struct HistoryGenerator {
  private var random: SeededGenerator
  private let topics: Set<Topic>
  private let isAndroid: Bool
  /// Whether the system keeps the pending intents of alarms, so that nobody sees that one is lost.
  private var hidesLostAlarms = false
  private var acts: [Act] = []
  private var dailies: [String: Int] = [:]
  private var reminders: [String: Int] = [:]
  private var hasDual = false
  /// The schedules' times of day; waits often end near them.
  private var times: [Int] = []

  /// Creates the generator for a seed; its histories contain only what is in `topics`.
  public init(
    seed: UInt64, topics: Set<Topic> = Topic.usual, isAndroid: Bool = false
  ) {
    random = SeededGenerator(
      seed: seed, stream: isAndroid ? "androidHistories" : "outcomeHistories")
    self.topics = topics
    self.isAndroid = isAndroid
  }

  /// Generates the history.
  public mutating func history(seed: UInt64) -> History {
    var history = History(seed: seed)
    let starts: [Int64] = [
      // Before the DST changes of autumn and spring in 2025 and 2026, and between them.
      1_761_200_000_000, 1_763_185_350_000, 1_772_400_000_000, 1_774_500_000_000,
    ]
    history.startMilliseconds =
      topics.contains(.dst) ? pick(starts) + random.integer(in: 0...day) : starts[1]
    history.zone = topics.contains(.dst) || topics.contains(.travel) ? pick(ZoneBook.names) : "UTC"
    history.hasDrift = chance(2, in: 3)
    history.showsAtBoot = chance(3, in: 4)
    history.taskLateness = pick(["heavyTail", "heavyTail", "fixed", "never"])
    if isAndroid {
      let traits = traits()
      history.android = traits
      hidesLostAlarms = traits.keepsIntents
    }
    setUp()
    var left = random.integer(in: 10...60) * day
    while left > 0 {
      left -= pass()
      episode()
    }
    history.acts = acts
    return history
  }

  // MARK: Random draws

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.below(UInt64(elements.count)))]
  }

  private mutating func chance(_ count: UInt64, in all: UInt64) -> Bool {
    random.below(all) < count
  }

  private func has(_ topic: Topic) -> Bool { topics.contains(topic) }

  private mutating func someTime() -> Int {
    let time =
      chance(1, in: 3)
      ? pick([0, 1, 5, 90, 120, 150, 179, 480, 481, 720, 1_410, 1_439])
      : Int(random.below(1_440))
    times.append(time)
    return time
  }

  private mutating func someZone() -> String? {
    guard has(.travel) || has(.dst), chance(1, in: 8) else { return nil }
    return pick(["Europe/London", "America/New_York", "Asia/Tokyo"])
  }

  private mutating func someRule() -> WallRule {
    if has(.wildcards), chance(2, in: 3) { return someWildcard() }
    let hours = pick([[8], [0], [2], [7, 19], [6, 12, 18], [23]])
    let rule = WallRule(
      minute: pick([0, 15, 30, 59]), hours: hours,
      weekdays: pick([nil, nil, [1, 2, 3, 4, 5], [0]]))
    times += rule.minutesOfDay
    return rule
  }

  /// Two to six times a day, so that a date has room for all schedules.
  private mutating func someWildcard() -> WallRule {
    let rule: WallRule =
      switch random.below(4) {
      case 0: WallRule(everyMinutes: 60, from: pick([0, 15, 59]), everyHours: pick([6, 8, 12]))
      case 1: WallRule(everyMinutes: 30, from: pick([0, 15]), everyHours: pick([8, 12]))
      case 2: WallRule(everyMinutes: 20, hours: pick([1...2, 2...2, 2...3]))
      default:
        WallRule(everyMinutes: 30, hours: pick([0...0, 1...1, 2...2, 0...2, 1...3, 23...23]))
      }
    times += rule.minutesOfDay
    return rule
  }

  private mutating func traits() -> AndroidTraits {
    var traits = AndroidTraits()
    guard has(.makers) else { return traits }
    traits.apiLevel = pick([31, 33, 34, 34, 35])
    traits.exactCall = pick(["alarmClock", "alarmClock", "allowWhileIdle", "exact"])
    traits.keepsIntents = chance(1, in: 3)
    traits.stopsOnSwipe = chance(1, in: 5)
    traits.dropsAlarmsOnUpdate = chance(1, in: 5)
    if has(.conditions) {
      traits.unusedAfterDays = pick([90, 12, 20, 30])
      traits.makerDelayMinutes = pick([0, 0, 0, 1, 20])
      traits.delaysAlarmClocks = traits.makerDelayMinutes > 0 && chance(1, in: 3)
    }
    return traits
  }

  // MARK: The first visit

  private mutating func setUp() {
    if has(.dialogs), chance(1, in: 2) {
      acts += [.call(.requestPermission), .wait(milliseconds: 50), .answerDialog(isAllowed: true)]
    } else {
      acts.append(.setPermission(isGranted: true))
    }
    if isAndroid { acts.append(.setExactAlarms(isGranted: true)) }
    if has(.dual), chance(2, in: 3) || !(has(.dailies) || has(.reminders)) {
      acts.append(.call(.configureFetcher))
      acts.append(.call(.scheduleDual(someRule(), isSkipping: chance(1, in: 6), isUpdate: false)))
      hasDual = true
    }
    if has(.reminders), chance(2, in: 3) || !(has(.dailies) || has(.dual)) {
      for _ in 0...random.below(3) { addReminder() }
    }
    let isPlain = !hasDual && reminders.isEmpty
    if has(.dailies) {
      let count = pick([1, 1, 2, 3, 8]) - (isPlain ? 0 : 1)
      for _ in 0..<count { addDaily() }
    } else if isPlain {
      addDaily()
    }
    leave()
  }

  private mutating func addDaily() {
    if has(.intervals), chance(2, in: 3) { return addInterval() }
    // With intervals there are fewer, so that each date has room for all of them.
    let id = "d\(random.below(has(.intervals) ? 4 : 9))"
    let time = someTime()
    dailies[id] = time
    acts.append(.call(.scheduleDaily(id: id, minuteOfDay: time, zone: someZone())))
  }

  /// An interval of some hours, of a day, or of about a day or a week.
  private mutating func someInterval(_ time: Int) -> Int {
    let minutes = pick([480, 600, 720, 1_439, 1_440, 1_440, 1_441, 1_500, 2_880, 4_321, 10_080])
    times.append((time + minutes) % 1_440)
    return minutes
  }

  private mutating func addInterval() {
    let id = "d\(random.below(2))"
    let time = someTime()
    dailies[id] = time
    acts.append(
      .call(
        .scheduleInterval(
          id: id, minuteOfDay: time, zone: someZone(), minutes: someInterval(time))))
  }

  private mutating func addReminder() {
    let id = "r\(random.below(4))"
    let time = someTime()
    let isKnown = reminders[id] != nil
    reminders[id] = time
    acts.append(
      .call(
        .scheduleReminder(
          id: id, minuteOfDay: time, zone: someZone(), isRepeating: chance(7, in: 8),
          isUpdate: isKnown && chance(1, in: 2))))
  }

  private mutating func leave() {
    acts.append(.wait(milliseconds: pick([200, 1_000, 30_000, 5 * minute])))
    switch random.below(8) {
    case 0 where has(.quit): acts.append(.swipeAway)
    case 1 where has(.quit): acts.append(.systemTerminate)
    case 2: break
    default: acts.append(.leave)
    }
  }

  // MARK: Time and what happens

  /// Lets time pass and returns about how much, in milliseconds.
  private mutating func pass() -> Int64 {
    if !times.isEmpty, chance(1, in: 2) {
      // Near a time at which something is shown, often while it is overdue.
      let offset: Int64 = pick([
        -2_000, -500, 0, 1, 500, 2_000, 10_000, 60_000, 170_000, 200_000,
      ])
      acts.append(.waitUntil(minuteOfDay: pick(times), offsetMilliseconds: offset))
      return day / 2
    }
    let length: Int64 =
      switch random.below(12) {
      case 0...2: random.integer(in: minute...hour)
      case 3...6: random.integer(in: hour...day)
      case 7...9: random.integer(in: day...(3 * day))
      case 10: random.integer(in: day...(7 * day))
      default:
        has(.absence) ? random.integer(in: (8 * day)...(35 * day)) : random.integer(in: 1...day)
      }
    acts.append(.wait(milliseconds: length))
    return length
  }

  private mutating func episode() {
    let shared: [Topic] = [
      .travel, .dst, .warps, .reboots, .power, .permission, .refresh, .network, .writes, .cleared,
      .dismissals, .quit, .otherCode, .conditions,
    ]
    let own: [Topic] = [
      .forceStops, .exactAlarms, .channels, .doze, .buckets, .reinstalls, .stoppedWork, .dialogs,
    ]
    let possible = (isAndroid ? shared + own : shared).filter { topics.contains($0) }
    if possible.isEmpty || chance(2, in: 5) { return visit() }
    happen(pick(possible))
    if chance(1, in: 3) { visit() }
  }

  private mutating func happen(_ topic: Topic) {
    switch topic {
    case .travel: acts.append(.setZone(pick(ZoneBook.names)))
    case .dst: acts.append(.shiftDST)
    case .warps:
      let length = pick([minute, 5 * minute, hour, 3 * hour, day, 2 * day, 30_000])
      acts.append(.warp(milliseconds: chance(1, in: 2) ? length : -length))
    case .reboots:
      let isLocked = chance(2, in: 3)
      acts.append(.reboot(isLocked: isLocked))
      guard isLocked else { return }
      if chance(1, in: 2) { _ = shortPass() }
      if chance(1, in: 4) {
        acts.append(.runTask)
        if chance(1, in: 2) { call() }
      }
      if chance(4, in: 5) { acts.append(.unlock) }
    case .power:
      acts.append(.powerOff)
      _ = chance(1, in: 3) ? pass() : shortPass()
      acts.append(.powerOn(isLocked: chance(1, in: 2)))
      if chance(4, in: 5) { acts.append(.unlock) }
    case .permission:
      acts.append(.setPermission(isGranted: false))
      _ = pass()
      if chance(1, in: 2) { visit() }
      acts.append(.setPermission(isGranted: true))
    case .refresh: acts.append(.setRefresh(isAvailable: chance(1, in: 2)))
    case .network: acts.append(.setNetwork(isOnline: chance(1, in: 2)))
    case .writes:
      if chance(2, in: 3) {
        acts.append(.failWrites(count: Int(random.integer(in: 1...4))))
        visit()
      } else {
        acts.append(.fillDisk(isOn: true))
        visit()
        _ = shortPass()
        acts.append(.fillDisk(isOn: false))
      }
    case .cleared: if !hidesLostAlarms { acts.append(.clearPending) }
    case .dismissals:
      if has(.asides), chance(1, in: 2) { return acts.append(.postponeLatest) }
      acts.append(pick([.dismissAll, .dismissLatest, .tapLatest]))
    case .quit: acts.append(pick([.swipeAway, .systemTerminate, .updateApp]))
    case .forceStops:
      acts.append(.forceStop)
      _ = pass()
    case .exactAlarms:
      acts.append(.setExactAlarms(isGranted: false))
      _ = pass()
      if chance(1, in: 2) { visit() }
      acts.append(.setExactAlarms(isGranted: true))
    case .channels:
      let isOfReminders = chance(1, in: 3)
      acts.append(.setChannel(isOfReminders: isOfReminders, isBlocked: true))
      _ = pass()
      if chance(1, in: 2) { visit() }
      acts.append(.setChannel(isOfReminders: isOfReminders, isBlocked: false))
    case .doze:
      let isByLock = chance(1, in: 2)
      acts.append(isByLock ? .lock : .setDoze(isOn: true))
      _ = pass()
      acts.append(isByLock ? .unlock : .setDoze(isOn: false))
    case .buckets:
      acts.append(.setStandbyBucket(pick(["active", "working", "frequent", "rare", "restricted"])))
    case .reinstalls:
      guard chance(1, in: 3) else { return acts.append(.updateApp) }
      reinstall()
    case .stoppedWork:
      acts.append(.runTask)
      acts.append(.wait(milliseconds: pick([1, 50, 110, 200])))
      acts.append(.stopWork)
    case .dialogs: dialogs()
    case .dailies, .reminders, .dual, .intervals, .wildcards, .updates, .cancels, .pauses,
      .absence, .makers, .asides:
      break
    case .otherCode: otherCode()
    case .conditions: conditions()
    }
  }

  /// Something of what people report most: a skip, a setting, disuse, a new phone.
  private mutating func conditions() {
    switch random.below(4) {
    case 0: skips()
    case 1:
      acts.append(.setPresentation(someSetting()))
      if isAndroid, chance(2, in: 3) { battery() }
    default: disuse()
    }
  }

  /// The host skips some notifications, and may take that back.
  ///
  /// Reminders are left out on an iPhone, whose one request stands for all of their dates.
  private mutating func skips() {
    acts += [.unlock, .open]
    let ids =
      dailies.keys.sorted() + (isAndroid ? reminders.keys.sorted().map { "reminder_\($0)" } : [])
      + (hasDual ? ["dual"] : [])
    guard !ids.isEmpty else { return leave() }
    for _ in 0...random.below(3) {
      let id = pick(ids)
      acts.append(.call(chance(3, in: 4) ? .skipNext(id: id) : .undoSkip(id: id)))
      if chance(1, in: 3) { _ = pass() }
    }
    leave()
  }

  private mutating func someSetting() -> PresentationSetting {
    guard isAndroid else {
      guard chance(2, in: 3) else { return .focus(isOn: chance(1, in: 2)) }
      let names = ["alert", "sound", "badge", "lockScreen", "timeSensitive"]
      return .notificationSwitch(pick(names), isOn: chance(1, in: 2))
    }
    guard chance(1, in: 2) else {
      return .doNotDisturb(pick(["off", "priority", "alarms", "total"]))
    }
    return .importance(isOfReminders: chance(1, in: 3), pick(["min", "low", "default", "high"]))
  }

  /// The person exempts the app from battery optimization, or restricts it; for some time.
  private mutating func battery() {
    let isExempt = chance(1, in: 2)
    acts.append(isExempt ? .setBatteryExemption(isOn: true) : .setBackgroundRestricted(isOn: true))
    _ = pass()
    if chance(1, in: 2) { visit() }
    if chance(2, in: 3) {
      acts.append(
        isExempt ? .setBatteryExemption(isOn: false) : .setBackgroundRestricted(isOn: false))
    }
  }

  /// The app hibernates, or comes to a new phone; later it may be opened.
  private mutating func disuse() {
    if isAndroid, chance(1, in: 2) {
      acts.append(.setHibernation(isOn: true))
      _ = pass()
      if chance(1, in: 3) { acts.append(.setHibernation(isOn: false)) }
      return
    }
    acts += [.unlock, .restoreBackup(isEncrypted: chance(1, in: 2))]
    if chance(1, in: 2) { _ = pass() }
    if isAndroid { acts.append(.setExactAlarms(isGranted: true)) }
    if chance(2, in: 3) { visit() }
  }

  /// The app asks for the permission a few times; the person answers, or swipes the dialog away.
  private mutating func dialogs() {
    acts.append(.unlock)
    if chance(1, in: 2) {
      acts.append(.reinstall)
      dailies.removeAll()
      reminders.removeAll()
      hasDual = false
      acts.append(.setExactAlarms(isGranted: true))
    }
    acts.append(.open)
    for _ in 0...random.below(4) {
      // A call that arms asks as well.
      if chance(1, in: 4) { addDaily() } else { acts.append(.call(.requestPermission)) }
      if chance(1, in: 4) { acts.append(.call(pick([.requestPermission, .status, .cancelAll]))) }
      acts.append(.wait(milliseconds: pick([1, 50, 1_000, 20_000])))
      switch random.below(6) {
      case 0...1: acts.append(.dismissDialog)
      case 2: acts.append(.answerDialog(isAllowed: true))
      case 3...4: acts.append(.answerDialog(isAllowed: false))
      default: acts += pick([[.leave, .open], [.swipeAway, .open], []])
      }
      if chance(1, in: 3) { acts.append(.call(.status)) }
      if chance(1, in: 4) { _ = shortPass() }
    }
    if chance(3, in: 4) {
      acts += [.answerDialog(isAllowed: true), .setPermission(isGranted: true), .open]
      if dailies.isEmpty { addDaily() }
    }
    leave()
  }

  /// Nothing is left of the app; sooner or later the person sets it up again.
  private mutating func reinstall() {
    acts.append(.unlock)
    acts.append(.reinstall)
    dailies.removeAll()
    reminders.removeAll()
    hasDual = false
    if chance(1, in: 2) { _ = shortPass() }
    acts += [.setPermission(isGranted: true), .setExactAlarms(isGranted: true), .open]
    addDaily()
    leave()
  }

  private mutating func shortPass() -> Int64 {
    let length = pick([minute, 10 * minute, hour, 12 * hour])
    acts.append(.wait(milliseconds: length))
    return length
  }

  /// A person opens the app, and the host makes calls.
  private mutating func visit() {
    acts.append(.unlock)
    acts.append(.open)
    if chance(1, in: 2) { acts.append(.wait(milliseconds: pick([1, 50, 1_000, 20_000]))) }
    for _ in 0..<random.below(3) {
      if has(.asides), chance(2, in: 3) { asides() } else { call() }
    }
    if chance(1, in: 3) {
      acts.append(.wait(milliseconds: 1_000))
      acts.append(.call(.status))
    }
    leave()
  }

  /// Other code adds or takes away requests, and cancels tasks; mostly its own.
  private mutating func otherCode() {
    for _ in 0...random.below(3) {
      switch random.below(6) {
      case 0 where !hidesLostAlarms: acts.append(.otherRemoves(isAll: true))
      case 1: acts.append(.otherRemoves(isAll: false))
      case 2: acts.append(.otherCancelsWork)
      default:
        let after = pick([minute, hour, random.integer(in: 1...(40 * day))])
        acts.append(.otherAdds(Int(random.below(8)), afterMilliseconds: after))
      }
    }
  }

  /// One to four calls that make no difference, some of them while others are under way.
  private mutating func asides() {
    for _ in 0...random.below(4) {
      acts.append(.call(.aside(aside())))
      if chance(1, in: 3) { acts.append(.wait(milliseconds: pick([1, 50, 1_000, 20_000]))) }
    }
  }

  private mutating func aside() -> Aside {
    // An Android phone's model knows how old content may be and when it is fetched.
    switch random.below(isAndroid ? 7 : 13) {
    case 0:
      .configure(
        ttlSeconds: nil, leadMinutes: nil, retentionDays: pick([1, 7, 30]),
        perDayMax: pick([20, 30, 64]))
    case 1: .maintainWindow
    case 2: .coordinate
    case 3:
      .lifecycle(
        pick(["launch", "foreground", "background", "inactive", "terminate", "notificationTap"]))
    case 4: .starredPlans(Int(random.below(3)))
    case 5: .question(pick(HistoryGenerator.questions))
    case 6: .contentFetch(hour: chance(1, in: 3) ? nil : Int(random.below(24)))
    case 7...8:
      .configure(
        ttlSeconds: pick([nil, 300, 3_600, 86_400, 604_800]),
        leadMinutes: pick([nil, 1, 5, 60, 720]), retentionDays: nil, perDayMax: nil)
    case 9: .configureServer(pick(["https://api.test.example", "https://api.example"]))
    case 10: .adaptive(isOn: chance(1, in: 2))
    case 11: .identity(Int(random.below(2)))
    default: pick([.newToken(0), .newToken(1), .clearIdentityCache, .clearContent])
    }
  }

  /// Calls that only read.
  private static let questions = [
    "getLastNotification", "checkPermissionStatus", "isChannelEnabled", "getBatteryStatus",
    "getPowerState", "getRollingWindowStats", "getExactAlarmStatus", "getRebootRecoveryStatus",
    "getCoordinationStatus", "getScheduledReminders", "getDualScheduleStatus", "checkStatus",
    "getContentCache", "getContentHistory", "getLatestContentCache", "getStarredPlans",
    "getSchedules", "getRegisteredCallbacks",
  ]

  private mutating func call() {
    switch random.below(10) {
    case 0...2 where has(.updates): update()
    case 3 where has(.cancels): cancel()
    case 4 where has(.pauses) && hasDual:
      acts.append(.call(chance(1, in: 2) ? .pauseDual : .resumeDual))
    case 5 where has(.dailies): addDaily()
    case 6 where has(.reminders): addReminder()
    case 7 where has(.pauses) && hasDual: acts.append(.call(.resumeDual))
    default: acts.append(.call(.status))
    }
  }

  private mutating func update() {
    switch random.below(3) {
    case 0 where !reminders.isEmpty: addReminder()
    case 1 where hasDual:
      if has(.asides), chance(1, in: 2) { return acts.append(.call(.scheduleUser(someRule()))) }
      acts.append(.call(.scheduleDual(someRule(), isSkipping: false, isUpdate: chance(1, in: 2))))
    default:
      guard let id = dailies.keys.sorted().first else { return }
      let ids = dailies.keys.sorted()
      let chosen = chance(1, in: 2) ? id : pick(ids)
      if has(.intervals), chosen == "d0", chance(1, in: 3) {
        return acts.append(
          .call(.updateInterval(id: chosen, minutes: someInterval(dailies[chosen] ?? 0))))
      }
      switch random.below(4) {
      case 0:
        acts.append(.call(.updateDaily(id: chosen, minuteOfDay: nil, zone: nil)))
      case 1:
        acts.append(
          .call(.scheduleDaily(id: chosen, minuteOfDay: dailies[chosen] ?? 480, zone: nil)))
      default:
        let time = chance(1, in: 2) ? someTime() : ((dailies[chosen] ?? 0) + 1) % 1_440
        dailies[chosen] = time
        acts.append(.call(.updateDaily(id: chosen, minuteOfDay: time, zone: nil)))
      }
    }
  }

  private mutating func cancel() {
    switch random.below(3) {
    case 0 where !reminders.isEmpty:
      let id = pick(reminders.keys.sorted())
      reminders[id] = nil
      acts.append(.call(.cancelReminder(id: id)))
    case 1 where hasDual:
      hasDual = false
      acts.append(.call(.cancelDual))
    default:
      acts.append(.call(.cancelAll))
      dailies.removeAll()
      reminders.removeAll()
      hasDual = false
      acts.append(.wait(milliseconds: pick([1, 1_000, minute])))
      addDaily()
    }
  }
}
