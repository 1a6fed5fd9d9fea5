import CivilTime

/// The span of time in which an entry has nothing to account for and nothing to re-plan.
///
/// It holds while everything that a plan depends on is as it was: the stored rows, zone,
/// permission, content and rules. What is armed and shown the delivery compares.
struct QuietSpan: Sendable {
  private let from: Int64
  private let until: Int64
  private let isAllowed: Bool
  private let rules: ContentRules
  private let contents: [ContentRow]
  private let rows: [ScheduleRow]
  private let zone: Zone
  private let perDayMax: Int64

  /// The span from now to the first occurrence that is not accounted for.
  init(
    _ schedules: [Schedule], _ rules: ContentRules, perDayMax: Int64,
    on platform: borrowing some ClockAccess & AuthorizationAccess & StorageAccess
  ) {
    from = platform.wallMilliseconds
    until = schedules.reduce(Int64.max) { min($0, $1.row.triggerTime) }
    isAllowed = platform.authorization.allowsNotifications
    self.rules = rules
    contents = platform.contentRows
    rows = platform.scheduleRows
    zone = platform.zone
    self.perDayMax = perDayMax
  }

  /// Whether it still holds.
  @inline(__always)
  func holds(
    _ rules: ContentRules, perDayMax: Int64,
    on platform: some ClockAccess & AuthorizationAccess & StorageAccess
  ) -> Bool {
    let now = platform.wallMilliseconds
    return from <= now && now < until && isAllowed
      && platform.authorization.allowsNotifications && rules == self.rules
      && perDayMax == self.perDayMax && zone == platform.zone && rows == platform.scheduleRows
      && contents == platform.contentRows
  }
}
