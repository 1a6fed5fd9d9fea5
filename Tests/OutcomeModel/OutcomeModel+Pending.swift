/// What the plugin says is pending, and what is.
extension OutcomeModel {
  /// The plugin's own status agrees with the phone.
  mutating func check(_ answer: StatusAnswer) {
    guard isUnlockedOnce else { return }
    func differ(_ what: String, _ said: String, _ real: String) {
      find(.statusLies, what, "says \(said), the phone has \(real)")
    }
    if answer.isEnabled != isAllowed { differ("isEnabled", "\(answer.isEnabled)", "\(isAllowed)") }
    guard isAllowed, android.canSetExact else {
      if answer.isScheduled { differ("isScheduled", "true", "nothing that can be shown") }
      return
    }
    if answer.pending != answer.requests.count, !isJustLost, !isAnyLateByMaker {
      differ("pending", "\(answer.pending)", "\(answer.requests.count)")
    }
    let requests = answer.requests.filter { !$0.isPostponed }
    if platform == .ios, isNextUnclear(requests) { return }
    // What is on its way does not come next.
    let next = requests.filter { $0.trigger > wall && !$0.isOnItsWay }.map(\.trigger).min()
    if answer.next != next {
      differ("next", answer.next.map(stamp) ?? "none", next.map(stamp) ?? "none")
    }
    if answer.isScheduled != (next != nil) {
      differ("isScheduled", "\(answer.isScheduled)", "\(next != nil)")
    }
  }

  /// At rest, exactly what must be armed is pending.
  mutating func check(_ requests: [PendingRequest]) {
    guard canArm, !hasFaults else { return }
    let requests = requests.filter { !$0.isPostponed }
    for (schedule, index) in live where isPlanned(index) {
      let own = requests.filter { $0.schedule == schedule }
      let needed =
        switch platform {
        case .ios: requestsNeeded(index, own: own)
        case .android: alarmsNeeded(index)
        }
      guard let missing = needed.first(where: { !own.map(\.trigger).contains($0) }) else {
        continue
      }
      find(.notArmed, schedule, "\(stamp(missing)) is not armed")
    }
    for request in requests where !request.isOnItsWay && !isNeeded(request) {
      find(.strayRequest, request.schedule, "\(stamp(request.trigger)) is nobody's")
    }
  }

  private func isNeeded(_ request: PendingRequest) -> Bool {
    // The time of what it stands for has passed, and its pending intent is left.
    if platform == .android, request.trigger <= wall { return true }
    guard let index = liveIndex(request.schedule) else { return false }
    let revision = revisions[index]
    let own = revision.rule.occurrences(
      after: request.trigger - 1, through: request.trigger, in: zone(of: revision))
    let isSkipped = own.contains { revision.occurrences[$0.minute]?.skippedAt != nil }
    return revision.isUncertain || !revision.isPaused && !own.isEmpty && !isSkipped
  }

  /// Whether what is ahead of a schedule is certain to be armed.
  func isPlanned(_ index: Int) -> Bool {
    let revision = revisions[index]
    return !revision.isPaused && !revision.isSpent && !revision.isUncertain
      && !revision.isSkipping
  }
}
