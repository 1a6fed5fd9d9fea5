/// Re-planning from what the plan before has left.
extension RequestWindow {
  /// Re-plans from the standing plan; nil when one has to be made anew.
  ///
  /// The pending list is read whole, and nothing in it may be on its way. What this does and logs
  /// is what `replanAnew` would do.
  mutating func goOn(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: inout Contents,
    on platform: inout System
  ) -> ReplanResult? {
    guard var plan = standing.take() else { return nil }
    // What it lists changes now; held on to here, it would be copied for that.
    lastReplan = ReplanResult()
    guard isSettled, postponed.isEmpty, isEverythingAhead(on: platform),
      plan.read(platform.pendingRequests),
      let givingWayCount = plan.follow(
        schedules, now: platform.wallMilliseconds, rules: contents.rules)
    else { return nil }
    var result = ReplanResult()
    result.isArmedKnown = true
    result.verified = plan.requestCount
    let firstReserve = plan.firstLackingReserve
    listLacking(plan, schedules, ledger, &contents, firstReserve, on: &platform, into: &result)
    if givingWayCount > 0 {
      let givesWay = plan.leaving.suffix(givingWayCount)
      let extra =
        givingWayCount == 1 ? givesWay.map(\.identifier) : identifiers(of: givesWay, on: platform)
      remove(extra, on: &platform)
    }
    for index in lacking.indices
    where addIfRoom(lacking[index].request, isReserve: false, on: &platform) {
      result.added += 1
      plan.note(lacking[index].request, for: lacking[index].entry)
    }
    lacking.removeAll(keepingCapacity: true)
    for index in firstReserve..<plan.entries.count where plan.entries[index].request == nil {
      // No entry has the name of another one, so that a reserve replaces nothing.
      guard hasRoom(isReserve: true, on: platform) else {
        isReplanOwed = true
        break
      }
      let request = reserve(schedules[plan.entries[index].schedule], plan.entries[index].occurrence)
      if addIfRoom(request, isReserve: true, on: &platform) {
        result.added += 1
        plan.note(request, for: index)
      }
    }
    result.removed = givingWayCount
    plan.readBack(platform.pendingRequests, added: result.added)
    plan.listArmed(&armedListCount)
    result.armed = plan.armed
    standing = plan
    return result
  }

  /// Lists in `lacking` the next occurrences whose request is lacking or outdated, each with the
  /// one it should have.
  ///
  /// Notes which entries have lost theirs.
  /// `firstReserve`: the place of the first reserve that lacks its request.
  private mutating func listLacking(
    _ plan: StandingPlan, _ schedules: [Schedule], _ ledger: Ledger, _ contents: inout Contents,
    _ firstReserve: Int, on platform: inout System, into result: inout ReplanResult
  ) {
    let latest = platform.contentRows.latestOccurrence
    for index in 0..<plan.nextCount {
      if plan.entries[index].request != nil {
        // Of what is later than all content there can be none.
        if plan.entries[index].isDefault, plan.entries[index].occurrence.time > latest { continue }
        if isUpToDate(plan.entries[index], schedules[index], &contents, on: &platform) { continue }
        result.verified -= 1
      } else if isLost(
        plan.planned(index), schedules[index], ledger, platform.pendingRequests)
      {
        result.lose(plan.planned(index))
      }
      lacking.append(
        (index, request(for: plan.planned(index), schedules[index], &contents, on: &platform)))
    }
    for index in firstReserve..<plan.entries.count where plan.entries[index].request == nil {
      let planned = plan.planned(index)
      if isLost(planned, schedules[planned.schedule], ledger, platform.pendingRequests) {
        result.lose(planned)
      }
    }
  }

  /// A reserve as it is planned.
  private func reserve(_ schedule: Schedule, _ occurrence: Occurrence) -> NotificationRequest {
    NotificationRequest(
      identifier: schedule.reserveIdentifier(occurrence),
      trigger: .calendar(schedule.triggerTime(of: occurrence), zone: schedule.row.timezone),
      content: schedule.defaultContent(occurrence))
  }

  /// Whether the request of a next occurrence shows the best content there is.
  private func isUpToDate(
    _ entry: StandingPlan.Entry, _ schedule: Schedule, _ contents: inout Contents,
    on platform: inout System
  ) -> Bool {
    guard contents.mayHaveContent(for: schedule, entry.occurrence, on: platform) else {
      return entry.isDefault
    }
    return entry.request?.content
      == contents.best(for: schedule, entry.occurrence, on: &platform)
  }

  /// Whether the time of no pending request has come, by this clock or one before.
  @inline(__always)
  private func isEverythingAhead(on platform: System) -> Bool {
    !isAnyCameDue(on: platform) && !platform.hasPending(through: platform.wallMilliseconds)
  }

  /// The identifiers of requests, in the order in which they are pending.
  private func identifiers(
    of requests: ArraySlice<NotificationRequest>, on platform: System
  ) -> [String] {
    platform.pendingRequests.compactMap { request in
      requests.contains { $0 === request } ? request.identifier : nil
    }
  }

  /// Gives the next occurrences of a kind their content; false when the plan does not stand.
  ///
  /// `isListRead`: whether the plan's list is known to equal the pending one.
  mutating func updateStanding(
    _ kind: ScheduleKind, of schedules: [Schedule], _ contents: inout Contents, isListRead: Bool,
    on platform: inout System
  ) -> Bool {
    guard var plan = standing.take(), isListRead || plan.read(platform.pendingRequests),
      plan.stands(for: schedules)
    else { return false }
    let now = platform.wallMilliseconds
    guard plan.hasRequests(forNextOf: kind, schedules, now: now) else { return false }
    let latest = platform.contentRows.latestOccurrence
    for place in schedules.indices where schedules[place].kind == kind {
      // Of what is later than all content there can be none.
      if plan.entries[place].isDefault, plan.entries[place].occurrence.time > latest { continue }
      let (schedule, next) = (schedules[place], plan.entries[place].occurrence)
      if plan.entries[place].isDefault,
        !contents.mayHaveContent(for: schedule, next, on: platform)
      {
        continue
      }
      guard let request = plan.entries[place].request else { continue }
      // Mostly it was added lately. No closure here: it would hold on to the list.
      var index = platform.pendingRequests.count - 1
      while index >= 0, platform.pendingRequests[index] !== request { index -= 1 }
      if index < 0 || isDue(index, platform.pendingRequests, on: platform) { continue }
      let content = contents.best(for: schedule, next, on: &platform)
      guard content != request.content, !isRemoving(request) else { continue }
      let update = NotificationRequest(
        identifier: request.identifier, trigger: request.trigger, content: content)
      add(update, on: &platform)
      isReadAsPlanned = false
      plan.note(update, for: place, replacing: index)
      plan.readBack(platform.pendingRequests, added: 1)
    }
    standing = plan
    return true
  }
}
