import DailyNotification
import PlainText

/// What happened during a jump through time, for the sentence about it; its memory is bounded.
struct TimelineTally: Hashable, Sendable {
  /// The first marks that a person can see, at most `keptMax`.
  private(set) var kept: [TimelineMark] = []
  /// How many marks there were that a person can see.
  private(set) var count = 0
  private var shown = 0
  private var withDefault = 0
  private var lastReason: MissingContent?
  private var notShown = 0
  private var missed = 0
  private var unknown = 0
  private var fetched = 0
  private var failed = 0

  /// So many marks are told one by one.
  private static let keptMax = 2

  /// Takes a mark in.
  mutating func add(_ mark: TimelineMark) {
    guard mark.sign.isSeen else { return }
    // What comes of the task says more than its start.
    if mark.sign == .ran { return }
    count += 1
    if kept.count < TimelineTally.keptMax { kept.append(mark) }
    switch mark.sign {
    case .shown: shown += 1
    case .shownWithDefault(let why):
      shown += 1
      withDefault += 1
      lastReason = why
    case .notShown: notShown += 1
    case .missed(_, .certain, _): missed += 1
    case .missed(_, .unknown, _): unknown += 1
    case .fetched: fetched += 1
    case .fetchFailed, .taskExpired, .taskLost, .taskNeverRan: failed += 1
    case .planned, .overdue, .ran, .earliest, .crashed, .dialogShown, .rebooted, .phone, .app,
      .appStopped, .alarmLost, .permission, .doze, .setting, .network, .zone, .offset, .clockSet:
      break
    }
  }

  /// What happened, in a sentence; nil when there was nothing to see.
  var text: String? {
    if count == 0 { return nil }
    if count <= TimelineTally.keptMax { return kept.map(\.text).joined(separator: "; ") }
    let ending = withDefault == 0 ? "" : " (\(defaultText))"
    let parts = [
      shown == 0 ? nil : "\(shown) shown\(ending)",
      notShown == 0 ? nil : "\(notShown) not shown",
      missed == 0 ? nil : "\(missed) missed",
      unknown == 0 ? nil : "\(unknown) perhaps missed",
      fetched == 0 ? nil : fetched.counted("prefetch", plural: "prefetches") + " succeeded",
      failed == 0 ? nil : failed.counted("prefetch", plural: "prefetches") + " failed or never ran",
    ].compactMap(\.self)
    return parts.isEmpty ? kept.map(\.text).joined(separator: "; ") : parts.joined(separator: ", ")
  }

  private var defaultText: String {
    let reason = lastReason.map { ", the last since \($0.words)" } ?? ""
    return "\(withDefault == shown ? "all" : String(withDefault)) with default text\(reason)"
  }
}
