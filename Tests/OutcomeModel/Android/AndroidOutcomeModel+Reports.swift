import CivilTime

extension AndroidOutcomeModel {
  /// A notification was shown.
  mutating func shown(_ schedule: String, _ planned: Int64) {
    let age = nextAge
    nextAge = nil
    let named = places(schedule, planned)
    shownAs[schedule, default: []].insert(planned)
    // Of two dates that a time may name it is the one that had to be shown.
    let isDue = { [open] (place: Place) in open.contains(place) }
    let match =
      named.first { isDue($0) && outcome($0).excuse == nil } ?? named.first(where: isDue)
      ?? open.first { revisions[$0.revision].schedule == schedule && outcome($0).excuse == nil }
    guard let match else { return unexpectedlyShown(schedule, planned, named) }
    checkContent(match, age)
    let instant = now
    let isUnwritten = hasFaults || lastWriteFailed.map { instant - $0 < 1_000 } ?? false
    change(match) { outcome in
      outcome.shown.append(instant)
      outcome.isOpen = false
      outcome.isUnwritten = isUnwritten
    }
    open.removeAll { $0 == match }
  }

  /// A daily notification shows fetched content where that could be had in time, and none too old.
  private mutating func checkContent(_ place: Place, _ age: Int64?) {
    let revision = revisions[place.revision]
    if let age, age > AndroidOutcomeModel.ageMax {
      find(.staleContent, revision.schedule, "its content is \(age / 1_000) s old")
    }
    guard age == nil, revision.kind == .daily, !outcome(place).wasOnItsWay,
      revision.ended == nil, isOnline, hasKeys, !hasFaults,
      lastFetchTrouble < (outcome(place).dueAt ?? 0) - 2_000,
      lastWriteFailed.map({ $0 < now - 20_000 }) ?? true
    else { return }
    find(.lackingContent, revision.schedule, "shown with its default text")
  }

  private mutating func unexpectedlyShown(
    _ schedule: String, _ planned: Int64, _ named: [Place]
  ) {
    let text = "shown for \(stamp(planned))"
    let known = named.filter { revisions[$0.revision].outcomes[$0.minute] != nil }
    if let again = known.first(where: { !outcome($0).shown.isEmpty }) {
      return find(
        .shownTwice, schedule, text + ", and at instant \(outcome(again).shown[0])")
    }
    if let late = known.first(where: { outcome($0).dueAt != nil && !outcome($0).isAheadAgain }) {
      let outcome = outcome(late)
      let instant = now
      change(late) { $0.shown.append(instant) }
      if outcome.excuse == .unknown || outcome.excuse == .ended { return }
      // By its pending intent it was still to come, in the zone in which it was planned.
      if outcome.excuse != nil, traits.keepsIntents { return }
      return find(.late, schedule, text + ", due at instant \(outcome.dueAt ?? 0)")
    }
    let isOver = liveIndex(schedule).map { revisions[$0].isPaused } ?? true
    let isOfEnded = named.contains { revisions[$0.revision].ended != nil }
    if let index = liveIndex(schedule), revisions[index].isUncertain { return }
    find(isOver || isOfEnded ? .shownAfterEnd : .ghost, schedule, text)
  }

  // MARK: What the plugin reports

  mutating func reportedDelivered(_ schedule: String, _ planned: Int64) {
    let named = places(schedule, planned)
    let shown = named.filter { !outcome($0).shown.isEmpty }
    guard let best = shown.first(where: { outcome($0).deliveredReports == 0 }) ?? shown.first else {
      let isUncertain = named.contains { revisions[$0.revision].isUncertain }
      if !isUncertain {
        find(.falseDelivery, schedule, "\(stamp(planned)) was not shown")
      }
      return
    }
    if outcome(best).deliveredReports > 0 {
      find(.deliveredTwice, schedule, "\(stamp(planned)) was reported before")
    }
    change(best) { $0.deliveredReports += 1 }
  }

  mutating func reportedMissed(_ schedule: String, _ planned: Int64, _ isCertain: Bool) {
    let places = places(schedule, planned)
    if let place = places.first(where: { isNeverDue($0, by: planned) }) {
      // By the present zone it has passed; in the one before no clock has shown it.
      return change(place) { $0.missedReports += 1 }
    }
    let due = places.filter { revisions[$0.revision].outcomes[$0.minute]?.dueAt != nil }
    let unreported = due.filter { outcome($0).shown.isEmpty && outcome($0).missedReports == 0 }
    // A miss is named by the present zone.
    let named = unreported.filter { place in
      let revision = revisions[place.revision]
      return revision.rule.time(place.minute, in: zone(of: revision)) == planned
    }
    // Two dates may have one instant; reports come in the order of dates.
    let best =
      named.min { $0.minute < $1.minute } ?? unreported.min { $0.minute < $1.minute }
      ?? due.first { outcome($0).shown.isEmpty } ?? due.first
    guard let best else { return reportedStrangely(schedule, planned, places) }
    let revision = revisions[best.revision]
    let known = outcome(best)
    let time = revision.rule.time(best.minute, in: zone(of: revision)) ?? planned
    if known.isForgotten, !isCertain {
      // Nothing is left that tells of it.
    } else if !known.shown.isEmpty {
      find(.falseCertainMiss, schedule, "\(stamp(planned)) was shown, and is reported missed")
    } else if known.missedReports > 0 {
      find(.missedTwice, schedule, "\(stamp(planned)) was reported before")
    } else if time > wall, revision.ended == nil, !revision.isUncertain {
      find(.missedAhead, schedule, "\(stamp(planned)) can still be shown")
    }
    change(best) { $0.missedReports += 1 }
  }

  /// Whether it has a time by the present zone, never became due, since another zone leaves it out,
  /// and was not reported before.
  private func isNeverDue(_ place: Place, by planned: Int64) -> Bool {
    let revision = revisions[place.revision]
    guard revision.ended == nil,
      revision.rule.time(place.minute, in: zone(of: revision)) == planned
    else { return false }
    let known = revision.outcomes[place.minute]
    return revision.rule.isLeftOut(place.minute, in: zonesSeen) && known?.dueAt == nil
      && known?.missedReports ?? 0 == 0
  }

  /// A reported miss of something that never became due.
  private mutating func reportedStrangely(_ schedule: String, _ planned: Int64, _ named: [Place]) {
    if named.contains(where: { revisions[$0.revision].isUncertain }) { return }
    let ahead = named.first { place in
      let revision = revisions[place.revision]
      let time = revision.rule.time(place.minute, in: zone(of: revision)) ?? planned
      return revision.ended == nil && time > wall
    }
    if let ahead {
      change(ahead) { $0.missedReports += 1 }
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
          let place = Place(revision: index, minute: occurrence.minute)
          if !places.contains(place) { places.append(place) }
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
    for index in revisions.indices {
      let revision = revisions[index]
      for minute in revision.outcomes.keys.sorted() {
        guard let outcome = revision.outcomes[minute] else { continue }
        judge(outcome, minute, revision)
      }
    }
    let isOtherwiseRight = disagreements.allSatisfy { $0.kind == .invariantAlarm }
    if !isOtherwiseRight {
      disagreements = disagreements.map { found in
        guard found.kind == .invariantAlarm else { return found }
        return Disagreement(.invariantBroken, found.schedule, at: found.instant, found.text)
      }
    }
    return disagreements
  }

  private mutating func judge(
    _ outcome: AlarmOutcome, _ minute: WallMinute, _ revision: AlarmRevision
  ) {
    let day = stamp(minute * 60_000).dropLast(4)
    func find(_ kind: Disagreement.Kind, _ text: String) {
      disagreements.append(
        Disagreement(kind, revision.schedule, at: outcome.dueAt ?? now, "\(day): \(text)"))
    }
    guard outcome.shown.isEmpty else {
      if outcome.mustReportDelivery, outcome.deliveredReports == 0, !revision.isUncertain,
        !outcome.isForgotten
      {
        find(.unreportedDelivery, "shown, and never reported")
      }
      return
    }
    if outcome.isLost {
      return find(outcome.wasOnItsWay ? .lostOnItsWay : .lost, "armed, due, and not shown")
    }
    if outcome.isAccountable, outcome.missedReports == 0, !outcome.sharesInstant,
      outcome.excuse.map(\.mustBeReported) ?? true
    {
      find(.unreportedMiss, "not shown, and never reported")
    }
  }

  // MARK: Status and the alarms

  mutating func check(_ answer: StatusAnswer) {
    guard isUnlockedOnce else { return }
    func differ(_ what: String, _ said: String, _ real: String) {
      disagreements.append(
        Disagreement(.statusLies, what, at: now, "says \(said), the phone has \(real)"))
    }
    if answer.isEnabled != isAllowed { differ("isEnabled", "\(answer.isEnabled)", "\(isAllowed)") }
    if !isAllowed || !isExactAllowed {
      if answer.isScheduled { differ("isScheduled", "true", "nothing that can be shown") }
      return
    }
    if answer.pending != answer.requests.count, !isJustLost {
      differ("pending", "\(answer.pending)", "\(answer.requests.count)")
    }
    // What is on its way does not come next.
    let ahead = answer.requests.filter { !$0.isPostponed && !$0.isOnItsWay && $0.trigger > wall }
    let next = ahead.map(\.trigger).min()
    if answer.next != next {
      differ("next", answer.next.map(stamp) ?? "none", next.map(stamp) ?? "none")
    }
    if answer.isScheduled != (next != nil) {
      differ("isScheduled", "\(answer.isScheduled)", "\(next != nil)")
    }
  }

  /// Whether the pending intent of what has just been lost, or stands in line, still stands for it.
  private var isJustLost: Bool {
    guard traits.keepsIntents else { return false }
    return revisions.contains { revision in
      revision.outcomes.values.contains {
        let isLate = $0.dueAt ?? .min < now - AndroidOutcomeModel.receiverMilliseconds
        return $0.isOpen || $0.shown.isEmpty && !isLate
      }
    }
  }

  /// At rest, exactly what must be armed is pending.
  mutating func check(_ requests: [PendingRequest]) {
    guard canArm, !hasFaults else { return }
    for (schedule, index) in live {
      let revision = revisions[index]
      guard !revision.isUncertain, !revision.isPaused, !revision.isSkipping, !revision.isSpent
      else { continue }
      // By a clock before its beginning it may show what comes, or wait for its first occurrence.
      if let first = revision.armed.first, first < revision.firstMinute { continue }
      let triggers = requests.filter { $0.schedule == schedule && !$0.isPostponed }.map(\.trigger)
      for minute in revision.armed {
        guard let time = revision.rule.time(minute, in: zone(of: revision)), time > wall,
          !triggers.contains(time)
        else { continue }
        find(.notArmed, schedule, "\(stamp(time)) has no alarm")
        break
      }
    }
    for request in requests
    where !request.isOnItsWay && !request.isPostponed && request.trigger > wall {
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
}
