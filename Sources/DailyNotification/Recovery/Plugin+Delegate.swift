extension Plugin {
  /// The foreground delegate's decision: whether a notification that has just fired is shown.
  ///
  /// Nothing stale is shown: the default text takes its place under the same identifier, 1 s ahead.
  public mutating func willPresent(
    _ request: NotificationRequest, on platform: inout some Platform
  ) -> Bool {
    let info = request.content.info
    guard let fetchedAt = info.fetchedAt, !isFresh(fetchedAt, at: info.plannedTime, info.kind)
    else { return true }
    platform.telemetry.cacheStale += 1
    let isSkipped = info.kind == .dual && dual?.configuration.isSkippedWithoutContent == true
    guard !isSkipped, !removing.contains(request.identifier),
      let row = platform.scheduleRows.first(where: { $0.isNamed(info.scheduleID, info.kind) }),
      let schedule = decoded(row, on: &platform)
    else { return false }
    add(
      NotificationRequest(
        identifier: request.identifier, trigger: .interval(milliseconds: 1000, repeats: false),
        content: schedule.defaultContent(
          Occurrence(time: info.plannedTime, wallMinute: info.wallMinute))),
      on: &platform)
    return false
  }

  /// A notification was shown while the app was in the foreground.
  public mutating func presented(on platform: inout some Platform) {
    run(.delegate, on: &platform) { _, _ in }
  }

  /// The person tapped a notification, which is still in the delivered list.
  public mutating func tapped(on platform: inout some Platform) {
    run(.tap, on: &platform) { _, _ in }
  }
}
