import DailyNotification

/// Finds records that stand in a log twice: overlapping dumps, and echoes of a line.
///
/// A record is there twice where the log has gone back in time, to a record that was there, and it
/// has the same time, process and text as one before; the plugin itself may write a line twice
/// within a millisecond.
struct RepeatedRecords: Sendable {
  /// A line of the last moments.
  private struct Recent: Sendable {
    let text: String
    let order: Int64
    let isEcho: Bool
  }

  private static let seenMax = 65_536
  private static let recentMax = 32
  private static let echoMilliseconds: Int64 = 2_000

  private var seen: Set<UInt64> = []
  private var recent: [Recent] = []
  private var latest = Int64.min
  private var isBehind = false

  /// Whether a record was there before; it is remembered.
  mutating func isRepeat(_ entry: LogEntry) -> Bool {
    guard let order = entry.stamp?.order else { return false }
    let key = RepeatedRecords.key(order, entry)
    if order > latest {
      isBehind = false
      latest = order
    } else if order < latest, !isBehind {
      // A dump begins again with a record that was there; a clock that was set back does not.
      if seen.contains(key) { isBehind = true } else { latest = order }
    }
    if isBehind, seen.contains(key) { return true }
    let text = entry.text
    let isEchoed = recent.contains { line in
      line.isEcho != entry.isEcho && line.text == text
        && abs(line.order &- order) <= RepeatedRecords.echoMilliseconds
    }
    if isEchoed { return true }
    if seen.count >= RepeatedRecords.seenMax { seen.removeAll(keepingCapacity: true) }
    seen.insert(key)
    if recent.count >= RepeatedRecords.recentMax { recent.removeFirst() }
    recent.append(Recent(text: text, order: order, isEcho: entry.isEcho))
    return false
  }

  private static func key(_ order: Int64, _ entry: LogEntry) -> UInt64 {
    var key: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for shift in stride(from: 0, to: 64, by: 8) {
      mix(UInt8(truncatingIfNeeded: order >> Int64(shift)))
    }
    for byte in "\(entry.pid ?? -1) \(entry.device ?? "") \(entry.text)".utf8 { mix(byte) }
    return key
  }
}
