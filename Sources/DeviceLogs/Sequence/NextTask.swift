import DailyNotification

/// The next task that each run schedules, and why a run may be right without it.
///
/// While notifications are denied the plugin schedules none, and at info no line says that they
/// are. It also takes back what was to be shown, so that nothing is delivered before it schedules
/// a task again: a delivery shows that nothing was denied.
enum NextTask {
  /// What the log shows of a denial.
  enum Denial {
    /// Neither that notifications are denied nor that they are not.
    case unknown
    case told
    case refuted
  }

  /// How long after its end a line may be a run's own.
  static let lateMilliseconds: Int64 = 1_000

  /// The step that is the next task, in a profile of runs; nil in any other.
  static func step(of profile: LogProfile) -> Int? {
    guard profile.begins.contains(.line(.taskStarted)) else { return nil }
    let step = profile.steps.firstIndex {
      $0.countMin > 0 && $0.lines.contains(.line(.taskScheduled))
    }
    return step == profile.steps.count - 1 ? nil : step
  }

  /// Whether a line says that notifications are denied.
  static func isDenial(_ entry: LogEntry, _ line: LogEvent) -> Bool {
    switch line {
    case .line(.notificationsDenied): true
    case .line(.notificationMissed): entry.field("reason") == "notificationsDenied"
    case .line(.permissionsRequested): entry.field("answer") == "denied"
    case .line(.settingsRead): entry.field("status") == "denied"
    case .line, .dialect: false
    }
  }

  /// Whether a line shows that something is planned again.
  static func isPlan(_ line: LogEvent) -> Bool {
    line == .line(.taskScheduled) || line == .line(.notificationPlanned)
  }
}

extension SequencePass {
  /// Whether it has ended, and nothing of it is missing but the next task.
  func lacksOnly(nextTask step: Int, _ profile: LogProfile) -> Bool {
    counts[step] == 0
      && profile.steps.indices.allSatisfy { $0 == step || counts[$0] >= profile.steps[$0].countMin }
  }

  /// Takes in what a line shows of a denial.
  mutating func noteDenial(
    _ entry: LogEntry, _ line: LogEvent, nextTask step: Int, _ profile: LogProfile
  ) {
    guard denial == .unknown else { return }
    if NextTask.isDenial(entry, line) {
      denial = .told
    } else if line == .line(.notificationDelivered), lacksOnly(nextTask: step, profile) {
      denial = .refuted
    }
  }

  /// Whether a line about a next task is none of its own: it came when all else had ended.
  func isOver(
    before entry: LogEntry, nextTask step: Int, _ profile: LogProfile
  ) -> Bool {
    guard lacksOnly(nextTask: step, profile) else { return false }
    if denial == .told { return true }
    guard let end = firsts.last??.time, let time = entry.time else { return true }
    let passed = TimingValue.elapsed(from: end.milliseconds, to: time.milliseconds)
    return passed > NextTask.lateMilliseconds
  }
}
