import CivilTime

/// What was shown and reported, and which occurrences that was.
extension OutcomeModel {
  /// A notification was shown.
  mutating func shown(_ schedule: String, _ planned: Int64, _ identifier: String) {
    shownAs[schedule, default: []].insert(planned)
    if isMovedByGap(schedule) { return }
    let named = places(of: schedule, named: planned)
    if isSkipped(named) {
      return find(.shownAfterEnd, schedule, "\(stamp(planned)) was skipped, and is shown")
    }
    switch platform {
    case .ios: requestShown(schedule, planned, identifier, named)
    case .android: alarmShown(schedule, planned, named)
    }
  }

  /// Something was shown that is no occurrence, or one of a schedule that has ended.
  mutating func shownWithoutOccurrence(_ schedule: String, _ planned: Int64, _ named: [Place]) {
    let isOver = liveIndex(schedule).map { revisions[$0].isPaused } ?? true
    let isOfEnded = named.contains { revisions[$0.revision].ended != nil }
    if isUncertain(schedule) { return }
    find(
      isOver || isOfEnded ? .shownAfterEnd : .ghost, schedule, "shown for \(stamp(planned))")
  }

  /// The phone gives the reason why it did not show what was due.
  mutating func withheld(_ schedule: String, _ reason: Observation.Withholding) {
    // What is expected of an Android phone does not depend on it.
    if platform == .ios { requestWithheld(schedule, reason) }
  }

  /// The host was notified of a delivery; `isCertain`: whether its date is said to be known.
  mutating func reportedDelivered(_ schedule: String, _ planned: Int64, _ isCertain: Bool) {
    if isMovedByGap(schedule) { return }
    let named = places(of: schedule, named: planned)
    switch (platform, isCertain) {
    case (.ios, true): requestReportedDelivered(schedule, planned, named)
    case (.ios, false): requestReportedSomeDate(schedule, planned, named)
    case (.android, _):
      // There the plugin shows everything by itself.
      if !isCertain { find(.needlesslyUnknown, schedule, "shown for \(stamp(planned))") }
      alarmReportedDelivered(schedule, planned, named)
    }
  }

  /// The host was notified of a miss.
  ///
  /// After a journey the instant for which it was armed may be that of another date; its own date
  /// tells them apart.
  mutating func reportedMissed(
    _ schedule: String, _ planned: Int64, _ date: CivilDate?, _ isCertain: Bool
  ) {
    if isMovedByGap(schedule) { return }
    var named = places(of: schedule, named: planned)
    let dated = named.filter { WallTime(minutesSinceEpoch: $0.minute).date == date }
    if !dated.isEmpty { named = dated }
    if let place = named.first(where: { isNeverDue($0, by: planned) }) {
      // By the present zone it has passed; in the one before no clock has shown it.
      return addMiss(place, isCertain: isCertain)
    }
    let due = named.filter { occurrence($0).dueAt != nil }
    if isSkipped(due) {
      find(.phantomMiss, schedule, "\(stamp(planned)) was skipped, and is reported missed")
    }
    let isOfDue =
      switch platform {
      case .ios: requestReportedMissed(schedule, planned, isCertain, due)
      case .android: alarmReportedMissed(schedule, planned, isCertain, due)
      }
    // Nothing that it names has ever become due.
    if isOfDue || named.contains(where: { revisions[$0.revision].isUncertain }) { return }
    if let ahead = named.first(where: { isStillAhead($0, planned) }) {
      addMiss(ahead, isCertain: isCertain)
      find(.missedAhead, schedule, "\(stamp(planned)) can still be shown")
    } else {
      find(.phantomMiss, schedule, "\(stamp(planned)) is no occurrence of its revision")
    }
  }

  /// Whether the host has skipped all that a time names, in time.
  private func isSkipped(_ named: [Place]) -> Bool {
    let known = named.filter { revisions[$0.revision].occurrences[$0.minute] != nil }
    return !known.isEmpty && known.allSatisfy { occurrence($0).isSkippedInTime }
  }

  mutating func addMiss(_ place: Place, isCertain: Bool, isWrong: Bool = false) {
    change(place) {
      $0.missedReports.append(Occurrence.MissedReport(isCertain: isCertain, isWrong: isWrong))
    }
  }

  /// Whether it has a time by the present zone, never became due, since another zone leaves it out,
  /// and was not reported before.
  private func isNeverDue(_ place: Place, by planned: Int64) -> Bool {
    let (revision, known) = (revisions[place.revision], occurrence(place))
    return revision.ended == nil && time(place) == planned
      && revision.rule.isLeftOut(place.minute, in: zonesSeen)
      && known.dueAt == nil && known.missedReports.isEmpty
  }

  /// Whether an occurrence is ahead by the present zone, and its schedule goes on.
  func isStillAhead(_ place: Place, _ planned: Int64) -> Bool {
    let revision = revisions[place.revision]
    return time(place) ?? planned > wall && revision.ended == nil && !revision.isUncertain
  }

  /// The occurrences that a time may refer to, newest revision first.
  private func places(of schedule: String, named planned: Int64) -> [Place] {
    var places: [Place] = []
    for index in revisions.indices.reversed() where revisions[index].schedule == schedule {
      let revision = revisions[index]
      // The present zone first, then the latest.
      for zone in revision.zone.map({ [$0] }) ?? [zone] + zonesSeen.reversed() {
        for occurrence in revision.rule.occurrences(named: planned, in: zone) {
          let place = Place(revision: index, minute: occurrence.minute)
          if !places.contains(place) { places.append(place) }
        }
      }
    }
    return places
  }

  /// All occurrences of which something is known, oldest revision first.
  var allPlaces: [Place] {
    revisions.indices.flatMap { index in
      revisions[index].occurrences.keys.sorted().map { Place(revision: index, minute: $0) }
    }
  }

  /// The checker of an invariant reported a violation.
  mutating func invariantBroken(_ number: Int, _ message: String) {
    switch platform {
    case .ios:
      let isJudged = IPhoneState.judgedInvariants.contains(number)
      find(isJudged ? .invariantAlarm : .invariantBroken, "\(number)", message)
    case .android:
      if !isExpected(ofAlarms: number) { find(.invariantAlarm, "\(number)", message) }
    }
  }

  // MARK: The end

  /// Adds what can only be decided at the end, and returns all disagreements.
  public mutating func finish() -> [Disagreement] {
    closeWhatIsLate()
    if platform == .ios { giveReportsToThoseInNeed() }
    var found = disagreements
    for place in allPlaces {
      let judged =
        switch platform {
        case .ios: judgeRequest(place)
        case .android: judgeAlarm(place)
        }
      let day = stamp(place.minute * 60_000).dropLast(4)
      let (schedule, instant) = (revisions[place.revision].schedule, occurrence(place).dueAt)
      found += judged.map { Disagreement($0, schedule, at: instant ?? now, "\(day): \($1)") }
    }
    let isOtherwiseRight = found.allSatisfy {
      $0.kind == .invariantAlarm || $0.kind == .invariantBroken
    }
    disagreements = found.map {
      guard $0.kind == .invariantAlarm, !isOtherwiseRight else { return $0 }
      return Disagreement(.invariantBroken, $0.schedule, at: $0.instant, $0.text)
    }
    return disagreements
  }
}
