import CivilTime

/// Finds out what became of occurrences that have passed: shown, missed, or still on their way.
///
/// It looks at what was armed, revision by revision, and at what passed without ever being armed.
struct Accounting<Delivery: OccurrenceDelivery> {
  typealias System = Delivery.System

  var delivery: Delivery
  /// What was shown and not looked at before, oldest first.
  let showings: [ShownNotification]
  let now: Int64
  /// Whether notifications are allowed now.
  let isAllowed: Bool

  /// Finds out about every revision; what is found stands in the ledger until it is written.
  mutating func account(
    _ ledger: inout Ledger, _ schedules: [Schedule], on platform: inout System
  ) {
    let shown = pagesShown(ledger)
    for index in ledger.pages.indices {
      let place = ledger.place(ofPage: index, in: schedules)
      if let place, !shown.contains(index),
        Accounting.isQuiet(ledger, index, schedules, place, now: now)
      {
        continue
      }
      var schedule = place.map { schedules[$0] }
      let row = ledger.pages[index].row
      guard let zone = schedule?.zone ?? Accounting.zone(of: row, on: &platform) else { continue }
      var page = PageAccount(row: row, zone: zone, now: now)
      page.isInherited = ledger.isInherited
      page.isIncomplete = ledger.isIncomplete
      if Delivery.showsByItself, ledger.isInherited, ledger.isIncomplete {
        page.notePerhapsShown(through: zone.wallMinute(at: now))
      }
      if let stored = schedule, beginAnew(&page, stored) {
        schedule = Schedule(
          stored, row: stored.row,
          settled: SettledMark(wallMinute: page.row.settledThrough, time: page.row.settledTime))
      }
      if let schedule { noticeClock(&page, schedule, on: platform) }
      settleArmed(&page, of: schedule, on: platform)
      if let schedule {
        settlePassed(&page, of: schedule, on: &platform)
        settleLeft(&page, of: schedule)
      }
      ledger.update(index, page.row, page.outcomes)
    }
    ledger.isInherited = false
  }

  /// The places of the pages that have a showing.
  private func pagesShown(_ ledger: Ledger) -> [Int] {
    var shown: [Int] = []
    for showing in showings where showing.content.info.purpose == .occurrence {
      let info = showing.content.info
      if let page = ledger.index(info.kind, info.scheduleID, info.revision) { shown.append(page) }
    }
    return shown
  }

  /// Whether a page without showings stays as it is, since nothing of it has passed.
  ///
  /// Static: it is asked of every page, and a method would copy what accounts for each. Its
  /// schedule is named by its place and read there.
  @inline(__always)
  static func isQuiet(
    _ ledger: Ledger, _ index: Int, _ schedules: [Schedule], _ place: Int, now: Int64
  ) -> Bool {
    guard !ledger.pages[index].row.isUntouched, !Delivery.isRepeatedBySystem(schedules[place])
    else { return false }
    let next = schedules[place].firstUnsettled
    if let first = ledger.pages[index].row.armed.first {
      guard !first.isWithdrawn, first.wallMinute > ledger.pages[index].row.settledThrough
      else { return false }
      // Mostly the same occurrence, whose time is known.
      let isNext = first.wallMinute == next?.wallMinute && first.plannedTime == next?.time
      guard
        isNext || first.plannedTime > now && first.time(in: schedules[place].zone) > now
      else { return false }
    }
    return next.map { $0.time > now } ?? true
  }

  /// A revision of which nothing has passed begins anew by the present clock and zone.
  ///
  /// True if it begins earlier than before.
  private func beginAnew(_ page: inout PageAccount, _ schedule: Schedule) -> Bool {
    guard page.row.isUntouched, !schedule.isOnce else { return false }
    guard let first = schedule.firstOccurrence(after: now),
      first.wallMinute <= page.row.settledThrough
    else { return false }
    page.row.settledThrough = first.wallMinute - 1
    page.row.settledTime = now
    page.row.repeatsFrom = page.row.repeatsFrom.map { min($0, first.wallMinute) }
    return true
  }

  /// Notes when the phone had started, and through when a repeating request may have fired.
  ///
  /// Its dates have no entries: only the phone's start, which is earlier by the clock of now, tells
  /// that the clock was set back.
  private func noticeClock(
    _ page: inout PageAccount, _ schedule: Schedule, on platform: System
  ) {
    guard let before = page.row.clockOrigin else { return }
    let uptime = platform.uptimeMilliseconds
    page.row.clockOrigin = now - uptime
    guard now - uptime < before - AccountingLimits.exactMilliseconds else { return }
    // A phone that was started since may have gone on for as long as it likes before.
    let isSameStart = platform.integer(.lastUptime).map { $0 <= uptime } ?? true
    page.notePerhapsShown(
      through: isSameStart ? schedule.zone.wallMinute(at: before + uptime) : .max)
  }

  static func zone(of row: LedgerRow, on platform: inout System) -> Zone? {
    guard let name = row.timezone else { return platform.zone }
    return platform.zone(named: name)
  }

  // MARK: What had requests of its own

  /// Settles the entries of a page that had requests of their own.
  ///
  /// - Parameter schedule: The schedule of the page's present revision; nil for an earlier one.
  private func settleArmed(
    _ page: inout PageAccount, of schedule: Schedule?, on platform: System
  ) {
    let isLive = schedule != nil
    let shown = showings.filter { !$0.isRepeating && page.row.owns($0.content) }
    guard !page.row.armed.isEmpty else {
      page.showings = isLive ? shown : []
      return
    }
    // Which entry was shown, and by which showing; the last showing of an entry counts.
    var fates: [(place: Int, showing: ShownNotification)] = []
    for showing in shown {
      if let place = page.row.index(of: showing.content.info) {
        fates.append((place, showing))
      } else if isLive {
        page.showings.append(showing)
      }
    }
    let lastShown = fates.reduce(-1) { max($0, $1.place) }
    let isInOrder = !page.row.armed.contains { $0.isWithdrawn }
    var left: [ArmedOccurrence] = []
    for place in page.row.armed.indices {
      let entry = page.row.armed[place]
      let time = page.row.time(of: entry, in: page.zone)
      if place <= lastShown, let fate = fates.last(where: { $0.place == place }) {
        page.settle(entry, time, now: now)
        page.report(Occurrence(time: time, wallMinute: entry.wallMinute), fate.showing)
      } else if time > now, hasComeDueUnseen(place, page.row, on: platform) {
        page.settle(entry, time, now: now)
        page.report(
          Occurrence(time: entry.plannedTime, wallMinute: entry.wallMinute), wasArmed: true)
      } else if time > now, shown.isEmpty || place > lastShown && isInOrder, !entry.isWithdrawn,
        entry.wallMinute > page.row.settledThrough
      {
        // What follows is ahead as well.
        left += page.row.armed[place...]
        break
      } else if entry.isWithdrawn {
        if delivery.isHeld(page.row, entry, on: platform) { left.append(entry) }
      } else if time > now {
        if let schedule, isAheadAgain(place, page, schedule, on: platform) {
          page.reopen(entry)
          if !delivery.isHeld(page.row, entry, on: platform) {
            page.notePerhapsShown(through: entry.wallMinute)
          }
        } else {
          left.append(entry)
        }
      } else {
        let wasOnItsWay = entry.wallMinute <= page.row.settledThrough
        // A repeating request that took its place, of which nothing could be written, stands for
        // its date as for those that follow.
        if isLive, !wasOnItsWay, let request = delivery.repeatingRequest(page.row, on: platform),
          request <= entry.wallMinute
        {
          continue
        }
        page.settle(entry, time)
        // What a call has withdrawn that could not be written any more is nothing.
        if !isLive, !wasOnItsWay, Delivery.withdrawsAtOnce { continue }
        if delivery.isHeld(page.row, entry, on: platform) {
          left.append(entry)
        } else if isLive || wasOnItsWay {
          // By the zone for which it was armed, whatever the zone is now. Of several on a date that
          // instant may be another one's by this zone, and would be reported twice.
          let isOnly = schedule?.recurrence.isOncePerDate ?? true
          page.report(
            Occurrence(time: isOnly ? entry.plannedTime : time, wallMinute: entry.wallMinute),
            wasArmed: true)
        }
      }
    }
    page.row.armed = left
  }

  /// Whether an entry that was on its way is ahead again, with every accounted one after it.
  private func isAheadAgain(
    _ place: Int, _ page: PageAccount, _ schedule: Schedule, on platform: System
  ) -> Bool {
    let mark = page.row.settledThrough
    var next = schedule.recurrence.occurrence(
      wallMinute: page.row.armed[place].wallMinute, in: page.zone)
    for entry in page.row.armed[place...] where entry.wallMinute <= mark {
      guard let occurrence = next, occurrence.wallMinute == entry.wallMinute, !entry.isWithdrawn,
        occurrence.time > now, delivery.isToBeArmedAgain(page.row, entry, on: platform)
      else { return false }
      if entry.wallMinute == mark { return true }
      next = schedule.occurrence(after: occurrence)
    }
    return false
  }

  /// Whether an entry came due unseen in the zone before, and is ahead in this one.
  ///
  /// Its request has fired, whether or not the person has seen it, and does not fire again. Had the
  /// system lost the requests, those after it would be gone as well.
  private func hasComeDueUnseen(
    _ place: Int, _ row: LedgerRow, on platform: System
  ) -> Bool {
    let entry = row.armed[place]
    guard !Delivery.showsByItself, entry.plannedTime <= now, !entry.isWithdrawn,
      entry.wallMinute > row.settledThrough, !delivery.isHeld(row, entry, on: platform)
    else { return false }
    return row.armed[(place + 1)...].contains {
      !$0.isWithdrawn && delivery.isHeld(row, $0, on: platform)
    }
  }

  // MARK: What passed

  /// Goes over everything that has passed since the mark, armed or not.
  private mutating func settlePassed(
    _ page: inout PageAccount, of schedule: Schedule, on platform: inout System
  ) {
    let repetition = repetition(&page, schedule, on: &platform)
    var next = schedule.firstUnsettled
    let known = page.handled
    let horizon = now - AccountingLimits.horizonMilliseconds
    if let first = next, first.time < horizon {
      if repetition == nil { leaveOut(&page, from: first, schedule, before: horizon) }
      next = schedule.nextOccurrence(after: horizon)
    }
    // What was armed while nothing could be written has no entry: then nobody knows what else had.
    let settled = schedule.settled.wallMinute
    var isIncomplete: Bool? =
      page.showings.contains { $0.content.info.wallMinute > settled } ? true : nil
    while let occurrence = next, occurrence.time <= now {
      next = schedule.isOnce ? nil : schedule.unsettledOccurrence(after: occurrence)
      if known.contains(occurrence.wallMinute) { continue }
      if let index = page.showings.firstIndex(where: {
        schedule.isFor($0.content.info, occurrence)
      }) {
        page.settle(occurrence)
        page.report(occurrence, page.showings.remove(at: index))
      } else if let repetition, repetition.from <= occurrence.wallMinute {
        if repetition.shown?.occurrence.wallMinute == occurrence.wallMinute { continue }
        if let aim = repetition.aim, aim <= occurrence.wallMinute { break }
        page.settle(occurrence)
        if isAbsent(occurrence, of: repetition, schedule) {
          page.report(occurrence, wasArmed: true)
        }
      } else if let entry = delivery.held(schedule, occurrence, on: platform) {
        page.settle(occurrence)
        page.insert(entry)
      } else if page.hasShownLeftOut(at: occurrence)
        || schedule.timetable.isWildcard && page.hasShown(at: occurrence, on: platform)
      {
        page.settle(occurrence)
      } else {
        page.settle(occurrence)
        // Where notifications are denied now, the process before may have armed something while
        // they were allowed and withdrawn it since: of a full disk nothing of that is left.
        let wasArmed =
          isIncomplete
          ?? (page.isIncomplete || page.isInherited && !isAllowed
            || delivery.holdsUnnamed(by: page.row, on: platform))
        isIncomplete = wasArmed
        page.report(occurrence, wasArmed: wasArmed)
      }
    }
    guard let repetition else { return }
    page.row.onItsWay = repetition.trigger.flatMap { $0 <= now ? repetition.aim : nil }
    // What a request is aimed beyond was shown, or came in vain, though a journey has it ahead.
    if let aim = repetition.aim, let trigger = repetition.trigger, trigger > now, let next,
      next.time > now, aim > next.wallMinute
    {
      page.notePerhapsShown(through: aim - 1)
    }
    if let shown = repetition.shown, shown.occurrence.wallMinute > schedule.settled.wallMinute {
      // It fires in order: what came before has been shown as well.
      page.settleThrough(shown.occurrence)
      page.report(
        shown.occurrence, shown.showing, certainty: shown.certainty,
        dateCount: dateCount(shown.occurrence, of: repetition, schedule, page))
    }
  }

  /// How many dates the showing of a repeating request stands for: its own, and those before it
  /// that the request stood for and that are neither accounted for nor missed.
  private func dateCount(
    _ shown: Occurrence, of repetition: Repetition, _ schedule: Schedule, _ page: PageAccount
  ) -> Int64 {
    var count: Int64 = 1
    var next = schedule.firstUnsettled
    while let date = next, date.wallMinute < shown.wallMinute {
      next = schedule.unsettledOccurrence(after: date)
      let isMissed = page.outcomes.contains {
        $0.isAbsence && $0.occurrence.wallMinute == date.wallMinute
      }
      if date.wallMinute >= repetition.from, !isMissed { count += 1 }
    }
    return count
  }

  /// Of what is too old to be listed, and had no request, one line tells.
  private func leaveOut(
    _ page: inout PageAccount, from first: Occurrence, _ schedule: Schedule, before horizon: Int64
  ) {
    var next: Occurrence? = first
    while let later = next, page.handled.contains(later.wallMinute) {
      next = schedule.occurrence(after: later)
    }
    guard let next, next.time < horizon else { return }
    page.outcomes.append(
      AccountedOccurrence(
        kind: page.row.kind, scheduleID: page.row.scheduleID, occurrence: next, foundAt: now,
        fate: .leftOut(before: horizon)))
    page.settle(Occurrence(time: horizon, wallMinute: page.zone.wallMinute(at: horizon)))
  }

  /// What was shown though its time is ahead by the present clock, or had no entry.
  private func settleLeft(_ page: inout PageAccount, of schedule: Schedule) {
    for showing in page.showings {
      let info = showing.content.info
      guard info.wallMinute > schedule.settled.wallMinute,
        !schedule.settled.beyond.contains(info.wallMinute),
        let occurrence = schedule.recurrence.occurrence(
          wallMinute: info.wallMinute, in: page.zone)
      else { continue }
      page.settle(occurrence, now: now)
      page.report(occurrence, showing)
    }
    page.showings.removeAll()
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
  /// How late a notification is shown at most while the phone is on, in milliseconds.
  static let punctualMilliseconds: Int64 = 182_000
  /// How far a gap moves what it leaves out at most, in milliseconds, but for a whole day.
  static let gapMilliseconds: Int64 = 2 * 3_600_000
  /// The offsets of the world's zones from UTC, in milliseconds: from −12 through +15 hours.
  static let offsets: ClosedRange<Int64> = (-12 * 3_600_000)...(15 * 3_600_000)
  /// How late what is shown at its very time is at most, in milliseconds.
  static let exactMilliseconds: Int64 = 1_000
  /// How many occurrences beyond the mark are remembered; the earliest ones move the mark.
  static let beyondMax = 128
  /// How far back occurrences are accounted for one by one, in milliseconds: a hundred days.
  static let horizonMilliseconds: Int64 = 100 * 86_400_000
}
