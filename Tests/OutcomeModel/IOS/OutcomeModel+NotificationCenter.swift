/// What is shown, and what the plugin can find out of it afterwards.
extension OutcomeModel {
  // MARK: The person

  /// The person dismissed shown notifications.
  mutating func dismissedAll() {
    for index in revisions.indices {
      for minute in revisions[index].unseen {
        revisions[index].occurrences[minute]?.isCleared = true
      }
    }
  }

  /// The person dismissed or tapped the latest one: the delegate is notified, unless the phone has
  /// not been unlocked since it started.
  mutating func dismissedLatest() {
    var latest: (place: Place, shown: Int64)?
    for index in revisions.indices {
      for minute in revisions[index].unseen {
        guard let occurrence = revisions[index].occurrences[minute], !occurrence.isCleared,
          !occurrence.isReplaced, let shown = occurrence.shown.last, shown >= latest?.shown ?? .min
        else { continue }
        latest = (Place(revision: index, minute: minute), shown)
      }
    }
    iPhone.beingDismissed = latest?.place
  }

  /// What was being dismissed is gone.
  mutating func endDismissal() {
    guard let place = iPhone.beingDismissed else { return }
    change(place) { $0.isCleared = true }
    iPhone.beingDismissed = nil
  }

  /// A notification is put off.
  mutating func putOff(_ schedule: String, _ identifier: String) {
    if isAllowed { iPhone.putOffs.putOff(schedule, identifier, at: now) }
  }

  /// Something was shown again.
  mutating func shownAgain(_ schedule: String, _ identifier: String) {
    if !iPhone.putOffs.shown(identifier, at: now) {
      find(.shownAgainInVain, schedule, "'\(identifier)' was shown")
    }
  }

  // MARK: Showing

  /// A request was shown for one of the occurrences that its time names.
  mutating func requestShown(
    _ schedule: String, _ planned: Int64, _ identifier: String, _ named: [Place]
  ) {
    let candidates = open.filter { revisions[$0.revision].schedule == schedule }
    // A repeating request shows the date that is overdue longest.
    let leading = candidates.first { revisions[$0.revision].isRepeating && named.contains($0) }
    // A time that names two dates means the one by the present zone first.
    let meant = leading ?? named.first { candidates.contains($0) }
    let match =
      meant ?? candidates.first { occurrence($0).excuse == nil } ?? candidates.first
    if let match { return addDelivery(match, identifier) }
    let text = "shown for \(stamp(planned))"
    for place in named {
      let revision = revisions[place.revision]
      guard let known = revision.occurrences[place.minute], known.dueAt != nil else { continue }
      if known.isLost, known.shown.isEmpty {
        find(.late, schedule, text)
        let instant = now
        return change(place) {
          $0.shown.append(instant)
          $0.isLost = false
        }
      }
      // It did not have to be shown, but it may be.
      if known.shown.isEmpty { return addDelivery(place, identifier) }
      // A repeating request that was added again has not shown anything yet.
      if revision.isRepeating, revision.wasAddedAnew, known.isAheadAgain { return }
      if known.isAheadAgain, known.isDateUnknown { return }
      if known.isAheadAgain || revision.isOnce, known.isForgotten(among: revision) { return }
      return find(.shownTwice, schedule, text + ", and at instant \(known.shown[0])")
    }
    shownWithoutOccurrence(schedule, planned, named)
  }

  private mutating func addDelivery(_ place: Place, _ identifier: String) {
    // One of an earlier revision has the same identifier.
    let schedule = revisions[place.revision].schedule
    for index in revisions.indices where revisions[index].schedule == schedule {
      for earlier in revisions[index].unseen
      where revisions[index].occurrences[earlier]?.identifier == identifier {
        revisions[index].occurrences[earlier]?.isReplaced = true
      }
    }
    let (instant, isZoneNew) = (now, iPhone.isZoneNew)
    change(place) {
      $0.shown.append(instant)
      $0.isOpen = false
      $0.identifier = identifier
      // By the zone of the last look and by that of now the latest date may be another one.
      if isZoneNew, !$0.wasPunctual { $0.isDateUnknown = true }
    }
    revisions[place.revision].unseen.append(place.minute)
    open.removeAll { $0 == place }
  }

  /// The phone gives the reason why it did not show what was due.
  mutating func requestWithheld(_ schedule: String, _ reason: Observation.Withholding) {
    switch reason {
    case .denied: excuseOpen(.denied, of: schedule)
    case .phoneOff: excuseOpen(.phoneOff, of: schedule)
    case .replaced:
      let deadline = now + iPhone.limits.driftMilliseconds + 2_000
      changeOpen(of: schedule) { $0.deadline = max($0.deadline, deadline) }
    case .noDelegate: break
    }
  }

  // MARK: Entries

  /// Plugin code reads Notification Center, even when it can write nothing.
  mutating func readNotificationCenter(isTimeChange: Bool) {
    if isTimeChange { iPhone.aheadAgain.removeAll() } else { forgetWhatIsAheadAgain() }
    for (_, index) in live {
      for minute in revisions[index].unseen {
        let known = occurrence(Place(revision: index, minute: minute))
        guard !known.isCleared, !known.isReplaced else { continue }
        revisions[index].occurrences[minute]?.isSeen = true
      }
    }
  }

  /// Plugin code accounts for what has passed since the last time.
  mutating func accountForRequests(_ index: Int) {
    let revision = revisions[index]
    var left: [WallMinute] = []
    for minute in revision.unaccounted {
      let place = Place(revision: index, minute: minute)
      let known = occurrence(place)
      guard known.shown.isEmpty else { continue }
      guard isAllowed, !known.isOpen, !revision.isUncertain else {
        left.append(minute)
        continue
      }
      makeAccountable(place)
    }
    revisions[index].unaccounted = left
    for minute in revision.unseen {
      let isSeen = revisions[index].occurrences[minute]?.isSeen ?? false
      revisions[index].occurrences[minute]?.mustReportDelivery = isSeen && isAllowed
    }
    revisions[index].unseen.removeAll()
  }

  /// The process died: requests that were being added then may be missing, and what it had observed
  /// and could not write is forgotten.
  mutating func requestsLostProcess() {
    if now - iPhone.lastArmed < IPhoneState.armingMilliseconds { disarm() }
    iPhone.putOffs.processEnded(at: now)
    for index in revisions.indices {
      for minute in revisions[index].unseen {
        revisions[index].occurrences[minute]?.isSeen = false
      }
    }
  }
}

extension Occurrence {
  /// Whether it was cleared before any entry has seen it, or replaced by one that says nothing of
  /// it: then nobody knows that it was shown.
  func isForgotten(among revision: Revision) -> Bool {
    guard !isSeen, let first = shown.first else { return false }
    if isCleared { return true }
    // A repeating request fires in order, so that a later showing tells.
    return isReplaced
      && !(revision.isRepeating
        && revision.occurrences.values.contains { $0.isSeen && $0.shown.last ?? .min > first })
  }
}
