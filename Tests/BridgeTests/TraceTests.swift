import Bridge
import DailyNotification
import DeviceModel
import JSONText
import SimulationCore
import Testing

@Suite("trace over the bridge")
struct TraceTests {
  private func busyClient() throws -> Client {
    var client = Client()
    try client.result("session.configure", ["knobs": ["taskLateness": "fixed"]])
    try client.scheduleDaily()
    try client.result("device.perform", ["verb": "background"])
    try client.result("time.advance", ["by": 864_000_000])
    return client
  }

  @Test("has pages that join without a gap", arguments: [1, 7, 10_000])
  func pages(limit: Int64) throws {
    var client = try busyClient()
    let end = Int64(client.session.device.os.trace.nextSequence)
    #expect(end > 200)
    var from: Int64 = 0
    var sequences: [Int64] = []
    while from < end {
      let page = try client.result(
        "trace.get", ["from": .integer(from), "limit": .integer(limit)])
      let records = try #require(page["records"]?.arrayValue)
      #expect(records.count <= limit)
      sequences += records.compactMap { $0["sequence"]?.integerValue }
      #expect(page["hash"] == .string(client.session.device.os.trace.hash.text))
      from = try #require(page["next"]?.integerValue)
    }
    #expect(sequences == Array(0..<end))
    let past = try client.result("trace.get", ["from": .integer(end + 10)])
    #expect(past["records"] == [] && past["next"] == .integer(end))
  }

  @Test("can be limited to records at a level and above", arguments: LogLevel.allCases)
  func levels(level: LogLevel) throws {
    var client = try busyClient()
    let everything = try client.result("trace.get", ["limit": 10_000])["records"]?.arrayValue
    let page = try client.result(
      "trace.get", ["level": .string(level.rawValue), "limit": 10_000])
    let expected = try #require(everything).filter {
      LogLevel(rawValue: $0["level"]?.stringValue ?? "") ?? .debug >= level
    }
    #expect(page["records"]?.arrayValue == expected)
  }

  @Test("shows a record's place, level, kind and fields, and a log line's text")
  func shape() throws {
    var client = try busyClient()
    let records = try #require(
      try client.result("trace.get", ["limit": 10_000])["records"]?.arrayValue)
    let began = records[0]
    #expect(began["kind"] == "began" && began["cause"] == .null && began["instant"] == 0)
    #expect(began["time"] == 1_763_185_350_000 && began["fields"]?["variant"] == "device")
    let called = try #require(records.first { $0["kind"] == "called" })
    #expect(called["fields"]?["options"] == ["time": "05:53"])
    let log = try #require(records.first { $0["fields"]?["event"] == "dailyScheduled" })
    #expect(log["kind"] == "log" && log["level"] == "info")
    #expect(log["text"]?.stringValue?.hasPrefix("[DNP-") == true)
    #expect(log["fields"]?["time"] == 1_763_185_980_000 && log["time"] == 1_763_185_350_000)
  }

  @Test("shows a huge record without its fields")
  func huge() throws {
    var client = Client()
    let text = String(repeating: "x", count: 500_000)
    try client.result("$/events", ["on": true])
    let lines = try client.send(
      "plugin.call", ["method": "isChannelEnabled", "options": ["other": .string(text)]], id: 1)
    #expect(lines.contains { $0["params"]?["omittedBytes"] != nil })
    let records = try client.result("trace.get")["records"]?.arrayValue
    let called = try #require(records?.first { $0["kind"] == "called" })
    #expect(called["fields"] == nil && called["omittedBytes"]?.integerValue ?? 0 > 500_000)
  }

  @Test("ends a page before it is too long for a line")
  func bounded() throws {
    var client = Client()
    let text = String(repeating: "x", count: 90_000)
    for _ in 0..<20 {
      try client.call("isChannelEnabled", ["other": .string(text)])
    }
    let page = try client.result("trace.get", ["limit": 10_000])
    let next = try #require(page["next"]?.integerValue)
    #expect(next < Int64(client.session.device.os.trace.nextSequence))
    let rest = try client.result("trace.get", ["limit": 10_000, "from": .integer(next)])
    #expect(rest["records"]?[0]?["sequence"] == .integer(next))
  }

  @Test("is sent as it grows once events are on, before the reply")
  func events() throws {
    var client = Client()
    #expect(try client.send("$/events", ["on": true], id: 1).map { $0["id"] } == [1])
    let lines = try client.send("device.perform", ["verb": "background"], id: 2)
    #expect(lines.last?["id"] == 2)
    #expect(lines.dropLast().map { $0["method"] } == ["record", "record"])
    #expect(lines[0]["params"]?["kind"] == "command" && lines[0]["id"] == nil)
    #expect(lines[1]["params"]?["fields"] == ["state": "background"])
    try client.result("$/events", ["on": false])
    #expect(try client.send("device.perform", ["verb": "foreground"], id: 3).count == 1)
  }

  @Test("is sent before the reply of a plugin call, too")
  func eventsOfCall() throws {
    var client = Client()
    try client.result("$/events", ["on": true])
    let lines = try client.send("plugin.call", ["method": "isChannelEnabled"], id: 1)
    #expect(lines.count > 1 && lines.last?["id"] == 1)
    #expect(lines.dropLast().contains { $0["params"]?["kind"] == "replied" })
  }

  @Test("is sent completely over any number of slices, with the plugin's events")
  func manyEvents() throws {
    var client = Client()
    try client.result("$/events", ["on": true])
    try client.result("session.configure", ["knobs": ["taskLateness": "fixed"]])
    try client.scheduleDaily()
    try client.result("device.perform", ["verb": "background"])
    let from = client.session.device.os.trace.nextSequence
    let lines = try client.send("time.advance", ["by": 31_557_600_000], id: 1)
    let sent = lines.filter { $0["method"] == "record" }
    let page = try client.result(
      "trace.get", ["from": .integer(Int64(from)), "level": "info", "limit": 10_000])
    let records = try #require(page["records"]?.arrayValue)
    #expect(records.count > 1_000)
    #expect(sent.prefix(records.count).map { $0["params"] } == records)
    let plugin = lines.filter { $0["method"] == "pluginEvent" }.compactMap { $0["params"] }
    #expect(plugin.count > 100)
    let prefetch = try #require(plugin.first { $0["event"] == "prefetchCompleted" })
    #expect(prefetch["data"]?["name"] == nil && prefetch["data"]?["scheduledFor"] != nil)
    #expect(prefetch["time"]?.integerValue != nil)
  }
}
