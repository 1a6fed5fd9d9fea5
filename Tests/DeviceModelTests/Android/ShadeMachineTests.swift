import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("notification shade")
struct ShadeMachineTests {
  private static func shown(_ identifier: String, at time: Int64 = start) -> ActiveNotification {
    ActiveNotification(
      identifier: identifier, channel: "daily", content: .text(), shownAt: time)
  }

  @Test(
    "shows nothing without the permission, a channel or its importance",
    arguments: [
      (false, 4 as Int64?, NotDeliveredReason.denied), (true, nil, .noChannel),
      (true, 0, .channelBlocked),
    ])
  func blocked(isAllowed: Bool, importance: Int64?, reason: NotDeliveredReason) {
    var machine = ShadeMachine(apiLevel: 34, .byVersion)
    let action = machine.show(
      Self.shown("a"), importance: importance, isAllowed: isAllowed, at: .zero)
    #expect(action == .dropped(reason))
    #expect(machine.active.isEmpty)
  }

  @Test("shows 50; updates of those pass, others are dropped")
  func limit() {
    var machine = ShadeMachine(apiLevel: 34, .byVersion)
    for number in 1...50 {
      let action = machine.show(
        Self.shown("\(number)"), importance: 1, isAllowed: true, at: .zero)
      #expect(action == .shown)
    }
    let more = machine.show(Self.shown("51"), importance: 4, isAllowed: true, at: .zero)
    #expect(more == .dropped(.tooMany))
    let again = machine.show(
      Self.shown("7", at: start + 1), importance: 4, isAllowed: true, at: .zero)
    #expect(again == .shown)
    #expect(machine.active.count == 50 && machine.active[6].shownAt == start + 1)
    #expect(machine.remove("7") != nil && machine.remove("7") == nil)
    #expect(machine.removeAll() == 49 && machine.active.isEmpty)
  }

  @Test("lets five updates a second pass")
  func updates() {
    var machine = ShadeMachine(apiLevel: 34, .byVersion)
    _ = machine.show(Self.shown("a"), importance: 4, isAllowed: true, at: .zero)
    let actions = (1...7).map { number in
      machine.show(
        Self.shown("a"), importance: 4, isAllowed: true,
        at: SimulationInstant(milliseconds: number == 7 ? 1_001 : Int64(number)))
    }
    #expect(actions.prefix(5).allSatisfy { $0 == .shown })
    #expect(actions.suffix(2) == [.dropped(.tooFast), .shown])
  }
}
