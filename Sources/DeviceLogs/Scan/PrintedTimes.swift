/// The times that the program which printed a log has put before its last lines.
///
/// Its clock is not the phone's; but it tells how long the log went on after the phone's last line.
struct PrintedTimes: Sendable {
  /// Before the last line that has a time of its own, and before the last line.
  private var ofRecord: [UInt8] = []
  private var last: [UInt8] = []

  mutating func take(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isRecord: Bool) {
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: bytes)
    if isRecord { swap(&last, &ofRecord) }
  }

  /// The milliseconds since the last line with a time of its own; nil where that is the last one.
  var elapsed: Int64? {
    guard let from = PrintedTimes.stamp(ofRecord), let to = PrintedTimes.stamp(last),
      let elapsed = to.elapsed(since: from) ?? to.sameDay(since: from), elapsed > 0
    else { return nil }
    return elapsed
  }

  private static func stamp(_ bytes: [UInt8]) -> LogStamp? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      return LinePrefix.stamp(LineBytes(base: base, count: buffer.count))?.stamp
    }
  }
}
