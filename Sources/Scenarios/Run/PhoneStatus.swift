import CivilTime
import DailyNotification
import DeviceModel
import JSONText

/// The phone's status as `expect` sees it, read without running plugin code.
package enum PhoneStatus {
  /// The parts of the status.
  package enum Part: String, FileKey {
    case phone
    case process
    case permission
    case backgroundRefresh
    case dialog
    case pending
    case delivered
    case tasks
    case missed
    case unaccounted

    /// What it is, in a sentence.
    package var summary: String {
      switch self {
      case .phone: "Whether the phone is on and open."
      case .process: "The app's process."
      case .permission: "The notification permission; prompt before it was asked for."
      case .backgroundRefresh: "Background App Refresh."
      case .dialog: "Whether a system dialog is up."
      case .pending: "How many requests are pending."
      case .delivered: "How many notifications Notification Center shows."
      case .tasks: "How many background tasks are pending."
      case .missed: "How many notifications the plugin found certainly missed."
      case .unaccounted: "Of how many notifications the plugin can't know whether they were shown."
      }
    }

    /// The possible values of a part.
    package enum Values {
      case words([String])
      case flag
      case count
    }

    /// The possible values of the part.
    package var values: Values {
      switch self {
      case .phone: .words(["unlocked", "locked", "beforeFirstUnlock", "off"])
      case .process:
        .words([
          "notRunning", "launching", "foreground", "inactive", "background", "suspended",
          "terminatedBySystem", "forceQuit",
        ])
      case .permission: .words(["granted", "denied", "prompt", "provisional"])
      case .backgroundRefresh: .words(OperatingSystem.backgroundRefreshWords)
      case .dialog: .flag
      case .pending, .delivered, .tasks, .missed, .unaccounted: .count
      }
    }
  }

  /// The status now.
  static func json(of os: OperatingSystem) -> JSONValue {
    .object(JSONObject(Part.allCases.map { ($0.rawValue, value(of: $0, on: os)) }))
  }

  private static func value(of part: Part, on os: OperatingSystem) -> JSONValue {
    switch part {
    case .phone: .string(os.power.state.rawValue)
    case .process: .string(os.process.state.rawValue)
    case .permission: .string(os.authorization.replyWord)
    case .backgroundRefresh: .string(os.backgroundRefresh.rawValue)
    case .dialog: .bool(os.dialog != nil)
    case .pending: .integer(Int64(os.pending.count))
    case .delivered: .integer(Int64(os.delivered.count))
    case .tasks: .integer(Int64(os.backgroundWork.count))
    case .missed: .integer(Int64(os.storedData.telemetry.missed(.certain)))
    case .unaccounted: .integer(Int64(os.storedData.telemetry.missed(.unknown)))
    }
  }

  /// The items of a list, in chronological order.
  static func items(_ list: Expectation.PhoneList, of device: Device) -> [JSONValue] {
    let os = device.os
    switch list {
    case .schedules, .contents, .history:
      guard case .array(let items)? = device.state(.storage)[list.rawValue] else { return [] }
      return items
    case .pending:
      return os.pending
        .sorted {
          ($0.triggerMilliseconds, $0.identifier) < ($1.triggerMilliseconds, $1.identifier)
        }
        .map { .object(item($0.identifier, $0.content, at: $0.triggerMilliseconds)) }
    case .delivered:
      return os.delivered.map(delivered)
    case .tasks:
      return os.backgroundWork.map { task in
        [
          "identifier": .string(task.identifier),
          "earliestBeginDate": time(task.beginDate),
          "isReady": .bool(task.isReady),
        ]
      }
    }
  }

  private static func item(
    _ identifier: String, _ content: NotificationContent, at wallMilliseconds: Int64
  ) -> JSONObject {
    [
      "id": .string(identifier),
      "purpose": .string(content.info.purpose.rawValue),
      "schedule": .string(content.info.scheduleID),
      "at": time(wallMilliseconds),
      "source": .string(content.info.source.rawValue),
      "title": .string(content.title),
      "body": .string(content.body),
    ]
  }

  private static func delivered(_ shown: VisibleNotification) -> JSONValue {
    var item = item(shown.identifier, shown.content, at: shown.deliveredAt)
    item["planned"] = time(shown.occurrence)
    item["presentation"] = shown.presentation.json
    return .object(item)
  }

  private static func time(_ wallMilliseconds: Int64) -> JSONValue {
    .string(ISO8601.text(wallMilliseconds))
  }
}
