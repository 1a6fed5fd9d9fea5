import SimulationCore
import Testing

@testable import DeviceModel

@Suite("Doze")
struct DozeMachineTests {
  @Test("has maintenance windows one, two, four, then six hours apart, five, then ten minutes long")
  func windows() {
    var machine = DozeMachine()
    #expect(!machine.isIdle && machine.phase == .active)
    let hours: [Int64] = [1, 2, 4, 6, 6]
    let minutes: [Int64] = [5, 10, 10, 10, 10]
    for (idle, window) in zip(hours, minutes) {
      #expect(machine.proceed() == idle * hour)
      #expect(machine.isIdle)
      #expect(machine.proceed() == window * minute)
      #expect(machine.phase == .maintenance)
    }
  }

  @Test("begins anew after the phone was used")
  func wake() {
    var machine = DozeMachine()
    _ = machine.proceed()
    _ = machine.proceed()
    let token = EventToken.make()
    machine.attach(token)
    #expect(machine.isCounting)
    #expect(machine.wake() == token)
    #expect(machine.phase == .active && !machine.isCounting)
    #expect(machine.wake() == nil)
    #expect(machine.proceed() == hour)
    #expect(machine.proceed() == 5 * minute)
  }
}
