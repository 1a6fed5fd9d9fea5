/// The time at which waiting ends with an error.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after timeout: Duration) {
    end = ContinuousClock.now + timeout
  }

  var hasPassed: Bool { ContinuousClock.now >= end }

  /// The timeout for `poll`: whole milliseconds, rounded up so that it does not return early.
  var milliseconds: Int32 {
    Self.milliseconds(end - ContinuousClock.now)
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    guard duration > .zero else { return 0 }
    let parts = duration.components
    // A day is long enough, and fits into 32 bits.
    guard parts.seconds < 86_400 else { return 86_400_000 }
    let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
    let part = (parts.attoseconds + attosecondsPerMillisecond - 1) / attosecondsPerMillisecond
    return Int32(parts.seconds * 1_000 + part)
  }
}
