import DailyNotification
import JSONText

extension TaskSchedulerMachine {
  /// Pending requests, running tasks and the registered launch handlers.
  var stateValue: JSONValue {
    [
      "pending": .array(pending.map(\.stateValue)),
      "running": .array(runs.map(\.stateValue)),
      "handlers": .array(handlers.map(JSONValue.string)),
    ]
  }
}

extension TaskSchedulerMachine.Pending {
  fileprivate var stateValue: JSONValue {
    [
      "identifier": .string(identifier),
      "owner": .string(owner.rawValue),
      "earliestBeginDate": .integer(earliestBeginDate),
      "isReady": .bool(isReady),
    ]
  }
}

extension TaskSchedulerMachine.Run {
  fileprivate var stateValue: JSONValue {
    [
      "run": .integer(Int64(task.number)),
      "identifier": .string(task.identifier),
      "earliestBeginDate": JSONValue(number: task.beginDate),
      "isExpired": .bool(isExpired),
    ]
  }
}
