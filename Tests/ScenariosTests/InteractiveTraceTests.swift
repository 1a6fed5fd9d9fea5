import CivilTime
import DeviceModel
import History
import JSONText
import Session
import SimulationCore
import Testing

@testable import Scenarios

@Suite("The trace of an interactive run")
struct InteractiveTraceTests {
  private func run(traceCapacity: Int) throws -> InteractiveRun {
    var configuration = DeviceConfiguration()
    configuration.traceCapacity = traceCapacity
    var run = InteractiveRun(name: "a", configuration: configuration)
    for (method, options) in [
      ("configure", ["prefetchLeadMinutes": 10]), ("requestNotificationPermissions", [:]),
    ] as [(String, JSONObject)] {
      _ = run.press(.call(method: method, options: options), title: method)
    }
    _ = run.press(.answerDialog(isAllowed: true), title: "Allow")
    _ = run.press(
      .call(method: "scheduleDailyNotification", options: ["time": "09:00"]), title: "schedule")
    try run.advance(to: SimulationInstant(milliseconds: 20 * 86_400_000))
    _ = run.press(.setZone(try Zone(identifier: "Europe/London")), title: "zone")
    try run.advance(to: SimulationInstant(milliseconds: 40 * 86_400_000))
    return run
  }

  @Test("what the phone's trace has dropped is made again, and is the same")
  func whole() throws {
    let held = try run(traceCapacity: 262_144)
    let short = try run(traceCapacity: 100)
    #expect(held.device.os.trace.oldestSequence == 0)
    #expect(short.device.os.trace.oldestSequence > 100)
    let (one, other) = (try held.wholeTrace(), try short.wholeTrace())
    #expect(one.records.count > 500)
    #expect(one.records.map(\.sequence) == other.records.map(\.sequence))
    // The first record names the capacity.
    let payloads = [one, other].map { $0.records.dropFirst().map { "\($0.payload)" } }
    let isSame = payloads[0] == payloads[1]
    #expect(isSame)
    #expect(one.context.schedules == other.context.schedules && !one.context.schedules.isEmpty)
    #expect(one.context.zones.changes == other.context.zones.changes)
    #expect(one.context.settings.changes == other.context.settings.changes)
    #expect(one.endWallMilliseconds == other.endWallMilliseconds)
  }

  @Test("a limit keeps the latest records")
  func latest() throws {
    let run = try run(traceCapacity: 262_144)
    let count = run.device.os.trace.nextSequence
    let trace = run.trace(limit: 10)
    #expect(trace.records.map(\.sequence) == Array(count - 10..<count))
    #expect(trace.context.schedules == run.trace(limit: .max).context.schedules)
  }
}
