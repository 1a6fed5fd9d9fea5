import DailyNotification

/// The other code in the app: what it keeps beside what the system holds for it.
public struct OtherCode: Hashable, Sendable {
  /// The launch handlers that it registers at each launch, before it finishes.
  private(set) var startHandlers: [String] = []
  /// The launch handlers that it has registered in this process.
  private(set) var handlers: [String] = []
  /// The run of each identifier that was launched last in this process.
  private var lastRuns: [LaunchedTask] = []

  /// From the next launch on it registers a handler; one that is named twice is registered twice.
  mutating func registerAtStart(_ identifier: String) { startHandlers.append(identifier) }

  /// The system took a handler.
  mutating func registered(_ identifier: String) { handlers.append(identifier) }

  /// Whether the runs of an identifier are handed to other code.
  func runs(_ identifier: String) -> Bool { handlers.contains(identifier) }

  /// The system launched one of its tasks.
  mutating func launched(_ task: LaunchedTask) {
    lastRuns.removeAll { $0.identifier == task.identifier }
    lastRuns.append(task)
  }

  /// The run of an identifier that was launched last, running or completed.
  func lastRun(_ identifier: String) -> LaunchedTask? {
    lastRuns.first { $0.identifier == identifier }
  }

  /// The app's process died: what it registers at each launch is in its code.
  mutating func processDied() {
    handlers.removeAll()
    lastRuns.removeAll()
  }

  /// The app was installed anew: its other code registers nothing until it is told to.
  mutating func appReplaced() { self = OtherCode() }
}
