import CivilTime
import DailyNotification
import JSONText
import Testing

@testable import DeviceModel

@Suite("Calls and tasks that meet")
struct OrderTests {
  @Test("keep their order: a cancel that was called last also acts last")
  func cancelBehindWaitingSchedule() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("cancelAllNotifications")
    let scheduled = try phone.call("scheduleDailyNotification", ["time": "05:53"])
    let cancelled = try phone.call("cancelAllNotifications")
    #expect(phone.reply(scheduled) == nil)
    #expect(phone.reply(cancelled) == nil)
    try phone.settle()
    #expect(phone.reply(scheduled) == .value(["warning": nil]))
    #expect(phone.reply(cancelled) == .value([:]))
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.device.os.storage.schedules.isEmpty)
    #expect(phone.taskBegins == nil)
  }

  @Test("fetch for the notification for which the task was submitted, also of a second schedule")
  func secondSchedule() throws {
    let phone = try Phone()
    try phone.schedule(["id": "a", "time": "08:00"])
    try phone.schedule(["id": "b", "time": "08:02"])
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T08:10:00Z")
    #expect(
      phone.device.os.deliveredNotifications.map(\.request.content.info.source) == [.cache, .cache])
  }

  @Test("drop the content of another identity")
  func identity() throws {
    let phone = try Phone()
    try phone.value("configure", ["activeDid": IdentityTests.alice])
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(try phone.pending("daily_daily").content.info.source == .cache)
    try phone.value("configure", ["activeDid": IdentityTests.bob])
    #expect(phone.device.os.storage.contents.isEmpty)
    #expect(try phone.pending("daily_daily").content.info.source == .default)
  }

  @Test("keep the chain of tasks when a task is launched while one runs")
  func secondLaunch() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }
}
