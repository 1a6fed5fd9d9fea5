import CivilTime
import DailyNotification
import SimulationCore

extension Device {
  /// Shows what the summary holds, for its time has come, or the person wants no summary any more.
  mutating func showSummary() {
    guard os.power.isPoweredOn else { return os.summary.postpone() }
    let (items, token) = os.summary.takeAll()
    os.cancel(token)
    for item in items {
      guard os.authorization.allowsNotifications else {
        os.record(notDelivered: item.request, item.occurrence, .denied)
        continue
      }
      let shown = os.notificationSettings.presentation(
        of: item.request.content, os.authorization, isOnScreen: false,
        isUrgent: os.mayBeTimeSensitive)
      os.show(item.request, item.occurrence, shown.inSummary)
    }
  }

  /// Makes up for a summary whose time came while the phone was off.
  mutating func makeUpForSummary() {
    if let next = os.summary.next, next.token == nil { showSummary() }
  }
}

extension OperatingSystem {
  /// How many notifications the scheduled summary holds, and when it comes, in ms since the Unix
  /// epoch; nil while it holds none.
  public var heldForSummary: (count: Int, until: Int64)? {
    switch parts {
    case .ios: summary.next.map { (summary.items.count, $0.time) }
    case .android: nil
    }
  }

  /// When a notification that comes due now is shown by the summary; nil where it is shown at once.
  func summaryTime(for content: NotificationContent) -> Int64? {
    guard notificationSettings.isOn(.scheduledDelivery),
      configuration.isVersion(atLeast: [15]),
      content.interruption != .timeSensitive || !mayBeTimeSensitive
    else { return nil }
    return summary.next?.time ?? ScheduledSummary.time(after: wallMilliseconds, in: zone)
  }

  /// Whether a time-sensitive notification of the app counts as one.
  var mayBeTimeSensitive: Bool {
    configuration.knobs.timeSensitiveCapability == .yes && notificationSettings.isOn(.timeSensitive)
  }

  /// Holds a notification that came due for a summary.
  mutating func hold(_ request: NotificationRequest, _ occurrence: Int64, until: Int64) {
    dropFromSummary(request.identifier)
    let item = ScheduledSummary.Item(
      request: request, occurrence: occurrence, heldAt: wallMilliseconds)
    summary.hold(item)
    record(held: item, until: until)
    if summary.next == nil { wakeForSummary(at: until) }
  }

  /// Takes out what a notification of the same name replaces.
  mutating func dropFromSummary(_ identifier: String) {
    guard let (item, token) = summary.take(identifier) else { return }
    cancel(token)
    record(notDelivered: item.request, item.occurrence, .takenFromSummary)
  }

  /// Takes out everything: the app is removed, or clears what was delivered.
  mutating func clearSummary() {
    let (items, token) = summary.takeAll()
    cancel(token)
    for item in items { record(notDelivered: item.request, item.occurrence, .takenFromSummary) }
  }

  /// Has the summary come at its time by a changed clock, or at an earlier one that is ahead now.
  mutating func reaimSummary(after change: ClockChange) {
    guard let next = summary.next else { return }
    let moved: Int64 =
      switch change {
      case .warp: next.time
      case .zone(let earlier): zone.instant(of: earlier.wallTime(at: next.time)) ?? next.time
      }
    let time = ScheduledSummary.time(after: wallMilliseconds, in: zone).map { min($0, moved) }
    cancel(next.token)
    wakeForSummary(at: time ?? moved)
    guard time != next.time else { return }
    for item in summary.items { record(held: item, until: time ?? moved) }
  }

  private mutating func wakeForSummary(at time: Int64) {
    let token = schedule(.summary, at: instant(ofWall: time))
    summary.set(ScheduledSummary.Wake(time: time, token: token))
  }

  private mutating func record(held item: ScheduledSummary.Item, until: Int64) {
    let shown = item.delivered.item(
      standingFor: item.occurrence, Presentation(decidedBy: .summary))
    record(.notification(.heldForSummary(redacted(shown), until: until)))
  }

  /// What the app is told that Notification Center has: knob `summaryHeldInDelivered`.
  ///
  /// Not known is whether the system lists what it holds.
  var toldDelivered: [DeliveredNotification] {
    guard configuration.knobs.summaryHeldInDelivered == .yes, !summary.items.isEmpty else {
      return center.delivered
    }
    var all = center.delivered
    for item in summary.items {
      all.insert(
        item.delivered, at: (all.lastIndex { $0.deliveredAt <= item.heldAt } ?? -1) + 1)
    }
    return all
  }
}
