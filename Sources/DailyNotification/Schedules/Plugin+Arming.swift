import CivilTime
import JSONText

/// A schedule that is about to be armed: nothing of it is armed or stored yet.
public struct Arming: Sendable {
  let schedule: Schedule
  let next: Occurrence
  let slot: DeliverySlot
}

extension Plugin {
  /// What a draft arms; nil while its slot, or room for it, waits for a withdrawal.
  ///
  /// A change of time, expression or zone begins a revision, and so does a schedule that is new or
  /// was not enabled; `isResumed` keeps the revision of one that was paused.
  mutating func arming(
    of draft: ScheduleRow, isResumed: Bool = false, on platform: inout Family.System
  ) throws(Rejection) -> Arming? {
    let now = platform.wallMilliseconds
    ledger.load(on: &platform)
    var row = draft
    row.isEnabled = true
    row.updatedAt = now
    row.revision = revision(of: draft, isResumed: isResumed, on: platform)
    var (decoded, next) = try upcoming(&row, on: &platform)
    if next == nil, decoded.isOnce {
      // Its time has come: it is set for the next date, and that begins a revision.
      row.revision = revision(after: row.revision, on: platform)
      (decoded, next) = try upcoming(&row, on: &platform)
    }
    guard let next else { throw Rejection.noTime(of: draft) }
    let isNew = ledger.index(decoded.kind, row.id, row.revision) == nil
    try checkRoom(for: decoded, on: platform)
    // What is on its way in the same revision is still due.
    let due = isNew || isResumed ? next : self.due(decoded, on: platform) ?? next
    row.triggerTime = due.time
    row.wallMinute = due.wallMinute
    row.plannedZone = decoded.zone.identifier
    var settled = decoded.settled
    // A new revision, and one that goes on after a pause, begins with what is ahead; what the clock
    // has put ahead again and was shown before the pause does not come twice.
    if isNew || isResumed {
      settled = SettledMark(
        wallMinute: next.wallMinute - 1, time: now,
        beyond: isNew ? [] : settled.beyond.filter { $0 >= next.wallMinute })
    }
    let schedule = Schedule(decoded, row: row, settled: settled)
    guard let slot = try delivery.slot(for: schedule, next, ledger, on: &platform) else {
      return nil
    }
    return Arming(schedule: schedule, next: next, slot: slot)
  }

  /// The revision that a draft belongs to: the stored one, or one that begins now.
  private func revision(
    of draft: ScheduleRow, isResumed: Bool, on platform: Family.System
  ) -> Int64 {
    let now = platform.wallMilliseconds
    guard let kind = draft.decodedKind, let old = platform.scheduleRow(draft.id, kind) else {
      return now
    }
    if old.isTimed(like: draft), old.isEnabled || isResumed { return old.revision }
    return revision(after: old.revision, on: platform)
  }

  /// A revision that begins now.
  private func revision(after old: Int64, on platform: Family.System) -> Int64 {
    let now = platform.wallMilliseconds
    return old == now ? now + 1 : now
  }

  /// What a row decodes to, and what of it comes next; a revision that is new begins after now.
  private mutating func upcoming(
    _ row: inout ScheduleRow, on platform: inout Family.System
  ) throws(Rejection) -> (Schedule, Occurrence?) {
    let now = platform.wallMilliseconds
    // What fires once keeps its date, and what follows by an interval its first occurrence.
    if let kind = row.decodedKind, let old = platform.scheduleRow(row.id, kind),
      old.revision == row.revision
    {
      row.triggerTime = old.triggerTime
      row.wallMinute = old.wallMinute
      row.rollover = old.rollover
    }
    let decoded = schedules.decoded(row, ledger, perDayMax: perDayMax, on: &platform)
    guard let decoded else { throw .noTime(of: row) }
    guard let page = ledger.index(decoded.kind, row.id, row.revision) else {
      return (decoded, decoded.firstOccurrence(after: now))
    }
    // Of what was paused nobody has noticed that the clock went back: it begins anew as well.
    let isAnew = ledger.pages[page].row.isUntouched && !decoded.isOnce
    guard isAnew else { return (decoded, decoded.nextOccurrence(after: now)) }
    var next = decoded.firstOccurrence(after: now)
    while let skipped = next, ledger.pages[page].row.skipped.contains(skipped.wallMinute) {
      next = decoded.occurrence(after: skipped)
    }
    return (decoded, next)
  }

  /// Whether one more schedule fits: by the host's limit, then by the system's.
  private func checkRoom(
    for schedule: Schedule, on platform: Family.System
  ) throws(Rejection) {
    let rows = platform.scheduleRows.filter(\.isEnabled)
    guard !rows.contains(where: { $0.isNamed(schedule.row.id, schedule.kind) }) else { return }
    let maximum = Int(perDayMax)
    if rows.count + 1 > maximum { throw .pendingLimit(maximum) }
    guard delivery.hasRoom(forSchedules: rows.count + 1, on: platform) else {
      throw .noPlace(
        foreign: delivery.foreignCount(on: platform), of: Family.Delivery.capacity,
        maximum: rows.count)
    }
  }

  /// Arms the next occurrence and the reserves, and writes ledger and row.
  ///
  /// False where the system refused one of those that follow.
  @discardableResult
  mutating func complete(
    _ arming: Arming, on platform: inout Family.System
  ) throws(Rejection) -> Bool {
    platform.log(.notificationPlanned(time: arming.next.time))
    let before = ledger
    do throws(Rejection) {
      return try completeOrThrow(arming, on: &platform)
    } catch {
      takeBack(arming, before, on: &platform)
      throw error
    }
  }

  private mutating func completeOrThrow(
    _ arming: Arming, on platform: inout Family.System
  ) throws(Rejection) -> Bool {
    let schedule = arming.schedule
    let row = schedule.row
    keepRepeatingOnItsWay(of: schedule, on: &platform)
    let page = beginPage(of: schedule)
    if !isSkipped(arming, on: platform) {
      try delivery.arm(arming, &contents, on: &platform)
    }
    let others = readSchedules(on: &platform).filter {
      !$0.row.isNamed(row.id, schedule.kind)
    }
    // In the order in which they are stored, so that the next plan is the same.
    let place = others.firstIndex {
      ($0.kind.rawValue, $0.row.id) > (schedule.kind.rawValue, row.id)
    }
    var all = others
    all.insert(schedule, at: place ?? others.count)
    lastReplan = delivery.replan(all, ledger, &contents, on: &platform)
    noteArmed(lastReplan, all, on: &platform)
    guard ledger.write(page, on: &platform), platform.store(row) else {
      throw .notStored("schedule \(row.id)")
    }
    withdrawPages(
      schedule.kind, row.id, except: row.revision, keepsOnItsWay: true, on: &platform)
    flushLedger(on: &platform)
    storeProgress(of: others, on: &platform)
    platform.log(
      .schedulePersisted(
        id: row.id, kind: schedule.kind.rawValue, time: row.time, next: arming.next.time))
    platform.storeSnapshot()
    return !lastReplan.refused.contains(place ?? others.count)
  }

  /// The place of a schedule's page, with its mark.
  private mutating func beginPage(of schedule: Schedule) -> Int {
    let index = ledger.begin(
      LedgerRow(
        kind: schedule.kind, scheduleID: schedule.row.id, revision: schedule.row.revision,
        timezone: schedule.row.timezone, settledThrough: schedule.settled.wallMinute,
        settledTime: schedule.settled.time))
    var row = ledger.pages[index].row
    row.settledThrough = schedule.settled.wallMinute
    row.settledTime = schedule.settled.time
    row.settledBeyond = schedule.settled.beyond
    row.skipped.removeAll { !row.settledBeyond.contains($0) }
    ledger.update(index, row)
    return index
  }

  /// After a failed call the ledger is what it was, and the page that the call has begun is gone.
  private mutating func takeBack(
    _ arming: Arming, _ before: Ledger, on platform: inout Family.System
  ) {
    let (row, kind) = (arming.schedule.row, arming.schedule.kind)
    let isNew = before.index(kind, row.id, row.revision) == nil
    if isNew, let index = ledger.index(kind, row.id, row.revision) {
      ledger.drop(index, on: &platform)
    }
    ledger.restore(before, on: platform)
  }

  /// A repeating request of an earlier revision that is on its way counts as one that shows once.
  private mutating func keepRepeatingOnItsWay(
    of schedule: Schedule, on platform: inout Family.System
  ) {
    for index in ledger.pages.indices
    where schedule.isOf(ledger.pages[index].row)
      && ledger.pages[index].row.revision != schedule.row.revision
    {
      var row = ledger.pages[index].row
      guard let time = delivery.repeatingTrigger(row, on: platform),
        time <= platform.wallMilliseconds,
        let zone = Accounting<Family.Delivery>.zone(of: row, on: &platform),
        let timeOfDay = platform.scheduleRow(row.scheduleID, row.kind).flatMap({
          TimeOfDay($0.time)
        })
      else { continue }
      let minute = Occurrence(of: timeOfDay, dueAt: time, in: zone).wallMinute
      row.armed.append(ArmedOccurrence(wallMinute: minute, plannedTime: time))
      row.settledThrough = max(row.settledThrough, minute)
      row.settledTime = max(row.settledTime, time)
      ledger.update(index, row)
    }
  }

  /// What other revisions of a schedule have armed is withdrawn, but for what is on its way.
  mutating func withdrawPages(
    _ kind: ScheduleKind, _ id: String, except revision: Int64? = nil,
    keepsOnItsWay: Bool = false, on platform: inout Family.System
  ) {
    var zones: [String: Zone] = [:]
    for page in ledger.pages {
      if let name = page.row.timezone { zones[name] = platform.zone(named: name) }
    }
    let here = platform.zone
    ledger.withdraw(
      kind, id, except: revision, keepsOnItsWay: keepsOnItsWay,
      soon: platform.wallMilliseconds + ArmingLimits.raceMilliseconds
    ) { row in row.timezone.flatMap { zones[$0] } ?? here }
  }

  /// Whether a dual notification is not armed because it is skipped without fresh content.
  private func isSkipped(_ arming: Arming, on platform: Family.System) -> Bool {
    arming.schedule.kind == .dual && contents.rules.isDualSkippedWithoutContent
      && !contents.hasFresh(for: arming.schedule, arming.next, on: platform)
  }

  /// Makes what is armed and submitted what the stored schedules ask for, after a call has failed.
  mutating func restore(on platform: inout Family.System) {
    replanStored(on: &platform)
    prefetch.cancel(on: &platform)
    prefetch.work.resume()
    prefetch.keep(demand(on: &platform), on: &platform)
  }

  /// Whether a call has to wait for the person's answer; throws while notifications are denied.
  ///
  /// Never asked, the person is asked now or the call fails, as configured. Denied, what is armed
  /// is withdrawn first, so that storage and system agree. `kind`: what the call arms, if anything.
  mutating func needsAuthorization(
    _ method: PluginMethod, arming kind: ScheduleKind?, on platform: inout Family.System
  ) throws(Rejection) -> Bool {
    let status = platform.authorization
    platform.log(.settingsRead(status: status))
    if status.allowsNotifications {
      if let kind { try delivery.checkArmable(kind, on: &platform) }
      return false
    }
    if status == .notDetermined, configuration.permissionPolicy == .request, !isTellingAnswer {
      platform.requestAuthorization()
      return true
    }
    platform.log(.notificationsDenied(method: method.rawValue))
    withdrawWhileDenied(on: &platform)
    throw .notificationsDenied(status)
  }

  /// Withdraws everything that is armed; the schedules stay as they are stored.
  ///
  /// `isCancelled`: what is on its way is nothing then; otherwise it is accounted for.
  mutating func disarm(isCancelled: Bool, on platform: inout Family.System) {
    delivery.withdrawAll(on: &platform)
    for row in platform.scheduleRows {
      guard let kind = row.decodedKind else { continue }
      withdrawPages(kind, row.id, keepsOnItsWay: !isCancelled, on: &platform)
    }
    flushLedger(on: &platform)
  }
}

extension Plugin {
  /// What a call that has armed something warns of; null when nothing lacks.
  ///
  /// `isShort`: whether the system refused one of its occurrences; a line names that.
  /// `isOverruled`: whether it asked for what the channel decides.
  static func warning(
    isTaskPending: Bool, isShort: Bool, isOverruled: Bool = false
  ) -> JSONValue {
    if isShort { return .string(ArmingLimits.refusedWarning) }
    if !isTaskPending { return .string(PrefetchPlan.refusedWarning) }
    return isOverruled ? .string(ArmingLimits.overruledWarning) : .null
  }
}

extension Rejection {
  /// What is said of a schedule that does not decode or never fires.
  fileprivate static func noTime(of row: ScheduleRow) -> Rejection {
    row.decodedKind == .dual ? .neverFires(row.time) : .invalidTime(row.time)
  }
}

/// The rules of arming.
enum ArmingLimits {
  /// The warning of a reply when the next notification is armed and a later one was refused.
  static let refusedWarning = "occurrence_not_armed"
  /// The warning of a reply to a call that asked for what Android's channel decides.
  static let overruledWarning = "channel_decides"
  /// What fires within this time may be shown before its withdrawal has taken effect, in ms.
  static let raceMilliseconds: Int64 = 10_000
}
