import DailyNotification

/// What the lines of a log tell of the phone's system.
struct PhoneSigns: Sendable {
  /// Whether a line says of work what an iPhone says of a task.
  private(set) var isOfWork = false
  private var isOfTasks = false

  mutating func take(_ entry: LogEntry) {
    guard entry.source == .fetch else { return }
    isOfWork = isOfWork || entry.message.hasPrefix("Work ")
    isOfTasks = isOfTasks || entry.message.hasPrefix("BG")
  }

  /// The system of the phone, as far as the log tells.
  func phone(_ format: LogFormat?, _ evidence: [LogEvidence]) -> LogFormat.Phone? {
    if isOfWork { return .android }
    return format?.phone ?? (isOfTasks ? .iphone : evidence.last?.line.phone)
  }
}
