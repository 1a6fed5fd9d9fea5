import DailyNotification
import DeviceModel
import PlainText
import SimulationCore

/// What came of an entry until the next one, counted among its records.
struct LedgerCounts: Hashable, Sendable {
  private(set) var added = 0
  private(set) var removed = 0
  private(set) var tasks = 0
  private(set) var shown = 0
  private(set) var lines = 0
  /// Whether there are more records than were counted.
  private(set) var isPartial = false
  /// Whether what is armed are alarms, and what fetches is work.
  private let isAndroid: Bool

  /// How many records are counted at most, so that a frame stays fast.
  private static let recordsMax = 2_000

  /// Counts the records of a range; those that the trace no longer holds are left out.
  init(_ range: Range<UInt64>, of os: OperatingSystem) {
    isAndroid = os.isAndroid
    isPartial =
      range.count > LedgerCounts.recordsMax || range.lowerBound < os.trace.oldestSequence
    let limit = min(range.count, LedgerCounts.recordsMax)
    for record in os.trace.records(from: range.lowerBound, limit: limit)
    where record.sequence < range.upperBound {
      count(record.payload)
    }
  }

  private mutating func count(_ payload: DeviceRecord) {
    if payload.logMessage != nil { lines += 1 }
    guard let kind = RecordKind(payload.kind.description) else { return }
    if kind == .requestAdded || kind == .alarmSet { added += 1 }
    if [.requestRemoved, .requestEvicted, .alarmCancelled, .alarmLost].contains(kind) {
      removed += 1
    }
    if kind == .taskSubmitted { tasks += 1 }
    if kind == .delivered { shown += 1 }
  }

  /// In words: `+58 −1 requests · 1 task`, `+2 alarms · 1 work`.
  var text: String {
    var parts: [String] = []
    let requests = [added > 0 ? "+\(added)" : "", removed > 0 ? "−\(removed)" : ""]
      .filter { !$0.isEmpty }
    if !requests.isEmpty {
      let noun = isAndroid ? "alarm" : "request"
      let plural = added + removed == 1 ? "" : "s"
      parts.append("\(requests.joined(separator: " ")) \(noun)\(plural)")
    }
    if tasks > 0 { parts.append(isAndroid ? "\(tasks) work" : tasks.counted("task")) }
    if shown > 0 { parts.append("\(shown) shown") }
    return parts.joined(separator: " · ") + (isPartial ? " …" : "")
  }
}
