import DailyNotification

/// A line that reports a call which takes back what was planned, and what that can be.
struct PlanWithdrawal {
  /// The line's number in the input.
  let number: Int
  /// The kind of schedule that it is about; nil where it is about all of them.
  let kind: ScheduleKind?

  /// The calls that are about one kind.
  private static let kinds: [PluginMethod: ScheduleKind] = [
    .cancelDualSchedule: .dual, .pauseDualSchedule: .dual, .cancelDailyReminder: .reminder,
  ]

  /// Nil for any other line.
  init?(_ entry: LogEntry, _ line: LogEvent) {
    guard line == .line(.called), let method = entry.field("method"),
      PlanCall(method: method) == .takesBack
    else { return nil }
    number = entry.number
    kind = PluginMethod(rawValue: method).flatMap { PlanWithdrawal.kinds[$0] }
  }

  /// Whether it takes back a schedule of a kind for sure; `isOnly`: there is one of that kind.
  ///
  /// Of reminders it takes back one, and its line does not say which.
  func covers(_ kind: ScheduleKind?, isOnly: Bool) -> Bool {
    guard let own = self.kind else { return true }
    return kind == own && (own == .dual || isOnly)
  }

  /// Whether it may take back a schedule of a kind, which is nil where nothing says it.
  func mayCover(_ kind: ScheduleKind?) -> Bool {
    self.kind == nil || kind == nil || kind == self.kind
  }
}
