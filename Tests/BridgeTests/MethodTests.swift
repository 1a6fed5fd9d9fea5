import Bridge
import DeviceModel
import JSONText
import SimulationCore
import Testing

@Suite("bridge method")
struct MethodTests {
  struct Failure: Sendable, CustomTestStringConvertible {
    let method: String
    let parameters: JSONObject
    let code: Int64
    let part: String

    init(_ method: String, _ parameters: JSONObject, _ code: Int64, _ part: String) {
      self.method = method
      self.parameters = parameters
      self.code = code
      self.part = part
    }

    var testDescription: String { "\(method) \(JSONValue.object(parameters).canonicalText)" }
  }

  static let wrongParameters: [Failure] = [
    ("session.configure", ["sed": 1, "colour": 2], "'sed', 'colour'"),
    ("session.configure", ["seed": -1], "0 to 9007199254740992"),
    ("session.configure", ["seed": 1.5], "got number"),
    ("session.configure", ["seed": "0x1"], "got '0x1'"),
    ("session.configure", ["seed": "18446744073709551616"], "18446744073709551615"),
    ("session.configure", ["platform": "windows"], "must be ios or android"),
    ("session.configure", ["variant": "tablet"], "device or simulator"),
    ("session.configure", ["variant": "emulator"], "device or simulator on iOS"),
    (
      "session.configure", ["platform": "android", "variant": "simulator"],
      "device or emulator on Android"
    ),
    ("session.configure", ["osVersion": "seventeen"], "17.0"),
    ("session.configure", ["platform": "android", "osVersion": "17.0"], "an API level"),
    (
      "session.configure", ["knobs": ["dozeQuota": "aosp"]],
      "belongs to Android, and this phone runs iOS"
    ),
    ("session.configure", ["osVersion": 17], "got integer"),
    ("session.configure", ["platform": "android", "targetSdk": 32], "33 to 36"),
    ("session.configure", ["targetSdk": 34], "belongs to Android"),
    ("session.configure", ["start": "2025-11-15"], "2025-11-15T05:53:00Z"),
    ("session.configure", ["start": -1], "must be a whole number"),
    ("session.configure", ["zone": "Mars/Olympus"], "Mars/Olympus"),
    ("session.configure", ["zone": "\u{0}/\u{0}"], "unknown time zone"),
    ("session.configure", ["profile": "upsteam"], "must be upstream or upstream-code"),
    ("session.configure", ["knobs": "all"], "an object"),
    ("session.configure", ["knobs": ["volume": "11"]], "there is no knob 'volume'"),
    ("session.configure", ["knobs": ["taskLateness": "maybe"]], "heavyTail"),
    ("session.configure", ["knobs": ["taskLateness": true]], "one short word"),
    ("session.configure", ["launch": "yes"], "true or false"),
    ("plugin.call", [:], "'method' is missing"),
    ("plugin.call", ["method": 1], "a text"),
    ("plugin.call", ["method": "configure", "options": []], "an object"),
    ("plugin.call", ["method": "configure", "callbackId": "1"], "method, options"),
    ("time.advance", [:], "exactly one"),
    ("time.advance", ["by": 1, "to": 2_000_000_000_000], "exactly one"),
    ("time.advance", ["by": -1], "from 0 to 6311520000000"),
    ("time.advance", ["by": 6_311_520_000_001], "from 0 to 6311520000000"),
    ("time.advance", ["by": 1e300], "got number"),
    ("time.advance", ["by": "1h"], "got string"),
    ("time.advance", ["to": "2025-11-15T05:42:29Z"], "1000 ms in the past"),
    ("time.advance", ["to": "tomorrow"], "got 'tomorrow'"),
    ("time.advance", ["to": "9999-01-01T00:00:00Z"], "200 years"),
    ("time.advance", ["to": -9_223_372_036_854_775_808], "must be a whole number"),
    ("time.runToNextEvent", ["limit": 0], "from 1"),
    ("time.runUntilIdle", ["limit": 1_000_001], "from 1 to 1000000"),
    ("time.runUntilIdle", ["limit": "all"], "got string"),
    ("device.perform", [:], "'verb' is missing"),
    ("device.perform", ["verb": "advance", "by": 1], "time.advance"),
    ("device.perform", ["verb": "runToNextEvent"], "time.runToNextEvent"),
    ("device.perform", ["verb": "runUntilIdle"], "time.runUntilIdle"),
    ("device.perform", ["verb": "dance"], "there is no verb 'dance'"),
    ("device.perform", ["verb": "call", "method": "configure"], "there is no verb 'call'"),
    ("device.perform", ["verb": "launch", "fast": true], "'fast'"),
    ("device.perform", ["verb": "answerDialog"], "allow or deny"),
    ("device.perform", ["verb": "failWrites", "count": 0], "a number from 1"),
    ("state.get", ["path": "clocks"], "begin with '/'"),
    ("state.get", ["path": "/nowhere"], "/clocks, /process"),
    ("state.get", ["path": "/pending/0"], "nothing at '/pending/0'"),
    ("state.get", ["path": 3], "got integer"),
    ("trace.get", ["limit": 10_001], "from 1 to 10000"),
    ("trace.get", ["from": -1], "from 0"),
    ("trace.get", ["level": "loud"], "debug or info or warning or error"),
    ("scenario.run", [:], "exactly one"),
    ("scenario.run", ["yaml": "a", "path": "b"], "exactly one"),
    ("scenario.run", ["path": "a.yaml"], "files are not read here"),
    ("$/events", [:], "'on' is missing"),
    ("$/events", ["on": 1], "got integer"),
  ].map { Failure($0.0, $0.1, -32_602, $0.2) }

  static let others: [Failure] = [
    Failure("no.such", [:], -32_601, "session.configure, session.quiesce, plugin.call"),
    Failure("device.perform", ["verb": "launch"], -32_003, "running already"),
    Failure("plugin.call", ["method": "noSuch"], -32_000, "not implemented"),
    Failure(
      "plugin.call", ["method": "scheduleDailyNotification"], -32_000, "Option 'time' is missing"),
  ]

  @Test("fails with its code and says what to do", arguments: wrongParameters + others)
  func fails(failure: Failure) throws {
    var client = Client()
    let hash = client.session.device.os.trace.hash
    let error = try client.error(failure.method, failure.parameters)
    #expect(error.code == failure.code)
    let message = try #require(error["message"]?.stringValue)
    #expect(message.contains(failure.part), "\(message)")
    // Wrong parameters change nothing on the phone.
    if failure.code == -32_602 { #expect(client.session.device.os.trace.hash == hash) }
  }

  @Test("names every unknown parameter", arguments: BridgeMethod.allCases)
  func unknown(method: BridgeMethod) throws {
    var client = Client()
    let error = try client.error(method.rawValue, ["zz": 1])
    #expect(error.code == -32_602)
    guard method.parameterKeys != nil else { return }
    #expect(error["message"]?.stringValue?.contains("'zz'") == true)
  }

  @Test("keeps a message short, however long the value it quotes")
  func shortMessages() throws {
    var client = Client()
    let huge = JSONValue.string(String(repeating: "v", count: 900_000))
    let requests: [(String, JSONObject)] = [
      ("device.perform", ["verb": huge]),
      ("device.perform", ["verb": "setBattery", "level": huge]),
      ("device.perform", ["verb": "setLowPowerMode", "value": huge]),
      ("state.get", ["path": huge]), ("session.configure", ["zone": huge]),
      ("session.configure", ["seed": huge]), ("time.advance", ["to": huge]),
      ("plugin.call", ["method": huge]), ("trace.get", ["level": huge]),
    ]
    for (method, parameters) in requests {
      let error = try client.error(method, parameters)
      #expect(error.code == -32_602)
      #expect(error["message"]?.stringValue?.utf8.count ?? 0 <= 1_000)
    }
  }

  @Test("treats a null parameter as absent")
  func null() throws {
    var client = Client()
    #expect(try client.result("state.get", ["path": nil])["clocks"] != nil)
    #expect(try client.result("time.advance", ["by": 5, "to": nil])["events"] == 0)
  }
}
