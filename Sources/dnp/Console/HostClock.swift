import Foundation

/// The host's monotonic clock, in microseconds, with laps.
struct HostClock {
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now
  private var lapStart: Int64 = 0

  /// Microseconds since the clock was created.
  var now: Int64 { Int64((ContinuousClock.now - start) / .microseconds(1)) }

  /// Returns the microseconds of the current lap and begins a new one.
  mutating func lap() -> Int64 {
    let end = now
    defer { lapStart = end }
    return end - lapStart
  }

  /// Milliseconds since the Unix epoch.
  static var epochMilliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}
