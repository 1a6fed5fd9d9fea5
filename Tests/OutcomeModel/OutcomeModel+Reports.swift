import CivilTime

/// An occurrence: its revision and its wall time.
struct Place: Hashable {
  let revision: Int
  let minute: WallMinute
}

extension OutcomeModel {
  /// A notification was shown.
  mutating func shown(_ schedule: String, _ planned: Int64, _ identifier: String) {
    shownAs[schedule, default: []].insert(planned)
    if isMovedByGap(schedule) { return }
    let named = places(schedule, planned)
    let candidates = open.filter { revisions[$0.revision].schedule == schedule }
    // A time that names two dates means the one by the present zone first.
    let meant = named.first { place in
      candidates.contains { $0.revision == place.revision && $0.minute == place.minute }
    }
    // A repeating request shows the date that is overdue longest.
    let leading = candidates.first { place in
      revisions[place.revision].isRepeating
        && named.contains { $0.revision == place.revision && $0.minute == place.minute }
    }
    let match =
      leading ?? meant.map { (revision: $0.revision, minute: $0.minute) } ?? candidates.first {
        occurrence($0.revision, $0.minute).mustBeShown
      } ?? candidates.first
    if let match {
      return takeShowing(match.revision, match.minute, identifier)
    }
    unexpectedlyShown(schedule, planned, identifier, named)
  }

  /// Whether nobody can say which of a schedule's times its requests stand for.
  private func isMovedByGap(_ schedule: String) -> Bool {
    revisions.contains { $0.schedule == schedule && $0.isMovedByGap }
  }

  private func occurrence(_ revision: Int, _ minute: WallMinute) -> Occurrence {
    revisions[revision].occurrences[minute] ?? Occurrence()
  }

  private mutating func takeShowing(
    _ index: Int, _ minute: WallMinute, _ identifier: String
  ) {
    var occurrence = occurrence(index, minute)
    occurrence.shown.append(now)
    occurrence.isOpen = false
    occurrence.identifier = identifier
    // By the zone of the last look and by that of now the latest date may be another one.
    if isZoneNew, !occurrence.wasPunctual { occurrence.isDateUnknown = true }
    revisions[index].occurrences[minute] = occurrence
    // One of an earlier revision has the same identifier.
    for place in revisions.indices where revisions[place].schedule == revisions[index].schedule {
      for earlier in revisions[place].unseen
      where revisions[place].occurrences[earlier]?.identifier == identifier {
        revisions[place].occurrences[earlier]?.isReplaced = true
      }
    }
    revisions[index].unseen.append(minute)
    open.removeAll { $0.revision == index && $0.minute == minute }
  }

  private mutating func unexpectedlyShown(
    _ schedule: String, _ planned: Int64, _ identifier: String, _ named: [Place]
  ) {
    let text = "shown for \(stamp(planned))"
    for place in named {
      let revision = revisions[place.revision]
      guard let known = revision.occurrences[place.minute], known.dueAt != nil else { continue }
      if known.isLost, known.shown.isEmpty {
        find(.late, schedule, text)
        revisions[place.revision].occurrences[place.minute]?.shown.append(now)
        revisions[place.revision].occurrences[place.minute]?.isLost = false
        return
      }
      if known.shown.isEmpty {
        // It did not have to be shown, but it may be.
        return takeShowing(place.revision, place.minute, identifier)
      }
      // A repeating request that was added again has not shown anything yet.
      if revision.isRepeating, revision.wasAddedAnew, known.isAheadAgain { return }
      if known.isAheadAgain, known.isDateUnknown { return }
      if known.isAheadAgain || revision.isOnce, known.isForgotten(among: revision) { return }
      find(.shownTwice, schedule, text + ", and at instant \(known.shown[0])")
      return
    }
    let isOver = liveIndex(schedule).map { revisions[$0].isPaused } ?? true
    let isOfEnded = named.contains { revisions[$0.revision].ended != nil }
    if let index = liveIndex(schedule), revisions[index].isUncertain { return }
    find(isOver || isOfEnded ? .shownAfterEnd : .ghost, schedule, text)
  }

  /// The phone gives the reason why it did not show what was due.
  mutating func withheld(_ schedule: String, _ reason: Observation.Withholding) {
    switch reason {
    case .denied: excuseOpen(.denied, of: schedule)
    case .phoneOff: excuseOpen(.phoneOff, of: schedule)
    case .replaced:
      let deadline = now + limits.driftMilliseconds + 2_000
      changeOpen(of: schedule) { $0.deadline = max($0.deadline, deadline) }
    case .noDelegate: break
    }
  }

  // MARK: What the plugin reports

  mutating func reportedDelivered(_ schedule: String, _ planned: Int64) {
    if isMovedByGap(schedule) { return }
    let named = places(schedule, planned)
    let known = named.filter { revisions[$0.revision].occurrences[$0.minute] != nil }
    func rank(_ place: Place) -> (Int, Int64) {
      let occurrence = occurrence(place.revision, place.minute)
      let count =
        (occurrence.shown.isEmpty ? 4 : 0) + (occurrence.deliveredReports > 0 ? 2 : 0)
        + (occurrence.mustReportDelivery ? 0 : 1)
      return (count, abs(occurrence.dueWall - planned))
    }
    guard var best = known.min(by: { rank($0) < rank($1) }) else {
      if let other = unreported(schedule) {
        find(.misdatedDelivery, schedule, "\(stamp(planned)) is no occurrence")
        return count(deliveryOf: other)
      }
      let isUncertain = liveIndex(schedule).map { revisions[$0].isUncertain } ?? false
      if isUncertain { return }
      return find(.falseDelivery, schedule, "\(stamp(planned)) is no occurrence")
    }
    // When a repeating request skipped several dates, which of them was shown is undecidable.
    var chosen = occurrence(best.revision, best.minute)
    if chosen.shown.isEmpty, let leader = chosen.leader {
      best = Place(revision: best.revision, minute: leader)
      chosen = occurrence(best.revision, leader)
    }
    // The time of an earlier report names two dates: it may have been about the other one.
    if chosen.deliveredReports > 0, reassign(best, to: named, tried: []) { return }
    if chosen.deliveredReports > 0 || chosen.shown.isEmpty, let other = unreported(schedule) {
      find(.misdatedDelivery, schedule, "shown at another time than \(stamp(planned))")
      return count(deliveryOf: other)
    }
    count(deliveryOf: best, named: named)
    if chosen.deliveredReports > 0 {
      find(.deliveredTwice, schedule, "\(stamp(planned)) was reported before")
    }
  }

  /// A delivery was reported, and that nobody can know of which date it is.
  mutating func reportedSomeDate(_ schedule: String, _ planned: Int64) {
    if isMovedByGap(schedule) { return }
    func isReported(_ place: Place) -> Bool {
      occurrence(place.revision, place.minute).isDeliveryReported
    }
    let named = places(schedule, planned).filter {
      !occurrence($0.revision, $0.minute).shown.isEmpty
    }
    let open = named.first { !isReported($0) }
    guard
      let meant = unreported(schedule) ?? open ?? unreported(schedule, must: false) ?? named.first
    else {
      if liveIndex(schedule).map({ revisions[$0].isUncertain }) ?? false { return }
      return find(.falseDelivery, schedule, "nothing was shown, \(stamp(planned)) neither")
    }
    if isReported(meant) {
      find(.deliveredTwice, schedule, "\(stamp(planned)) was reported before")
    }
    // A date before the first one tells that the clock was set back, and not when.
    let isBeforeFirst = meant.minute < revisions[meant.revision].firstMinute
    if !occurrence(meant.revision, meant.minute).isDateUnknown, !isBeforeFirst {
      find(.needlesslyUnknown, schedule, "shown for \(stamp(planned))")
    }
    revisions[meant.revision].occurrences[meant.minute]?.isDeliveryReported = true
  }

  /// Whether the date before or after was shown, and nobody can know which of them it was; one that
  /// was skipped with it may be meant as well.
  private func isBesideUnknownDate(_ minute: WallMinute, _ revision: Revision) -> Bool {
    revision.occurrences.contains { other, occurrence in
      let leader = occurrence.leader.flatMap { revision.occurrences[$0] }
      return (occurrence.isDateUnknown || leader?.isDateUnknown == true)
        && abs(other - minute) <= 1_440
    }
  }

  private mutating func count(deliveryOf place: Place, named: [Place] = []) {
    revisions[place.revision].occurrences[place.minute]?.deliveredReports += 1
    revisions[place.revision].occurrences[place.minute]?.isDeliveryReported = true
    revisions[place.revision].occurrences[place.minute]?.namedInReport = named
  }

  /// Takes a report for a date whose own report may have been about another date, and so on; false
  /// when each of these has a report.
  private mutating func reassign(_ place: Place, to named: [Place], tried: [Place]) -> Bool {
    let before = occurrence(place.revision, place.minute).namedInReport
    let tried = tried + [place]
    for other in before where !tried.contains(other) {
      let known = occurrence(other.revision, other.minute)
      guard !known.shown.isEmpty else { continue }
      if known.deliveredReports == 0 {
        count(deliveryOf: other, named: before)
      } else if !reassign(other, to: before, tried: tried) {
        continue
      }
      revisions[place.revision].occurrences[place.minute]?.namedInReport = named
      return true
    }
    return false
  }

  /// A report whose time names two dates was about the one that needs it.
  private mutating func giveReportsToThoseInNeed() {
    for index in revisions.indices {
      for minute in revisions[index].occurrences.keys.sorted() {
        let place = Place(revision: index, minute: minute)
        let known = occurrence(index, minute)
        guard known.mustReportDelivery, !known.isDeliveryReported else { continue }
        guard let holder = holder(ofReportNaming: place) else { continue }
        let named = occurrence(holder.revision, holder.minute).namedInReport
        revisions[holder.revision].occurrences[holder.minute]?.deliveredReports -= 1
        revisions[holder.revision].occurrences[holder.minute]?.namedInReport = []
        count(deliveryOf: place, named: named)
      }
    }
  }

  /// Who was taken for the date of a report that names another one as well, and needs none.
  private func holder(ofReportNaming place: Place) -> Place? {
    for index in revisions.indices {
      for minute in revisions[index].occurrences.keys.sorted() {
        let known = occurrence(index, minute)
        guard known.namedInReport.contains(place), !known.mustReportDelivery else { continue }
        return Place(revision: index, minute: minute)
      }
    }
    return nil
  }

  /// The latest occurrence of a schedule that was shown and not reported; `must`: of those that
  /// have to be.
  private func unreported(_ schedule: String, must: Bool = true) -> Place? {
    var latest: (place: Place, shown: Int64)?
    for index in revisions.indices where revisions[index].schedule == schedule {
      for minute in revisions[index].occurrences.keys.sorted() {
        let known = occurrence(index, minute)
        guard let shown = known.shown.last, !known.isDeliveryReported,
          known.mustReportDelivery || !must, shown > latest?.shown ?? .min
        else { continue }
        latest = (Place(revision: index, minute: minute), shown)
      }
    }
    return latest?.place
  }

  mutating func reportedMissed(_ schedule: String, _ planned: Int64, _ isCertain: Bool) {
    if isMovedByGap(schedule) { return }
    let named = places(schedule, planned)
    if let place = named.first(where: { isNeverDue($0, by: planned) }) {
      // By the present zone it has passed; in the one before no clock has shown it.
      revisions[place.revision].occurrences[place.minute, default: Occurrence()].missedReports
        .append(Occurrence.MissedReport(isCertain: isCertain, isWrong: false))
      return
    }
    let known = named.filter { revisions[$0.revision].occurrences[$0.minute]?.dueAt != nil }
    func rank(_ place: Place) -> (Int, Int64) {
      let occurrence = occurrence(place.revision, place.minute)
      let isHidden =
        !occurrence.isSeen && (occurrence.isCleared || occurrence.isReplaced) && !isCertain
      let count =
        (occurrence.shown.isEmpty ? 0 : isHidden ? 2 : 4)
        + (occurrence.missedReports.isEmpty ? 0 : 3)
      // A miss is named by the present zone.
      let revision = revisions[place.revision]
      let isByPresent = revision.rule.time(place.minute, in: zone(of: revision)) == planned
      return (count + (isByPresent ? 0 : 16), abs(occurrence.dueWall - planned))
    }
    guard let best = known.min(by: { rank($0) < rank($1) }) else {
      return reportedStrangely(schedule, planned, isCertain, named)
    }
    let revision = revisions[best.revision]
    let before = occurrence(best.revision, best.minute)
    let time = revision.rule.time(best.minute, in: zone(of: revision)) ?? planned
    if time > wall, before.shown.isEmpty, revision.ended == nil, !revision.isUncertain {
      find(.missedAhead, schedule, "\(stamp(planned)) can still be shown")
    }
    revisions[best.revision].occurrences[best.minute]?.missedReports.append(
      Occurrence.MissedReport(
        isCertain: isCertain, isWrong: !before.shown.isEmpty || before.isOpen))
    if !before.missedReports.isEmpty {
      find(.missedTwice, schedule, "\(stamp(planned)) was reported before")
    }
  }

  /// Whether it has a time by the present zone, never became due, since another zone leaves it out,
  /// and was not reported before.
  private func isNeverDue(_ place: Place, by planned: Int64) -> Bool {
    let revision = revisions[place.revision]
    guard revision.ended == nil,
      revision.rule.time(place.minute, in: zone(of: revision)) == planned
    else { return false }
    let known = revision.occurrences[place.minute]
    return revision.rule.isLeftOut(place.minute, in: zonesSeen) && known?.dueAt == nil
      && known?.missedReports.isEmpty ?? true
  }

  /// A reported miss of something that never became due.
  private mutating func reportedStrangely(
    _ schedule: String, _ planned: Int64, _ isCertain: Bool, _ named: [Place]
  ) {
    let isUncertain = named.contains { revisions[$0.revision].isUncertain }
    if isUncertain { return }
    let ahead = named.first { place in
      let revision = revisions[place.revision]
      let time = revision.rule.time(place.minute, in: zone(of: revision)) ?? planned
      return revision.ended == nil && time > wall
    }
    if let ahead {
      revisions[ahead.revision].occurrences[ahead.minute, default: Occurrence()].missedReports
        .append(Occurrence.MissedReport(isCertain: isCertain, isWrong: false))
      find(.missedAhead, schedule, "\(stamp(planned)) can still be shown")
    } else {
      find(.phantomMiss, schedule, "\(stamp(planned)) is no occurrence of its revision")
    }
  }

  /// The occurrences that a time may refer to, newest revision first.
  private func places(_ schedule: String, _ planned: Int64) -> [Place] {
    var places: [Place] = []
    for index in revisions.indices.reversed() where revisions[index].schedule == schedule {
      let revision = revisions[index]
      // The present zone first, then the latest.
      for zone in revision.zone.map({ [$0] }) ?? [zone] + zonesSeen.reversed() {
        let found = revision.rule.occurrences(named: planned, in: zone)
        for occurrence in found {
          let isNew = !places.contains { $0.revision == index && $0.minute == occurrence.minute }
          if isNew { places.append(Place(revision: index, minute: occurrence.minute)) }
        }
      }
    }
    return places
  }

  func stamp(_ time: Int64) -> String { ISO8601.text(time) }

  // MARK: The end

  /// Adds what can only be decided at the end, and returns all disagreements.
  public mutating func finish() -> [Disagreement] {
    let end = now
    closeOpen { $0.deadline < end }
    giveReportsToThoseInNeed()
    for index in revisions.indices where !isMovedByGap(revisions[index].schedule) {
      let revision = revisions[index]
      for minute in revision.occurrences.keys.sorted() {
        guard let occurrence = revision.occurrences[minute] else { continue }
        judge(occurrence, minute, revision)
      }
    }
    let isOtherwiseRight = disagreements.allSatisfy {
      $0.kind == .invariantAlarm || $0.kind == .invariantBroken
    }
    if !isOtherwiseRight {
      disagreements = disagreements.map { found in
        guard found.kind == .invariantAlarm else { return found }
        return Disagreement(.invariantBroken, found.schedule, at: found.instant, found.text)
      }
    }
    return disagreements
  }

  private mutating func judge(
    _ occurrence: Occurrence, _ minute: WallMinute, _ revision: Revision
  ) {
    let schedule = revision.schedule
    let day = stamp(minute * 60_000).dropLast(4)
    func find(_ kind: Disagreement.Kind, _ text: String) {
      disagreements.append(
        Disagreement(kind, schedule, at: occurrence.dueAt ?? now, "\(day): \(text)"))
    }
    if occurrence.isLost, occurrence.shown.isEmpty {
      find(occurrence.wasOnItsWay ? .lostOnItsWay : .lost, "armed, due, and not shown")
    }
    if !occurrence.shown.isEmpty {
      let isExcused =
        occurrence.isCleared && !occurrence.isSeen || occurrence.isDateUnknown
        || occurrence.isReplaced && !occurrence.isSeen && revision.isUncertain
        || occurrence.isReplaced && !occurrence.isSeen
          && (revision.wasAddedAnew || !revision.isRepeating)
        || revision.occurrences.contains { $0.value.leader == minute }
      for report in occurrence.missedReports {
        if occurrence.isRepeatedBySystem { continue }
        if report.isCertain {
          find(.falseCertainMiss, "shown, and reported missed for certain")
        } else if report.isWrong, !isExcused {
          find(.falseMiss, "shown, and reported missed")
        }
      }
      if occurrence.mustReportDelivery, !occurrence.isDeliveryReported, !revision.isUncertain,
        !occurrence.isRepeatedBySystem, minute >= revision.firstMinute,
        !occurrence.isDateUnknown, occurrence.leader == nil
      {
        find(.unreportedDelivery, "in Notification Center at an entry, and never reported")
      }
    } else {
      if occurrence.deliveredReports > 0 {
        find(.falseDelivery, "not shown, reported delivered")
      }
      if occurrence.isAccountable, occurrence.missedReports.isEmpty, mustBeReported(occurrence),
        !occurrence.sharesInstant, !isBesideUnknownDate(minute, revision)
      {
        find(.unreportedMiss, "not shown, and never reported")
      }
    }
  }

  private func mustBeReported(_ occurrence: Occurrence) -> Bool {
    switch occurrence.excuse {
    case nil, .cleared: true
    case .phoneOff, .denied, .oneRequest, .ended, .unknown: false
    }
  }

  // MARK: Status and the pending list

  mutating func check(_ answer: StatusAnswer) {
    guard isUnlockedOnce else { return }
    func differ(_ what: String, _ said: String, _ real: String) {
      disagreements.append(
        Disagreement(.statusLies, what, at: now, "says \(said), the phone has \(real)"))
    }
    if answer.isEnabled != isAllowed { differ("isEnabled", "\(answer.isEnabled)", "\(isAllowed)") }
    if !isAllowed {
      if answer.isScheduled { differ("isScheduled", "true", "notifications denied") }
      return
    }
    if answer.pending != answer.requests.count {
      differ("pending", "\(answer.pending)", "\(answer.requests.count)")
    }
    let requests = answer.requests.filter { !$0.isPostponed }
    // When an overdue repeating request fires next is known only to the plugin.
    let isRepeating = requests.contains { request in
      request.isOnItsWay && (liveIndex(request.schedule).map { revisions[$0].isRepeating } ?? true)
    }
    if isRepeating { return }
    let next = requests.filter { $0.trigger > wall && !$0.isOnItsWay }.map(\.trigger).min()
    // After the clock was set back, what is overdue may be ahead by the clock.
    let isOnItsWay = requests.contains { $0.isOnItsWay && $0.trigger > wall }
    if isOnItsWay { return }
    if answer.next != next {
      differ("next", answer.next.map(stamp) ?? "none", next.map(stamp) ?? "none")
    }
    if answer.isScheduled != (next != nil) {
      differ("isScheduled", "\(answer.isScheduled)", "\(next != nil)")
    }
  }

  /// At rest, exactly what must be armed is pending.
  mutating func check(_ requests: [PendingRequest]) {
    guard isOn, isUnlockedOnce, isAllowed, !hasFaults else { return }
    for (schedule, index) in live {
      let revision = revisions[index]
      guard let through = revision.armedThrough, let from = revision.armedFrom,
        isCertain(revision)
      else { continue }
      let own = requests.filter { $0.schedule == schedule && !$0.isPostponed }
      // A repeating request moves to its next date only after it has been shown.
      if revision.isRepeating, own.contains(where: \.isOnItsWay) { continue }
      let triggers = own.map(\.trigger)
      let coming = revision.next(
        revision.isRepeating || revision.isOnce ? 1 : limits.windowMax, after: wall,
        in: zone(of: revision)
      ).prefix(revision.isRepeating || revision.isOnce ? 1 : .max)
      for occurrence in coming where from <= occurrence.minute && occurrence.minute <= through {
        let known = revision.occurrences[occurrence.minute]
        guard known.map(\.canStillBeShown) ?? true,
          known.flatMap({ excuseInVain(revision, $0) }) == nil,
          occurrence.minute >= revision.firstMinute, !revision.hasFired(after: occurrence.minute),
          !isPerhapsShown(revision, occurrence.minute), !triggers.contains(occurrence.time)
        else { continue }
        find(.notArmed, schedule, "\(stamp(occurrence.time)) has no request")
        break
      }
    }
    for request in requests where !request.isOnItsWay && !request.isPostponed {
      let isWanted =
        liveIndex(request.schedule).map { index in
          let revision = revisions[index]
          let isOwn = revision.rule.occurrences(
            after: request.trigger - 1, through: request.trigger, in: zone(of: revision))
          return revision.isUncertain || !revision.isPaused && !isOwn.isEmpty
        } ?? false
      if !isWanted {
        find(.strayRequest, request.schedule, "\(stamp(request.trigger)) is nobody's")
      }
    }
  }

  private func isCertain(_ revision: Revision) -> Bool {
    !revision.isUncertain && !revision.isPaused && !revision.isSkipping && !revision.isSpent
  }
}
