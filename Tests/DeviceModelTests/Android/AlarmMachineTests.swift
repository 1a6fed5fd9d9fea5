import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("alarm manager")
struct AlarmMachineTests {
  private var machine = AlarmMachine()

  private mutating func set(
    _ alarm: Alarm, isExactAllowed: Bool = true, lateness: Int64 = 0
  ) throws -> AlarmMachine.Setting {
    let setting = try machine.set(
      alarm, at: start, isExactAllowed: isExactAllowed, lateness: lateness)
    machine.attach(EventToken.make(), to: setting.serial)
    return setting
  }

  @Test(
    "fires an alarm at its time, and not within five seconds of setting it",
    arguments: [
      (start + hour, start + hour), (start + 5_000, start + 5_000), (start + 4_999, start + 5_000),
      (start, start + 5_000), (start - hour, start + 5_000),
    ])
  func futurity(time: Int64, fires: Int64) throws {
    var tests = self
    #expect(try tests.set(.at(time)).fireTime == fires)
  }

  @Test("fires an inexact alarm late and never early", arguments: Alarm.Call.allCases)
  func lateness(call: Alarm.Call) throws {
    var tests = self
    let setting = try tests.set(.at(start + hour, "a", call), lateness: 7 * minute)
    #expect(setting.fireTime == start + hour + (call == .window ? 7 * minute : 0))
  }

  @Test("refuses the three exact calls without the permission", arguments: Alarm.Call.allCases)
  func permission(call: Alarm.Call) throws {
    var tests = self
    let alarm = Alarm.at(start + hour, "a", call)
    guard call.isExact else {
      _ = try tests.set(alarm, isExactAllowed: false)
      return
    }
    #expect(throws: AlarmRefusal.exactNotAllowed) {
      _ = try tests.set(alarm, isExactAllowed: false)
    }
    #expect(tests.machine.entries.isEmpty)
  }

  @Test("replaces an alarm of the same pending intent")
  func replacement() throws {
    var tests = self
    let first = try tests.set(.at(start + hour))
    #expect(first.replaced == nil)
    let second = try tests.set(.at(start + 2 * hour))
    #expect(second.replaced?.serial == first.serial)
    #expect(tests.machine.entries.map(\.fireTime) == [start + 2 * hour])
  }

  @Test("holds 500 alarms; the next one throws, a replacement too")
  func limit() throws {
    var tests = self
    for number in 1...500 { _ = try tests.set(.at(start + hour, "a\(number)")) }
    #expect(throws: AlarmRefusal.tooMany) { _ = try tests.set(.at(start + hour, "b")) }
    #expect(throws: AlarmRefusal.tooMany) { _ = try tests.set(.at(start + hour, "a1")) }
    #expect(tests.machine.entries.count == 500)
    #expect(tests.machine.cancel("a7", of: .plugin) != nil)
    _ = try tests.set(.at(start + hour, "b"))
  }

  @Test(
    "knows the pending intents of alarms, and keeps those that outlive them",
    arguments: [false, true])
  func intents(stays: Bool) throws {
    var tests = self
    let setting = try tests.set(.at(start + hour))
    #expect(tests.machine.hasIntent("a") && !tests.machine.hasIntent("b"))
    #expect(tests.machine.fire(setting.serial, at: .zero, staysAsIntent: stays) != nil)
    #expect(tests.machine.hasIntent("a") == stays)
    #expect(tests.machine.cancel("a", of: .plugin) == nil)
    #expect(!tests.machine.hasIntent("a"))
    _ = try tests.set(.at(start + hour))
    _ = tests.machine.removeAll(staysAsIntent: stays) { _ in true }
    #expect(tests.machine.hasIntent("a") == stays)
    tests.machine.removeIntents()
    #expect(!tests.machine.hasIntent("a"))
  }

  @Test("loses only the exact alarms with the permission")
  func revocation() throws {
    var tests = self
    for call in Alarm.Call.allCases { _ = try tests.set(.at(start + hour, call.rawValue, call)) }
    let lost = tests.machine.removeAll(staysAsIntent: false) { $0.call.isExact }
    #expect(lost.map(\.alarm.call) == [.alarmClock, .allowWhileIdle, .exact])
    #expect(tests.machine.entries.map(\.alarm.call) == [.window])
  }

  @Test(
    "in Doze fires alarm clocks, holds the rest", arguments: Alarm.Call.allCases, [false, true])
  func doze(call: Alarm.Call, isIdle: Bool) throws {
    var tests = self
    let setting = try tests.set(.at(start + hour, "a", call))
    let action = tests.machine.becomeDue(setting.serial, isIdle: isIdle, at: .zero, .aosp)
    let isHeld = isIdle && (call == .exact || call == .window)
    #expect(action == (isHeld ? .held : .fires))
    #expect(tests.machine.release().map(\.serial) == (isHeld ? [setting.serial] : []))
    #expect(tests.machine.release().isEmpty)
  }

  @Test("lets a burst of 72 pass in Doze, then waits until the hour has room")
  func quota() throws {
    var tests = self
    for number in 0..<72 {
      let setting = try tests.set(.at(start + hour, "a\(number)", .allowWhileIdle))
      let instant = SimulationInstant(milliseconds: Int64(number) * 1_000)
      let action = tests.machine.becomeDue(setting.serial, isIdle: true, at: instant, .aosp)
      #expect(action == .fires)
      #expect(tests.machine.fire(setting.serial, at: instant, staysAsIntent: false) != nil)
    }
    let setting = try tests.set(.at(start + hour, "b", .allowWhileIdle))
    let late = SimulationInstant(milliseconds: 100_000)
    let action = tests.machine.becomeDue(setting.serial, isIdle: true, at: late, .aosp)
    #expect(action == .waits(3_500_000))
    let hourLater = SimulationInstant(milliseconds: 3_600_000)
    #expect(
      tests.machine.becomeDue(setting.serial, isIdle: true, at: hourLater, .aosp) == .fires)
  }

  @Test("gives back what Doze has held in the order of its times, not in that of its setting")
  func releasedInOrder() throws {
    var tests = self
    for (name, hours) in [("late", 3), ("early", 1), ("between", 2)] {
      let setting = try tests.set(.at(start + Int64(hours) * hour, name, .exact))
      let instant = SimulationInstant(milliseconds: Int64(hours) * hour)
      let action = tests.machine.becomeDue(setting.serial, isIdle: true, at: instant, .aosp)
      #expect(action == .held)
    }
    let released = tests.machine.release().map(\.serial)
    let names = released.map { serial in
      tests.machine.entries.first { $0.serial == serial }?.alarm.identifier
    }
    #expect(names == ["early", "between", "late"])
    #expect(tests.machine.release().isEmpty)
  }

  @Test("with the older quota lets one alarm pass in nine minutes")
  func nineMinutes() throws {
    var tests = self
    let first = try tests.set(.at(start + hour, "a", .allowWhileIdle))
    #expect(tests.machine.becomeDue(first.serial, isIdle: true, at: .zero, .nineMinutes) == .fires)
    _ = tests.machine.fire(first.serial, at: .zero, staysAsIntent: false)
    let second = try tests.set(.at(start + hour, "b", .allowWhileIdle))
    let soon = SimulationInstant(milliseconds: minute)
    let action = tests.machine.becomeDue(second.serial, isIdle: true, at: soon, .nineMinutes)
    #expect(action == .waits(8 * minute))
    #expect(
      tests.machine.becomeDue(second.serial, isIdle: false, at: soon, .nineMinutes) == .fires)
  }

  @Test("has nothing to fire for an alarm that is gone")
  func gone() throws {
    var tests = self
    let setting = try tests.set(.at(start + hour))
    #expect(tests.machine.cancel("a", of: .plugin)?.serial == setting.serial)
    #expect(tests.machine.becomeDue(setting.serial, isIdle: false, at: .zero, .aosp) == nil)
    #expect(tests.machine.fire(setting.serial, at: .zero, staysAsIntent: true) == nil)
  }
}

extension EventToken {
  /// A token of some event.
  static func make() -> EventToken {
    var queue = EventQueue<Int>()
    return queue.schedule(0, at: .zero)
  }
}
