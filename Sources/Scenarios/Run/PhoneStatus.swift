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

  /// The parts, for a message.
  static let keyText = keys.joined(separator: ", ")

  /// The words that a part of the status can say; nil for counts, yes and no.
  static func words(of key: String) -> [String]? {
    switch key {
    case "phone": ["unlocked", "locked", "beforeFirstUnlock", "off"]
    case "process":
      [
        "notRunning", "launching", "foreground", "inactive", "background", "suspended",
        "terminatedBySystem", "forceQuit",
      ]
    case "permission": ["granted", "denied", "prompt", "provisional"]
    case "backgroundRefresh": BackgroundRefreshStatus.allCases.map(\.rawValue)
    default: nil
    }
  }

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
  static func items(_ list: Expectation.PhoneList, of device: borrowing Device) -> [JSONValue] {
    let os = device.os
    switch list {
    case .schedules, .contents, .history:
      guard case .array(let items)? = device.state(.storage)[list.rawValue] else { return [] }
      return items
    case .pending:
      let requests = os.pendingRequests
      let order = requests.indices.sorted {
        (os.center.trigger(at: $0), requests[$0].identifier)
          < (os.center.trigger(at: $1), requests[$1].identifier)
      }
      return order.map { .object(item(requests[$0], at: os.center.trigger(at: $0))) }
    case .delivered:
      return zip(os.deliveredNotifications, os.center.deliveredOccurrences).map {
        delivered($0, for: $1)
      }
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

  private static func item(
    _ request: NotificationRequest, at wallMilliseconds: Int64
  ) -> JSONObject {
    [
      "id": .string(request.identifier),
      "schedule": .string(request.content.info.scheduleID),
      "at": time(wallMilliseconds),
      "source": .string(request.content.info.source.rawValue),
      "title": .string(request.content.title),
      "body": .string(request.content.body),
    ]
  }

  private static func delivered(
    _ notification: DeliveredNotification, for occurrence: Int64
  ) -> JSONValue {
    var item = item(notification.request, at: notification.deliveredAt)
    item["planned"] = time(occurrence)
    return .object(item)
  }

  private static func time(_ wallMilliseconds: Int64) -> JSONValue {
    .string(ISO8601.text(wallMilliseconds))
  }
}
