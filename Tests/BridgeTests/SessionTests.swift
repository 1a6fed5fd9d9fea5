import Bridge
import DeviceModel
import JSONText
import SimulationCore
import Testing

@Suite("bridge session")
struct SessionTests {
  @Test("configures a phone with every parameter")
  func configures() throws {
    var client = Client()
    let result = try client.result(
      "session.configure",
      [
        "seed": "18446744073709551615", "platform": "ios", "variant": "simulator",
        "osVersion": "18.1", "start": "2026-03-01T10:00:00+01:00", "zone": "Europe/London",
        "knobs": ["taskLateness": "fixed"], "launch": false,
      ])
    var configuration = DeviceConfiguration()
    configuration.seed = .max
    configuration.variant = .simulator
    configuration.osVersion = "18.1"
    configuration.startMilliseconds = 1_772_355_600_000
    configuration.zone = client.session.device.os.configuration.zone
    configuration.knobs.taskLateness = .fixed
    configuration.isLaunchedAtStart = false
    #expect(result == ["traceHash": .string(Device(configuration).os.trace.hash.text)])
    #expect(try client.state("/process/state") == "notRunning")
    #expect(try client.state("/clocks/zone") == "Europe/London")
    #expect(try client.state("/clocks/now") == 1_772_355_600_000)
    #expect(try client.state("/settings/seed") == "18446744073709551615")
    #expect(try client.state("/settings/knobs/taskLateness") == "fixed")
  }

  @Test("gives a phone another version of the plugin, whose knobs single ones change")
  func profile() throws {
    var client = Client()
    try client.result(
      "session.configure", ["profile": "upstream", "knobs": ["dualMode": "replace"]])
    #expect(try client.state("/settings/knobs/ttlDefault") == "30m")
    #expect(try client.state("/settings/knobs/dualMode") == "replace")
    // The next phone is one of the bridge's own again.
    try client.result("session.configure")
    #expect(try client.state("/settings/knobs/ttlDefault") == "24h")

    var configuration = DeviceConfiguration(platform: .android)
    configuration.knobs = CompatibilityProfile.upstream.applied(to: configuration.knobs)
    client.session = BridgeSession(configuration)
    #expect(try client.state("/settings/knobs/leadDefault") == "15m")
    try client.result("session.configure", ["seed": 2])
    #expect(try client.state("/settings/knobs/leadDefault") == "15m")
    try client.result("session.configure", ["profile": "upstream-code"])
    #expect(try client.state("/settings/knobs/leadDefault") == "5m")
  }

  @Test("keeps the phone when the parameters for a new one are wrong")
  func keeps() throws {
    var client = Client()
    try client.result("time.advance", ["by": 1000])
    _ = try client.error("session.configure", ["seed": 2, "zone": "Nowhere/Land"])
    #expect(try client.state("/clocks/instantMilliseconds") == 1000)
    try client.result("session.configure")
    #expect(try client.state("/clocks/instantMilliseconds") == 0)
  }

  @Test("distinguishes a call to an app that cannot run from other refusals")
  func refuses() throws {
    var client = Client()
    try client.result("device.perform", ["verb": "background"])
    try client.result("time.advance", ["by": 60_000])
    let suspended = try client.error("plugin.call", ["method": "configure"])
    #expect(suspended.code == -32_001 && suspended["data"] == ["reason": "appSuspended"])
    try client.result("device.perform", ["verb": "swipeAway"])
    let gone = try client.error("plugin.call", ["method": "configure"])
    #expect(gone.code == -32_001 && gone["data"] == ["reason": "appNotRunning"])
    let verb = try client.error("device.perform", ["verb": "background"])
    #expect(verb.code == -32_003 && verb["data"] == ["reason": "appNotRunning"])
    #expect(client.session.openCallCount == 0)
    // A refused command is recorded too.
    let trace = try client.result("trace.get", ["level": "warning"])
    #expect(trace["records"]?.arrayValue?.count { $0["kind"] == "refused" } == 3)
  }

  @Test("has a plugin's rejection as the error's data")
  func rejects() throws {
    var client = Client()
    let error = try client.error(
      "plugin.call", ["method": "scheduleDailyNotification", "options": ["time": "25:00"]])
    #expect(error.code == -32_000)
    #expect(error["data"]?["error"] == "invalid_time_format")
    #expect(error["data"]?["code"] == "INVALID_TIME_FORMAT")
    #expect(error["data"]?["message"] == error["message"])
  }

  @Test("advances by a duration, to an ISO 8601 time and to milliseconds")
  func passesTime() throws {
    var client = Client()
    let start: Int64 = 1_763_185_350_000
    #expect(
      try client.result("time.advance", ["by": 30_000])
        == ["now": .integer(start + 30_000), "events": 0])
    #expect(
      try client.result("time.advance", ["to": "2025-11-15T05:44:00Z"])["now"]
        == .integer(start + 90_000))
    #expect(
      try client.result("time.advance", ["to": .integer(start + 90_001)])["now"]
        == .integer(start + 90_001))
    #expect(try client.result("time.advance", ["by": 0])["now"] == .integer(start + 90_001))
  }

  @Test("runs to the next event, and stays where it is when there is none")
  func runsToNextEvent() throws {
    var client = Client()
    #expect(try client.result("time.runToNextEvent")["events"] == 0)
    try client.result("device.perform", ["verb": "background"])
    let result = try client.result("time.runToNextEvent", ["limit": 1])
    #expect(result == ["now": 1_763_185_355_000, "events": 1])
    #expect(try client.state("/process/state") == "suspended")
  }

  @Test("runs until idle, reports that only a person's answer is missing, and fails at its limit")
  func runsUntilIdle() throws {
    var client = Client()
    try client.scheduleDaily()
    #expect(try client.result("time.runUntilIdle")["waiting"] == nil)
    // Removals, for which the second schedule waits as well.
    for id in ["first", "second"] {
      try client.call("scheduleDailyNotification", ["time": "06:00", "id": .string(id)])
      try client.call("cancelAllNotifications")
    }
    let error = try client.error("time.runUntilIdle", ["limit": 1])
    #expect(error.code == -32_004 && error["data"] == ["reason": "notIdle", "events": 1])
    #expect(try client.result("time.runUntilIdle")["events"] != 0)
    #expect(try client.result("time.runUntilIdle", ["limit": 1])["events"] == 0)
  }

  @Test("does not advance beyond the year 9999")
  func endsCalendar() throws {
    var client = Client()
    try client.result(
      "session.configure", ["start": "9999-12-31T23:59:58Z", "launch": false])
    #expect(try client.result("time.advance", ["by": 1999])["now"] == 253_402_300_799_999)
    #expect(try client.error("time.advance", ["by": 1]).code == -32_602)
  }

  @Test("runs a scenario on a phone of its own")
  func runsScenario() throws {
    var client = Client()
    let hash = client.session.device.os.trace.hash
    let yaml = "name: one\nseed: 5\nsteps:\n  - advance: 1m\n"
    let summary = try client.result("scenario.run", ["yaml": .string(yaml)])
    #expect(summary["outcome"] == "passed" && summary["counts"]?["scenarios"] == 1)
    #expect(client.session.device.os.trace.hash == hash)
    let again = try client.result("scenario.run", ["yaml": .string(yaml)])
    #expect(again == summary)
  }

  @Test("says where a scenario is wrong")
  func locatesScenarioError() throws {
    var client = Client()
    let yaml = "name: one\nsteps:\n  - advanse: 1m\n"
    let error = try client.error("scenario.run", ["yaml": .string(yaml)])
    #expect(error.code == -32_602 && error["data"]?["line"] == 3)
    #expect(error["message"]?.stringValue?.hasPrefix("yaml:3:") == true)
  }
}
