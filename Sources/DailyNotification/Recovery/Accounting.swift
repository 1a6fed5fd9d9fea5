import CivilTime

/// Finds out what became of occurrences that have passed: shown, missed, or still on their way.
///
/// It looks at what was armed, revision by revision, and at what passed without ever being armed.
struct Accounting<Delivery: OccurrenceDelivery> {
  typealias System = Delivery.System

  var delivery: Delivery
  let rules: ContentRules
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
      if let stored = schedule, beginAnew(&page, stored, on: &platform) {
        schedule = Schedule(
          stored, row: stored.row,
          settled: SettledMark(wallMinute: page.row.settledThrough, time: page.row.settledTime))
      }
      if let schedule { noticeClock(&page, schedule, on: &platform) }
      settleArmed(&page, isLive: schedule != nil, on: platform)
      if let schedule {
        settlePassed(&page, of: schedule, on: &platform)
        settleLeft(&page, of: schedule, on: platform)
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
        isNext || first.time(of: schedules[place].kind, in: schedules[place].zone) > now
      else { return false }
    }
    return next.map { $0.time > now } ?? true
  }

  /// A revision of which nothing has passed begins anew by the present clock and zone.
  ///
  /// True if it begins earlier than before.
  private func beginAnew(
    _ page: inout PageAccount, _ schedule: Schedule, on platform: inout System
  ) -> Bool {
    guard page.row.isUntouched, !schedule.isOnce else { return false }
    var earliest: Int64?
    if let showing = showings.last(where: { $0.isRepeating && page.row.owns($0.content) }) {
      let aim = delivery.repeatingTrigger(page.row, on: platform)
      let shown = date(
        of: showing, aim: aim, schedule, startBefore: page.row.clockOrigin,
        seen: page.row.onItsWay, on: &platform
      ) { _ in true }
      earliest = shown.map { $0.time - 1 }
    }
    guard let first = schedule.firstOccurrence(after: min(now, earliest ?? now)),
      first.wallMinute <= page.row.settledThrough
    else { return false }
    page.row.settledThrough = first.wallMinute - 1
    page.row.settledTime = now
    page.row.repeatsFrom = page.row.repeatsFrom.map { min($0, first.wallMinute) }
    return true
  }

  /// Notes when the phone had started, and through when a repeating request may have fired.
  ///
  /// Its dates have no entries: only the phone's start, which is another one by the clock of now,
  /// tells that the clock was set.
  private func noticeClock(
    _ page: inout PageAccount, _ schedule: Schedule, on platform: inout System
  ) {
    guard let before = page.row.clockOrigin else { return }
    let uptime = platform.uptimeMilliseconds
    let origin = now - uptime
    page.row.clockOrigin = origin
    page.startBefore = before
    guard isSetBack(since: before, on: platform) else { return }
    let planned = platform.zone(named: schedule.row.plannedZone) ?? schedule.zone
    // A phone that was started since may have gone on for as long as it likes before.
    let reached =
      isSameStart(on: platform)
      ? max(
        schedule.zone.wallMinute(at: before + uptime), planned.wallMinute(at: before + uptime))
      : Int64.max
    page.notePerhapsShown(through: reached)
  }

  /// Whether the phone was probably not started again since the app's last start or task.
  private func isSameStart(on platform: System) -> Bool {
    platform.integer(.lastUptime).map { $0 <= platform.uptimeMilliseconds } ?? true
  }

  /// By how much the clock was probably set forward since the phone's start was another one, in ms.
  ///
  /// A phone that was started again since the app's last start or task has started later by at
  /// least the uptime of then, unless the clock was set back as well: what is less was the clock.
  /// Nor does a start explain what was shown long after it, at `shownAt`.
  private func setForward(
    since startBefore: Int64?, shownAt: Int64, on platform: System
  ) -> Int64 {
    guard let startBefore, let uptime = platform.integer(.lastUptime), isSameStart(on: platform)
    else { return 0 }
    let start = now - platform.uptimeMilliseconds
    let isLongAfter = shownAt > start + AccountingLimits.punctualMilliseconds
    return start - startBefore < uptime || isLongAfter ? max(0, start - startBefore) : 0
  }

  /// Whether the clock was surely set back since the phone's start was another one.
  private func isSetBack(since startBefore: Int64?, on platform: System) -> Bool {
    guard let startBefore else { return false }
    return now - platform.uptimeMilliseconds < startBefore - AccountingLimits.exactMilliseconds
  }

  static func zone(of row: LedgerRow, on platform: inout System) -> Zone? {
    guard let name = row.timezone else { return platform.zone }
    return platform.zone(named: name)
  }

  // MARK: What had requests of its own

  private func settleArmed(_ page: inout PageAccount, isLive: Bool, on platform: System) {
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
        page.report(
          Occurrence(time: time, wallMinute: entry.wallMinute), fate.showing, on: platform)
      } else if time > now, shown.isEmpty || place > lastShown && isInOrder, !entry.isWithdrawn,
        entry.wallMinute > page.row.settledThrough
      {
        // What follows is ahead as well.
        left += page.row.armed[place...]
        break
      } else if entry.isWithdrawn {
        if delivery.isHeld(page.row, entry, on: platform) { left.append(entry) }
      } else if time > now {
        if isLive, entry.wallMinute == page.row.settledThrough,
          !delivery.isHeld(page.row, entry, on: platform)
        {
          page.reopen(entry)
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
          page.report(Occurrence(time: time, wallMinute: entry.wallMinute), wasArmed: true)
        }
      }
    }
    page.row.armed = left
  }

  // MARK: What passed

  /// Goes over everything that has passed since the mark, armed or not.
  private mutating func settlePassed(
    _ page: inout PageAccount, of schedule: Schedule, on platform: inout System
  ) {
    let repeating = repeatingShowing(page, schedule, on: &platform)
    let trigger =
      Delivery.isRepeatedBySystem(schedule)
      ? delivery.repeatingTrigger(page.row, on: platform) : nil
    // What was seen on its way and is shown now is on its way no more.
    let seen = repeating == nil ? page.row.onItsWay : nil
    let aimed = trigger.map { aimedMinute($0, seen, schedule, on: &platform) }
    // A request that is pending though no row says so was added when nothing could be written: it
    // does not stand for earlier dates, of which nobody knows what they had.
    let isUnwritten = trigger != nil || repeating != nil
    let repeatsFrom = page.row.repeatsFrom ?? (isUnwritten ? Int64.min : nil)
    let request =
      repeatsFrom == nil ? nil : delivery.repeatingRequest(page.row, on: platform)
    let requestBefore = page.row.repeatingRequest
    let isOther = request != nil && request != requestBefore
    var next = schedule.firstUnsettled
    let known = page.handled
    let horizon = now - AccountingLimits.horizonMilliseconds
    if let first = next, first.time < horizon {
      if repeatsFrom == nil { leaveOut(&page, from: first, schedule, before: horizon) }
      next = schedule.nextOccurrence(after: horizon)
    }
    // What was armed while nothing could be written has no entry: then nobody knows what else had.
    let settled = schedule.settled.wallMinute
    var isIncomplete: Bool? =
      page.showings.contains { $0.content.info.wallMinute > settled } ? true : nil
    while let occurrence = next, occurrence.time <= now {
      next = schedule.isOnce ? nil : schedule.occurrence(after: occurrence)
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
        let isOfAnother =
          isOther
          && isBeforeOther(
            occurrence, request: request ?? .min,
            shown: requestBefore == nil ? nil : repeating?.occurrence)
        if trigger == nil || isOfAnother
          || wasInVain(occurrence, before: trigger, repeating?.occurrence, schedule)
        {
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
    // What a request is aimed beyond was shown, or came in vain, though a journey has it ahead.
    if let aimed, let trigger, trigger > now, let next, next.time > now, aimed > next.wallMinute {
      page.notePerhapsShown(through: aimed - 1)
    }
    page.row.onItsWay = nil
    // What came while the phone was off is shown once for all the dates that have come.
    let start = now - platform.uptimeMilliseconds
    if let trigger, let aimed, trigger > start, delivery.isRepeatingDue(page.row, on: platform) {
      page.row.onItsWay = DateOnItsWay(wallMinute: aimed, trigger: trigger, seenAt: now)
    }
    guard let repeating else { return }
    page.row.lastShownAt = repeating.showing.deliveredAt
    if repeating.occurrence.wallMinute > schedule.settled.wallMinute {
      // It fires in order: what came before has been shown as well.
      page.settleThrough(repeating.occurrence)
      page.report(repeating.occurrence, repeating.showing, on: platform)
    }
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

  /// Whether a date is before those of a request that was added when nothing could be written, and
  /// not shown by the one before: that has fired in order up to its last showing.
  private func isBeforeOther(
    _ occurrence: Occurrence, request: Int64, shown: Occurrence?
  ) -> Bool {
    guard occurrence.wallMinute < request else { return false }
    guard let shown, shown.wallMinute < request else { return true }
    return occurrence.wallMinute > shown.wallMinute
  }

  /// The wall minute of the date that a repeating request is aimed at.
  ///
  /// One that came due before a change of zone is aimed by the zone of then. `seen`: what was on
  /// its way at the last look, when that zone may still have been known.
  private func aimedMinute(
    _ trigger: Int64, _ seen: DateOnItsWay?, _ schedule: Schedule, on platform: inout System
  ) -> Int64 {
    if let seen, seen.trigger == trigger { return seen.wallMinute }
    let first = schedule.recurrence.first(after: trigger - 1, in: schedule.zone)
    if let first, first.time == trigger { return first.wallMinute }
    let minutes = inferredMinutes(schedule, at: trigger, within: 0, on: &platform).map(\.wallMinute)
    // Near the date line two dates come at one time; mostly it is the one that was planned.
    let inferred =
      minutes.contains(schedule.row.wallMinute) ? schedule.row.wallMinute : minutes.first
    if trigger <= now { return inferred ?? .min }
    return inferred ?? first?.wallMinute ?? .min
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
        !schedule.settled.beyond.contains(info.wallMinute),
        let occurrence = schedule.recurrence.occurrence(
          wallMinute: info.wallMinute, in: page.zone)
      else { continue }
      page.settle(occurrence, now: now)
      page.report(occurrence, showing, on: platform)
    }
    page.showings.removeAll()
  }

  // MARK: Repeating requests

  /// The latest showing of a repeating request, if it is news, and the date that it stands for.
  ///
  /// It is the date that had just come, by the present zone or by one of then. Where the clock has
  /// changed, a request that is still pending has shown a date before the one it is aimed at; of
  /// one that is gone it is the date nearest to its showing.
  private func repeatingShowing(
    _ page: PageAccount, _ schedule: Schedule, on platform: inout System
  ) -> (showing: ShownNotification, occurrence: Occurrence)? {
    guard
      let showing = showings.last(where: { $0.isRepeating && page.row.owns($0.content) }),
      showing.deliveredAt != page.row.lastShownAt
    else { return nil }
    let aim = delivery.repeatingTrigger(page.row, on: platform)
    return date(
      of: showing, aim: aim, schedule, startBefore: page.startBefore, seen: page.row.onItsWay,
      on: &platform
    ) { !schedule.isSettled($0) }.map { (showing, $0) }
  }

  /// The date that a showing of a repeating request stands for; nil where it is none that counts.
  ///
  /// `aim`: what the request is aimed at, if it is still pending. `startBefore`: when the phone had
  /// started, by the clock at the last look. `seen`: what was on its way at the last look.
  /// `isFree`: whether a date is not accounted for.
  private func date(
    of showing: ShownNotification, aim: Int64?, _ schedule: Schedule, startBefore: Int64?,
    seen: DateOnItsWay?, on platform: inout System, isFree: (Occurrence) -> Bool
  ) -> Occurrence? {
    let shownAt = showing.deliveredAt
    let justNow = justCome(schedule, schedule.zone, at: shownAt)
    // What was seen on its way was shown right after that, unless the next date has come since.
    if let seen, 0...AccountingLimits.punctualMilliseconds ~= shownAt - seen.seenAt,
      justNow?.time ?? .min <= seen.seenAt,
      let date = schedule.recurrence.occurrence(wallMinute: seen.wallMinute, in: schedule.zone)
    {
      return isFree(date) ? date : nil
    }
    let stillSeen = seen.flatMap { $0.seenAt > shownAt ? $0 : nil }
    let aimed = aim.map { aimedMinute($0, stillSeen, schedule, on: &platform) } ?? .max
    let isAimKnown = aim != nil && aimed > .min
    // A request that is still pending has shown a date before the one it is aimed at.
    let limit = isAimKnown ? aimed : .max
    if let justNow, isFree(justNow), schedule.occurrence(after: justNow)?.wallMinute == aimed {
      return justNow
    }
    let around = dates(
      schedule, from: min(aim ?? shownAt, shownAt), through: max(aim ?? shownAt, shownAt)
    ).filter { $0.wallMinute < limit && isFree($0) }
    let flown = around.last { isJumped($0, at: shownAt, schedule, on: &platform) }
    // By the zone that it was planned in it came at its time; later dates may have come in vain.
    let isZoneKept =
      schedule.row.timezone != nil || schedule.row.plannedZone == schedule.zone.identifier
    // Nothing is shown before what was planned last, unless the clock has gone back.
    let first = schedule.row.wallMinute
    var own = isZoneKept ? justNow : flown
    // By zones that are a whole day apart it can be either of two dates: what is ahead would be
    // lost if it were taken for shown.
    if let ahead = own, ahead.time > now, let justNow, justNow.wallMinute >= first,
      justNow.wallMinute < limit, isFree(justNow)
    {
      own = justNow
    }
    if let own, own.wallMinute >= first, own.wallMinute < limit, isFree(own) { return own }
    let come = lastCome(around, by: shownAt, first)
    // A flight over the date line can have jumped over a later date by then.
    if let due = dueAtLastEntry(schedule, by: shownAt), due.wallMinute < limit, isFree(due),
      due.wallMinute >= come?.wallMinute ?? .min
    {
      return due
    }
    let minutes = inferredMinutes(of: showing, schedule, on: &platform)
    let exact = inferredMinutes(
      schedule, at: shownAt, within: AccountingLimits.exactMilliseconds, on: &platform)
    // What came while the phone was off is shown at its start, and so at no exact time.
    let start = now - platform.uptimeMilliseconds
    let isAtStart = [start, startBefore ?? start].contains { bootTime in
      exact.isEmpty && schedule.row.triggerTime <= bootTime && shownAt >= bootTime
        && shownAt <= bootTime + AccountingLimits.punctualMilliseconds
    }
    if !isZoneKept, !isAtStart, minutes.count == 1, minutes[0].wallMinute >= first,
      let sure = around.first(where: { $0.wallMinute == minutes[0].wallMinute })
    {
      return sure
    }
    // One that is ahead and skipped was shown before the clock went back.
    if isAimKnown, let skipped = around.last, skipped.time > now { return skipped }
    if let justNow, justNow.wallMinute < limit, isFree(justNow) { return justNow }
    if let flown { return flown }
    if isAtStart {
      let due = around.last {
        $0.wallMinute >= first && hasCome($0, by: shownAt, schedule, on: &platform)
      }
      if let date = due ?? come { return date }
    }
    // Or by the zone of then: it came at its time of day, so that the zone's offset is known.
    let inferred = minutes.compactMap { date in
      date.wallMinute < limit
        ? schedule.recurrence.occurrence(wallMinute: date.wallMinute, in: schedule.zone) : nil
    }
    let free = inferred.filter(isFree)
    // A clock that was set forward explains what is late by as much at most better than a journey
    // there and back, unless that went to a zone that is nearer than it is late.
    let setForward = setForward(since: startBefore, shownAt: shownAt, on: platform)
    if isZoneKept, setForward > AccountingLimits.exactMilliseconds, exact.isEmpty, justNow == nil,
      let come, come.wallMinute >= first, shownAt >= come.time,
      shownAt - come.time <= setForward + AccountingLimits.punctualMilliseconds
    {
      let isAnyNearer = minutes.contains { date in
        date.wallMinute != come.wallMinute
          && date.distance + AccountingLimits.punctualMilliseconds < shownAt - come.time
          && free.contains { $0.wallMinute == date.wallMinute }
      }
      if !isAnyNearer { return come }
    }
    // A clock that was set back brings a date again that is accounted for: that explains what came
    // at its time here better than a zone a whole day away.
    if isSetBack(since: startBefore, on: platform), let justNow, !isFree(justNow) { return nil }
    // A date that is accounted for and was shown again is none that is missing.
    let isShownAgain = free.isEmpty && (justNow != nil || !inferred.isEmpty)
    if isAimKnown {
      // The last date before its aim is the likeliest; while nothing is allowed, later dates may
      // have come in vain.
      let likeliest = isAllowed ? free.max { $0.wallMinute < $1.wallMinute } : free.first
      if let likeliest { return likeliest }
      return isShownAgain ? nil : come ?? around.first
    }
    // A clock that moved while the phone stayed explains what is up to an hour late better than a
    // journey there and back.
    if isZoneKept, let come, come.wallMinute >= first, shownAt >= come.time,
      shownAt - come.time <= AccountingLimits.shiftedMilliseconds
    {
      return come
    }
    // What is ahead would be lost if it were taken for shown.
    if let passed = free.first(where: { $0.time <= now }) { return passed }
    // Nor is it where the date that had just come here is accounted for.
    if isShownAgain || justNow != nil { return nil }
    if let come, come.time <= now { return come }
    return free.first ?? come ?? around.first { $0.time <= now }
  }

  /// Whether a date came in the zone that a reminder was planned in, or the flight from there to
  /// the present zone jumped over it, so that it was shown at a time.
  private func isJumped(
    _ occurrence: Occurrence, at shownAt: Int64, _ schedule: Schedule, on platform: inout System
  ) -> Bool {
    guard schedule.row.timezone == nil, let zone = platform.zone(named: schedule.row.plannedZone),
      zone != schedule.zone,
      let planned = schedule.recurrence.occurrence(wallMinute: occurrence.wallMinute, in: zone)
    else { return false }
    return min(occurrence.time, planned.time) <= shownAt
      && shownAt <= planned.time + AccountingLimits.punctualMilliseconds
  }

  /// The last date that had come by an instant; where a clock that was set back by an hour at most
  /// has the first one ahead again, that one, since nothing is shown before it.
  private func lastCome(
    _ dates: [Occurrence], by instant: Int64, _ first: Int64
  ) -> Occurrence? {
    let come = dates.last { $0.time <= instant }
    guard come?.wallMinute ?? .min < first,
      let due = dates.first(where: { $0.wallMinute == first }),
      due.time > instant, due.time - instant <= AccountingLimits.shiftedMilliseconds
    else { return come }
    return due
  }

  /// The date that was due at the last entry, or came next, if it can have been shown at an
  /// instant: where clocks have moved since, it is up to an hour late.
  private func dueAtLastEntry(_ schedule: Schedule, by instant: Int64) -> Occurrence? {
    let latest = schedule.row.triggerTime + AccountingLimits.shiftedMilliseconds
    guard schedule.row.triggerTime <= instant, instant <= latest else { return nil }
    return schedule.recurrence.occurrence(
      wallMinute: schedule.row.wallMinute, in: schedule.zone)
  }

  /// Whether a date's time had come by an instant, by the present zone or by the one that a
  /// reminder was planned in.
  private func hasCome(
    _ occurrence: Occurrence, by instant: Int64, _ schedule: Schedule, on platform: inout System
  ) -> Bool {
    if occurrence.time <= instant { return true }
    guard schedule.row.timezone == nil, let zone = platform.zone(named: schedule.row.plannedZone),
      let planned = schedule.recurrence.occurrence(wallMinute: occurrence.wallMinute, in: zone)
    else { return false }
    return planned.time <= instant
  }

  /// The wall minutes of which a showing of a floating reminder can be, likeliest first.
  private func inferredMinutes(
    of showing: ShownNotification, _ schedule: Schedule, on platform: inout System
  ) -> [InferredDate] {
    inferredMinutes(
      schedule, at: showing.deliveredAt, within: AccountingLimits.punctualMilliseconds,
      on: &platform)
  }

  /// It comes at its time of day wherever the phone is, so the instant tells the zone's offset, but
  /// for a whole day near the date line: then the zones decide in which the phone is and was when
  /// the schedule was planned.
  private func inferredMinutes(
    _ schedule: Schedule, at instant: Int64, within late: Int64, on platform: inout System
  ) -> [InferredDate] {
    guard schedule.row.timezone == nil, case .daily(let time) = schedule.recurrence else {
      return []
    }
    let planned = platform.zone(named: schedule.row.plannedZone) ?? schedule.zone
    let known = [schedule.zone, planned].map { Int64($0.offsetSeconds(at: instant)) * 1_000 }
    var found: [InferredDate] = []
    for quarter in AccountingLimits.offsetQuarters
    where quarter % 2 == 0 || AccountingLimits.oddQuarters.contains(quarter) {
      let local = instant + Int64(quarter) * 900_000
      let sinceTime = local - Int64(time.minuteOfDay) * 60_000
      let behind = (sinceTime % 86_400_000 + 86_400_000) % 86_400_000
      guard behind <= late else { continue }
      let distance = known.map { abs($0 - Int64(quarter) * 900_000) }.min() ?? 0
      found.append(InferredDate(wallMinute: (local - behind) / 60_000, distance: distance))
    }
    return found.sorted { $0.distance < $1.distance }
  }

  /// The occurrence that had just come at a time, by a zone.
  private func justCome(_ schedule: Schedule, _ zone: Zone, at time: Int64) -> Occurrence? {
    schedule.recurrence.first(after: time - AccountingLimits.lateMilliseconds, in: zone)
      .flatMap { $0.time <= time ? $0 : nil }
  }

  /// The dates from one time through another and three days around, accounted for or not: a journey
  /// moves each by a day and a bit.
  private func dates(
    _ schedule: Schedule, from: Int64, through: Int64
  ) -> [Occurrence] {
    let margin: Int64 = 3 * 86_400_000
    var found: [Occurrence] = []
    var next = schedule.firstOccurrence(
      after: max(from - margin, now - AccountingLimits.horizonMilliseconds))
    while let occurrence = next, occurrence.time <= through + margin {
      found.append(occurrence)
      next = schedule.occurrence(after: occurrence)
    }
    return found
  }
}

/// A date that something may have been shown for, as its time of day in some zone says.
private struct InferredDate {
  let wallMinute: Int64
  /// How far that zone is from the nearest one that the phone is known to have been in, in ms.
  let distance: Int64
}

/// What is found out about one revision.
private struct PageAccount {
  var row: LedgerRow
  let zone: Zone
  /// The wall time of the entry, in ms since the Unix epoch.
  let now: Int64
  var outcomes: [AccountedOccurrence] = []
  /// The wall minutes that had a request of their own and have passed.
  var handled: [Int64] = []
  /// What was shown and is not matched yet.
  var showings: [ShownNotification] = []
  /// When the phone had started, by the clock at the last look, in ms since the Unix epoch.
  ///
  /// Nil where no repeating request stood then.
  var startBefore: Int64?
  /// Whether another process wrote the row last.
  var isInherited = false
  /// Whether that process armed more than the row says.
  var isIncomplete = false

  init(row: LedgerRow, zone: Zone, now: Int64) {
    self.row = row
    self.zone = zone
    self.now = now
  }

  mutating func settle(_ entry: ArmedOccurrence, _ time: Int64, now: Int64 = .max) {
    handled.append(entry.wallMinute)
    settle(Occurrence(time: time, wallMinute: entry.wallMinute), now: now)
  }

  /// Moves the mark on; what is ahead is settled by itself, since earlier ones are ahead as well.
  mutating func settle(_ occurrence: Occurrence, now: Int64 = .max) {
    guard occurrence.time > now, occurrence.wallMinute > row.settledThrough else {
      return settleThrough(occurrence)
    }
    row.isUntouched = false
    let place = row.settledBeyond.firstIndex { $0 >= occurrence.wallMinute }
    if let place, row.settledBeyond[place] == occurrence.wallMinute { return }
    row.settledBeyond.insert(occurrence.wallMinute, at: place ?? row.settledBeyond.count)
    if row.settledBeyond.count > AccountingLimits.beyondMax {
      row.settledThrough = row.settledBeyond.removeFirst()
    }
  }

  /// Moves the mark on to an occurrence: all earlier ones are accounted for.
  mutating func settleThrough(_ occurrence: Occurrence) {
    guard
      (occurrence.wallMinute, occurrence.time) > (row.settledThrough, row.settledTime)
        || occurrence.time > row.settledTime && occurrence.wallMinute == row.settledThrough
    else { return }
    row.settledThrough = occurrence.wallMinute
    row.settledTime = occurrence.time
    row.isUntouched = false
    if !row.settledBeyond.isEmpty { row.settledBeyond.removeAll { $0 <= row.settledThrough } }
  }

  /// Takes back that an entry is accounted for: it was on its way, and lies ahead again by the
  /// phone's clock or zone.
  mutating func reopen(_ entry: ArmedOccurrence) {
    row.settledThrough = entry.wallMinute - 1
    row.settledTime = min(row.settledTime, entry.plannedTime - 1)
    notePerhapsShown(through: entry.wallMinute)
  }

  /// Whether something was shown at an occurrence's instant.
  ///
  /// In the zone of then that instant had another wall time. Of what fires every hour, that hour
  /// was not missed.
  func hasShown(at occurrence: Occurrence, on platform: some StorageAccess) -> Bool {
    outcomes.contains { outcome in
      guard case .delivered(let shown) = outcome.fate else { return false }
      return shown.plannedTime == occurrence.time
    }
      || platform.historyRows.contains {
        $0.plannedTime == occurrence.time && $0.kind == row.kind && $0.scheduleID == row.scheduleID
      }
  }

  /// Whether something was shown when an occurrence was due that stands for a time which the zone
  /// leaves out: it was armed in another zone, and a gap moved it there.
  ///
  /// What a phone shows at its start may be for a night in which clocks went forward long ago.
  func hasShownLeftOut(at occurrence: Occurrence) -> Bool {
    outcomes.contains { outcome in
      guard case .delivered(let row) = outcome.fate,
        abs(outcome.occurrence.time - occurrence.time) <= AccountingLimits.gapMilliseconds
      else { return false }
      let late = row.deliveredAt - occurrence.time
      return 0...AccountingLimits.punctualMilliseconds ~= late
        && zone.wallMinute(at: outcome.occurrence.time) != outcome.occurrence.wallMinute
    }
  }

  mutating func insert(_ entry: ArmedOccurrence) {
    let place = row.armed.firstIndex { $0.wallMinute > entry.wallMinute } ?? row.armed.count
    row.armed.insert(entry, at: place)
  }

  mutating func report(_ occurrence: Occurrence, wasArmed: Bool) {
    let isPerhapsShown = row.perhapsShownThrough.map { occurrence.wallMinute <= $0 } ?? false
    outcomes.append(
      AccountedOccurrence(
        kind: row.kind, scheduleID: row.scheduleID, occurrence: occurrence, foundAt: now,
        fate: .absent(isPerhapsShown ? .incomplete : wasArmed ? .armed : .notArmed)))
  }

  /// Notes up to which wall minute dates may have been shown without a word in the ledger.
  mutating func notePerhapsShown(through wallMinute: Int64) {
    row.perhapsShownThrough = max(row.perhapsShownThrough ?? .min, wallMinute)
  }

  /// What was shown is not missed: the request that was gone had been replaced while nothing could
  /// be written.
  mutating func report(
    _ occurrence: Occurrence, _ shown: ShownNotification, on platform: some ClockAccess
  ) {
    if !outcomes.isEmpty {
      outcomes.removeAll { $0.isAbsence && $0.occurrence.wallMinute == occurrence.wallMinute }
    }
    outcomes.append(AccountedOccurrence(shown, of: row, occurrence, foundAt: now))
  }
}

extension AccountedOccurrence {
  /// What was shown for an occurrence of a revision.
  ///
  /// The planned time is the one by which it was shown: before or after a change of zone.
  init(_ shown: ShownNotification, of row: LedgerRow, _ occurrence: Occurrence, foundAt: Int64) {
    let content = shown.content
    let planned = content.info.plannedTime
    let isOwn = content.info.wallMinute == occurrence.wallMinute
    let isNearer = abs(planned - shown.deliveredAt) < abs(occurrence.time - shown.deliveredAt)
    self.init(
      kind: row.kind, scheduleID: row.scheduleID, occurrence: occurrence, foundAt: foundAt,
      fate: .delivered(
        HistoryRow(
          kind: row.kind, scheduleID: row.scheduleID,
          plannedTime: isOwn && isNearer ? planned : occurrence.time,
          deliveredAt: shown.deliveredAt, title: content.title, body: content.body,
          url: content.info.url, source: content.info.source)))
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
  /// How late a notification is shown at most while the phone is on, in milliseconds.
  static let punctualMilliseconds: Int64 = 182_000
  /// How long after its time something is shown at most where a zone's clocks have moved meanwhile,
  /// in milliseconds: an hour, and what is punctual.
  static let shiftedMilliseconds: Int64 = 3_600_000 + punctualMilliseconds
  /// How far a gap moves what it leaves out at most, in milliseconds, but for a whole day.
  static let gapMilliseconds: Int64 = 2 * 3_600_000
  /// How late what is shown at its very time is at most, in milliseconds.
  static let exactMilliseconds: Int64 = 1_000
  /// The offsets that zones have, in quarters of an hour: from UTC−12 through UTC+15.
  static let offsetQuarters = -48...60
  /// Those of them that are no half hours: Nepal, Western Australia, the Chatham Islands.
  static let oddQuarters = [23, 27, 35, 39, 51, 55]
  /// How many occurrences beyond the mark are remembered; the earliest ones move the mark.
  static let beyondMax = 128
  /// How far back occurrences are accounted for one by one, in milliseconds: a hundred days.
  static let horizonMilliseconds: Int64 = 100 * 86_400_000
}
