public import DailyNotification
import SimulationCore

/// What became of the app's background tasks; dates in epoch milliseconds.
public enum TaskRecord: Sendable {
  /// The app registered a launch handler for an identifier.
  case handlerRegistered(String, by: CodeOwner = .plugin)
  case submitted(
    identifier: String, earliestBeginDate: Int64, isReplacement: Bool, by: CodeOwner = .plugin)
  case refused(identifier: String, TaskSubmissionError, by: CodeOwner = .plugin)
  case cancelled(identifier: String, by: CodeOwner = .plugin)
  case launched(LaunchedTask)
  case expired(LaunchedTask)
  case completed(LaunchedTask, isSuccess: Bool)
  case completedTwice(LaunchedTask)
  /// The process died before the app completed the task.
  case lost(LaunchedTask)

  var kind: RecordKind {
    switch self {
    case .handlerRegistered: .handlerRegistered
    case .submitted: .taskSubmitted
    case .refused: .taskRefused
    case .cancelled: .taskCancelled
    case .launched: .taskLaunched
    case .expired: .taskExpired
    case .completed: .taskCompleted
    case .completedTwice: .taskCompletedTwice
    case .lost: .taskLost
    }
  }

  @inline(__always)
  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .handlerRegistered(let identifier, let owner), .cancelled(let identifier, let owner):
      visitor.field("identifier", identifier)
      owner.visit(&visitor)
    case .submitted(let identifier, let date, let isReplacement, let owner):
      visitor.field("identifier", identifier)
      visitor.time("earliestBeginDate", date)
      visitor.field("isReplacement", isReplacement)
      owner.visit(&visitor)
    case .refused(let identifier, let error, let owner):
      visitor.field("identifier", identifier)
      visitor.field("code", Int64(error.rawValue))
      owner.visit(&visitor)
    case .launched(let task), .expired(let task), .completedTwice(let task), .lost(let task):
      task.visitFields(&visitor)
    case .completed(let task, let isSuccess):
      task.visitFields(&visitor)
      visitor.field("isSuccess", isSuccess)
    }
  }
}

extension LaunchedTask {
  fileprivate func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("run", Int64(number))
    visitor.field("identifier", identifier)
    visitor.time("earliestBeginDate", beginDate)
  }
}
