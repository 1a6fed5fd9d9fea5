import DeviceModel
import JSONText
import Testing

@testable import DailyNotification

@Suite("A call's options")
struct OptionTests {
  @Test("reject what they must, name it, and change nothing", arguments: BadOption.all)
  func bad(option: BadOption) throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.footprint
    let rejection = try phone.rejection(option.method.rawValue, option.options)
    #expect(rejection.kind == option.error)
    #expect(rejection.kind.action == nil)
    #expect(rejection.data["key"] == .string(option.key))
    #expect(rejection.data["expected"]?.stringValue?.isEmpty == false)
    #expect(rejection.data["got"]?.stringValue != nil)
    #expect(rejection.message.contains("'\(option.key)'"))
    #expect(rejection.message.utf8.count < 400)
    #expect(phone.footprint == before)
    try phone.settle()
    #expect(phone.footprint == before)
  }

  @Test(
    "reject a scheduling call without its time", arguments: [[:], ["time": nil]] as [JSONObject])
  func missingTime(options: JSONObject) throws {
    let phone = try Phone()
    let before = phone.footprint
    let rejection = try phone.rejection("scheduleDailyNotification", options)
    #expect(rejection == .missing("time", expected: "HH:mm"))
    #expect(rejection.data == ["key": "time", "expected": "HH:mm"])
    #expect(phone.footprint == before)
  }

  @Test("take null for a missing key", arguments: PluginMethod.allCases)
  func nullIsMissing(method: PluginMethod) throws {
    let phone = try Phone()
    try phone.schedule()
    var nulls = JSONObject(method.optionKeys.map { ($0, JSONValue.null) })
    if method == .scheduleDailyNotification { nulls["time"] = "05:53" }
    let before = phone.footprint
    try phone.value(method.rawValue, nulls)
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
    var options: JSONObject = method == .scheduleDailyNotification ? ["time": "05:53"] : [:]
    options["colour"] = "red"
    try phone.value(method.rawValue, options)
    let warning =
      "[DNP-PLUGIN] Unknown option ignored (method=\(method.rawValue), key=colour)"
    #expect(phone.lines(from: .warning) == [warning])
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

  @Test("take text up to 4,096 bytes and ids up to 64 characters")
  func longest() throws {
    let phone = try Phone()
    let id = String(repeating: "i", count: 64)
    let text = String(repeating: "x", count: 4096)
    try phone.schedule(["id": .string(id), "time": "05:53", "title": .string(text)])
    #expect(try phone.pending("daily_\(id)").content.title == text)
  }

  @Test(
    "accept the ends of each range",
    arguments: [
      ["ttlSeconds": 1], ["ttlSeconds": 31_536_000], ["prefetchLeadMinutes": 1],
      ["prefetchLeadMinutes": 720], ["maxNotificationsPerDay": 1], ["maxNotificationsPerDay": 64],
      ["retentionDays": 1], ["retentionDays": 365], ["storage": "shared"], ["storage": "tiered"],
      ["permissionPolicy": "request"], ["permissionPolicy": "failFast"],
    ] as [JSONObject])
  func accepted(options: JSONObject) throws {
    let phone = try Phone()
    #expect(try phone.value("configure", options) == [:])
  }

  @Test("of configure keep the values of omitted keys, across a process too")
  func omittedKeysStay() throws {
    let phone = try Phone()
    try phone.value("configure", ["prefetchLeadMinutes": 10, "ttlSeconds": 60])
    try phone.value("configure", ["ttlSeconds": 120])
    try phone.perform(.systemTerminate)
    try phone.perform(.launch)
    let configuration = try #require(phone.device.app).plugin.configuration
    #expect(configuration.prefetchLeadMinutes == 10)
    #expect(configuration.ttlSeconds == 120)
    try phone.schedule(["time": "06:30"])
    #expect(phone.taskBegins == "2025-11-15T06:20:00Z")
  }

  @Test("of configure are taken over all or not at all")
  func configureIsAtomic() throws {
    let phone = try Phone()
    _ = try phone.rejection("configure", ["ttlSeconds": 60, "retentionDays": 0])
    let configuration = try #require(phone.device.app).plugin.configuration
    #expect(configuration.ttlSeconds == 86_400)
    #expect(phone.count(.ready) == 0)
  }
}
