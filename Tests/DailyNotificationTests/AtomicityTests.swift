import DailyNotification
import DeviceModel
import JSONText
import Testing

@Suite("A scheduling call that meets a fault")
struct AtomicityTests {
  static let warning: JSONValue = ["warning": "task_scheduling_failed"]
  static let methods = ["scheduleDailyNotification", "updateSettings"]

  @Test(
    "leaves the notification standing when only the task is refused",
    arguments: [BackgroundRefreshStatus.denied, .restricted])
  func taskRefused(status: BackgroundRefreshStatus) throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(status))
    #expect(try phone.value("scheduleDailyNotification", ["time": "05:53"]) == Self.warning)
    #expect(phone.pendingIdentifiers.count == 8)
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
    #expect(phone.lines().contains("[DNP-FETCH] Background fetch scheduling failed (code=1)"))
    #expect(try phone.status["error"] == "task_scheduling_failed")
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.titlesShown == ["Daily Notification"])
  }

  @Test("gives the warning on the simulator too, with the line that expects it")
  func simulator() throws {
    let phone = try Phone { $0.variant = .simulator }
    #expect(try phone.value("scheduleDailyNotification", ["time": "05:53"]) == Self.warning)
    #expect(
      phone.lines(from: .warning) == [
        "[DNP-FETCH] Background fetch scheduling failed (expected on simulator)"
      ])
    #expect(phone.pendingIdentifiers.count == 8)
  }

  @Test("names Apple's code when the background mode is missing")
  func notPermitted() throws {
    let phone = try Phone {
      $0.infoPlist = InfoPlist(
        permittedIdentifiers: [TaskIdentifier.fetch, TaskIdentifier.notify],
        backgroundModes: ["background-fetch"])
    }
    #expect(try phone.value("scheduleDailyNotification", ["time": "05:53"]) == Self.warning)
    #expect(
      phone.lines(from: .warning) == ["[DNP-FETCH] Background fetch scheduling failed (code=3)"])
  }

  @Test("asks for the task again once refresh is back", arguments: methods)
  func taskComesBack(method: String) throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.value("scheduleDailyNotification", ["time": "05:53"])
    try phone.perform(.setBackgroundRefresh(.available))
    #expect(try phone.value(method, ["time": "05:53"]) == ["warning": nil])
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test("asks for the task again when the app is opened after refresh is back")
  func taskComesBackAtResume() throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.value("scheduleDailyNotification", ["time": "05:53"])
    try phone.perform(.setBackgroundRefresh(.available))
    try phone.reopen()
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test("is rejected when the system does not keep the request, and leaves no task")
  func notRetained() throws {
    let phone = try Phone()
    let reply = try phone.call(
      "scheduleDailyNotification", ["time": "05:53"], on: .droppingRequests)
    guard case .rejected(let rejection)? = reply else {
      Issue.record("the call is not rejected")
      return
    }
    #expect(rejection.kind == .schedulingFailed)
    #expect(rejection.data == ["identifier": "daily_daily"])
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.schedules.isEmpty)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
  }

  @Test("is stored whole, or rejected and gone, whichever write fails", arguments: 1...12)
  func failingWrite(number: Int) throws {
    let phone = try Phone()
    let reply = try phone.call(
      "scheduleDailyNotification", ["time": "05:53"], on: .failingWrite(number))
    try phone.settle()
    try expectWholeOrGone(phone, reply)
  }

  @Test("is stored whole, or rejected and gone, however many writes fail", arguments: 1...12)
  func failingWrites(count: Int) throws {
    let phone = try Phone()
    try phone.perform(.failWrites(count: count))
    let call = try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.settle()
    try expectWholeOrGone(phone, phone.reply(call))
  }

  private func expectWholeOrGone(_ phone: Phone, _ reply: PluginReply?) throws {
    switch reply {
    case .value(let value)?:
      #expect(value == ["warning": nil])
      let row = try #require(phone.device.os.storage.schedules.first)
      #expect(phone.pendingIdentifiers.count == 8)
      #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
      let last = phone.device.os.center.requests.map(\.content.info.plannedTime).max()
      #expect(row.armedThrough == last, "the stored row knows every request")
    case .rejected(let rejection)?:
      #expect(rejection.kind == .storageFailed)
      #expect(phone.pendingIdentifiers.isEmpty)
      #expect(phone.taskBegins == nil)
      #expect(phone.device.os.storage.schedules.isEmpty)
      #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
      #expect(phone.count(.persistFailed) > 0)
    case nil: Issue.record("the call has no reply")
    }
  }

  @Test("that replaces agrees with what is stored, whichever write fails", arguments: 1...12)
  func failingWriteOfReplacement(number: Int) throws {
    let phone = try Phone()
    try phone.schedule(["time": "05:53", "title": "Old"])
    _ = try phone.call(
      "scheduleDailyNotification", ["time": "07:00", "title": "New"], on: .failingWrite(number))
    try phone.settle()
    // The next entry must find nothing left to repair that the phone could not see before.
    try expectAgreement(phone)
    try phone.reopen()
    try expectAgreement(phone)
  }

  private func expectAgreement(_ phone: Phone) throws {
    let row = try #require(phone.device.os.storage.schedules.first)
    #expect(Set(phone.pendingTimes.map { String($0.dropFirst(11).prefix(5)) }) == [row.time])
    #expect(Set(phone.device.os.center.requests.map(\.content.title)) == [row.title])
    #expect(phone.pendingIdentifiers.count == 8)
  }

  @Test("that fails leaves the task of the other schedules", arguments: 1...4)
  func othersKeepTheirTask(number: Int) throws {
    let phone = try Phone()
    try phone.schedule(["id": "other", "time": "08:00"])
    _ = try phone.call(
      "scheduleDailyNotification", ["time": "09:00"], on: .failingWrite(number))
    try phone.settle()
    #expect(phone.taskBegins == "2025-11-15T07:55:00Z")
  }

  @Test("is rejected on a full disk and succeeds when there is room again")
  func fullDisk() throws {
    let phone = try Phone()
    try phone.perform(.fillDisk(isOn: true))
    let rejection = try phone.rejection("scheduleDailyNotification", ["time": "05:53"])
    #expect(rejection.kind == .storageFailed)
    #expect(try phone.rejection("configure", ["ttlSeconds": 60]).kind == .storageFailed)
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    try phone.perform(.fillDisk(isOn: false))
    try phone.schedule()
    #expect(phone.pendingIdentifiers.count == 8)
  }

  @Test("logs what could not be stored, as an error")
  func persistFailedLine() throws {
    let phone = try Phone()
    _ = try phone.call("scheduleDailyNotification", ["time": "05:53"], on: .failingWrite(4))
    #expect(phone.lines(from: .error) == ["[DNP-STORAGE] Persist failed (schedule daily)"])
  }
}
