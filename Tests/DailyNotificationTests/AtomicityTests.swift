import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("A scheduling call that meets a fault")
struct AtomicityTests {
  static let warning: JSONValue = ["warning": "task_scheduling_failed"]
  static let methods = ["scheduleDailyNotification", "updateSettings"]

  @Test(
    "keeps the notification when only the task is refused",
    arguments: [BackgroundRefreshStatus.denied, .restricted])
  func taskRefused(status: BackgroundRefreshStatus) throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(status))
    #expect(try phone.value("scheduleDailyNotification", ["time": "05:53"]) == Self.warning)
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
    #expect(phone.lines().contains("[DNP-FETCH] Background fetch scheduling failed (code=1)"))
    #expect(try phone.status["error"] == "task_scheduling_failed")
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.titlesShown == ["Daily Notification"])
  }

  @Test("gives the warning on the simulator too, with the log line for it")
  func simulator() throws {
    let phone = try Phone { $0.variant = .simulator }
    #expect(try phone.value("scheduleDailyNotification", ["time": "05:53"]) == Self.warning)
    #expect(
      phone.lines(from: .warning) == [
        "[DNP-FETCH] Background fetch scheduling failed (expected on simulator)"
      ])
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
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

  @Test("submits the task again once refresh is back", arguments: methods)
  func taskComesBack(method: String) throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.value("scheduleDailyNotification", ["time": "05:53"])
    try phone.perform(.setBackgroundRefresh(.available))
    #expect(try phone.value(method, ["time": "05:53"]) == ["warning": nil])
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test("submits the task again when the app is opened after refresh is back")
  func taskComesBackAtResume() throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.value("scheduleDailyNotification", ["time": "05:53"])
    try phone.perform(.setBackgroundRefresh(.available))
    try phone.reopen()
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test("is rejected when the system does not retain the request, and leaves no task")
  func notRetained() throws {
    let phone = try Phone { $0.knobs.emptyContent = .dropped }
    let rejection = try phone.rejection(
      "scheduleDailyNotification", ["time": "05:53", "title": "", "body": ""])
    #expect(phone.requestsDropped > 0, "no request was dropped")
    #expect(rejection.kind == .schedulingFailed)
    #expect(rejection.data == ["identifier": "daily_daily"])
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    #expect(phone.device.os.storage.schedules.isEmpty)
    #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
  }

  @Test("is rejected and leaves nothing, whichever write fails that the schedule needs")
  func failingWrite() throws {
    let count = try Phone.expectEachWriteToFail { number in
      let phone = try Phone()
      let reply = try phone.call(
        "scheduleDailyNotification", ["time": "05:53"], failingWrite: number)
      try phone.settle()
      try expectWholeOrGone(phone, reply, isRejected: phone.isNeededWriteMissing)
      return phone
    }
    #expect(count >= 3)
  }

  @Test("is rejected and leaves nothing, however many writes fail", arguments: [1, 2, 3, 12])
  func failingWrites(count: Int) throws {
    let phone = try Phone()
    try phone.perform(.failWrites(count: count))
    let call = try phone.call("scheduleDailyNotification", ["time": "05:53"])
    try phone.settle()
    #expect(phone.writesFailed > 0, "the phone failed no write")
    try expectWholeOrGone(phone, phone.reply(call), isRejected: true)
  }

  private func expectWholeOrGone(
    _ phone: Phone, _ reply: PluginReply?, isRejected: Bool
  ) throws {
    switch reply {
    case .value(let value)?:
      #expect(!isRejected, "the call hides that \(phone.faults) was not stored")
      #expect(value == ["warning": nil])
      let page = try #require(phone.device.os.storage.ledger.first)
      #expect(phone.pendingIdentifiers.count == 56)
      #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
      let last = phone.device.os.pendingRequests.map(\.content.info.plannedTime).max()
      #expect(page.armed.last?.plannedTime == last, "the stored ledger knows every request")
    case .rejected(let rejection)?:
      #expect(isRejected, "the call is rejected although only \(phone.faults) failed")
      #expect(rejection.kind == .storageFailed)
      #expect(phone.pendingIdentifiers.isEmpty)
      #expect(phone.taskBegins == nil)
      #expect(phone.device.os.storage.schedules.isEmpty)
      #expect(phone.device.os.storage.ledger.isEmpty)
      #expect(phone.device.os.storage.value(.earliestBeginDate) == nil)
      #expect(phone.count(.persistFailed) > 0)
    case nil: Issue.record("the call has no reply")
    }
  }

  @Test("that replaces a schedule leaves requests that match the store, whichever write fails")
  func failingWriteOfReplacement() throws {
    let count = try Phone.expectEachWriteToFail { number in
      let phone = try Phone()
      try phone.schedule(["time": "05:53", "title": "Old"])
      let reply = try phone.call(
        "scheduleDailyNotification", ["time": "07:00", "title": "New"], failingWrite: number)
      #expect(reply?.isRejected == phone.isNeededWriteMissing, "\(phone.faults)")
      try phone.settle()
      let isNew = !phone.isNeededWriteMissing
      try expectAgreement(phone, on: isNew ? "07:00" : "05:53", titled: isNew ? "New" : "Old")
      // The next entry must find nothing to repair.
      try phone.reopen()
      try expectAgreement(phone, on: isNew ? "07:00" : "05:53", titled: isNew ? "New" : "Old")
      return phone
    }
    #expect(count >= 2)
  }

  private func expectAgreement(_ phone: Phone, on time: String, titled title: String) throws {
    let row = try #require(phone.device.os.storage.schedules.first)
    #expect((row.time, row.title) == (time, title))
    #expect(Set(phone.pendingTimes.map { String($0.dropFirst(11).prefix(5)) }) == [time])
    #expect(Set(phone.device.os.pendingRequests.map(\.content.title)) == [title])
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  @Test("that fails leaves the task of the other schedules")
  func othersKeepTheirTask() throws {
    let count = try Phone.expectEachWriteToFail { number in
      let phone = try Phone()
      try phone.schedule(["id": "other", "time": "08:00"])
      let reply = try phone.call(
        "scheduleDailyNotification", ["time": "09:00"], failingWrite: number)
      #expect(reply?.isRejected == phone.isNeededWriteMissing, "\(phone.faults)")
      try phone.settle()
      #expect(phone.taskBegins == "2025-11-15T07:55:00Z")
      return phone
    }
    #expect(count >= 2)
  }

  @Test("is rejected on a full disk, and succeeds when there is space again")
  func fullDisk() throws {
    let phone = try Phone()
    try phone.perform(.fillDisk(isOn: true))
    let rejection = try phone.rejection("scheduleDailyNotification", ["time": "05:53"])
    #expect(rejection.kind == .storageFailed)
    #expect(try phone.rejection("configure", ["ttlSeconds": 600]).kind == .storageFailed)
    try phone.settle()
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    try phone.perform(.fillDisk(isOn: false))
    try phone.schedule()
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  @Test(
    "logs what could not be stored, as an error",
    arguments: [(4, "ledger of daily"), (5, "DNP_LedgerComplete"), (6, "schedule daily")])
  func persistFailedLine(write: Int, what: String) throws {
    let phone = try Phone()
    _ = try phone.call("scheduleDailyNotification", ["time": "05:53"], failingWrite: write)
    #expect(phone.lines(from: .error) == ["[DNP-STORAGE] Persist failed (\(what))"])
  }
}
