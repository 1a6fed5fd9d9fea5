import DailyNotification
import DeviceModel
import JSONText

/// What options and results of calls share.
enum PluginTypesSchema {
  static let file = SchemaFile(
    "plugin-types", "Types of the plugin's calls", "What results of calls share.", .any,
    definitions: [
      ("time", time), ("timeOrNull", timeOrNull), ("scheduleId", scheduleID),
      ("wallTime", wallTime), ("date", date),
      ("priority", .words(NotificationPriority.allCases.filter { $0 != .normal }.map(\.rawValue))),
      ("reminderPriority", .words(NotificationPriority.self)),
      (
        "warning",
        .words(["task_scheduling_failed", "occurrence_not_armed", "channel_decides"]).orNull
      ),
      ("action", .words(["open_settings", "opened_settings", "permission_denied"]).orNull),
      ("permission", permission),
      ("backgroundRefresh", .words(OperatingSystem.backgroundRefreshWords)),
      ("powerState", .words(["unplugged", "charging", "full", "unknown"])),
      ("scenario", .words(RecoveryScenario.self)),
    ])

  static let time = Schema.integer.about("Milliseconds since the Unix epoch.")
  static let timeOrNull = time.orNull
  /// At most 4,096 bytes of UTF-8.
  static let text = Schema.string.with(["maxLength": 4096])
  static let scheduleID = Schema.string(1...64).with(["pattern": "^[A-Za-z0-9._-]+$"])
  static let wallTime = Schema.string(matching: "^([01][0-9]|2[0-3]):[0-5][0-9]$")
  static let date = Schema.string(matching: "^[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]$")
  static let server = text.with(["pattern": #"^https?://[\s\S]"#])
  static let permission = Schema.words(["granted", "denied", "prompt", "provisional"])
}
