import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("fetching")
struct FetchTests {
  private func request(token: String? = nil, etag: String? = nil) -> FetchRequest {
    .get(
      ContentRequest(
        url: "https://me:word@example.com/content?key=secret",
        token: token, etag: etag, scheduledFor: 1_763_185_980_000, timeoutMilliseconds: 15_000))
  }

  private func phone(_ responses: JSONValue) throws -> Device {
    var device = try Device.exactPhone()
    try device.perform(
      VerbTable.command(verb: "scriptAPI", parameters: ["responses": responses]))
    return device
  }

  @Test("is in the trace with everything that explains it, but no secret")
  func records() throws {
    var device = try phone([["etag": "\"v1\"", "retryAfterSeconds": 9]])
    let mark = device.os.trace.nextSequence
    _ = device.os.startFetch(request(token: "top.secret.token", etag: "\"v0\""))
    try device.wait(1000)
    let fields = device.payloads(from: mark).map(\.fieldsJSON)
    #expect(
      fields.first == [
        "number": 1, "url": "https://example.com/content?key=…",
        "hasToken": true, "ifNoneMatch": "\"v0\"", "scheduledFor": 1_763_185_980_000,
        "timeoutMilliseconds": 15_000,
      ])
    let ended = try #require(fields.dropFirst().first)
    #expect(ended["status"] == 200 && ended["etag"] == "\"v1\"")
    #expect((ended["bytes"]?.integerValue ?? 0) > 50)
    #expect((40...250).contains(ended["durationMilliseconds"]?.integerValue ?? 0))
    for record in device.os.trace.records(from: 0) {
      let text = JSONValue.object(record.json).canonicalText
      for secret in ["word", "secret"] { #expect(!text.contains(secret), "\(text)") }
    }
  }

  @Test(
    "that gets nothing reports why",
    arguments: [
      ([["drop": true]], "timedOut", 15_000), ([], "unreachable", 300),
    ] as [(JSONValue, String, Int64)])
  func failures(responses: JSONValue, outcome: String, duration: Int64) throws {
    var device = try phone(responses)
    _ = device.os.startFetch(request())
    try device.wait(20_000)
    let ended = device.payloads.last { $0.kind.description == "fetchEnded" }?.fieldsJSON
    #expect(ended?["outcome"] == .string(outcome))
    #expect(ended?["durationMilliseconds"] == .integer(duration))
    #expect(device.os.lastResponse == nil)
  }

  @Test("keeps its answer in the state, once it has arrived")
  func lastResponse() throws {
    var device = try phone([["body": "raw", "status": 500], [:]])
    _ = device.os.startFetch(request())
    #expect(device.os.lastResponse == nil)
    try device.wait(1000)
    let last = try #require(device.os.lastResponse)
    #expect(last.status == 500)
    #expect(last.body == Array("raw".utf8))
    #expect(device.state(.settings)["contentAPI"]?["lastResponse"]?["body"] == "raw")
    #expect(device.state(.settings)["contentAPI"]?["next"] == 1)
    _ = device.os.startFetch(.fixed(body: []))
    try device.wait(1000)
    #expect(device.os.lastResponse == last)
  }

  @Test("draws from a random stream of its own", arguments: 1...3 as ClosedRange<UInt64>)
  func stream(seed: UInt64) throws {
    var quiet = try Device.phone { $0.seed = seed }
    var busy = quiet
    try busy.perform(VerbTable.command(verb: "scriptAPI", parameters: ["responses": [[:]]]))
    for _ in 0..<10 { _ = busy.os.startFetch(request()) }
    #expect((0..<50).map { _ in quiet.os.drawDrift() } == (0..<50).map { _ in busy.os.drawDrift() })
    #expect(
      (0..<50).map { _ in quiet.os.drawLateness() } == (0..<50).map { _ in busy.os.drawLateness() })
  }

  @Test(
    "follows the battery and connection that were set",
    arguments: [
      (.setBattery(level: 20, isCharging: true), 20, true, "charging"),
      (.setBattery(level: 100, isCharging: true), 100, true, "full"),
      (.setBattery(level: 0, isCharging: nil), 0, false, "unplugged"),
    ] as [(Command, Int, Bool, String)])
  func battery(command: Command, level: Int, isCharging: Bool, word: String) throws {
    var device = try Device.exactPhone()
    #expect(device.os.battery == BatteryState(level: 80, isCharging: false))
    try device.perform(command)
    #expect(device.os.battery == BatteryState(level: level, isCharging: isCharging))
    #expect(device.os.battery.powerState == word)
    #expect(
      device.state(.settings)["battery"]
        == ["level": .integer(Int64(level)), "charging": .bool(isCharging)])
  }

  @Test("uses the connection that was set", arguments: NetworkCondition.allCases)
  func condition(condition: NetworkCondition) throws {
    var device = try phone([[:]])
    try device.perform(.setNetwork(condition))
    #expect(device.os.network.condition == condition)
    #expect(device.state(.settings)["network"] == .string(condition.rawValue))
  }
}
