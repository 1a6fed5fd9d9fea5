/// What code that runs when an alarm fires shows, and what it must report.
extension OutcomeModel {
  // MARK: Showing

  /// A receiver has shown one of the occurrences that its time names.
  mutating func alarmShown(_ schedule: String, _ planned: Int64, _ named: [Place]) {
    let age = android.nextAge
    android.nextAge = nil
    // Of two dates that a time may name it is the one that had to be shown.
    let isDue = { [open] (place: Place) in open.contains(place) }
    let match =
      named.first { isDue($0) && occurrence($0).excuse == nil } ?? named.first(where: isDue)
      ?? open.first { revisions[$0.revision].schedule == schedule && occurrence($0).excuse == nil }
    guard let match else { return shownUnexpectedly(schedule, planned, named) }
    checkContent(match, age)
    let (instant, isUnwritten) = (now, isWriteInDoubt)
    change(match) {
      $0.shown.append(instant)
      $0.isOpen = false
      $0.isUnwritten = isUnwritten
    }
    open.removeAll { $0 == match }
  }

  /// A daily notification shows fetched content where that could be had in time, and none too old.
  private mutating func checkContent(_ place: Place, _ age: Int64?) {
    let (revision, occurrence) = (revisions[place.revision], occurrence(place))
    if let age, age > AndroidState.ageMax {
      find(.staleContent, revision.schedule, "its content is \(age / 1_000) s old")
    }
    guard age == nil, revision.kind == .daily, !occurrence.wasOnItsWay, revision.ended == nil,
      android.isOnline, android.hasKeys, !hasFaults,
      android.lastFetchTrouble < (occurrence.dueAt ?? 0) - 2_000,
      lastWriteFailed.map({ $0 < now - 20_000 }) ?? true
    else { return }
    find(.lackingContent, revision.schedule, "shown with its default text")
  }

  private mutating func shownUnexpectedly(
    _ schedule: String, _ planned: Int64, _ named: [Place]
  ) {
    let text = "shown for \(stamp(planned))"
    let known = named.filter { revisions[$0.revision].occurrences[$0.minute] != nil }
    if let again = known.first(where: { !occurrence($0).shown.isEmpty }) {
      return find(
        .shownTwice, schedule, text + ", and at instant \(occurrence(again).shown[0])")
    }
    let late = known.first { occurrence($0).dueAt != nil && !occurrence($0).isAheadAgain }
    guard let late else { return shownWithoutOccurrence(schedule, planned, named) }
    let excuse = occurrence(late).excuse
    let instant = now
    change(late) { $0.shown.append(instant) }
    if excuse == .unknown || excuse == .ended { return }
    // By its pending intent it was still to come, in the zone in which it was planned.
    if excuse != nil, android.traits.keepsIntents { return }
    // Its alarm fired late, when what had kept it from being shown was over.
    let latest = (occurrence(late).dueAt ?? 0) + android.makerDelay
    if excuse != nil, android.makerDelay > 0,
      instant <= latest + 2 * AndroidState.receiverMilliseconds
    {
      return
    }
    find(.late, schedule, text + ", due at instant \(occurrence(late).dueAt ?? 0)")
  }

  // MARK: Entries

  /// Plugin code accounts for all that is over.
  mutating func accountForAlarms(_ index: Int) {
    guard !revisions[index].isUncertain else { return }
    let instant = now
    for (minute, known) in revisions[index].occurrences {
      guard known.dueAt != nil, !known.isOpen, !known.isAheadAgain else { continue }
      let place = Place(revision: index, minute: minute)
      if known.shown.isEmpty {
        makeAccountable(place)
        if !known.isAccountable { change(place) { $0.accountableAt = instant } }
      } else if !known.isLostUnwritten {
        change(place) {
          $0.isUnwritten = false
          $0.mustReportDelivery = true
        }
      }
    }
  }

  // MARK: Reports

  /// A delivery was reported; its time may name several dates.
  mutating func alarmReportedDelivered(_ schedule: String, _ planned: Int64, _ named: [Place]) {
    let shown = named.filter { !occurrence($0).shown.isEmpty }
    guard let best = shown.first(where: { occurrence($0).deliveredReports == 0 }) ?? shown.first
    else {
      if !named.contains(where: { revisions[$0.revision].isUncertain }) {
        find(.falseDelivery, schedule, "\(stamp(planned)) was not shown")
      }
      return
    }
    if occurrence(best).deliveredReports > 0 {
      find(.deliveredTwice, schedule, "\(stamp(planned)) was reported before")
    }
    change(best) { $0.deliveredReports += 1 }
  }

  /// A miss was reported of one of the occurrences that were due; false where there is none.
  mutating func alarmReportedMissed(
    _ schedule: String, _ planned: Int64, _ isCertain: Bool, _ due: [Place]
  ) -> Bool {
    let unreported = due.filter { occurrence($0).canStillBeShown }
    // A miss is named by the present zone.
    let named = unreported.filter { time($0) == planned }
    // Two dates may have one instant; reports come in the order of dates.
    let best =
      named.min { $0.minute < $1.minute } ?? unreported.min { $0.minute < $1.minute }
      ?? due.first { occurrence($0).shown.isEmpty } ?? due.first
    guard let best else { return false }
    let known = occurrence(best)
    if known.isLostUnwritten, !isCertain {
      // Nothing is left that tells of it.
    } else if !known.shown.isEmpty {
      find(.falseCertainMiss, schedule, "\(stamp(planned)) was shown, and is reported missed")
    } else if !known.missedReports.isEmpty {
      find(.missedTwice, schedule, "\(stamp(planned)) was reported before")
    } else if isStillAhead(best, planned) {
      find(.missedAhead, schedule, "\(stamp(planned)) can still be shown")
    }
    addMiss(best, isCertain: isCertain)
    return true
  }

  /// Judges an occurrence at the end.
  func judgeAlarm(_ place: Place) -> [(Disagreement.Kind, String)] {
    let occurrence = occurrence(place)
    if !occurrence.shown.isEmpty {
      let isUnreported = occurrence.mustReportDelivery && occurrence.deliveredReports == 0
      let isKnown = !revisions[place.revision].isUncertain && !occurrence.isLostUnwritten
      return isUnreported && isKnown ? [(.unreportedDelivery, "shown, and never reported")] : []
    }
    if occurrence.isLost { return [occurrence.loss] }
    return occurrence.isMissUnreported ? [Occurrence.unreportedMiss] : []
  }

  // MARK: What is pending

  /// Whether the pending intent of what has just been lost, or stands in line, still stands for it.
  var isJustLost: Bool {
    guard android.traits.keepsIntents else { return false }
    return allPlaces.contains {
      let occurrence = occurrence($0)
      let isLate = occurrence.dueAt ?? .min < now - AndroidState.receiverMilliseconds
      return occurrence.isOpen || occurrence.shown.isEmpty && !isLate
    }
  }

  /// Whether something is due that the phone's maker may hold back.
  ///
  /// The plugin cannot know whether its alarm is still there.
  var isAnyLateByMaker: Bool { android.makerDelay > 0 && !open.isEmpty }

  /// The times of a schedule that must have an alarm now.
  func alarmsNeeded(_ index: Int) -> [Int64] {
    let revision = revisions[index]
    // By a clock before its beginning it may show what comes, or wait for its first occurrence.
    if let first = revision.alarms.first, first < revision.firstMinute { return [] }
    // What was held and is ahead again has its old alarm, or one for the time that comes.
    let isDoubtful = revision.occurrences.values.contains {
      $0.isOpen && $0.isAheadAgain && $0.deadline == .max
    }
    if isDoubtful { return [] }
    return revision.alarms.compactMap { revision.rule.time($0, in: zone(of: revision)) }
      .filter { $0 > wall }
  }

  /// An invariant that counts alarms does not know of what a receiver is about to show.
  func isExpected(ofAlarms number: Int) -> Bool {
    switch number {
    // What its receiver is about to show is ahead again, and needs no alarm.
    case 2: now - android.lastTakenBack < 2 * AndroidState.receiverMilliseconds
    // What has fired and stands in line has its pending intent.
    case 16: android.traits.keepsIntents && !open.isEmpty
    default: false
    }
  }
}
