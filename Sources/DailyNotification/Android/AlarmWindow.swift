import CivilTime
import JSONText

/// Delivery on Android: an alarm for the next occurrence of each schedule and one for that after.
///
/// When an alarm fires, the receiver chooses the text, shows it and arms what follows. The alarm
/// manager has no list, so what is armed is named by the ledger and confirmed one by one.
public struct AlarmWindow<System: AndroidPlatform>: OccurrenceDelivery {
  /// The alarms as the latest re-planning has left them; empty before the first.
  private(set) var alarms: [SetAlarm] = []
  /// The change number of the alarms after it; nil before the first.
  private var plannedRevision: Int?
  /// Whether a pending intent is enough to take an alarm for set.
  ///
  /// It may have outlived its alarm while the app was stopped.
  private var isTrusted = true
  /// The alarms whose time had come just before the process began to use them again: unless they
  /// fire at once, their pending intents have outlived them.
  private(set) var doubtful: [String] = []
  /// The times before which, and up to which, an alarm that no row names is taken for gone or is
  /// doubtful; nil while pending intents are trusted.
  private var unnamed: (goneBefore: Int64, doubtfulThrough: Int64)?
  /// Whether a person has started the app, or the phone has, since the process began.
  private var hasStarted = false
  /// The alarms that have fired and whose receivers wait for content.
  var waiting: [Alarm] = []
  /// The receiver with which an earlier process ended, once another one waits for content.
  var died: StoredValue?
  /// Whether the broadcast of a new time was the first to run in the process.
  private var isBegunByTime = false
  /// At which uptime a receiver began or ended last, in milliseconds; nil before the first.
  var lastReceiver: Int64?
  /// What this process has shown and not handed out yet, oldest first.
  var shown: [ShownNotification] = []
  /// What an earlier process had shown and this one took from a full shade before it read that.
  var removed: [ShownNotification] = []
  /// Whether what an earlier process has left in the shade was handed out.
  var hasReadShade = false
  /// What was not shown when its alarm fired, and why; the latest ones.
  var ended: [(info: RequestInfo, absence: Absence)] = []
  /// Whether exact alarms were denied until just now, so that none was left.
  private var hasLostExactAlarms = false
  /// The alarms that the latest re-planning could not set: the list was full.
  private var refused: [String] = []
  /// Whether the page of the permission for exact alarms was opened for a call.
  private var hasOpenedExactAlarms = false

  public init() {}

  /// Channels have to exist before something is shown; one that exists stays as the person has it.
  public func load(on platform: inout System) {
    for request in AndroidChannels.all { platform.createChannel(request) }
  }

  public static var capacity: Int { AlarmLimits.capacity }

  public func hasRoom(forSchedules count: Int, on platform: System) -> Bool {
    count * AlarmLimits.ahead <= AlarmLimits.capacity
  }

  public static func isRepeatedBySystem(_ schedule: Schedule) -> Bool { false }

  public mutating func started(isInUse: Bool, on platform: inout System) {
    guard !hasStarted else { return }
    hasStarted = true
    distrust(isInUse: isInUse, on: &platform)
  }

  /// Whether the receiver of a boot runs, or has run within the last minute.
  ///
  /// The uptime does not count, since a stopped app hears of no boot. From API 35 on BOOT_COMPLETED
  /// is also sent when the app leaves the stopped state; that is not a boot.
  /// Source: the plugin's mapping of recovery scenarios, §2.2 and §2.3.
  public func hasBooted(_ entry: PluginEntry, on platform: System) -> Bool {
    if entry == .boot { return !platform.wasForceStopped }
    return platform.integer(.lastBoot).map {
      (0..<RecoveryScenario.bootMilliseconds).contains(platform.wallMilliseconds - $0)
    } ?? false
  }

  /// Alarms may be gone whose pending intents are there: after a stop by force, say.
  ///
  /// What is overdue then will not fire any more; what is ahead is set again. `isInUse`: the phone
  /// is being used, so that Doze holds nothing back.
  mutating func distrust(isInUse: Bool, on platform: inout System) {
    isTrusted = false
    let late =
      switch platform.exactAlarmCall {
      case .alarmClock: AlarmLimits.punctualMilliseconds
      case .allowWhileIdle, .exact:
        isInUse ? AlarmLimits.punctualMilliseconds : AlarmLimits.idleMilliseconds
      case .window:
        isInUse ? AlarmLimits.inexactMilliseconds : AlarmLimits.idleMilliseconds
      }
    let now = platform.wallMilliseconds
    unnamed = (goneBefore: now - late, doubtfulThrough: isInUse ? now : .min)
    for row in platform.ledgerRows {
      for entry in row.armed where entry.plannedTime <= now {
        let name = SetAlarm(row, entry).identifier
        guard platform.hasPendingIntent(name) else { continue }
        if entry.plannedTime < now - late {
          platform.cancelAlarm(name)
        } else if isInUse {
          doubtful.append(name)
        }
      }
    }
  }

  /// Whether an alarm of an earlier process, which no row names, has gone; one that may have gone
  /// becomes doubtful.
  mutating func hasGone(_ identifier: String, _ time: Int64) -> Bool {
    guard let unnamed, !alarms.contains(where: { $0.identifier == identifier }) else {
      return false
    }
    if time < unnamed.goneBefore { return true }
    if time <= unnamed.doubtfulThrough, !doubtful.contains(identifier) {
      doubtful.append(identifier)
    }
    return false
  }

  /// Whether an alarm should have fired a while ago: its pending intent has outlived it.
  func isLongOverdue(_ identifier: String, _ time: Int64, on platform: System) -> Bool {
    let limit = platform.wallMilliseconds - AlarmLimits.punctualMilliseconds
    guard time < limit else { return false }
    let hurriedAt = alarms.first { $0.identifier == identifier }?.hurriedAt
    if let hurriedAt, hurriedAt >= limit { return false }
    return platform.exactAlarmCall == .alarmClock || doubtful.contains(identifier)
  }

  /// With the permission for exact alarms all alarms had gone, whatever pending intents say.
  ///
  /// What this process has set since it began is there.
  mutating func loseExactAlarms(on platform: inout System) {
    isTrusted = false
    hasLostExactAlarms = true
    for row in platform.ledgerRows {
      for entry in row.armed where !alarms.contains(where: { $0.isOf(row, entry) }) {
        platform.cancelAlarm(SetAlarm(row, entry).identifier)
      }
    }
  }

  /// The broadcast of a new time runs in a process that nothing else began: it stood in line with
  /// the receivers of alarms that the clock has jumped over, and others may follow it.
  mutating func timeBroadcastBegan() {
    if !hasStarted, lastReceiver == nil { isBegunByTime = true }
  }

  /// Whether an alarm that has no pending intent may have fired and stand in line.
  ///
  /// The receivers of a process run one after another, so that one may wait for another's content.
  func isInLine(_ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System) -> Bool {
    let age = platform.wallMilliseconds - entry.plannedTime
    let isBehind =
      isBegunByTime && (0...AlarmLimits.punctualMilliseconds).contains(age)
    return (isBehind || isLineLikely(on: platform))
      && !ended.contains { $0.info.wallMinute == entry.wallMinute && row.owns($0.info) }
  }

  /// Whether what was armed has just come due: its receiver is about to run, or stands in line.
  func hasJustComeDue(_ row: LedgerRow, _ entry: ArmedOccurrence, on platform: System) -> Bool {
    let age = platform.wallMilliseconds - entry.plannedTime
    return (0...AlarmLimits.punctualMilliseconds).contains(age) && !entry.isWithdrawn
      && !isWaiting(row, entry) && isHeld(row, entry, on: platform)
  }

  /// Whether receivers may stand in line: one waits for content, or has ended a moment ago.
  private func isLineLikely(on platform: System) -> Bool {
    !waiting.isEmpty
      || lastReceiver.map {
        platform.uptimeMilliseconds - $0 <= AlarmLimits.punctualMilliseconds
      } ?? false
  }

  // MARK: Permissions

  /// Whether alarms can be set: exact ones need a permission.
  func canSet(on platform: System) -> Bool {
    !platform.exactAlarmCall.isExact || platform.canScheduleExactAlarms
  }

  /// Whether an alarm is set, as far as that can be known.
  func isSet(_ identifier: String, on platform: System) -> Bool {
    canSet(on: platform) && platform.hasPendingIntent(identifier)
  }

  public mutating func checkArmable(
    _ kind: ScheduleKind, on platform: inout System
  ) throws(Rejection) {
    if AndroidChannels.isBlocked(kind.channelID, on: platform) {
      throw .channelDisabled(kind.channelID)
    }
    guard !canSet(on: platform) else {
      hasOpenedExactAlarms = false
      return
    }
    // Who has come back without the grant is not sent there again.
    let isOpened = !hasOpenedExactAlarms && openExactAlarms(on: &platform)
    throw .exactAlarmPermissionRequired(isOpened: isOpened || isAtExactAlarms(on: platform))
  }

  /// The permission is granted on a page of its own; there is no dialog.
  public mutating func requestExactTimes(on platform: inout System) -> CallOutcome {
    guard !platform.canScheduleExactAlarms else {
      return .reply(["granted": true, "action": .null])
    }
    let isOpened = openExactAlarms(on: &platform) || isAtExactAlarms(on: platform)
    return .reply([
      "granted": false, "action": isOpened ? "opened_settings" : "permission_denied",
    ])
  }

  public mutating func opened(_ page: SystemPage) {
    if page == .exactAlarms { hasOpenedExactAlarms = true }
  }

  /// Opens the page of the permission for exact alarms; false while the app is not on the screen.
  private mutating func openExactAlarms(on platform: inout System) -> Bool {
    guard platform.openSettings(.exactAlarms) else { return false }
    opened(.exactAlarms)
    return true
  }

  /// Whether the app has not come back from that page.
  private func isAtExactAlarms(on platform: System) -> Bool {
    hasOpenedExactAlarms && platform.applicationState == .background
  }

  public func obstacle(to rows: [ScheduleRow], on platform: System) -> Rejection.Kind? {
    if !canSet(on: platform), rows.contains(where: \.isEnabled) {
      return .exactAlarmPermissionRequired
    }
    for row in rows
    where row.isEnabled && AndroidChannels.isBlocked(row.channelID, on: platform) {
      return .channelDisabled
    }
    return nil
  }

  /// Why nothing was shown for an occurrence whose alarm never fired, as far as can be known.
  func reasonNotFired(on platform: System) -> MissedNotification.Reason {
    if !platform.authorization.allowsNotifications { return .notificationsDenied }
    return hasLostExactAlarms || !canSet(on: platform) ? .exactAlarmDenied : .noCodeRan
  }

  // MARK: Arming one schedule

  public func slot(
    for schedule: Schedule, _ next: Occurrence, _ ledger: Ledger, on platform: inout System
  ) throws(Rejection) -> DeliverySlot? {
    DeliverySlot(identifier: SetAlarm(schedule, next).identifier)
  }

  public mutating func arm(
    _ arming: Arming, _ contents: inout Contents, on platform: inout System
  ) throws(Rejection) {
    let alarm = SetAlarm(arming.schedule, arming.next)
    do throws(AlarmRefusal) {
      try set(alarm, arming.schedule, on: &platform)
    } catch {
      switch error {
      case .exactNotAllowed:
        throw .exactAlarmPermissionRequired(isOpened: isAtExactAlarms(on: platform))
      case .tooMany:
        throw .noPlace(
          foreign: foreignCount(on: platform), of: Self.capacity, maximum: Self.capacity)
      }
    }
    guard platform.hasPendingIntent(alarm.identifier) else {
      throw .notRetained(alarm.identifier)
    }
    alarms.removeAll { $0.identifier == alarm.identifier }
    alarms.append(alarm)
    platform.log(.requestReadBack(identifier: alarm.identifier))
  }

  private func set(
    _ alarm: SetAlarm, _ schedule: Schedule, at time: Int64? = nil, planned: Occurrence? = nil,
    on platform: inout System
  ) throws(AlarmRefusal) {
    try platform.setAlarm(
      Alarm(
        identifier: alarm.identifier, time: time ?? alarm.occurrence.time,
        call: platform.exactAlarmCall,
        payload: schedule.defaultContent(planned ?? alarm.occurrence)))
    platform.telemetry.notificationsScheduled += 1
  }

  // MARK: Re-planning

  public mutating func replan(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: inout Contents,
    on platform: inout System
  ) -> ReplanResult {
    var result = ReplanResult()
    guard platform.authorization.allowsNotifications else { return result }
    defer { hasLostExactAlarms = false }
    guard canSet(on: platform) else { return disarmed(schedules, ledger, on: &platform) }
    let plan = plan(schedules, ledger, contents, on: platform)
    var after: [SetAlarm] = []
    result.isArmedKnown = true
    let refusedBefore = exchange(&refused, with: [])
    for wanted in plan.wanted {
      guard keep(wanted, schedules[wanted.schedule], &result, on: &platform) else {
        refuse(wanted.alarm, of: wanted.schedule, refusedBefore, &result, on: &platform)
        continue
      }
      after.append(wanted.alarm)
      let entry = ArmedOccurrence(
        wallMinute: wanted.alarm.occurrence.wallMinute,
        plannedTime: wanted.alarm.occurrence.time)
      result.armed.append(ArmedRequest(schedule: wanted.schedule, entry: entry))
    }
    for alarm in plan.onItsWay { after.append(hurried(alarm, schedules, on: &platform)) }
    for alarm in plan.extra { platform.cancelAlarm(alarm.identifier) }
    result.removed += plan.extra.count
    alarms = after
    isTrusted = true
    plannedRevision = platform.alarmsRevision
    return result
  }

  /// Records an alarm that cannot be set; logs it once for as long as that lasts.
  private mutating func refuse(
    _ alarm: SetAlarm, of schedule: Int, _ before: [String], _ result: inout ReplanResult,
    on platform: inout System
  ) {
    refused.append(alarm.identifier)
    result.refused.append(schedule)
    guard !before.contains(alarm.identifier) else { return }
    platform.log(.alarmRefused(id: alarm.scheduleID, plannedTime: alarm.occurrence.time))
  }

  /// Cancels the alarms that are left and sets none, while exact alarms are denied.
  private mutating func disarmed(
    _ schedules: [Schedule], _ ledger: Ledger, on platform: inout System
  ) -> ReplanResult {
    var result = ReplanResult()
    result.isArmedKnown = true
    result.isExactTimeDenied = !schedules.isEmpty
    for alarm in known(ledger) where platform.hasPendingIntent(alarm.identifier) {
      platform.cancelAlarm(alarm.identifier)
      result.removed += 1
    }
    alarms = []
    isTrusted = true
    // Allowed again, the same alarms are no plan that stands.
    plannedRevision = nil
    return result
  }

  /// Sets a wanted alarm unless it is set already; false when it cannot be.
  ///
  /// Then none is left under its name for another time.
  private func keep(
    _ wanted: AlarmPlan.Wanted, _ schedule: Schedule, _ result: inout ReplanResult,
    on platform: inout System
  ) -> Bool {
    let isKept = wanted.isKnown && wanted.isThere
    if !isKept || !isTrusted {
      // Status and recovery name the obstacle; the next entry tries again.
      let isRefused: Bool
      do throws(AlarmRefusal) {
        try replace(wanted, schedule, on: &platform)
        isRefused = !isSet(wanted.alarm.identifier, on: platform)
      } catch {
        isRefused = true
      }
      if isRefused {
        if platform.hasPendingIntent(wanted.alarm.identifier) {
          platform.cancelAlarm(wanted.alarm.identifier)
          result.removed += 1
        }
        return false
      }
    }
    if isKept {
      result.verified += 1
    } else {
      result.added += 1
      if wanted.isKnown { result.lost += 1 }
    }
    return true
  }

  /// Sets an alarm; where the list is full, cancels the one of the same name first.
  ///
  /// Source: AOSP, AlarmManagerService counts an app's alarms before it replaces one.
  private func replace(
    _ wanted: AlarmPlan.Wanted, _ schedule: Schedule, on platform: inout System
  ) throws(AlarmRefusal) {
    do throws(AlarmRefusal) {
      try set(wanted.alarm, schedule, on: &platform)
    } catch {
      switch error {
      case .tooMany where wanted.isThere:
        platform.cancelAlarm(wanted.alarm.identifier)
        try set(wanted.alarm, schedule, on: &platform)
      case .tooMany, .exactNotAllowed: throw error
      }
    }
  }

  /// What a flight has jumped over fires at once, not when the time comes in the zone before; and
  /// so does what is overdue and may have no alarm any more.
  ///
  /// Once: the alarm manager puts what is set for now off by five seconds. What a clock that was
  /// set back has put ahead again, with nobody to notice, is set for its time.
  private mutating func hurried(
    _ alarm: SetAlarm, _ schedules: [Schedule], on platform: inout System
  ) -> SetAlarm {
    let now = platform.wallMilliseconds
    let isDoubtful = doubtful.contains(alarm.identifier) && !isLineLikely(on: platform)
    guard alarm.occurrence.time > now || isDoubtful, isDoubtful || alarm.hurriedAt ?? .max > now,
      let schedule = schedules.first(where: {
        $0.row.revision == alarm.revision && alarm.isOf($0.row.id, $0.kind)
      })
    else { return alarm }
    let time = schedule.zone.instant(of: alarm.occurrence.wallTime) ?? now
    let planned = time > now ? Occurrence(time: time, wallMinute: alarm.occurrence.wallMinute) : nil
    do throws(AlarmRefusal) {
      try set(alarm, schedule, at: max(now, time), planned: planned, on: &platform)
    } catch {
      // It stays where it is and is shown late.
      return alarm
    }
    doubtful.removeAll { $0 == alarm.identifier }
    var alarm = alarm
    alarm.hurriedAt = now
    return alarm
  }

  public func isUnchanged(on platform: System) -> Bool {
    isTrusted && hasReadShade && shown.isEmpty && waiting.isEmpty && canSet(on: platform)
      && plannedRevision == platform.alarmsRevision
  }

  public func clockWentBack(from earlier: Int64, on platform: System) {}

  /// Alarms are cancelled at once: nothing waits for a withdrawal.
  public var isReplanOwed: Bool { false }

  public static var withdrawsAtOnce: Bool { true }

  public static var showsByItself: Bool { true }

  public mutating func replanAfterWithdrawals() {}

  /// The text is chosen when the alarm fires; what is chained has no alarm before its fetch.
  public func updateContent(
    _ kind: ScheduleKind, of schedules: [Schedule], _ contents: inout Contents,
    on platform: inout System
  ) -> Bool { kind == .dual && contents.rules.isDualChained }

  // MARK: Withdrawing

  /// Receivers that wait for content show nothing any more.
  public mutating func withdrawAll(on platform: inout System) {
    for alarm in knownToSystem(on: platform) { platform.cancelAlarm(alarm.identifier) }
    alarms.removeAll()
    finishWaiting({ _ in true }, on: &platform)
  }

  public mutating func withdraw(
    _ id: String, _ kind: ScheduleKind, on platform: inout System
  ) {
    for alarm in knownToSystem(on: platform) where alarm.isOf(id, kind) {
      platform.cancelAlarm(alarm.identifier)
    }
    alarms.removeAll { $0.isOf(id, kind) }
    finishWaiting({ $0.payload.info.isOf(id, kind) }, on: &platform)
  }

  /// Some of the receivers that wait for content have nothing to show any more.
  private mutating func finishWaiting(
    _ isMeant: (Alarm) -> Bool, on platform: inout System
  ) {
    let ended = waiting.filter(isMeant)
    guard !ended.isEmpty else { return }
    waiting.removeAll(where: isMeant)
    platform.setValue(nil, for: .receiving)
    for alarm in ended { platform.receiverFinished(alarm) }
  }

  /// The alarms whose pending intents are there, each name once.
  func knownToSystem(on platform: System) -> [SetAlarm] {
    var all = alarms.filter { platform.hasPendingIntent($0.identifier) }
    for row in platform.ledgerRows {
      for entry in row.armed {
        let alarm = SetAlarm(row, entry)
        guard !all.contains(where: { $0.identifier == alarm.identifier }),
          platform.hasPendingIntent(alarm.identifier)
        else { continue }
        all.append(alarm)
      }
    }
    return all
  }

  /// Whose alarm a name is, where this process has set it; otherwise whoever asks.
  func isMine(_ identifier: String, _ row: LedgerRow, _ entry: ArmedOccurrence) -> Bool {
    alarms.first { $0.identifier == identifier }.map { $0.isOf(row, entry) } ?? true
  }
}

/// The rules of alarms.
enum AlarmLimits {
  /// How many alarms an app may have.
  ///
  /// Source: Android, AlarmManagerService, MAX_ALARMS_PER_UID.
  static let capacity = 500
  /// How many occurrences of a schedule have an alarm: the next one and the one after.
  static let ahead = 2
  /// How long after its time an exact alarm fires at most while the app is not stopped, in ms.
  static let punctualMilliseconds: Int64 = 10_000
  /// How long after its time one that is deferred fires at most once the phone is in use, in ms.
  static let inexactMilliseconds: Int64 = 3_600_000
  /// For how long Doze holds an alarm back at most, in ms: until its rarest maintenance window.
  ///
  /// Source: AOSP, DeviceIdleController (MAX_IDLE_TIMEOUT of six hours).
  static let idleMilliseconds: Int64 = 6 * 3_600_000 + 600_000
  /// How many notifications of an app the system shows.
  ///
  /// Source: AOSP, NotificationManagerService, MAX_PACKAGE_NOTIFICATIONS.
  static let shownMax = 50
  /// How many alarms that ended without showing anything are remembered.
  static let endedMax = 64
}
