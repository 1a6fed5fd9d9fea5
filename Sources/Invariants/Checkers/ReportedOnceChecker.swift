import CivilTime
import DailyNotification

/// 10: each missed notification is reported once.
///
/// It goes by the wall time for which each was armed, since a journey may give two dates the same
/// instant.
struct ReportedOnceChecker: Sendable {
  private var reported: [(kind: ScheduleKind, id: String, wallMinute: Int64)] = []
  private var finding: String?

  static let reportedMax = 1000

  mutating func startAgain() { reported.removeAll() }

  /// A call has scheduled anew: the same time may be missed again.
  mutating func revised(_ id: String, _ kind: ScheduleKind) {
    reported.removeAll { $0.id == id && $0.kind == kind }
  }

  mutating func see(_ missed: MissedNotification) {
    let isAgain = reported.contains {
      $0.id == missed.id && $0.kind == missed.kind && $0.wallMinute == missed.wallMinute
    }
    if isAgain {
      finding = "'\(missed.id)' of \(ISO8601.text(missed.plannedTime)) was reported missed again"
    }
    reported.append((missed.kind, missed.id, missed.wallMinute))
    if reported.count > ReportedOnceChecker.reportedMax { reported.removeFirst() }
  }

  mutating func takeFinding() -> String? { finding.take() }
}
