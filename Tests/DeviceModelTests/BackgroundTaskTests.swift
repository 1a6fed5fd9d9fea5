import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("background tasks")
struct BackgroundTaskTests {
  /// 05:48, one lead before the notification of `scheduleDaily`.
  private let begin = start + 5 * minute + 30_000

  /// A phone with a prefetch submitted for 05:48 that runs as soon as it is due.
  private func scheduled(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.exactPhone(configure)
    try device.scheduleDaily()
    return device
  }

  private func launches(_ device: Device) -> [LaunchedTask] {
    device.payloads.compactMap { if case .task(.launched(let task)) = $0 { task } else { nil } }
  }

  private func launchTimes(_ device: Device) -> [Int64] {
    device.os.trace.records(from: 0).filter { $0.payload.kind.description == "taskLaunched" }
      .map(\.wallMilliseconds)
  }

  @Test("launch the app in the background, consume their request and complete")
  func coldLaunch() throws {
    var device = try scheduled()
    try device.perform(.systemTerminate)
    #expect(device.os.pendingTask(TaskIdentifier.fetch) == begin)
    try device.wait(10 * minute)
    #expect(launchTimes(device) == [begin])
    #expect(launches(device).first?.beginDate == begin)
    #expect(device.processStates.suffix(3) == [.launching, .background, .suspended])
    #expect(device.completions == [true])
    #expect(device.os.pendingTask(TaskIdentifier.fetch) == begin + day)
  }

  @Test("wake a suspended app")
  func wake() throws {
    var device = try scheduled()
    try device.perform(.background)
    try device.wait(10 * minute)
    #expect(device.processStates.suffix(4) == [.background, .suspended, .background, .suspended])
    #expect(device.completions == [true])
  }

  @Test("wait while the app is in the foreground and run when it leaves")
  func onScreen() throws {
    var device = try scheduled()
    try device.wait(6 * minute)
    #expect(launches(device).isEmpty)
    #expect(device.os.scheduler.firstReady != nil)
    try device.perform(.background)
    #expect(launchTimes(device) == [start + 6 * minute])
    try device.wait(minute)
    #expect(device.completions == [true])
  }

  @Test("stop after a force-quit until the app is launched by a person")
  func forceQuit() throws {
    var device = try scheduled()
    try device.perform(.swipeAway)
    try device.wait(3 * day)
    #expect(launches(device).isEmpty)
    #expect(device.os.pendingTask(TaskIdentifier.fetch) == begin)
    try device.perform(.launch)
    try device.perform(.background)
    try device.wait(2 * day)
    #expect(!launches(device).isEmpty)
  }

  @Test(
    "for processing run after a force-quit from iOS 18.3 on, unless the knob blocks them",
    arguments: [
      ("18.2.1", Knobs.ForceQuitProcessing.byVersion, false), ("18.3", .byVersion, true),
      ("26", .byVersion, true), ("9.9.9", .byVersion, false), ("18.3", .blocked, false),
    ])
  func processingAfterForceQuit(
    version: String, knob: Knobs.ForceQuitProcessing, isRun: Bool
  ) throws {
    var device = try scheduled {
      $0.osVersion = version
      $0.knobs.forceQuitProcessing = knob
    }
    device.withPlugin { _, os in
      try? os.submitTask(TaskIdentifier.notify, earliestBeginDate: start + minute)
    }
    try device.perform(.swipeAway)
    try device.wait(hour)
    #expect(launches(device).map(\.identifier) == (isRun ? [TaskIdentifier.notify] : []))
    #expect(device.completions == (isRun ? [true] : []))
    #expect(device.os.process.state == (isRun ? .suspended : .forceQuit))
    // The refresh task is ready all the time and waits for a person.
    #expect(device.os.scheduler.firstReady?.identifier == TaskIdentifier.fetch)
    if isRun { try device.perform(.systemTerminate) }
    try device.wait(hour)
    #expect(launches(device).count == (isRun ? 1 : 0))
  }

  @Test("of both kinds that are ready run in one launch")
  func bothKinds() throws {
    var device = try scheduled()
    device.withPlugin { _, os in
      try? os.submitTask(TaskIdentifier.notify, earliestBeginDate: start + minute)
    }
    try device.wait(6 * minute)
    #expect(launches(device).isEmpty)
    try device.perform(.background)
    #expect(launchTimes(device) == [start + 6 * minute, start + 6 * minute])
    try device.wait(minute)
    #expect(device.completions == [true, true])
  }

  @Test("run immediately when a debugger launches them", arguments: [true, false])
  func simulated(isOnScreen: Bool) throws {
    var device = try scheduled()
    if !isOnScreen { try device.perform(.background) }
    try device.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    #expect(launchTimes(device) == [start])
    try device.wait(1000)
    #expect(device.completions == [true])
    #expect(device.os.process.state == (isOnScreen ? .foreground : .background))
  }

  @Test("expire after 30 s and complete without success")
  func expiration() throws {
    var device = try scheduled()
    try device.perform(.background)
    try device.wait(5 * minute + 30_000)
    #expect(device.os.network.fetches.count == 1)
    device.os.cancel(device.os.network.fetches[0].token)
    try device.wait(29_999)
    #expect(device.count("taskExpired") == 0)
    try device.wait(1)
    #expect(device.count("taskExpired") == 1)
    #expect(device.completions == [false])
    try device.wait(minute)
    #expect(device.crashes.isEmpty)
    #expect(device.os.process.state == .suspended)
  }

  @Test("expire immediately when a debugger says so")
  func simulatedExpiration() throws {
    var device = try scheduled()
    let fetch = TaskIdentifier.fetch
    try device.perform(.simulateTaskLaunch(identifier: fetch))
    try device.perform(.simulateTaskExpiration(identifier: fetch))
    #expect(device.completions == [false])
    #expect(
      device.refusal(performing: .simulateTaskExpiration(identifier: fetch))
        == .noRunningTask(fetch))
    try device.wait(hour)
    #expect(device.crashes.isEmpty)
    #expect(device.count("taskExpired") == 1)
  }

  @Test("end the app when it does not complete them within 5 s of expiration")
  func overdue() throws {
    var device = try scheduled()
    try device.perform(.background)
    // The plugin does not know of this run, so nothing completes it.
    let task = device.os.scheduler.launch("com.example.stranger").task
    let expiry = device.os.schedule(
      .taskExpires(run: task.number), at: device.os.now.advanced(byMilliseconds: 30_000))
    device.os.scheduler.attach(expiry, toRun: task.number)
    try device.wait(34_999)
    #expect(device.os.process.state.isAlive)
    #expect(device.count("taskExpired") == 1)
    try device.wait(1)
    #expect(device.crashes == ["task 1 was not completed after it expired"])
    #expect(device.os.process.state == .terminatedBySystem)
    #expect(device.count("taskLost") == 1)
    #expect(device.app == nil)
  }

  @Test("that wait for the foreground app to leave run when the system ends it")
  func readyAfterOverdue() throws {
    var device = try scheduled()
    let task = device.os.scheduler.launch("com.example.stranger").task
    device.os.schedule(
      .taskOverdue(run: task.number), at: device.os.now.advanced(byMilliseconds: 10 * minute))
    try device.wait(6 * minute)
    #expect(device.os.scheduler.firstReady != nil)
    try device.wait(5 * minute)
    #expect(device.crashes.count == 1)
    #expect(launchTimes(device) == [start + 10 * minute])
  }

  @Test(
    "completed twice are a violation unless the knob ignores it",
    arguments: Knobs.DoubleComplete.allCases)
  func completedTwice(knob: Knobs.DoubleComplete) throws {
    var device = try scheduled { $0.knobs.doubleComplete = knob }
    try device.perform(.background)
    try device.wait(6 * minute)
    let task = try #require(launches(device).first)
    device.os.completeTask(task, success: true)
    #expect(device.count("taskCompletedTwice") == (knob == .violation ? 1 : 0))
    #expect(device.completions == [true])
  }

  @Test("are lost with their process")
  func lost() throws {
    var device = try scheduled()
    try device.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try device.perform(.swipeAway)
    #expect(device.count("taskLost") == 1)
    #expect(device.os.network.fetches.isEmpty)
    try device.wait(hour)
    #expect(device.completions.isEmpty)
    #expect(device.count("taskExpired") == 0)
    #expect(device.count("fetchEnded") == 0)
  }

  @Test(
    "are refused with code 1 while Background App Refresh is off",
    arguments: [
      BackgroundRefreshStatus.denied, .restricted,
    ])
  func refreshOff(status: BackgroundRefreshStatus) throws {
    var device = try Device.exactPhone()
    try device.perform(.setBackgroundRefresh(status))
    try device.scheduleDaily()
    #expect(refusals(device) == [.unavailable])
    #expect(device.pending.contains("daily_daily"))
  }

  private func refusals(_ device: Device) -> [TaskSubmissionError] {
    device.payloads.compactMap {
      if case .task(.refused(_, let error, _)) = $0 { error } else { nil }
    }
  }

  @Test("that are pending wait until Background App Refresh is on again")
  func refreshOffMeanwhile() throws {
    var device = try scheduled()
    try device.perform(.background)
    try device.perform(.setBackgroundRefresh(.denied))
    try device.wait(7 * minute)
    #expect(launches(device).isEmpty)
    try device.perform(.setBackgroundRefresh(.available))
    #expect(launchTimes(device) == [start + 7 * minute])
  }

  @Test(
    "wait for the end of Low Power Mode, or are refused by the knob",
    arguments: Knobs.SubmitUnderLowPower.allCases)
  func lowPower(knob: Knobs.SubmitUnderLowPower) throws {
    var device = try Device.exactPhone { $0.knobs.submitUnderLowPower = knob }
    try device.perform(.setLowPowerMode(isOn: true))
    #expect(device.os.backgroundRefresh == .available)
    try device.scheduleDaily()
    try device.perform(.background)
    try device.wait(7 * minute)
    #expect(launches(device).isEmpty)
    #expect(refusals(device) == (knob == .code1 ? [.unavailable] : []))
    try device.perform(.setLowPowerMode(isOn: false))
    #expect(launchTimes(device) == (knob == .code1 ? [] : [start + 7 * minute]))
  }

  @Test("without the required background modes are not permitted, code 3")
  func wrongModes() throws {
    var device = try Device.exactPhone {
      $0.infoPlist = InfoPlist(
        permittedIdentifiers: [TaskIdentifier.fetch, TaskIdentifier.notify],
        backgroundModes: ["background-fetch", "background-processing"])
    }
    try device.scheduleDaily()
    #expect(refusals(device) == [.notPermitted])
  }

  @Test("run late and never early", arguments: 1...5 as ClosedRange<UInt64>)
  func lateness(seed: UInt64) throws {
    var device = try Device.phone { $0.seed = seed }
    let drawn = (0..<2000).map { _ in device.os.drawLateness() }
    let late = drawn.compactMap { $0 }
    #expect(late.allSatisfy { (0...(7 * day)).contains($0) })
    #expect(late.count == drawn.count, "a heavy tail ends: never is a knob of its own")
    let shares = [
      late.count { $0 <= minute }, late.count { $0 > minute && $0 <= 10 * minute },
      late.count { $0 > 10 * minute && $0 <= hour }, late.count { $0 > hour && $0 <= day },
      late.count { $0 > day },
    ]
    let expected = [1200, 500, 200, 80, 20]
    for (share, mean) in zip(shares, expected) {
      #expect(abs(share - mean) <= 8 + mean / 4, "\(shares)")
    }
  }

  @Test(
    "are never given up in a year without a person", arguments: 1...5 as ClosedRange<UInt64>)
  func pauses(seed: UInt64) throws {
    var device = try Device.phone { $0.seed = seed }
    try device.scheduleDaily()
    try device.perform(.background)
    let scheduled = device.os.wallMilliseconds
    try device.wait(365 * day)
    let times = [scheduled] + launchTimes(device) + [device.os.wallMilliseconds]
    let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
    // A week late, for a fetch that is up to two days ahead: the next one may have been made.
    #expect(pauses.allSatisfy { $0 <= 9 * day })
    #expect(times.count > 200)
    #expect(pauses.contains { $0 > 2 * day }, "the tail is heavy")
  }

  @Test("run as soon as due or never, as the knob says")
  func latenessKnob() throws {
    var fixed = try Device.phone { $0.knobs.taskLateness = .fixed }
    #expect((0..<100).allSatisfy { _ in fixed.os.drawLateness() == 0 })
    var never = try Device.phone { $0.knobs.taskLateness = .never }
    try never.scheduleDaily()
    try never.perform(.background)
    try never.wait(30 * day)
    #expect(launches(never).isEmpty)
    #expect(never.os.pendingTask(TaskIdentifier.fetch) == begin)
  }
}
