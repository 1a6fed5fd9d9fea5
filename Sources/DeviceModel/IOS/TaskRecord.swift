public import DailyNotification
import SimulationCore

/// What became of the app's background tasks; dates in epoch milliseconds.
public enum TaskRecord: Sendable {
  /// The app registered a launch handler for an identifier.
  case handlerRegistered(String)
  case submitted(identifier: String, earliestBeginDate: Int64, isReplacement: Bool)
  case refused(identifier: String, TaskSubmissionError)
  case cancelled(identifier: String)
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

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .handlerRegistered(let identifier), .cancelled(let identifier):
      visitor.field("identifier", identifier)
    case .submitted(let identifier, let date, let isReplacement):
      visitor.field("identifier", identifier)
      visitor.time("earliestBeginDate", date)
      visitor.field("isReplacement", isReplacement)
    case .refused(let identifier, let error):
      visitor.field("identifier", identifier)
      visitor.field("code", Int64(error.rawValue))
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
