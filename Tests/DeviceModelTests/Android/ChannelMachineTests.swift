import DailyNotification
import Testing

@testable import DeviceModel

@Suite("notification channels")
struct ChannelMachineTests {
  private static func request(_ importance: Int64, _ name: String = "Daily") -> ChannelRequest {
    ChannelRequest(identifier: "daily", name: name, importance: importance)
  }

  @Test("are created once; after that only lowered and renamed")
  func lowering() {
    var machine = ChannelMachine()
    #expect(machine.channel("daily") == nil)
    #expect(machine.create(Self.request(4)) == .created)
    #expect(machine.create(Self.request(4)) == .unchanged)
    #expect(machine.create(Self.request(3, "Every day")) == .changed)
    #expect(machine.channel("daily")?.importance == 3)
    #expect(machine.channel("daily")?.name == "Every day")
    #expect(machine.create(Self.request(4, "Every day")) == .unchanged)
    #expect(machine.channel("daily")?.importance == 3)
    #expect(machine.channels.count == 1)
  }

  @Test("keep what the person has set", arguments: [0, 1, 2, 3, 4] as [Int64])
  func person(importance: Int64) {
    let words = ChannelSettings.importances
    let person = ChannelSettings(importance: words[Int(importance)])
    var machine = ChannelMachine()
    #expect(machine.set("daily", person) == false)
    _ = machine.create(Self.request(4))
    #expect(machine.set("daily", person) == true)
    for asked in 0...4 as ClosedRange<Int64> { _ = machine.create(Self.request(asked)) }
    #expect(machine.channel("daily")?.importance == importance)
    machine.removeAll()
    #expect(machine.channel("daily") == nil)
  }
}
