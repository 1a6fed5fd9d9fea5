import DailyNotification
import SimulationCore

/// The alarm manager: alarms by the wall clock (RTC_WAKEUP), by the name of their pending intent.
///
/// An intent names its receiver, so that alarms of other code never equal the plugin's.
///
/// Source: AOSP, AlarmManagerService (MAX_ALARMS_PER_UID, MIN_FUTURITY, MIN_WINDOW,
/// ALLOW_WHILE_IDLE_QUOTA and _COMPAT_QUOTA, up to 30 ALLOW_WHILE_IDLE_LONG_TIME; in its set,
/// FLAG_ALLOW_WHILE_IDLE_UNRESTRICTED for an exempt app);
/// Android, "Schedule alarms" and the page of AlarmManager.
/// Not modelled: alarms by elapsed time, repeating alarms, batches, light Doze.
public struct AlarmMachine: Sendable {
  /// How many alarms an app may have.
  public static let countMax = 500
  /// How far ahead an alarm fires at least, counted from when it was set.
  static let futurityMilliseconds: Int64 = 5_000
  /// In how long a window an inexact alarm fires at least.
  static let windowMilliseconds: Int64 = 600_000
  /// After how long an inexact alarm fires at the latest.
  static let latestMilliseconds: Int64 = 3_600_000
  /// How many alarms may fire in Doze within an hour.
  static let idleQuota = AlarmQuota(count: 72, windowMilliseconds: 3_600_000)
  /// The same for an app that may not set exact alarms.
  static let idleCompatQuota = AlarmQuota(count: 7, windowMilliseconds: 3_600_000)
  /// One alarm in nine minutes, as up to API 30.
  static let idleDistance = AlarmQuota(count: 1, windowMilliseconds: 540_000)

  /// An alarm that is set.
  struct Entry: Sendable {
    let alarm: Alarm
    let serial: Int
    /// When it fires by the wall clock, ms since the Unix epoch: never before its time.
    let fireTime: Int64
    /// Whether the app was exempt from battery optimization when it set it: Doze does not hold it.
    var isUnrestricted = false
    /// What it fires with; nil once its time has come.
    var token: EventToken?
    /// What it waits for though its time has come; nil while it waits for nothing.
    var hold: AlarmHold?

    /// Whether its time has come and it has not fired.
    var isDue: Bool { hold != nil || token == nil }
  }

  /// What may hold an alarm back whose time has come.
  struct Conditions {
    /// Whether the phone is idle.
    var isIdle = false
    /// How many alarms may fire in Doze.
    var dozeQuota = AlarmMachine.idleQuota
    /// How many alarms may fire in the app's standby bucket; no limit where it is nil.
    var bucket: AlarmQuota?
    /// Whether the app is restricted and not on the screen.
    var isRestricted = false
    /// Whether that holds alarm clocks, too.
    var holdsAlarmClocks = false
  }

  /// An alarm that has been set, and what it replaced.
  struct Setting {
    let serial: Int
    let fireTime: Int64
    /// The alarm of the same name that was set before.
    let replaced: Entry?
  }

  /// What becomes of an alarm whose time has come.
  enum DueAction: Hashable {
    case fires
    /// It waits until what holds it back ends.
    case held(AlarmHold)
    /// It waits until the quota has room, in milliseconds from now.
    case waits(AlarmHold, Int64)
  }

  /// The alarms, in the order they were set.
  var entries: [Entry] = [] { didSet { revision += 1 } }
  /// The names of the plugin's pending intents that have outlived their alarms.
  private(set) var intents: [String] = [] { didSet { revision += 1 } }
  /// The change number of alarms and intents.
  private(set) var revision = 0
  /// When alarms fired that may fire in Doze, instants in ms, of the last hour.
  private var idleFirings: [Int64] = []
  /// When alarms fired that the quotas of the standby buckets count, the latest ten.
  private var bucketFirings: [Int64] = []
  private var nextSerial = 1

  /// The alarms by the times at which they fire: in this order those fire whose times have come
  /// while the clock jumped or Doze held them back.
  ///
  /// Source: AOSP, AlarmManagerService, which sorts what it dispatches by the requested time.
  /// Not modelled: alarms of other apps that are due at the same time.
  var inOrderOfTime: [Entry] {
    entries.sorted { ($0.fireTime, $0.serial) < ($1.fireTime, $1.serial) }
  }

  /// When the first alarm clock fires by the wall clock, ms since the Unix epoch; nil without one.
  var firstAlarmClock: Int64? {
    entries.lazy.filter { $0.alarm.call == .alarmClock && !$0.isDue }.map(\.fireTime).min()
  }

  /// Sets an alarm at a wall time; it fires `lateness` ms after its time.
  ///
  /// The limit counts before an equal alarm is replaced, so that at 500 nothing can be set anew.
  mutating func set(
    _ alarm: Alarm, at wall: Int64, isExactAllowed: Bool, isExempt: Bool = false, lateness: Int64
  ) throws(AlarmRefusal) -> Setting {
    guard isExactAllowed || !alarm.call.isExact else { throw .exactNotAllowed }
    guard entries.count < AlarmMachine.countMax else { throw .tooMany }
    let replaced = remove(alarm.identifier, of: alarm.payload.owner)
    let earliest = max(alarm.time, wall + AlarmMachine.futurityMilliseconds)
    let fireTime = earliest + lateness
    entries.append(
      Entry(alarm: alarm, serial: nextSerial, fireTime: fireTime, isUnrestricted: isExempt))
    nextSerial += 1
    return Setting(serial: nextSerial - 1, fireTime: fireTime, replaced: replaced)
  }

  /// Remembers the event with which an alarm fires.
  mutating func attach(_ token: EventToken, to serial: Int) {
    guard let index = index(of: serial) else { return }
    entries[index].token = token
  }

  /// Cancels an alarm of some code and its pending intent; nil when there is no alarm.
  mutating func cancel(_ identifier: String, of owner: CodeOwner) -> Entry? {
    if owner == .plugin { intents.removeAll { $0 == identifier } }
    return remove(identifier, of: owner)
  }

  /// Whether the plugin's pending intent of a name exists.
  func hasIntent(_ identifier: String) -> Bool {
    index(of: identifier, of: .plugin) != nil || intents.contains(identifier)
  }

  /// The time of an alarm has come at an instant; nil when it is gone.
  mutating func becomeDue(
    _ serial: Int, at instant: SimulationInstant, _ conditions: Conditions
  ) -> DueAction? {
    guard let index = index(of: serial) else { return nil }
    let action = action(for: entries[index], at: instant.milliseconds, conditions)
    entries[index].token = nil
    switch action {
    case .fires: entries[index].hold = nil
    case .held(let hold), .waits(let hold, _): entries[index].hold = hold
    }
    return action
  }

  /// What becomes of an alarm whose time has come.
  private func action(
    for entry: Entry, at now: Int64, _ conditions: Conditions
  ) -> DueAction {
    let isAlarmClock = entry.alarm.call == .alarmClock
    if conditions.isRestricted, !isAlarmClock || conditions.holdsAlarmClocks {
      return .held(.restricted)
    }
    if entry.isUnrestricted { return .fires }
    switch entry.alarm.call {
    case .alarmClock: return .fires
    case .allowWhileIdle:
      let wait = conditions.isIdle ? conditions.dozeQuota.wait(at: now, after: idleFirings) : 0
      return wait > 0 ? .waits(.dozeQuota, wait) : .fires
    case .exact, .window:
      if conditions.isIdle { return .held(.doze) }
      let wait = conditions.bucket?.wait(at: now, after: bucketFirings) ?? 0
      return wait > 0 ? .waits(.bucket, wait) : .fires
    }
  }

  /// Takes an alarm out to fire it; `staysAsIntent` says whether its pending intent outlives it.
  mutating func fire(
    _ serial: Int, at instant: SimulationInstant, staysAsIntent: Bool
  ) -> Alarm? {
    guard let index = index(of: serial) else { return nil }
    let entry = entries.remove(at: index)
    let alarm = entry.alarm
    if staysAsIntent { keepIntent(of: alarm) }
    guard !entry.isUnrestricted else { return alarm }
    switch alarm.call {
    case .alarmClock: break
    case .allowWhileIdle:
      idleFirings.removeAll { $0 <= instant.milliseconds - 3_600_000 }
      idleFirings.append(instant.milliseconds)
    case .exact, .window:
      bucketFirings = bucketFirings.suffix(9) + [instant.milliseconds]
    }
    return alarm
  }

  /// The alarms whose time has come and that wait, in the order of their times.
  var held: [Entry] { inOrderOfTime.filter { $0.hold != nil } }

  /// Takes out the alarms that match; pending intents stay where they outlive alarms.
  mutating func removeAll(staysAsIntent: Bool, where matches: (Alarm) -> Bool) -> [Entry] {
    let removed = entries.filter { matches($0.alarm) }
    entries.removeAll { matches($0.alarm) }
    if staysAsIntent { for entry in removed { keepIntent(of: entry.alarm) } }
    return removed
  }

  private mutating func keepIntent(of alarm: Alarm) {
    guard alarm.payload.owner == .plugin, !intents.contains(alarm.identifier) else { return }
    intents.append(alarm.identifier)
  }

  /// The phone goes down and the alarms stay, without the events with which they fire.
  ///
  /// Returns those events.
  mutating func keepOverBoot() -> [EventToken?] {
    let tokens = entries.map(\.token)
    for index in entries.indices {
      entries[index].token = nil
      entries[index].hold = nil
    }
    return tokens
  }

  /// The system has cancelled every pending intent of the app.
  mutating func removeIntents() { intents.removeAll() }

  private mutating func remove(_ identifier: String, of owner: CodeOwner) -> Entry? {
    index(of: identifier, of: owner).map { entries.remove(at: $0) }
  }

  private func index(of identifier: String, of owner: CodeOwner) -> Int? {
    entries.firstIndex {
      $0.alarm.identifier == identifier && $0.alarm.payload.owner == owner
    }
  }

  /// Serials ascend: an entry is only ever added at the end.
  private func index(of serial: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].serial == serial ? low : nil
  }
}
