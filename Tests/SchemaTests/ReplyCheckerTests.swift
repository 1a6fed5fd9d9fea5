import DailyNotification
import JSONText
import SchemaSupport
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("The reply checker")
struct ReplyCheckerTests {
  /// The findings about a record that a plugin would not write.
  private func findings(_ record: DeviceRecord) throws -> [String] {
    var device = Device()
    var checker = ReplyChecker()
    #expect(checker.findings(in: device.os.trace) == [])
    device.os.record(record)
    return checker.findings(in: device.os.trace)
  }

  private func reply(
    _ method: String, _ reply: PluginReply, options: JSONObject = [:]
  ) throws -> [String] {
    try findings(.plugin(.replied(PluginCall(number: 1, method: method, options: options), reply)))
  }

  private static let permission: JSONObject = [
    "notifications": "granted", "exactAlarm": true, "backgroundRefresh": "available",
    "channel": true,
  ]

  /// Ways to break a good reply of one method, with the expected message.
  static let spoilt: [(key: String, value: JSONValue?, finding: String)] = [
    ("channels", true, ": Additional properties are not allowed ('channels' was unexpected)"),
    ("channel", nil, ": 'channel' is a required property"),
    ("channel", .null, "/channel: None is not of type 'boolean'"),
    ("notifications", "authorized", "/notifications: 'authorized' is not one of "),
  ]

  @Test("finds errors in a value", arguments: spoilt.indices)
  func value(index: Int) throws {
    let (key, value, finding) = Self.spoilt[index]
    #expect(try reply("checkPermissionStatus", .value(.object(Self.permission))) == [])
    var object = Self.permission
    object[key] = value
    let findings = try reply("checkPermissionStatus", .value(.object(object)))
    #expect(findings.count == 1)
    #expect(
      findings.first?.hasPrefix(
        "reply to call 1 checkPermissionStatus at 2025-11-15T05:42:30Z {") == true)
    #expect(findings.first?.contains("}: \(finding)") == true, "\(findings)")
  }

  @Test("finds a call that succeeded with options that its schema refuses")
  func options() throws {
    let warning = PluginReply.value(["warning": nil])
    let method = "scheduleDailyNotification"
    #expect(try reply(method, warning, options: ["time": "05:53", "stray": 1]) == [])
    #expect(try reply(method, warning, options: ["time": "5:53"]).count == 1)
    #expect(try reply(method, warning).count == 1)
  }

  @Test("finds a rejection that its method does not have, and a value for an unknown method")
  func rejections() throws {
    let full = PluginReply.rejected(Rejection(.storageFailed, "The disk is full"))
    #expect(try reply("configure", full) == [])
    #expect(try reply("checkPermissionStatus", full).count > 0)
    #expect(try reply("configure", .rejected(Rejection(.storageFailed, ""))).count == 1)
    #expect(try reply("nonsense", full).count > 0)
    #expect(try reply("nonsense", .rejected(.unimplemented("nonsense", on: "ios"))) == [])
    #expect(try reply("nonsense", .value(nil)).count == 1)
  }

  @Test("finds a log line with a field that makes no sense")
  func events() throws {
    #expect(try findings(.plugin(.log(.prefetchSucceeded(status: 200, bytes: 0)))) == [])
    #expect(
      try findings(.plugin(.log(.prefetchSucceeded(status: 200, bytes: -1)))) == [
        "log line at 2025-11-15T05:42:30Z '[DNP-FETCH] Prefetch succeeded (status=200, bytes=-1)': "
          + "/fields/bytes: -1 is less than the minimum of 0"
      ])
  }

  @Test("finds a log line that differs from a valid one in a single field")
  func similarEvents() throws {
    var device = Device()
    var checker = ReplyChecker()
    for (reason, status) in [(FailureReason.server, 503), (.server, 5), (.server, 503)] {
      device.os.record(.plugin(.log(.prefetchFailed(reason: reason, status: status))))
    }
    for code in [1, 0, 2, 4] { device.os.record(.plugin(.log(.taskRefused(code: code)))) }
    device.os.record(.plugin(.log(.taskReadBack(beginDate: nil))))
    #expect(checker.findings(in: device.os.trace).count == 3)
    #expect(checker.count > 8)
  }

  @Test("checks each record once, starts over with a new phone, and reports missed records")
  func cursor() throws {
    var configuration = DeviceConfiguration()
    configuration.traceCapacity = 4
    var device = Device(configuration)
    var checker = ReplyChecker(from: device.os.trace.nextSequence)
    device.os.record(.plugin(.log(.ready)))
    #expect(checker.findings(in: device.os.trace) == [])
    #expect(checker.findings(in: device.os.trace) == [])
    #expect(checker.count == 1)
    for _ in 0..<6 { device.os.record(.plugin(.log(.ready))) }
    #expect(
      checker.findings(in: device.os.trace) == ["2 records were dropped before they were read"])
    #expect(checker.count == 5)
    var other = Device(configuration)
    other.os.record(.plugin(.log(.quarantined(what: ""))))
    #expect(checker.findings(in: other.os.trace).contains { $0.contains("/fields/what: '' ") })
  }
}
