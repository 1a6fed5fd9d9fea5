import CivilTime
import DailyNotification
import History
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
  /// The lost notifications by their causes, in the order of the first of each.
  private var lost: [Loss] = []

  /// Notifications that are lost for one cause.
  private struct Loss: Hashable, Sendable {
    let cause: String
    /// The times of the first ones, at most `datesMax`.
    var times: [Int64]
    var last: Int64
    var count = 1

    /// `2 not shown (16, 17 Nov 05:53: notifications denied)`.
    func text(_ zone: Zone) -> String {
      let clocks = times.map { zone.wallTime(at: $0).timeOfDay.text }
      let isOneClock = Set(clocks).count == 1 && count <= TimelineTally.datesMax
      let isOneMonth = Set(times.map { zone.date(at: $0).month }).count == 1
      func moment(_ time: Int64) -> String {
        "\(ClockText.day(time, zone)) \(zone.wallTime(at: time).timeOfDay.text)"
      }
      let dates =
        count > TimelineTally.datesMax
        ? "\(moment(times[0])) to \(moment(last))"
        : isOneClock && isOneMonth
          ? times.dropLast().map { "\(zone.date(at: $0).day), " }.joined() + moment(last)
          : times.map(moment).joined(separator: ", ")
      return "\(count) not shown (\(dates): \(cause))"
    }
  }

  /// So many dates of lost notifications are told one by one.
  private static let datesMax = 3
  /// So many causes are told.
  private static let causesMax = 4

  /// So many marks are told one by one.
  private static let keptMax = 2

  /// Takes a mark in.
  mutating func add(_ mark: TimelineMark) {
    guard mark.sign.isSeen else { return }
    // What comes of the task says more than its start.
    if mark.sign == .ran { return }
    if mark.lostNumber != nil, case .notShown(let cause) = mark.sign {
      return addLost(cause, mark.time)
    }
    count += 1
    if kept.count < TimelineTally.keptMax { kept.append(mark) }
    switch mark.sign {
    case .shown: shown += 1
    case .shownWithDefault(let why):
      shown += 1
      withDefault += 1
      lastReason = why
    case .notShown: notShown += 1
    case .missed(_, .certain): missed += 1
    case .missed(_, .unknown): unknown += 1
    case .fetched: fetched += 1
    case .fetchFailed, .taskExpired, .taskLost, .taskNeverRan: failed += 1
    case .planned, .overdue, .ran, .earliest, .crashed, .dialogShown, .rebooted, .phone, .app,
      .appStopped, .alarmLost, .permission, .upkeep, .setting, .network, .zone, .offset, .clockSet:
      break
    }
  }

  private mutating func addLost(_ cause: String, _ time: Int64) {
    guard let place = lost.firstIndex(where: { $0.cause == cause }) else {
      lost.append(Loss(cause: cause, times: [time], last: time))
      return
    }
    lost[place].count += 1
    lost[place].last = time
    if lost[place].times.count < TimelineTally.datesMax { lost[place].times.append(time) }
  }

  /// What happened, in a sentence with times in a zone; nil when there was nothing to see.
  func text(_ zone: Zone) -> String? {
    let rest = lost.dropFirst(TimelineTally.causesMax).map(\.count).reduce(0, +)
    let losses =
      lost.prefix(TimelineTally.causesMax).map { $0.text(zone) }
      + (rest > 0 ? ["\(rest) more not shown"] : [])
    let texts = losses + [othersText].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  private var othersText: String? {
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
