import CivilTime
import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("other code in the app")
struct OtherCodeTests {
  private let refresh = "com.example.news.refresh"
  private let processing = "com.example.news.notify"

  /// A phone whose Info.plist permits the tasks of other code as well.
  private func phone(
    permission: AuthorizationStatus = .authorized,
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    try Device.exactPhone(permission: permission) {
      $0.infoPlist = InfoPlist(
        permittedIdentifiers: $0.infoPlist.permittedIdentifiers + [refresh, processing],
        backgroundModes: $0.infoPlist.backgroundModes)
      configure(&$0)
    }
  }

  /// A phone whose other code registers its launch handlers as it should.
  private func registered(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try phone {
      $0.isLaunchedAtStart = false
      configure(&$0)
    }
    for identifier in [refresh, processing] {
      try device.perform(.otherCode(.registerTaskHandler(identifier)))
    }
    try device.perform(.launch)
    return device
  }

  private func request(
    _ identifier: String, after milliseconds: Int64 = 2 * day
  ) -> Command {
    .otherCode(
      .addRequest(
        OtherRequest(
          identifier: identifier,
          trigger: .interval(milliseconds: milliseconds, repeats: false))))
  }

  private func crowd(_ device: inout Device, _ count: Int, after: Int64 = 100 * day) throws {
    for index in 0..<count { try device.perform(request("news\(index)", after: after)) }
  }

  private func own(_ device: Device) -> [String] {
    device.os.pendingRequests.filter { $0.owner == .plugin }.map(\.identifier)
  }

  private func fields(_ record: DeviceRecord) -> JSONObject { record.fieldsJSON }

  // MARK: Requests

  @Test("shares the 64 places: the system keeps those added last, or those due soonest")
  func overflow() throws {
    for (knob, kept) in [(Knobs.PendingOverflow.keepLastAdded, 24), (.keepSoonest, 56)] {
      var device = try phone { $0.knobs.pendingOverflow = knob }
      try device.scheduleDaily()
      #expect(own(device).count == 56)
      try crowd(&device, 40)
      #expect(device.pending.count == 64)
      #expect(own(device).count == kept, "\(knob.rawValue)")
      #expect(own(device).contains("daily_daily") == (knob == .keepSoonest))
      let evictions = device.payloads.filter { $0.recordKind == .requestEvicted }
      #expect(evictions.count == 32)
      #expect(evictions.allSatisfy { fields($0)["by"] == "other" })
    }
  }

  @Test(
    "leaves the plugin 24 places beside its forty, which the next entry fills",
    arguments: Knobs.PendingOverflow.allCases)
  func forty(knob: Knobs.PendingOverflow) throws {
    var device = try phone { $0.knobs.pendingOverflow = knob }
    try device.scheduleDaily()
    try crowd(&device, 40)
    try device.call("getNotificationStatus")
    try device.wait(1000)
    let others = device.os.pendingRequests.filter { $0.owner == .other }
    // Under `keepSoonest` the system lets go of the requests that are due last.
    #expect(others.count == (knob == .keepLastAdded ? 40 : 8))
    #expect(own(device).count == 64 - others.count)
    #expect(own(device).contains("daily_daily"))
    let mark = device.os.trace.nextSequence
    try device.call("getRollingWindowStats")
    #expect(!device.kinds(from: mark).contains("requestAdded"))
    let stats = device.replies.last
    #expect(stats?["pending"] == .integer(Int64(own(device).count)))
    #expect(
      stats?["stats"]?.stringValue?.contains("pending, \(others.count) of other code, ") == true)
  }

  @Test("adds a date that has passed in vain, and without an error")
  func past() throws {
    var device = try phone()
    let before = WallTime(date: CivilDate(year: 2025, month: 11, day: 15), hour: 5, minute: 0)
    try device.perform(request("news"))
    try device.perform(
      .otherCode(
        .addRequest(OtherRequest(identifier: "news", trigger: .calendar(before, zone: nil)))))
    #expect(device.drops == [.pastDate])
    #expect(device.pending == ["news"])
  }

  @Test("crashes the app with an interval that is none", arguments: [(0, false), (59_999, true)])
  func interval(milliseconds: Int64, repeats: Bool) throws {
    var device = try phone()
    try device.perform(
      .otherCode(
        .addRequest(
          OtherRequest(
            identifier: "news",
            trigger: .interval(milliseconds: milliseconds, repeats: repeats)))))
    #expect(device.count("crashed") == 1)
    #expect(device.pending.isEmpty && device.drops.isEmpty)
  }

  @Test(
    "adds in vain while denied, unless the knob retains it",
    arguments: Knobs.AddWhileDenied.allCases)
  func denied(knob: Knobs.AddWhileDenied) throws {
    var device = try phone(permission: .denied) { $0.knobs.addWhileDenied = knob }
    try device.perform(request("news", after: hour))
    #expect(device.drops == (knob == .silentDrop ? [.denied] : []))
    #expect(device.pending == (knob == .silentDrop ? [] : ["news"]))
    try device.wait(2 * hour)
    #expect(device.deliveries.isEmpty)
    #expect(device.nonDeliveries == (knob == .silentDrop ? [] : [.denied]))
  }

  @Test("has its notifications shown, also by the plugin's delegate")
  func shown() throws {
    var device = try phone()
    try device.perform(request("news", after: minute))
    try device.wait(2 * minute)
    #expect(device.deliveries.map(\.identifier) == ["news"])
    let item = device.state(.delivered).arrayValue?.first
    #expect(item?["owner"] == "other" && item?["scheduleId"] == .null)
    try device.call("getNotificationStatus")
    #expect(device.os.storage.history.isEmpty)
    let refusal = device.refusal(performing: .tapNotification(identifier: "news", action: .later))
    #expect(refusal == .noSuchAction("news"))
    try device.perform(.tapNotification(identifier: "news"))
  }

  @Test("removes the plugin's requests unheard; the next entry arms them again")
  func removal() throws {
    var device = try phone()
    try device.scheduleDaily()
    try device.perform(.otherCode(.removeRequests(["daily_daily"])))
    let mark = device.os.trace.nextSequence
    try device.wait(1000)
    #expect(device.kinds(from: mark) == ["requestRemoved"])
    #expect(!device.pending.contains("daily_daily"))
    try device.perform(.otherCode(.removeRequests(nil)))
    try device.wait(1000)
    #expect(device.pending.isEmpty)
    try device.call("getNotificationStatus")
    #expect(device.pending.count == 56 && device.pending.contains("daily_daily"))
  }

  @Test("takes a name of the plugin's, whose own request then has another")
  func sameName() throws {
    var device = try phone()
    try device.scheduleDaily()
    try device.perform(request("daily_daily"))
    #expect(own(device).count == 55)
    try device.call("getNotificationStatus")
    try device.wait(1000)
    #expect(own(device).contains("daily_daily_2025-11-15"))
    let foreign = device.os.pendingRequests.filter { $0.owner == .other }
    #expect(foreign.map(\.identifier) == ["daily_daily"])
    try device.call("cancelAllNotifications")
    try device.wait(1000)
    #expect(device.pending == ["daily_daily"])
  }

  // MARK: Tasks

  @Test("registers handlers at the next launch while the app does not run")
  func handlers() throws {
    let device = try registered()
    #expect(device.os.scheduler.handlers.suffix(2) == [refresh, processing])
    #expect(device.crashes.isEmpty)
  }

  @Test("crashes the app with a late registration")
  func late() throws {
    var device = try phone()
    try device.perform(.otherCode(.registerTaskHandler(refresh)))
    #expect(
      device.crashes == [
        "All launch handlers must be registered before application finishes launching"
      ])
    #expect(device.os.process.state == .notRunning)
    try device.perform(.launch)
    #expect(device.os.process.state == .foreground)
  }

  @Test(
    "crashes every launch with a second registration, until the app is updated",
    arguments: [true, false])
  func double(isOfPlugin: Bool) throws {
    var device = try phone { $0.isLaunchedAtStart = false }
    let identifier = isOfPlugin ? TaskIdentifier.fetch : refresh
    try device.perform(.otherCode(.registerTaskHandler(identifier)))
    if !isOfPlugin { try device.perform(.otherCode(.registerTaskHandler(identifier))) }
    for count in 1...2 {
      try device.perform(.launch)
      #expect(
        device.crashes
          == [String](
            repeating: "Launch handler for \(identifier) has already been registered",
            count: count))
      #expect(!device.os.process.state.isAlive)
    }
    try device.perform(.updateApp)
    try device.perform(.launch)
    #expect(device.os.process.state == .foreground)
  }

  @Test("crashes the app by a handler for a task that Info.plist does not permit")
  func notPermitted() throws {
    var device = try phone { $0.isLaunchedAtStart = false }
    try device.perform(.otherCode(.registerTaskHandler("com.example.nobody")))
    try device.perform(.launch)
    #expect(
      device.crashes == ["com.example.nobody is not in BGTaskSchedulerPermittedIdentifiers"])
  }

  @Test("crashes the app by submitting a task without a handler")
  func withoutHandler() throws {
    var device = try phone()
    try device.perform(.otherCode(.submitTask(refresh, afterMilliseconds: hour)))
    #expect(
      device.crashes == ["No launch handler registered for task with identifier \(refresh)"])
    #expect(device.os.scheduler.pending.isEmpty)
  }

  @Test("takes the one place for a refresh task: the plugin's is refused with code 2")
  func tooMany() throws {
    var device = try registered()
    try device.perform(.otherCode(.submitTask(refresh, afterMilliseconds: day)))
    try device.scheduleDaily()
    #expect(device.replies.last == ["warning": "task_scheduling_failed"])
    #expect(device.os.scheduler.pending.map(\.identifier) == [refresh])
    // The plugin submits again at the first entry after the place is free.
    try device.perform(.otherCode(.cancelTask(refresh)))
    try device.call("getNotificationStatus")
    #expect(device.os.scheduler.pending.map(\.identifier) == [TaskIdentifier.fetch])
    let mark = device.os.trace.nextSequence
    try device.perform(.otherCode(.submitTask(refresh, afterMilliseconds: day)))
    let refused = try #require(device.payloads(from: mark).last)
    #expect(fields(refused)["code"] == 2 && fields(refused)["by"] == "other")
  }

  @Test("cancels the plugin's task unheard; the next entry submits it again")
  func cancelled() throws {
    var device = try phone()
    try device.scheduleDaily()
    try device.perform(.otherCode(.cancelTask(nil)))
    #expect(device.os.scheduler.pending.isEmpty)
    try device.call("getNotificationStatus")
    #expect(device.os.scheduler.pending.map(\.identifier) == [TaskIdentifier.fetch])
  }

  @Test(
    "has its processing task run after a force-quit from iOS 18.3 on, unless the knob blocks it",
    arguments: [
      ("18.2.1", Knobs.ForceQuitProcessing.byVersion, false), ("18.3", .byVersion, true),
      ("26", .byVersion, true), ("18.3", .blocked, false),
    ])
  func forceQuit(version: String, knob: Knobs.ForceQuitProcessing, isRun: Bool) throws {
    var device = try registered {
      $0.osVersion = version
      $0.knobs.forceQuitProcessing = knob
    }
    try device.perform(.otherCode(.submitTask(processing, afterMilliseconds: minute)))
    try device.perform(.otherCode(.submitTask(refresh, afterMilliseconds: minute)))
    try device.perform(.swipeAway)
    try device.wait(hour)
    #expect(device.count("taskLaunched") == (isRun ? 1 : 0))
    #expect(device.os.scheduler.firstReady?.identifier == (isRun ? refresh : processing))
  }

  @Test(
    "completes a run, and a second completion is recorded unless the knob ignores it",
    arguments: Knobs.DoubleComplete.allCases)
  func twice(knob: Knobs.DoubleComplete) throws {
    var device = try registered { $0.knobs.doubleComplete = knob }
    try device.perform(.otherCode(.submitTask(refresh, afterMilliseconds: 0)))
    try device.perform(.background)
    #expect(device.count("taskLaunched") == 1)
    try device.perform(.otherCode(.completeTask(refresh, isSuccess: true)))
    #expect(device.completions == [true])
    try device.perform(.otherCode(.completeTask(refresh, isSuccess: true)))
    #expect(device.completions == [true])
    #expect(device.count("taskCompletedTwice") == (knob == .violation ? 1 : 0))
  }

  @Test("has a run that it does not complete ended by the system, without success")
  func expired() throws {
    var device = try registered()
    try device.perform(.otherCode(.submitTask(refresh, afterMilliseconds: 0)))
    try device.perform(.background)
    try device.wait(29_999)
    #expect(device.completions.isEmpty)
    try device.wait(1)
    #expect(device.completions == [false])
    try device.wait(minute)
    #expect(device.crashes.isEmpty && device.os.process.state == .suspended)
  }

  // MARK: Permission

  @Test(
    "requests permission; the plugin hears of the answer only if it waits for it too",
    arguments: [true, false])
  func permission(isPluginWaiting: Bool) throws {
    var device = try phone(permission: .notDetermined)
    try device.perform(.otherCode(.requestAuthorization))
    #expect(device.os.authorizationMachine.isDialogShown)
    if isPluginWaiting { try device.call("requestNotificationPermissions") }
    let mark = device.os.trace.nextSequence
    try device.perform(.answerDialog(isAllowed: true))
    #expect(device.kinds(from: mark).contains("entry") == isPluginWaiting)
    #expect(device.kinds(from: mark).contains("replied") == isPluginWaiting)
    try device.perform(.otherCode(.requestAuthorization))
    #expect(device.count("dialogShown") == 1)
  }

  // MARK: Refusals

  private static let acts: [OtherCodeAct] = [
    .addRequest(
      OtherRequest(identifier: "a", trigger: .interval(milliseconds: 1000, repeats: false))),
    .removeRequests(nil), .submitTask("a", afterMilliseconds: 0), .cancelTask(nil),
    .completeTask("a", isSuccess: true), .requestAuthorization,
  ]

  @Test("is refused while it cannot run", arguments: acts)
  func refused(act: OtherCodeAct) throws {
    var device = try phone { $0.isLaunchedAtStart = false }
    #expect(device.refusal(performing: .otherCode(act)) == .appNotRunning)
    try device.perform(.launch)
    try device.perform(.background)
    try device.wait(minute)
    #expect(device.refusal(performing: .otherCode(act)) == .appSuspended)
    try device.perform(.powerOff)
    #expect(device.refusal(performing: .otherCode(act)) == .phoneOff)
  }

  @Test("completes neither the plugin's task nor one that never ran")
  func foreignTask() throws {
    var device = try registered()
    for identifier in OperatingSystem.workIdentifiers {
      #expect(
        device.refusal(performing: .otherCode(.completeTask(identifier, isSuccess: true)))
          == .taskOfPlugin(identifier))
    }
    #expect(
      device.refusal(performing: .otherCode(.completeTask(refresh, isSuccess: true)))
        == .noRunningTask(refresh))
  }

  @Test(
    "that takes the delegate's place decides what is shown in front, and hears of taps alone",
    arguments: [true, false])
  func takesDelegate(presents: Bool) throws {
    var device = try phone()
    try device.perform(request("a", after: 60_000))
    try device.perform(request("b", after: 120_000))
    try device.wait(90_000)
    #expect(device.os.deliveredNotifications.map(\.request.identifier) == ["a"])
    try device.perform(.otherCode(.setDelegate(presents: presents)))
    let mark = device.os.trace.nextSequence
    try device.wait(60_000)
    try device.perform(.tapNotification(identifier: "a", action: nil))
    #expect(device.os.deliveredNotifications.map(\.request.identifier) == (presents ? ["b"] : []))
    #expect(device.nonDeliveries == (presents ? [] : [.otherDelegate]))
    let entries = device.payloads(from: mark).filter { $0.recordKind == .entry }
    #expect(entries.isEmpty)
    try device.perform(.swipeAway)
    try device.perform(.launch)
    #expect(device.os.center.delegate == .plugin)
  }

  @Test("that registers its categories takes the plugin's actions away until it starts again")
  func replacesCategories() throws {
    var device = try phone()
    try device.call("scheduleDailyNotification", ["time": "06:53"])
    try device.perform(.otherCode(.setCategories(["news"])))
    try device.perform(.background)
    try device.wait(day)
    let tap = Command.tapNotification(identifier: "daily_daily", action: .later)
    #expect(device.refusal(performing: tap) == .noSuchAction("daily_daily"))
    try device.perform(.swipeAway)
    try device.perform(.launch)
    #expect(device.refusal(performing: tap) == nil)
  }

  @Test("that creates a channel again renames it and lowers its importance, as far as it may")
  func createsChannel() throws {
    var device = try Device.androidPhone()
    let channel = { (importance: Int64) in
      Command.otherCode(
        .createChannel(
          ChannelRequest(
            identifier: "timesafari.daily", name: "Other", importance: importance)))
    }
    try device.perform(channel(2))
    #expect(device.os.android.channels.channel("timesafari.daily")?.importance == 2)
    #expect(device.os.android.channels.channel("timesafari.daily")?.name == "Other")
    try device.perform(channel(4))
    #expect(device.os.android.channels.channel("timesafari.daily")?.importance == 2)
  }

  @Test("leaves records that name it as their doer")
  func attributed() throws {
    var device = try registered()
    let mark = device.os.trace.nextSequence
    for command in [
      request("news"), .otherCode(.submitTask(refresh, afterMilliseconds: hour)),
      .otherCode(.cancelTask(refresh)), .otherCode(.removeRequests(nil)),
    ] { try device.perform(command) }
    try device.wait(1000)
    for record in device.payloads(from: mark) where record.recordKind != .command {
      #expect(fields(record)["by"] == "other", "\(record.kind)")
    }
    #expect(device.payloads(from: mark).count == 9)
  }
}
