import Foundation

/// Measures wall-clock time with the monotonic clock, and processor time.
enum Stopwatch {
  /// The duration of a piece of work, in seconds.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure(work)
    let parts = duration.components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  /// The processor time of the process for a piece of work, in seconds: what other programs take
  /// meanwhile does not count.
  static func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = processorNow
    try work()
    return processorNow - start
  }

  private static var processorNow: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The median of several measurements.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }
}
