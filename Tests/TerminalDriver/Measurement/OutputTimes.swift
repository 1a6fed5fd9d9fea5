/// When the first and the last output was read since a start.
struct OutputTimes {
  let begin = ContinuousClock.now
  private(set) var first: ContinuousClock.Instant?
  private(set) var last: ContinuousClock.Instant?

  /// Output has been read just now.
  mutating func note() {
    let now = ContinuousClock.now
    if first == nil { first = now }
    last = now
  }

  /// The times since the beginning; nil if there was no output.
  var latency: OutputLatency? {
    guard let first, let last else { return nil }
    return OutputLatency(
      firstByteNanoseconds: Self.nanoseconds(first - begin),
      lastByteNanoseconds: Self.nanoseconds(last - begin))
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let parts = duration.components
    return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
  }
}
