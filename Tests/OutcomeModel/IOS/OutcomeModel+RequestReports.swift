import CivilTime

/// Of which date a report must be and may be, where the evidence leaves several.
extension OutcomeModel {
  // MARK: Which date it was

  /// Clock or zone change: of a repeating reminder that was shown and not seen, or is on its way,
  /// nobody can know any more for which date that was.
  mutating func forgetDates() {
    for index in revisions.indices where revisions[index].isRepeating {
      for minute in revisions[index].unseen {
        revisions[index].occurrences[minute]?.isDateUnknown = true
      }
    }
    for place in open where revisions[place.revision].isRepeating {
      change(place) { $0.isDateUnknown = true }
    }
  }

  /// The phone is started again: what tells of a date that was shown at an earlier start is gone.
  mutating func forgetEarlierStart() {
    for index in revisions.indices where revisions[index].isRepeating {
      for minute in revisions[index].unseen
      where revisions[index].occurrences[minute]?.wasPunctual == false {
        revisions[index].occurrences[minute]?.isDateUnknown = true
      }
    }
  }

  /// Whether nobody can say which of a schedule's times its requests stand for.
  func isMovedByGap(_ schedule: String) -> Bool {
    revisions.contains { $0.schedule == schedule && $0.isMovedByGap }
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

  // MARK: Reports

  /// A delivery was reported; its time may name several dates.
  mutating func requestReportedDelivered(_ schedule: String, _ planned: Int64, _ named: [Place]) {
    let known = named.filter { revisions[$0.revision].occurrences[$0.minute] != nil }
    func rank(_ place: Place) -> (Int, Int64) {
      let occurrence = occurrence(place)
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
      if isUncertain(schedule) { return }
      return find(.falseDelivery, schedule, "\(stamp(planned)) is no occurrence")
    }
    // When a repeating request skipped several dates, which of them was shown is undecidable.
    var chosen = occurrence(best)
    if chosen.shown.isEmpty, let leader = chosen.leader {
      best = Place(revision: best.revision, minute: leader)
      chosen = occurrence(best)
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
  mutating func requestReportedSomeDate(_ schedule: String, _ planned: Int64, _ named: [Place]) {
    let shown = named.filter { !occurrence($0).shown.isEmpty }
    let unreportedShown = shown.first { !occurrence($0).isDeliveryReported }
    guard
      let meant = unreported(schedule) ?? unreportedShown ?? unreported(schedule, must: false)
        ?? shown.first
    else {
      if isUncertain(schedule) { return }
      return find(.falseDelivery, schedule, "nothing was shown, \(stamp(planned)) neither")
    }
    if occurrence(meant).isDeliveryReported {
      find(.deliveredTwice, schedule, "\(stamp(planned)) was reported before")
    }
    // A date before the first one tells that the clock was set back, and not when.
    let isBeforeFirst = meant.minute < revisions[meant.revision].firstMinute
    if !occurrence(meant).isDateUnknown, !isBeforeFirst {
      find(.needlesslyUnknown, schedule, "shown for \(stamp(planned))")
    }
    change(meant) { $0.isDeliveryReported = true }
  }

  private mutating func count(deliveryOf place: Place, named: [Place] = []) {
    change(place) {
      $0.deliveredReports += 1
      $0.isDeliveryReported = true
      $0.namedInReport = named
    }
  }

  /// Takes a report for a date whose own report may have been about another date, and so on; false
  /// when each of these has a report.
  private mutating func reassign(_ place: Place, to named: [Place], tried: [Place]) -> Bool {
    let before = occurrence(place).namedInReport
    let tried = tried + [place]
    for other in before where !tried.contains(other) {
      let known = occurrence(other)
      guard !known.shown.isEmpty else { continue }
      if known.deliveredReports == 0 {
        count(deliveryOf: other, named: before)
      } else if !reassign(other, to: before, tried: tried) {
        continue
      }
      change(place) { $0.namedInReport = named }
      return true
    }
    return false
  }

  /// A report whose time names two dates was about the one that needs it.
  mutating func giveReportsToThoseInNeed() {
    for place in allPlaces {
      let known = occurrence(place)
      guard known.mustReportDelivery, !known.isDeliveryReported else { continue }
      // Who was taken for the date of a report that names this one as well, and needs none.
      let holder = allPlaces.first {
        occurrence($0).namedInReport.contains(place) && !occurrence($0).mustReportDelivery
      }
      guard let holder else { continue }
      let named = occurrence(holder).namedInReport
      change(holder) {
        $0.deliveredReports -= 1
        $0.namedInReport = []
      }
      count(deliveryOf: place, named: named)
    }
  }

  /// The latest occurrence of a schedule that was shown and not reported; `must`: of those that
  /// have to be.
  private func unreported(_ schedule: String, must: Bool = true) -> Place? {
    var latest: (place: Place, shown: Int64)?
    for place in allPlaces where revisions[place.revision].schedule == schedule {
      let known = occurrence(place)
      guard let shown = known.shown.last, !known.isDeliveryReported,
        known.mustReportDelivery || !must, shown > latest?.shown ?? .min
      else { continue }
      latest = (place, shown)
    }
    return latest?.place
  }

  /// A miss was reported of one of the occurrences that were due; false where there is none.
  mutating func requestReportedMissed(
    _ schedule: String, _ planned: Int64, _ isCertain: Bool, _ due: [Place]
  ) -> Bool {
    func rank(_ place: Place) -> (Int, Int64) {
      let occurrence = occurrence(place)
      let isHidden =
        !occurrence.isSeen && (occurrence.isCleared || occurrence.isReplaced) && !isCertain
      let count =
        (occurrence.shown.isEmpty ? 0 : isHidden ? 2 : 4)
        + (occurrence.missedReports.isEmpty ? 0 : 3)
      // A miss is named by the present zone.
      return (count + (time(place) == planned ? 0 : 16), abs(occurrence.dueWall - planned))
    }
    guard let best = due.min(by: { rank($0) < rank($1) }) else { return false }
    let before = occurrence(best)
    // What came due in a zone before, unseen, may have been shown and cleared: its request has
    // fired, and nobody can know more.
    if before.shown.isEmpty, isStillAhead(best, planned), isCertain || before.isOpen {
      find(.missedAhead, schedule, "\(stamp(planned)) can still be shown")
    }
    addMiss(best, isCertain: isCertain, isWrong: !before.shown.isEmpty || before.isOpen)
    if !before.missedReports.isEmpty {
      find(.missedTwice, schedule, "\(stamp(planned)) was reported before")
    }
    return true
  }

  /// Judges an occurrence at the end.
  func judgeRequest(_ place: Place) -> [(Disagreement.Kind, String)] {
    let (revision, occurrence) = (revisions[place.revision], occurrence(place))
    guard !isMovedByGap(revision.schedule) else { return [] }
    if !occurrence.shown.isEmpty { return judgeShown(place) }
    var found: [(Disagreement.Kind, String)] = []
    if occurrence.isLost { found.append(occurrence.loss) }
    if occurrence.deliveredReports > 0 {
      found.append((.falseDelivery, "not shown, reported delivered"))
    }
    if occurrence.isMissUnreported, !isBesideUnknownDate(place.minute, revision) {
      found.append(Occurrence.unreportedMiss)
    }
    return found
  }

  /// Judges the reports of an occurrence that was shown.
  private func judgeShown(_ place: Place) -> [(Disagreement.Kind, String)] {
    let (revision, occurrence) = (revisions[place.revision], occurrence(place))
    guard !occurrence.isRepeatedBySystem else { return [] }
    var found: [(Disagreement.Kind, String)] = []
    let wasAddedAgain = revision.wasAddedAnew || revision.isUncertain || !revision.isRepeating
    let isExcused =
      occurrence.isCleared && !occurrence.isSeen || occurrence.isDateUnknown
      || occurrence.isReplaced && !occurrence.isSeen && wasAddedAgain
      || revision.occurrences.contains { $0.value.leader == place.minute }
    for report in occurrence.missedReports {
      if report.isCertain {
        found.append((.falseCertainMiss, "shown, and reported missed for certain"))
      } else if report.isWrong, !isExcused {
        found.append((.falseMiss, "shown, and reported missed"))
      }
    }
    if occurrence.mustReportDelivery, !occurrence.isDeliveryReported, !revision.isUncertain,
      place.minute >= revision.firstMinute, !occurrence.isDateUnknown, occurrence.leader == nil
    {
      found.append(
        (.unreportedDelivery, "in Notification Center at an entry, and never reported"))
    }
    return found
  }
}
