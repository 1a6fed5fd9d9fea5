import CivilTime

/// What is known of a request that the system repeats by itself.
///
/// It names no date: neither the request, nor what it shows, says for which one it is.
struct Repetition {
  /// What it has shown last, if that is news and a date is left for it.
  let shown: DatedShowing?
  /// When it fires next, or has come due, ms since the Unix epoch; nil once it is gone.
  let trigger: Int64?
  /// The wall minute of the date that it is aimed at; nil once it is gone.
  let aim: Int64?
  /// The first wall minute that it stands for.
  let from: Int64
  /// The wall minute before which another request stood, of which the last showing is, where this
  /// one was added when nothing could be written.
  let replacedAt: Int64?
}

/// What a repeating request has shown, and for which date.
struct DatedShowing {
  let showing: ShownNotification
  let occurrence: Occurrence
  /// Whether the evidence leaves one date.
  let certainty: Certainty
}

extension Accounting {
  /// What is known of a revision's repeating request; nil where there is and was none.
  func repetition(
    _ page: inout PageAccount, _ schedule: Schedule, on platform: inout System
  ) -> Repetition? {
    guard Delivery.isRepeatedBySystem(schedule) else { return nil }
    let trigger = delivery.repeatingTrigger(page.row, on: platform)
    let aim = trigger.map { self.aim($0, schedule, on: &platform) }
    let shown = datedShowing(&page, schedule, before: aim, on: &platform)
    // A request that is pending though no row says so was added when nothing could be written: it
    // does not stand for earlier dates, of which nobody knows what they had.
    let isUnwritten = trigger != nil || shown != nil
    guard let from = page.row.repeatsFrom ?? (isUnwritten ? Int64.min : nil) else { return nil }
    let before = page.row.repeatingRequest
    let request = delivery.repeatingRequest(page.row, on: platform)
    return Repetition(
      shown: shown, trigger: trigger, aim: aim, from: from,
      replacedAt: request == before ? nil : request)
  }

  /// Whether nobody saw a date that a repeating request stood for, and that it has gone past.
  ///
  /// It fires in order, so that of dates before a showing nothing is left to see.
  func isAbsent(
    _ occurrence: Occurrence, of repetition: Repetition, _ schedule: Schedule
  ) -> Bool {
    guard let trigger = repetition.trigger else { return true }
    let shown = repetition.shown?.occurrence.wallMinute ?? .min
    if let replacedAt = repetition.replacedAt, occurrence.wallMinute < replacedAt {
      return shown >= replacedAt || occurrence.wallMinute > shown
    }
    // While nothing is allowed it fires in vain.
    guard !isAllowed else { return false }
    if repetition.shown != nil { return occurrence.wallMinute > shown }
    return schedule.occurrence(after: occurrence).map { $0.time >= trigger } ?? true
  }

  /// The latest showing, and the date that it stands for: the latest one that had come when it was
  /// shown, by the clock and the zone of then.
  ///
  /// `aim`: the wall minute of the date that the request is aimed at, while it is pending: what it
  /// has shown is an earlier one.
  /// Where it came at its time by the zone of now or of the last look, or at the phone's start, or
  /// was on its way at the last look, that is certain. Otherwise zone or clock have changed unseen:
  /// then it can be of every date that was the latest one in some zone, and only where one of them
  /// is left is that certain. Nil where none is left: one that is accounted for was shown again.
  private func datedShowing(
    _ page: inout PageAccount, _ schedule: Schedule, before aim: Int64?,
    on platform: inout System
  ) -> DatedShowing? {
    let row = page.row
    guard let showing = showings.last(where: { $0.isRepeating && row.owns($0.content) }),
      showing.deliveredAt != row.lastShownAt
    else { return nil }
    page.row.lastShownAt = showing.deliveredAt
    let shownAt = showing.deliveredAt
    let come = dates(by: shownAt, schedule, on: &platform)
    let sinceStart = shownAt - (now - platform.uptimeMilliseconds)
    let isAtStart = come.count == 1 && 0...AccountingLimits.punctualMilliseconds ~= sinceStart
    let punctual = come.filter {
      isAtStart || shownAt - $0.time <= AccountingLimits.punctualMilliseconds
    }
    if !punctual.isEmpty, punctual.allSatisfy(schedule.isSettled) { return nil }
    let isLeft = { (date: Occurrence) in
      !schedule.isSettled(date) && date.wallMinute < aim ?? .max
    }
    let left = punctual.filter(isLeft)
    // What is dated before its revision began was shown by a clock that went back.
    let begun = row.revision
    if left.count == 1, left[0].time >= begun { return dated(showing, left[0], schedule, .certain) }
    let isSeen = { (date: Occurrence) in date.wallMinute == row.onItsWay }
    if let seen = left.first(where: isSeen) ?? come.max(by: { $0.wallMinute < $1.wallMinute }),
      isSeen(seen), isLeft(seen)
    {
      return dated(showing, seen, schedule, .certain)
    }
    let fitting = datesSomewhere(by: shownAt, schedule).filter(isLeft)
    guard let first = fitting.first, let last = fitting.last else { return nil }
    if fitting.count == 1, first.time >= begun { return dated(showing, first, schedule, .certain) }
    page.notePerhapsShown(through: last.wallMinute)
    let likeliest = come.first { date in
      fitting.contains { $0.wallMinute == date.wallMinute }
    }
    return dated(showing, likeliest ?? first, schedule, .unknown)
  }

  private func dated(
    _ showing: ShownNotification, _ date: Occurrence, _ schedule: Schedule,
    _ certainty: Certainty
  ) -> DatedShowing? {
    schedule.recurrence.occurrence(wallMinute: date.wallMinute, in: schedule.zone).map {
      DatedShowing(showing: showing, occurrence: $0, certainty: certainty)
    }
  }

  /// The wall minute of the date that a request is aimed at, which fires at `trigger` or has come
  /// due then.
  private func aim(
    _ trigger: Int64, _ schedule: Schedule, on platform: inout System
  ) -> Int64 {
    // What has come due keeps its instant in another zone.
    let due =
      trigger > now
      ? nil : dates(by: trigger, schedule, on: &platform).first { !schedule.isSettled($0) }
    return (due ?? schedule.firstOccurrence(after: trigger - 1))?.wallMinute ?? .min
  }

  /// The latest dates that had come by an instant, each with the time by its zone.
  ///
  /// The zones are that of now and that in which the schedule was planned, if it is another one.
  private func dates(
    by instant: Int64, _ schedule: Schedule, on platform: inout System
  ) -> [Occurrence] {
    let here = latestDate(by: instant, schedule, in: schedule.zone)
    guard schedule.row.timezone == nil, !schedule.isWherePlanned,
      let planned = platform.zone(named: schedule.row.plannedZone),
      let there = latestDate(by: instant, schedule, in: planned)
    else { return here.map { [$0] } ?? [] }
    guard let here else { return [there] }
    if here.wallMinute != there.wallMinute { return [here, there] }
    return [instant - here.time < instant - there.time ? here : there]
  }

  /// The dates, ascending, of which each was the latest one by an instant in some zone.
  private func datesSomewhere(by instant: Int64, _ schedule: Schedule) -> [Occurrence] {
    let first = (instant + AccountingLimits.offsets.lowerBound) / 60_000
    let last = (instant + AccountingLimits.offsets.upperBound) / 60_000
    var found: [Occurrence] = []
    var next = schedule.recurrence.first(after: instant - 3 * 86_400_000, in: schedule.zone)
    while let date = next, date.wallMinute <= last {
      next = schedule.recurrence.first(after: date.time, in: schedule.zone)
      if next.map({ $0.wallMinute > first }) ?? true { found.append(date) }
    }
    return found
  }

  /// The latest date that had come by an instant in a zone.
  private func latestDate(by instant: Int64, _ schedule: Schedule, in zone: Zone) -> Occurrence? {
    // From one date to the next it is a day, or two where a zone leaves one out.
    var latest = schedule.recurrence.first(after: instant - 3 * 86_400_000, in: zone)
    while let date = latest, let next = schedule.recurrence.first(after: date.time, in: zone),
      next.time <= instant
    {
      latest = next
    }
    return latest.flatMap { $0.time <= instant ? $0 : nil }
  }
}
