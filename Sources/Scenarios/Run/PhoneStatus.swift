import CivilTime
import DailyNotification
import DeviceModel
import JSONText

/// What `expect` sees of the phone, read without running plugin code.
enum PhoneStatus {
  /// The parts of the status, in the order of the documentation.
  static let keys = [
    "phone", "process", "permission", "backgroundRefresh", "dialog", "pending", "delivered",
    "tasks", "missed",
  ]

  static func json(of os: OperatingSystem) -> JSONValue {
    [
      "phone": .string(os.power.state.rawValue),
      "process": .string(os.process.state.rawValue),
      "permission": .string(os.authorization.replyWord),
      "backgroundRefresh": .string(os.backgroundRefresh.rawValue),
      "dialog": .bool(os.authorizationMachine.isDialogShown),
      "pending": .integer(Int64(os.pendingRequests.count)),
      "delivered": .integer(Int64(os.deliveredNotifications.count)),
      "tasks": .integer(Int64(os.scheduler.pending.count)),
      "missed": .integer(Int64(os.storedData.telemetry.notificationsMissed)),
    ]
  }

  /// The items of a list, in the order of their times.
  static func items(_ list: Expectation.PhoneList, of os: OperatingSystem) -> [JSONValue] {
    switch list {
    case .pending:
      let requests = os.pendingRequests.sorted {
        let (left, right) = ($0.content.info.plannedTime, $1.content.info.plannedTime)
        return (left, $0.identifier) < (right, $1.identifier)
      }
      return requests.map { .object(pending($0)) }
    case .delivered: return os.deliveredNotifications.map(delivered)
    case .tasks:
      return os.scheduler.pending.map { task in
        [
          "identifier": .string(task.identifier),
          "earliestBeginDate": time(task.earliestBeginDate),
          "isReady": .bool(task.isReady),
        ]
      }
    }
  }

  private static func pending(_ request: NotificationRequest) -> JSONObject {
    [
      "id": .string(request.identifier),
      "schedule": .string(request.content.info.scheduleID),
      "at": time(request.content.info.plannedTime),
      "source": .string(request.content.info.source.rawValue),
      "title": .string(request.content.title),
      "body": .string(request.content.body),
    ]
  }

  private static func delivered(_ notification: DeliveredNotification) -> JSONValue {
    var item = pending(notification.request)
    item["planned"] = item["at"]
    item["at"] = time(notification.deliveredAt)
    return .object(item)
  }

  private static func time(_ wallMilliseconds: Int64) -> JSONValue {
    .string(ISO8601.text(wallMilliseconds))
  }
}
