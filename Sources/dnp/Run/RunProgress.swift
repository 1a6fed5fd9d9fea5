import Foundation

/// A line on a terminal with the progress of a run; it is erased before anything else is printed.
struct RunProgress {
  private let isShown: Bool
  private let count: Int
  private var isOnScreen = false
  private var last: ContinuousClock.Instant?

  /// Shows something only on a terminal and for more than one scenario.
  init(count: Int, isQuiet: Bool) {
    self.count = count
    let term = ProcessInfo.processInfo.environment["TERM"] ?? ""
    isShown = count > 1 && !isQuiet && isatty(2) == 1 && !["", "dumb"].contains(term)
  }

  /// Shows how many are done; at most ten times a second.
  mutating func show(done: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let last, now - last < .milliseconds(100) { return }
    last = now
    isOnScreen = true
    StandardStreams.showProgress("[\(done)/\(count)] running")
  }

  /// Erases the line.
  mutating func wipe() {
    guard isOnScreen else { return }
    isOnScreen = false
    StandardStreams.showProgress("")
  }
}
