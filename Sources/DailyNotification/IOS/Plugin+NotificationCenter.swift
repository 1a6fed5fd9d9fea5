extension Plugin {
  /// Requests that were being removed are gone; what waited for that goes on.
  public mutating func removalsSettled<System>(
    _ identifiers: [String], on platform: inout System
  ) where Family == IOS<System> {
    delivery.removalsSettled(identifiers)
    run(.removal, on: &platform) { plugin, platform in
      if plugin.delivery.isReplanOwed, platform.isProtectedDataAvailable {
        plugin.armWaiting(on: &platform)
      }
      if plugin.delivery.isSettled { plugin.restartCalls(waitingFor: .removals, on: &platform) }
    }
  }

  /// The foreground delegate's decision: whether a notification that has just fired is shown.
  ///
  /// Nothing stale is shown: the default text takes its place under the same identifier, 1 s later.
  public mutating func willPresent<System>(
    _ request: NotificationRequest, on platform: inout System
  ) -> Bool where Family == IOS<System> {
    let info = request.content.info
    if info.purpose == .postponed { return willPresentPostponed(request, on: &platform) }
    let shownAt = max(info.plannedTime, platform.wallMilliseconds)
    guard let fetchedAt = info.fetchedAt, !contents.isFresh(fetchedAt, at: shownAt, info.kind)
    else { return true }
    contents.discarded(
      fetchedAt, for: info.plannedTime, shownAt: shownAt, info.kind, on: &platform)
    let isSkipped = info.kind == .dual && contents.rules.isDualSkippedWithoutContent
    guard !isSkipped, !delivery.isRemoving(request),
      let row = platform.scheduleRow(info.scheduleID, info.kind),
      row.revision == info.revision,
      let schedule = schedules.decoded(
        row, ledger, perDayMax: perDayMax, on: &platform)
    else { return false }
    delivery.add(
      NotificationRequest(
        identifier: request.identifier, trigger: .interval(milliseconds: 1000, repeats: false),
        content: schedule.defaultContent(
          Occurrence(time: info.plannedTime, wallMinute: info.wallMinute))),
      on: &platform)
    return false
  }

  /// A notification was shown while the app was in the foreground.
  public mutating func presented<System>(
    on platform: inout System
  ) where Family == IOS<System> {
    run(.delegate, on: &platform) { _, _ in }
  }
}
