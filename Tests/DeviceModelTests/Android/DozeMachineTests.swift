import SimulationCore
import Testing

@testable import DeviceModel

@Suite("Doze")
struct DozeMachineTests {
  private static let now = SimulationInstant(milliseconds: 10 * hour)

  private static func after(_ milliseconds: Int64) -> SimulationInstant {
    now.advanced(byMilliseconds: milliseconds)
  }

  /// An idle phone, for another hour.
  private static var idle: DozeMachine {
    var machine = DozeMachine()
    _ = machine.beginIdle(at: now)
    return machine
  }

  @Test("begins after two steps of half an hour")
  func steps() {
    var machine = DozeMachine()
    #expect(DozeMachine.firstStep(at: Self.now, alarmClock: nil) == Self.after(30 * minute))
    #expect(machine.proceed(at: Self.now) == Self.after(30 * minute))
    #expect(machine.phase == .active)
    #expect(machine.proceed(at: Self.now) == Self.after(hour))
    #expect(machine.isIdle)
  }

  @Test("has maintenance windows one, two, four, then six hours apart, five, then ten minutes long")
  func windows() {
    var machine = DozeMachine()
    #expect(!machine.isIdle && machine.phase == .active)
    #expect(machine.beginIdle(at: Self.now) == Self.after(hour))
    let hours: [Int64] = [2, 4, 6, 6]
    let minutes: [Int64] = [5, 10, 10, 10]
    for (idle, window) in zip(hours, minutes) {
      #expect(machine.isIdle)
      #expect(machine.proceed(at: Self.now) == Self.after(30_000))
      #expect(machine.phase == .maintenance)
      #expect(machine.end == Self.after(window * minute))
      #expect(machine.proceed(at: Self.now) == Self.after(idle * hour))
    }
  }

  @Test("may close a window after thirty seconds", arguments: [(29_999, false), (30_000, true)])
  func closing(milliseconds: Int64, mayClose: Bool) {
    var machine = Self.idle
    #expect(!machine.mayClose(at: Self.after(hour)))
    _ = machine.proceed(at: Self.now)
    #expect(machine.mayClose(at: Self.after(milliseconds)) == mayClose)
  }

  @Test(
    "does not begin within half an hour of an alarm clock, but half an hour after it",
    arguments: [(30 * minute, true), (30 * minute + 1, false), (0, true)])
  func upcoming(left: Int64, isUpcoming: Bool) {
    let alarmClock = Self.after(left)
    #expect(DozeMachine.isUpcoming(alarmClock, at: Self.now) == isUpcoming)
    #expect(
      DozeMachine.firstStep(at: Self.now, alarmClock: alarmClock)
        == Self.after((isUpcoming ? left : 0) + 30 * minute))
    #expect(!DozeMachine.isUpcoming(nil, at: Self.now))
  }

  @Test(
    "ends 2 to 15 minutes before an alarm clock, at once where two are left, else at its own time",
    arguments: [
      (nil, .ownTime), (2 * minute, .atOnce), (0, .atOnce),
      (2 * minute + 1, .before(2 * minute...2 * minute + 1)),
      (10 * minute, .before(2 * minute...10 * minute)),
      (45 * minute, .before(2 * minute...15 * minute)),
      (62 * minute, .before(2 * minute...15 * minute)), (62 * minute + 1, .ownTime),
    ] as [(Int64?, DozeMachine.IdleEnd)])
  func idleEnd(left: Int64?, end: DozeMachine.IdleEnd) {
    var machine = Self.idle
    let alarmClock = left.map(Self.after)
    #expect(machine.aim(at: alarmClock, now: Self.now) == end)
    #expect(machine.alarmClock == alarmClock)
  }

  @Test("begins anew after the phone was used")
  func wake() {
    var machine = Self.idle
    _ = machine.proceed(at: Self.now)
    let token = EventToken.make()
    #expect(machine.attach(token) == nil)
    #expect(machine.isCounting)
    #expect(machine.wake() == token)
    #expect(machine.phase == .active && !machine.isCounting)
    #expect(machine.wake() == nil)
    #expect(machine.proceed(at: Self.now) == Self.after(30 * minute))
    #expect(machine.proceed(at: Self.now) == Self.after(hour))
    _ = machine.proceed(at: Self.now)
    #expect(machine.end == Self.after(5 * minute))
  }
}
