import DeviceModel
import JSONText
import Testing

@testable import DailyNotification

@Suite("A call's options")
struct OptionTests {
  @Test("that are wrong are rejected by name and change nothing", arguments: BadOption.all)
  func bad(option: BadOption) throws {
    let phone = try Phone()
    try phone.schedule()
    try GoodOptions.prepare(phone, for: option.method)
    try phone.settle()
    let before = phone.footprint
    let rejection = try phone.rejection(option.method.rawValue, option.options)
    #expect(rejection.kind == option.error)
    #expect(rejection.kind.action == nil)
    #expect(rejection.data["key"] == .string(option.key))
    #expect(rejection.data["expected"]?.stringValue?.isEmpty == false)
    let got = try #require(rejection.data["got"]?.stringValue)
    #expect(got.first != "'")
    #expect(rejection.message.contains("'\(option.key)'"))
    #expect(rejection.message.utf8.count < 400)
    #expect(phone.footprint == before)
    try phone.settle()
    #expect(phone.footprint == before)
  }

  /// The options that each method requires, as paths.
  static let required: [(PluginMethod, [[String]])] = [
    (.setAdaptiveScheduling, [["enabled"]]), (.setActiveDidFromHost, [["activeDid"]]),
    (.refreshAuthenticationForNewIdentity, [["activeDid"]]),
    (.updateBackgroundTaskIdentity, [["activeDid"]]),
    (.handleAppLifecycleEvent, [["lifecycleEvent"]]),
    (.scheduleDailyReminder, [["id"], ["title"], ["body"], ["time"]]),
    (.cancelDailyReminder, [["reminderId"]]), (.updateDailyReminder, [["id"]]),
    (.scheduleContentFetch, [["enabled"], ["schedule"]]),
    (.scheduleUserNotification, [["enabled"], ["schedule"], ["title"], ["body"]]),
    (.scheduleDualNotification, dual), (.updateDualScheduleConfig, dual),
    (.configureNativeFetcher, [["apiBaseUrl"], ["activeDid"]]),
    (.updateStarredPlans, [["planIds"]]), (.createSchedule, [["kind"], ["clockTime"]]),
    (.registerCallback, [["id"]]), (.unregisterCallback, [["id"]]),
  ]
  private static let dual = [
    ["config"], ["config", "contentFetch"], ["config", "userNotification"],
    ["config", "relationship"], ["config", "contentFetch", "enabled"],
    ["config", "contentFetch", "schedule"], ["config", "userNotification", "enabled"],
    ["config", "userNotification", "schedule"], ["config", "userNotification", "title"],
    ["config", "userNotification", "body"], ["config", "relationship", "contentTimeout"],
    ["config", "relationship", "fallbackBehavior"],
  ]

  @Test(
    "that are required and absent or null reject the call and change nothing", arguments: required)
  func missing(method: PluginMethod, paths: [[String]]) throws {
    for path in paths {
      for value in [nil, .null] as [JSONValue?] {
        let phone = try Phone()
        try phone.schedule()
        try GoodOptions.prepare(phone, for: method)
        try phone.settle()
        let before = phone.footprint
        let options = BadOption.setting(value, at: path, in: GoodOptions.options(method))
        let rejection = try phone.rejection(method.rawValue, options)
        #expect(rejection.kind == .missingParameter)
        #expect(rejection.data["key"] == path.last.map(JSONValue.string))
        #expect(rejection.data.keys == ["key", "expected"])
        try phone.settle()
        #expect(phone.footprint == before)
      }
    }
  }

  @Test(
    "without a time reject a scheduling call", arguments: [[:], ["time": nil]] as [JSONObject])
  func missingTime(options: JSONObject) throws {
    let phone = try Phone()
    let before = phone.footprint
    let rejection = try phone.rejection("scheduleDailyNotification", options)
    #expect(rejection == .missing("time", expected: "HH:mm"))
    #expect(rejection.data == ["key": "time", "expected": "HH:mm"])
    #expect(phone.footprint == before)
  }

  @Test("may be null, which means absent", arguments: PluginMethod.allCases)
  func nullIsMissing(method: PluginMethod) throws {
    let phone = try Phone()
    try phone.schedule()
    try GoodOptions.prepare(phone, for: method)
    var options = JSONObject(method.optionKeys.map { ($0, JSONValue.null) })
    for (key, value) in GoodOptions.options(method).members { options[key] = value }
    let before = phone.footprint
    let call = try phone.call(method.rawValue, options)
    try phone.settle()
    #expect(phone.reply(call).map { !$0.isRejected } == true)
    #expect(phone.count(.unknownOption) == 0)
    if method == .scheduleDailyNotification || method == .updateSettings {
      #expect(phone.footprint.schedules == before.schedules)
      #expect(Set(phone.footprint.requests) == Set(before.requests))
    }
  }

  @Test("are ignored with one warning when unknown", arguments: PluginMethod.allCases)
  func unknown(method: PluginMethod) throws {
    let phone = try Phone()
    try phone.schedule()
    try GoodOptions.prepare(phone, for: method)
    var options = GoodOptions.options(method)
    options["colour"] = "red"
    let call = try phone.call(method.rawValue, options)
    try phone.settle()
    #expect(phone.reply(call).map { !$0.isRejected } == true)
    let warning =
      "[DNP-PLUGIN] Unknown option ignored (method=\(method.rawValue), key=colour)"
    #expect(phone.lines(from: .warning).contains(warning))
    #expect(phone.count(.unknownOption) == 1)
  }

  @Test("give one warning for any number of unknown keys, in a fixed order and bounded")
  func manyUnknown() throws {
    let phone = try Phone()
    let keys = (0..<50).map { "k\($0)" } + [String(repeating: "y", count: 5000)]
    try phone.value("getLastNotification", JSONObject(keys.map { ($0, JSONValue.null) }))
    let lines = phone.lines(from: .warning)
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("key=k0,k1,k10,k11,k12,k13,k14,k15)") == true)
  }

  @Test("accept strings up to 4,096 bytes and ids up to 64 characters")
  func longest() throws {
    let phone = try Phone()
    let id = String(repeating: "i", count: 64)
    let text = String(repeating: "x", count: 4096)
    try phone.schedule(["id": .string(id), "time": "05:53", "title": .string(text)])
    #expect(try phone.pending("daily_\(id)").content.title == text)
  }

  @Test(
    "are accepted at both ends of each range",
    arguments: [
      ["ttlSeconds": 60, "prefetchLeadMinutes": 1], ["ttlSeconds": 31_536_000],
      ["prefetchLeadMinutes": 1],
      ["prefetchLeadMinutes": 720], ["maxNotificationsPerDay": 1], ["maxNotificationsPerDay": 64],
      ["retentionDays": 1], ["retentionDays": 365], ["storage": "shared"], ["storage": "tiered"],
      ["permissionPolicy": "request"], ["permissionPolicy": "failFast"],
    ] as [JSONObject])
  func accepted(options: JSONObject) throws {
    let phone = try Phone()
    #expect(try phone.value("configure", options) == [:])
  }

  @Test(
    "of configure that make content live shorter than the lead are rejected, with both values",
    arguments: [
      (["ttlSeconds": 299], "ttlSeconds", "at least 300, the prefetch lead of 5 min", "299"),
      (["ttlSeconds": 1], "ttlSeconds", "at least 300, the prefetch lead of 5 min", "1"),
      (
        ["ttlSeconds": 600, "prefetchLeadMinutes": 11], "ttlSeconds",
        "at least 660, the prefetch lead of 11 min", "600"
      ),
      (
        ["prefetchLeadMinutes": 16], "prefetchLeadMinutes",
        "at most 15, since ttlSeconds is 900", "16"
      ),
    ] as [(JSONObject, String, String, String)])
  func lifetimeBelowLead(options: JSONObject, key: String, expected: String, got: String) throws {
    let phone = try Phone()
    try phone.value("configure", ["ttlSeconds": 900])
    let rejection = try phone.rejection("configure", options)
    #expect(rejection == .invalid(key, expected: expected, got: got))
    let configuration = try #require(phone.device.app).plugin.configuration
    #expect(configuration.ttlSeconds == 900 && configuration.prefetchLeadMinutes == 5)
  }

  @Test("of configure keep the values of omitted keys, also in a later process")
  func omittedKeysStay() throws {
    let phone = try Phone()
    try phone.value("configure", ["prefetchLeadMinutes": 10, "ttlSeconds": 600])
    try phone.value("configure", ["ttlSeconds": 1200])
    try phone.perform(.systemTerminate)
    try phone.perform(.launch)
    let configuration = try #require(phone.device.app).plugin.configuration
    #expect(configuration.prefetchLeadMinutes == 10)
    #expect(configuration.ttlSeconds == 1200)
    try phone.schedule(["time": "06:30"])
    #expect(phone.taskBegins == "2025-11-15T06:20:00Z")
  }

  @Test("of configure are applied completely or not at all")
  func configureIsAtomic() throws {
    let phone = try Phone()
    _ = try phone.rejection("configure", ["ttlSeconds": 60, "retentionDays": 0])
    let configuration = try #require(phone.device.app).plugin.configuration
    #expect(configuration.ttlSeconds == 86_400)
    #expect(phone.count(.ready) == 0)
  }
}
