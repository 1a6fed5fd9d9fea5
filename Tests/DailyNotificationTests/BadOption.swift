import DailyNotification
import JSONText
import Testing

/// An option that a method must reject, and the expected rejection.
struct BadOption: Sendable, CustomTestStringConvertible {
  let method: PluginMethod
  let key: String
  let value: JSONValue
  let error: Rejection.Kind
  /// The keys of the objects that contain it, outermost first.
  var path: [String] = []

  var testDescription: String {
    "\(method.rawValue) \((path + [key]).joined(separator: "."))=\(value.canonicalText.prefix(24))"
  }

  /// The call's options: the bad one among valid options.
  var options: JSONObject {
    let good: JSONObject =
      switch method {
      case .scheduleDailyNotification: ["time": "07:30"]
      case .scheduleContentFetch where path == ["config"]: ["config": GoodOptions.contentFetch]
      case .scheduleUserNotification where path == ["config"]:
        ["config": GoodOptions.userNotification]
      default: GoodOptions.options(method)
      }
    return BadOption.setting(value, at: path + [key], in: good)
  }

  static func setting(
    _ value: JSONValue?, at path: [String], in object: JSONObject
  ) -> JSONObject {
    var object = object
    guard let first = path.first else { return object }
    object[first] =
      path.count == 1
      ? value
      : .object(setting(value, at: Array(path.dropFirst()), in: object[first]?.objectValue ?? [:]))
    return object
  }

  static let all: [BadOption] = [
    texts, choices, numbers, flags, times, zones, identifiers, identities, reminders, dual, others,
  ].flatMap(\.self)

  static let badTimes = [
    "24:00", "5:53", "05:60", "", " 05:53", "05:53 ", "05:53:00", "0553", "05.53", "-5:53", "ab:cd",
    "\u{FF10}\u{FF15}:\u{FF15}\u{FF13}", "\u{0660}\u{0665}:\u{0665}\u{0663}", "05:53\u{0}",
  ]

  static let badZones = [
    "PST8", "GMT+25", "", "europe/london", "Europe/Londo", " Europe/London", "Europe/London ",
    "../../etc/passwd", "Europe", "CEST", "UTC+1", "Z",
  ]

  static let notText: [JSONValue] = [7, 1.5, true, [], [:], ["05:53"]]
  static let huge = JSONValue.string(String(repeating: "x", count: 4097))

  static func rows(
    _ method: PluginMethod, _ keys: [String], _ values: [JSONValue],
    _ error: Rejection.Kind = .invalidParameter, path: [String] = []
  ) -> [BadOption] {
    keys.flatMap { key in
      values.map { BadOption(method: method, key: key, value: $0, error: error, path: path) }
    }
  }

  private static let texts =
    rows(.configure, ["dbPath", "apiServer", "activeDid"], notText + [huge])
    + rows(.scheduleDailyNotification, ["title", "body", "url"], notText + [huge])
    + rows(.updateSettings, ["title", "body"], notText + [huge])
    + rows(.isChannelEnabled, ["channelId"], notText + [huge])
    + rows(.openChannelSettings, ["channelId"], notText + [huge])

  private static let choices =
    rows(.configure, ["storage"], notText + [huge, "", "Shared", "disk"])
    + rows(.configure, ["permissionPolicy"], notText + [huge, "", "ask"])
    + rows(.scheduleDailyNotification, ["priority"], notText + [huge, "", "HIGH", "urgent"])
    + rows(.updateSettings, ["priority"], notText + [huge, "", "HIGH", "urgent"])

  private static let numbers =
    rows(.configure, ["ttlSeconds"], notNumbers + [31_536_001])
    + rows(.configure, ["prefetchLeadMinutes"], notNumbers + [721])
    + rows(.configure, ["maxNotificationsPerDay"], notNumbers + [65])
    + rows(.configure, ["retentionDays"], notNumbers + [366])
    + rows(.scheduleDailyNotification, ["rolloverIntervalMinutes"], notNumbers + [10_081])
    + rows(.updateSettings, ["rolloverIntervalMinutes"], notNumbers + [10_081])
  static let notNumbers: [JSONValue] = ["5", 5.5, true, [], [:], 0, -1, 1e300]

  private static let flags =
    rows(.scheduleDailyNotification, ["sound", "vibration"], ["true", 1, 0, [], [:]])
    + rows(.updateSettings, ["sound", "vibration"], ["true", 1, 0, [], [:]])
    + rows(.configure, ["enableETagSupport"], ["true", 1, 0, [], [:]])

  private static let times = [PluginMethod.scheduleDailyNotification, .updateSettings].flatMap {
    rows($0, ["time"], notText + [huge])
      + rows($0, ["time"], badTimes.map(JSONValue.string), .invalidTimeFormat)
  }

  private static let zones = [PluginMethod.scheduleDailyNotification, .updateSettings].flatMap {
    rows($0, ["timezone"], notText + [huge])
      + rows($0, ["timezone"], badZones.map(JSONValue.string), .invalidTimezone)
  }

  private static let identifiers = [PluginMethod.scheduleDailyNotification, .updateSettings].flatMap
  {
    rows(
      $0, ["id"],
      notText + [huge, "", "a b", "ä", "a/b", "daily_2025-11-20", "a\u{0}", .string(tooLong)])
  }
  static let badIdentifiers: [JSONValue] = [
    "", "a b", "ä", "a/b", "daily_2025-11-20", "a\u{0}", .string(tooLong),
    "dual_daily_notification",
  ]
  private static let tooLong = String(repeating: "i", count: 65)
}
