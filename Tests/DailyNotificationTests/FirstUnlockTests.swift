import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Before the first unlock")
struct FirstUnlockTests {
  /// A phone with a daily schedule that was started again, locked, and whose app runs.
  private func lockedPhone() throws -> Phone {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.reboot(isLocked: true))
    try phone.advance(seconds: 5)
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    return phone
  }

  @Test(
    "a call that needs stored data is rejected, any other answered",
    arguments: PluginMethod.allCases)
  func calls(method: PluginMethod) throws {
    let phone = try lockedPhone()
    let pending = phone.pendingIdentifiers
    let stored = phone.footprint
    let mark = phone.mark
    let options = GoodOptions.options(method)
    if method.needsStoredData {
      let rejection = try phone.rejection(method.rawValue, options)
      #expect(rejection.kind == .storageFailed)
      #expect(rejection.message.contains("locked until first unlock"))
      #expect(rejection.message.contains("unlock the phone"))
    } else {
      try phone.value(method.rawValue, options)
    }
    try phone.settle()
    #expect(phone.pendingIdentifiers == pending)
    #expect(phone.footprint == stored)
    #expect(!phone.lines(since: mark).contains { $0.contains("Persisted") })
  }

  @Test("nothing that a call, a task or a removal in flight does takes requests away")
  func requestsStay() throws {
    let phone = try Phone()
    try phone.schedule(["time": "01:30"])
    // Scheduling anew leaves removals in flight, which settle while the app runs sealed.
    try phone.perform(.harness(.scheduleInMinutes(1)))
    try phone.perform(.reboot(isLocked: true))
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    let removing = phone.device.os.center.removals.flatMap(\.identifiers)
    #expect(!removing.isEmpty)
    let pending = phone.pendingIdentifiers.filter { !removing.contains($0) }
    try phone.call("cancelAllNotifications")
    try phone.advance(seconds: 1)
    #expect(phone.pendingIdentifiers == pending)
  }

  @Test("a cancel that was rejected can be made after the unlock")
  func cancelAfterwards() throws {
    let phone = try lockedPhone()
    _ = try phone.rejection("cancelAllNotifications")
    try phone.perform(.unlock)
    try phone.perform(.foreground)
    try phone.settle()
    #expect(try phone.status["isScheduled"] == true)
    try phone.value("cancelAllNotifications")
    try phone.settle()
    #expect(phone.pendingIdentifiers == [])
    #expect(try phone.status["isScheduled"] == false)
  }

  @Test(
    "the test app's buttons that need stored data are refused",
    arguments: [
      HarnessVerb.prefetchOnly, .forceRescheduleAll,
    ])
  func buttons(verb: HarnessVerb) throws {
    let phone = try lockedPhone()
    let pending = phone.pendingIdentifiers
    #expect(throws: CommandRefusal.beforeFirstUnlock) { try phone.perform(.harness(verb)) }
    try phone.settle()
    #expect(phone.pendingIdentifiers == pending)
  }
}
