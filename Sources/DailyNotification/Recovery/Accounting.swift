import CivilTime

/// Finds out what became of occurrences that have passed: shown, missed, or still on their way.
///
/// It looks at what was armed, revision by revision, and at what passed without ever being armed.
struct Accounting<Delivery: OccurrenceDelivery> {
  typealias System = Delivery.System

  let delivery: Delivery
  let rules: ContentRules
  /// What was shown and not looked at before, oldest first.
  let showings: [ShownNotification]
  let now: Int64
  /// Whether notifications are allowed now.
  let isAllowed: Bool

  /// Finds out about every revision; what is found stands in the ledger until it is written.
  func account(
    _ ledger: inout Ledger, _ schedules: [Schedule], on platform: inout System
  ) {
    for index in ledger.pages.indices {
      let row = ledger.pages[index].row
      var schedule = schedules.first { $0.row.revision == row.revision && $0.isOf(row) }
      guard let zone = schedule?.zone ?? Accounting.zone(of: row, on: &platform) else { continue }
      var page = PageAccount(row: row, zone: zone)
      if let stored = schedule, beginAnew(&page, stored) {
        schedule = Schedule(
          stored, row: stored.row,
          settled: SettledMark(wallMinute: page.row.settledThrough, time: page.row.settledTime))
      }
      settleArmed(&page, isLive: schedule != nil, on: platform)
      if let schedule {
        settlePassed(&page, of: schedule, on: &platform)
        settleLeft(&page, of: schedule, on: platform)
      }
      ledger.update(index, page.row, page.outcomes)
    }
  }

  /// A revision of which nothing has passed begins anew by the present clock and zone.
  ///
  /// True if it begins earlier than before.
  private func beginAnew(_ page: inout PageAccount, _ schedule: Schedule) -> Bool {
    guard page.row.isUntouched, !schedule.recurrence.isOnce else { return false }
    let own = showings.filter { $0.isRepeating && page.row.owns($0.content.info) }
    let earliest = own.map { $0.deliveredAt - AccountingLimits.lateMilliseconds }.min()
    guard let first = schedule.firstOccurrence(after: min(now, earliest ?? now)),
      first.wallMinute <= page.row.settledThrough
    else { return false }
    page.row.settledThrough = first.wallMinute - 1
    page.row.settledTime = now
    page.row.repeatsFrom = page.row.repeatsFrom.map { min($0, first.wallMinute) }
    return true
  }

  static func zone(of row: LedgerRow, on platform: inout System) -> Zone? {
    guard let name = row.timezone else { return platform.zone }
    return platform.zone(named: name)
  }

  // MARK: What had requests of its own

  private func settleArmed(_ page: inout PageAccount, isLive: Bool, on platform: System) {
    let shown = showings.filter { !$0.isRepeating && page.row.owns($0.content.info) }
    guard !page.row.armed.isEmpty else {
      page.showings = isLive ? shown : []
      return
    }
    var fates = [ShownNotification?](
      repeating: nil, count: shown.isEmpty ? 0 : page.row.armed.count)
    for showing in shown {
      if let place = page.row.index(of: showing.content.info) {
        fates[place] = showing
      } else if isLive {
        page.showings.append(showing)
      }
    }
    var left: [ArmedOccurrence] = []
    for place in page.row.armed.indices {
      let entry = page.row.armed[place]
      let time = page.row.time(of: entry, in: page.zone)
      if !fates.isEmpty, let showing = fates[place] {
        page.settle(entry, time)
        page.report(Occurrence(time: time, wallMinute: entry.wallMinute), showing, on: platform)
      } else if time > now, fates.isEmpty, !entry.isWithdrawn,
        entry.wallMinute > page.row.settledThrough
      {
        // What follows is ahead as well.
        left += page.row.armed[place...]
        break
      } else if entry.isWithdrawn {
        if delivery.isHeld(page.row, entry, on: platform) { left.append(entry) }
      } else if time > now {
        left.append(entry)
      } else {
        page.settle(entry, time)
        if delivery.isHeld(page.row, entry, on: platform) {
          left.append(entry)
        } else {
          page.report(Occurrence(time: time, wallMinute: entry.wallMinute), wasArmed: true)
        }
      }
    }
    page.row.armed = left
  }

  // MARK: What passed

  /// Goes over everything that has passed since the mark, armed or not.
  private func settlePassed(
    _ page: inout PageAccount, of schedule: Schedule, on platform: inout System
  ) {
    let repeating = repeatingShowing(page, schedule, on: &platform)
    let trigger =
      Delivery.isRepeatedBySystem(schedule)
      ? delivery.repeatingTrigger(page.row, on: platform) : nil
    let aimed = trigger.map { aimedMinute($0, schedule, on: &platform) }
    // A request that is pending though no row says so was added when nothing could be written.
    let repeatsFrom = page.row.repeatsFrom ?? (trigger == nil ? nil : Int64.min)
    var next = schedule.firstUnsettled
    let horizon = now - AccountingLimits.horizonMilliseconds
    if let first = next, first.time < horizon { next = schedule.nextOccurrence(after: horizon) }
    let known = page.handled
    // What was armed while nothing could be written has no entry: then nobody knows what else had.
    let isIncomplete =
      next.map { $0.time <= now } == true && delivery.holdsUnnamed(by: page.row, on: platform)
    while let occurrence = next, occurrence.time <= now {
      next = schedule.recurrence.isOnce ? nil : schedule.occurrence(after: occurrence)
      while let later = next, schedule.isSettled(later) { next = schedule.occurrence(after: later) }
      if known.contains(occurrence.wallMinute) { continue }
      if let index = page.showings.firstIndex(where: {
        schedule.isFor($0.content.info, occurrence)
      }) {
        page.settle(occurrence)
        page.report(occurrence, page.showings.remove(at: index), on: platform)
      } else if let repeatsFrom, repeatsFrom <= occurrence.wallMinute {
        if let repeating, repeating.occurrence.wallMinute == occurrence.wallMinute { continue }
        if let aimed, aimed <= occurrence.wallMinute { break }
        page.settle(occurrence)
        if trigger == nil || wasInVain(occurrence, before: trigger, repeating?.occurrence, schedule)
        {
          page.report(occurrence, wasArmed: true)
        }
      } else if let entry = delivery.held(schedule, occurrence, on: platform) {
        page.settle(occurrence)
        page.insert(entry)
      } else {
        page.settle(occurrence)
        page.report(occurrence, wasArmed: isIncomplete)
      }
    }
    guard let repeating else { return }
    page.row.lastShownAt = repeating.showing.deliveredAt
    if repeating.occurrence.wallMinute > schedule.settled.wallMinute {
      page.settle(repeating.occurrence)
      page.report(repeating.occurrence, repeating.showing, on: platform)
    }
  }

  /// The wall minute of the date that a repeating request is aimed at.
  ///
  /// One that came due before a change of zone is aimed by the zone before.
  private func aimedMinute(
    _ trigger: Int64, _ schedule: Schedule, on platform: inout System
  ) -> Int64 {
    let first = schedule.recurrence.first(after: trigger - 1, in: schedule.zone)
    if let first, first.time == trigger { return first.wallMinute }
    if schedule.row.timezone == nil, let earlier = platform.zone(named: schedule.row.plannedZone),
      let first = schedule.recurrence.first(after: trigger - 1, in: earlier), first.time == trigger
    {
      return first.wallMinute
    }
    return trigger <= now ? .min : first?.wallMinute ?? .min
  }

  /// Whether a repeating request fired for a date while notifications were denied.
  ///
  /// Of the earlier dates a later showing may have taken the place, so that they count as shown.
  private func wasInVain(
    _ occurrence: Occurrence, before trigger: Int64?, _ shown: Occurrence?, _ schedule: Schedule
  ) -> Bool {
    guard !isAllowed, let trigger else { return false }
    if let shown { return occurrence.wallMinute > shown.wallMinute }
    return schedule.occurrence(after: occurrence).map { $0.time >= trigger } ?? true
  }

  /// What was shown though its time is ahead by the present clock, or had no entry.
  private func settleLeft(
    _ page: inout PageAccount, of schedule: Schedule, on platform: System
  ) {
    for showing in page.showings {
      let info = showing.content.info
      guard info.wallMinute > schedule.settled.wallMinute,
        let time = page.zone.instant(of: WallTime(minutesSinceEpoch: info.wallMinute))
      else { continue }
      let occurrence = Occurrence(time: time, wallMinute: info.wallMinute)
      page.settle(occurrence)
      page.report(occurrence, showing, on: platform)
    }
    page.showings.removeAll()
  }

  // MARK: Repeating requests

  /// The latest showing of a repeating request, if it is news, and the date that it stands for.
  ///
  /// It is the date that had just come. Where zone or clock have changed since, a request that is
  /// still pending has shown the date before the one it is aimed at; of one that is gone it is the
  /// date nearest to its showing.
  private func repeatingShowing(
    _ page: PageAccount, _ schedule: Schedule, on platform: inout System
  ) -> (showing: ShownNotification, occurrence: Occurrence)? {
    guard
      let showing = showings.last(where: { $0.isRepeating && page.row.owns($0.content.info) }),
      showing.deliveredAt != page.row.lastShownAt
    else { return nil }
    let hour: Int64 = 3_600_000
    let shownAt = showing.deliveredAt
    let justNow = justCome(schedule, schedule.zone, at: shownAt)
    if let justNow, !schedule.isSettled(justNow) { return (showing, justNow) }
    // Or by the zone in which the schedule was planned.
    if schedule.row.timezone == nil, let earlier = platform.zone(named: schedule.row.plannedZone),
      let minute = justCome(schedule, earlier, at: shownAt)?.wallMinute,
      let moved = schedule.recurrence.occurrence(wallMinute: minute, in: schedule.zone),
      !schedule.isSettled(moved)
    {
      return (showing, moved)
    }
    if let aim = delivery.repeatingTrigger(page.row, on: platform) {
      let minute = aimedMinute(aim, schedule, on: &platform)
      let before = candidates(schedule, from: aim - 50 * hour, through: aim + 26 * hour)
        .last { $0.wallMinute < minute }
      if let before { return (showing, before) }
    }
    // A date that is accounted for and was shown again is none that is missing.
    if justNow != nil { return nil }
    let near = candidates(schedule, from: shownAt - 50 * hour, through: shownAt + 50 * hour)
    let nearest = near.min { abs($0.time - shownAt) < abs($1.time - shownAt) }
    return (nearest ?? schedule.firstUnsettled).map { (showing, $0) }
  }

  /// The occurrence that had just come at a time, by a zone.
  private func justCome(_ schedule: Schedule, _ zone: Zone, at time: Int64) -> Occurrence? {
    schedule.recurrence.first(after: time - AccountingLimits.lateMilliseconds, in: zone)
      .flatMap { $0.time <= time ? $0 : nil }
  }

  /// The dates in a span of time that are not accounted for.
  private func candidates(
    _ schedule: Schedule, from: Int64, through: Int64
  ) -> [Occurrence] {
    var found: [Occurrence] = []
    var next = schedule.firstOccurrence(after: from)
    while let occurrence = next, occurrence.time <= through {
      if !schedule.isSettled(occurrence) { found.append(occurrence) }
      next = schedule.occurrence(after: occurrence)
    }
    return found
  }
}

/// What is found out about one revision.
private struct PageAccount {
  var row: LedgerRow
  let zone: Zone
  var outcomes: [AccountedOccurrence] = []
  /// The wall minutes that had a request of their own and have passed.
  var handled: Set<Int64> = []
  /// What was shown and is not matched yet.
  var showings: [ShownNotification] = []

  init(row: LedgerRow, zone: Zone) {
    self.row = row
    self.zone = zone
  }

  mutating func settle(_ entry: ArmedOccurrence, _ time: Int64) {
    handled.insert(entry.wallMinute)
    settle(Occurrence(time: time, wallMinute: entry.wallMinute))
  }

  /// Moves the mark on.
  mutating func settle(_ occurrence: Occurrence) {
    guard
      (occurrence.wallMinute, occurrence.time) > (row.settledThrough, row.settledTime)
        || occurrence.time > row.settledTime && occurrence.wallMinute == row.settledThrough
    else { return }
    row.settledThrough = occurrence.wallMinute
    row.settledTime = occurrence.time
    row.isUntouched = false
  }

  mutating func insert(_ entry: ArmedOccurrence) {
    let place = row.armed.firstIndex { $0.wallMinute > entry.wallMinute } ?? row.armed.count
    row.armed.insert(entry, at: place)
  }

  mutating func report(_ occurrence: Occurrence, wasArmed: Bool) {
    outcomes.append(
      AccountedOccurrence(
        kind: row.kind, scheduleID: row.scheduleID, occurrence: occurrence,
        fate: .absent(wasArmed: wasArmed)))
  }

  /// The planned time is the one by which it was shown: before or after a change of zone.
  mutating func report(
    _ occurrence: Occurrence, _ shown: ShownNotification, on platform: some ClockAccess
  ) {
    let content = shown.content
    let planned = content.info.plannedTime
    let isOwn = content.info.wallMinute == occurrence.wallMinute
    let isNearer = abs(planned - shown.deliveredAt) < abs(occurrence.time - shown.deliveredAt)
    let history = HistoryRow(
      kind: row.kind, scheduleID: row.scheduleID,
      plannedTime: isOwn && isNearer ? planned : occurrence.time,
      deliveredAt: shown.deliveredAt, title: content.title, body: content.body,
      url: content.info.url, source: content.info.source)
    outcomes.append(
      AccountedOccurrence(
        kind: row.kind, scheduleID: row.scheduleID, occurrence: occurrence,
        fate: .delivered(history)))
  }
}

extension Schedule {
  /// Whether a ledger's row is of this schedule, whatever the revision.
  func isOf(_ ledger: LedgerRow) -> Bool { row.id == ledger.scheduleID && kind == ledger.kind }
}

/// The rules of accounting.
enum AccountingLimits {
  /// How late a notification may be shown before that is worth a line, in milliseconds.
  static let toleranceMilliseconds: Int64 = 180_000
  /// How long after its time a repeating request is shown at most, in milliseconds.
  static let lateMilliseconds: Int64 = 900_000
  /// How far back occurrences are accounted for one by one, in milliseconds: a hundred days.
  static let horizonMilliseconds: Int64 = 100 * 86_400_000
}
