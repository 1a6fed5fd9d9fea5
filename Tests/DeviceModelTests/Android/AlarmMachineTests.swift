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

  /// The time of an alarm has come.
  private mutating func due(
    _ setting: AlarmMachine.Setting, at milliseconds: Int64 = 0, isIdle: Bool = false,
    _ quota: AlarmQuota = AlarmMachine.idleQuota, bucket: AlarmQuota? = nil
  ) -> AlarmMachine.DueAction? {
    machine.becomeDue(
      setting.serial, at: SimulationInstant(milliseconds: milliseconds),
      AlarmMachine.Conditions(isIdle: isIdle, dozeQuota: quota, bucket: bucket))
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

  @Test("fires an alarm as late as it was drawn, and never early", arguments: Alarm.Call.allCases)
  func lateness(call: Alarm.Call) throws {
    var tests = self
    let setting = try tests.set(.at(start + hour, "a", call), lateness: 7 * minute)
    #expect(setting.fireTime == start + hour + 7 * minute)
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
    let isHeld = isIdle && (call == .exact || call == .window)
    #expect(tests.due(setting, isIdle: isIdle) == (isHeld ? .held(.doze) : .fires))
    #expect(tests.machine.held.map(\.serial) == (isHeld ? [setting.serial] : []))
    #expect(tests.due(setting) == .fires)
    #expect(tests.machine.held.isEmpty)
  }

  @Test("lets a burst of 72 pass in Doze, then waits until the hour has room")
  func quota() throws {
    var tests = self
    for number in 0..<72 {
      let setting = try tests.set(.at(start + hour, "a\(number)", .allowWhileIdle))
      let time = Int64(number) * 1_000
      #expect(tests.due(setting, at: time, isIdle: true) == .fires)
      let instant = SimulationInstant(milliseconds: time)
      #expect(tests.machine.fire(setting.serial, at: instant, staysAsIntent: false) != nil)
    }
    let setting = try tests.set(.at(start + hour, "b", .allowWhileIdle))
    #expect(tests.due(setting, at: 100_000, isIdle: true) == .waits(.dozeQuota, 3_500_000))
    #expect(tests.due(setting, at: hour, isIdle: true) == .fires)
  }

  @Test("gives back what Doze has held in the order of its times, not in that of its setting")
  func releasedInOrder() throws {
    var tests = self
    for (name, hours) in [("late", 3), ("early", 1), ("between", 2)] {
      let setting = try tests.set(.at(start + Int64(hours) * hour, name, .exact))
      #expect(tests.due(setting, at: Int64(hours) * hour, isIdle: true) == .held(.doze))
    }
    #expect(tests.machine.held.map(\.alarm.identifier) == ["early", "between", "late"])
  }

  @Test("with the older quota lets one alarm pass in nine minutes")
  func nineMinutes() throws {
    var tests = self
    let first = try tests.set(.at(start + hour, "a", .allowWhileIdle))
    #expect(tests.due(first, isIdle: true, AlarmMachine.idleDistance) == .fires)
    _ = tests.machine.fire(first.serial, at: .zero, staysAsIntent: false)
    let second = try tests.set(.at(start + hour, "b", .allowWhileIdle))
    #expect(
      tests.due(second, at: minute, isIdle: true, AlarmMachine.idleDistance)
        == .waits(.dozeQuota, 8 * minute))
    #expect(tests.due(second, at: minute, AlarmMachine.idleDistance) == .fires)
  }

  @Test(
    "lets so many alarms pass in a standby bucket, but alarm clocks and those allowed while idle",
    arguments: Alarm.Call.allCases, StandbyBucket.allCases)
  func bucket(call: Alarm.Call, bucket: StandbyBucket) throws {
    var tests = self
    let isLimited = call == .exact || call == .window
    let count = bucket.alarmQuota?.count ?? 20
    for number in 0..<count {
      let setting = try tests.set(.at(start + hour, "a\(number)", call))
      #expect(tests.due(setting, bucket: bucket.alarmQuota) == .fires)
      _ = tests.machine.fire(setting.serial, at: .zero, staysAsIntent: false)
    }
    let setting = try tests.set(.at(start + hour, "b", call))
    let window = bucket == .restricted ? day : hour
    let waits = AlarmMachine.DueAction.waits(.bucket, window - minute)
    #expect(
      tests.due(setting, at: minute, bucket: bucket.alarmQuota)
        == (isLimited && bucket != .active ? waits : .fires))
    #expect(tests.due(setting, at: minute) == .fires)
    #expect(tests.due(setting, at: window, bucket: bucket.alarmQuota) == .fires)
  }

  @Test("has nothing to fire for an alarm that is gone")
  func gone() throws {
    var tests = self
    let setting = try tests.set(.at(start + hour))
    #expect(tests.machine.cancel("a", of: .plugin)?.serial == setting.serial)
    #expect(tests.due(setting) == nil)
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
