import Foundation

/// The host's monotonic clock, in microseconds, and laps of it.
struct HostClock {
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now
  private var lapStart: Int64 = 0

  /// Microseconds since the clock was made.
  var now: Int64 { Int64((ContinuousClock.now - start) / .microseconds(1)) }

  /// Microseconds since the last lap began; a new one begins.
  mutating func lap() -> Int64 {
    let end = now
    defer { lapStart = end }
    return end - lapStart
  }

  /// Milliseconds since the Unix epoch.
  static var epochMilliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}
