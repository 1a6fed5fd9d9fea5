import DailyNotification
import JSONText

/// The bad options of calls 11 to 43.
extension BadOption {
  static let badIdentities: [JSONValue] = [
    "", "did", "did:", "did:ethr", "did:ethr:", ":ethr:0x1", "did::0x1", "DID:ethr:0x1",
    "did:ethr:0x 1", "did:ethr:é", "did:ethr:\u{0}", "https://example.com", " did:ethr:0x1",
    .string("did:ethr:" + String(repeating: "0", count: 248)),
  ]

  static let badServers: [JSONValue] = [
    "", "api.example", "ftp://api.example", "http://", "https://",
  ]

  static let badExpressions: [JSONValue] = [
    "", "* * * *", "* * * * * *", "@daily", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *",
    "* * * * 8", "a * * * *", "*/0 * * * *", "5-1 * * * *", "0 9 * * * ; rm", "0 9 30 2 *",
    .string(String(repeating: "1,", count: 2000)),
  ]

  static let identities: [BadOption] = {
    var all: [BadOption] = rows(.configure, ["activeDid"], badIdentities)
    all += rows(.configure, ["apiServer"], badServers)
    all += rows(.testEndorserAPI, ["apiServer"], notText + [huge] + badServers)
    all += rows(.configureNativeFetcher, ["apiBaseUrl"], notText + [huge] + badServers)
    all += rows(.configureNativeFetcher, ["jwtToken"], notText + [huge])
    all += rows(
      .configureNativeFetcher, ["jwtTokens"],
      [
        "a", 1, true, [:], [1], ["a", nil], [["a"]], [huge],
        .array([JSONValue](repeating: "a", count: 101)),
      ])
    for method in [
      PluginMethod.setActiveDidFromHost, .refreshAuthenticationForNewIdentity,
      .updateBackgroundTaskIdentity, .testJWTGeneration, .testEndorserAPI, .configureNativeFetcher,
    ] {
      all += rows(method, ["activeDid"], notText + [huge] + badIdentities)
    }
    return all
  }()

  static let reminders: [BadOption] = {
    var all = rows(.cancelDailyReminder, ["reminderId"], notText + [huge] + badIdentifiers)
    for method in [PluginMethod.scheduleDailyReminder, .updateDailyReminder] {
      all += rows(method, ["id"], notText + [huge] + badIdentifiers)
      all += rows(method, ["title", "body", "time", "timezone"], notText + [huge])
      all += rows(method, ["time"], badTimes.map(JSONValue.string), .invalidTimeFormat)
      all += rows(method, ["timezone"], badZones.map(JSONValue.string), .invalidTimezone)
      all += rows(method, ["sound", "vibration", "repeatDaily"], notFlags)
      all += rows(method, ["priority"], notText + badPriorities)
    }
    return all
  }()

  private static let badPriorities: [JSONValue] = [huge, "", "HIGH", "urgent"]
  private static let notFlags: [JSONValue] = ["true", 1, 0, [], [:]]
  private static let notObjects: [JSONValue] = ["x", 1, true, []]
  private static let notCounts: [JSONValue] = ["5", 5.5, true, [], [:], -1]

  static let dual: [BadOption] = {
    var all: [BadOption] = []
    for path in [[], ["config"]] {
      all += contentFetch(.scheduleContentFetch, path)
      all += userNotification(.scheduleUserNotification, path)
    }
    for method in [PluginMethod.scheduleDualNotification, .updateDualScheduleConfig] {
      all += contentFetch(method, ["config", "contentFetch"])
      all += userNotification(method, ["config", "userNotification"])
      all += relationship(method, ["config", "relationship"])
      let parts = ["contentFetch", "userNotification", "relationship"]
      all += rows(method, parts, notObjects, path: ["config"])
    }
    for method in [
      PluginMethod.scheduleContentFetch, .scheduleUserNotification, .scheduleDualNotification,
      .updateDualScheduleConfig,
    ] {
      all += rows(method, ["config"], notObjects)
    }
    return all
  }()

  private static func contentFetch(_ method: PluginMethod, _ path: [String]) -> [BadOption] {
    var all = rows(method, ["enabled"], notFlags, path: path)
    all += rows(method, ["schedule", "url"], notText + [huge], path: path)
    all += rows(method, ["schedule"], badExpressions, .invalidCronExpression, path: path)
    all += rows(method, ["url"], badServers, path: path)
    all += rows(method, ["timeoutMs"], notNumbers + [600_001], path: path)
    all += rows(method, ["retryAttempts"], notCounts + [11], path: path)
    all += rows(method, ["retryDelayMs"], notCounts + [86_400_001], path: path)
    return all
  }

  private static func userNotification(_ method: PluginMethod, _ path: [String]) -> [BadOption] {
    var all = rows(method, ["enabled", "sound", "vibration"], notFlags, path: path)
    all += rows(method, ["schedule", "title", "body"], notText + [huge], path: path)
    all += rows(method, ["schedule"], badExpressions, .invalidCronExpression, path: path)
    all += rows(method, ["priority"], notText + badPriorities, path: path)
    return all
  }

  private static func relationship(_ method: PluginMethod, _ path: [String]) -> [BadOption] {
    var all = rows(method, ["contentTimeout"], notNumbers + [31_536_000_001], path: path)
    let fallbacks: [JSONValue] = [huge, "", "Skip", "none"]
    all += rows(method, ["fallbackBehavior"], notText + fallbacks, path: path)
    all += rows(method, ["autoLink"], notFlags, path: path)
    return all
  }

  static let others: [BadOption] = {
    let lists: [JSONValue] = [
      "a", 1, true, [:], [1], ["a", nil], [["a"]], [true],
      .array([JSONValue](repeating: "a", count: 1001)),
      [.string(String(repeating: "x", count: 257))],
    ]
    let events: [JSONValue] = [huge, "", "Launch", "tap"]
    var all = rows(.setAdaptiveScheduling, ["enabled"], notFlags)
    all += rows(.handleAppLifecycleEvent, ["lifecycleEvent"], notText + events)
    all += rows(.updateStarredPlans, ["planIds"], lists)
    return all
  }()
}
