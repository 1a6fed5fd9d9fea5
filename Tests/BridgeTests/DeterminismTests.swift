import Bridge
import DeviceModel
import JSONText
import SimulationCore
import Testing

@Suite("determinism over the bridge")
struct DeterminismTests {
  private func play(days: [Int64], hasEvents: Bool = false) throws -> Client {
    var client = Client()
    try client.result("$/events", ["on": .bool(hasEvents)])
    try client.result("session.configure", ["seed": 77, "zone": "Europe/London"])
    _ = try client.send("plugin.call", ["method": "requestNotificationPermissions"], id: "ask")
    try client.result("device.perform", ["verb": "answerDialog", "value": "allow"])
    try client.call("scheduleDailyNotification", ["time": "05:53"])
    try client.result("device.perform", ["verb": "background"])
    for step in days { try client.result("time.advance", ["by": .integer(step)]) }
    try client.result("device.perform", ["verb": "foreground"])
    return client
  }

  @Test("the same requests give the same trace, with and without events, however time is sliced")
  func same() throws {
    let year: Int64 = 31_536_000_000
    let hash = try play(days: [year]).session.device.os.trace
    #expect(hash.nextSequence >= 1000)
    let cut = try play(days: [Int64](repeating: 3_600_000, count: 8760))
    #expect(cut.session.device.os.trace.hash == hash.hash)
    #expect(try play(days: [year], hasEvents: true).session.device.os.trace.hash == hash.hash)
    let other = try play(days: [year + 1])
    #expect(other.session.device.os.trace.hash != hash.hash)
  }

  @Test("reading state and trace changes nothing")
  func pure() throws {
    var client = try play(days: [1_000_000])
    let hash = client.session.device.os.trace.hash
    try client.result("state.get")
    try client.result("trace.get")
    _ = try client.error("device.perform", ["verb": "launch", "x": 1])
    #expect(client.session.device.os.trace.hash == hash)
  }
}
