import DailyNotification
import JSONText
import Testing

/// Valid options for each method, on a phone that allows notifications.
enum GoodOptions {
  static let did = IdentityTests.alice

  static let contentFetch: JSONValue = ["enabled": true, "schedule": "40 17 * * *"]
  static let userNotification: JSONValue = [
    "enabled": true, "schedule": "0 18 * * *", "title": "New Activity", "body": "See what is new.",
  ]
  static let relationship: JSONValue = [
    "contentTimeout": 3_600_000, "fallbackBehavior": "show_default",
  ]
  static let dual: JSONObject = [
    "config": [
      "contentFetch": contentFetch, "userNotification": userNotification,
      "relationship": relationship,
    ]
  ]

  static func options(_ method: PluginMethod) -> JSONObject {
    switch method {
    case .scheduleDailyNotification: ["time": "05:53"]
    case .setAdaptiveScheduling: ["enabled": true]
    case .setActiveDidFromHost, .refreshAuthenticationForNewIdentity,
      .updateBackgroundTaskIdentity, .testJWTGeneration:
      ["activeDid": did]
    case .testEndorserAPI: ["apiServer": "https://api.example"]
    case .handleAppLifecycleEvent: ["lifecycleEvent": "foreground"]
    case .scheduleDailyReminder, .updateDailyReminder:
      ["id": "pills", "title": "Pills", "body": "Take them.", "time": "08:00"]
    case .cancelDailyReminder: ["reminderId": "pills"]
    case .scheduleContentFetch: ["enabled": true, "schedule": "40 17 * * *"]
    case .scheduleUserNotification:
      ["enabled": true, "schedule": "0 18 * * *", "title": "T", "body": "B"]
    case .scheduleDualNotification, .updateDualScheduleConfig: dual
    case .configureNativeFetcher: ["apiBaseUrl": "https://api.example", "activeDid": did]
    case .updateStarredPlans: ["planIds": ["a", "b"]]
    case .createSchedule: ["kind": "notify", "clockTime": "05:53"]
    case .registerCallback, .unregisterCallback: ["id": "mine"]
    default: [:]
    }
  }

  /// Creates what a method needs to exist before it is called.
  static func prepare(_ phone: Phone, for method: PluginMethod) throws {
    switch method {
    case .cancelDailyReminder, .updateDailyReminder:
      try phone.value("scheduleDailyReminder", options(.scheduleDailyReminder))
    case .scheduleContentFetch, .scheduleDualNotification, .updateDualScheduleConfig:
      try phone.value("configureNativeFetcher", options(.configureNativeFetcher))
    case .undoSkip: try phone.value("skipNext")
    default: break
    }
  }
}
