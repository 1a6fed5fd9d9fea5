import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("app process")
struct AppProcessTests {
  @Test("is launched by a person before a run begins, unless the configuration says otherwise")
  func atStart() {
    let device = Device()
    #expect(device.processStates == [.launching, .foreground])
    #expect(device.kinds().first == "began")
    var configuration = DeviceConfiguration()
    configuration.isLaunchedAtStart = false
    let idle = Device(configuration)
    #expect(idle.app == nil)
    #expect(idle.kinds() == ["began"])
    #expect(idle.os.process.state == .notRunning)
  }

  @Test("registers category and handlers before its launch finishes")
  func launch() {
    #expect(
      Device().kinds()
        == [
          "began", "process", "categoryRegistered", "handlerRegistered", "handlerRegistered",
          "process", "entry", "log",
        ])
  }

  @Test("is suspended 5 s after it left the foreground")
  func suspension() throws {
    var device = try Device.exactPhone()
    try device.perform(.background)
    try device.wait(4999)
    #expect(device.os.process.state == .background)
    try device.wait(1)
    #expect(device.os.process.state == .suspended)
    try device.perform(.foreground)
    #expect(device.os.process.state == .foreground)
  }

  @Test("is not suspended when it comes back before")
  func noSuspension() throws {
    var device = try Device.exactPhone()
    try device.perform(.background)
    try device.wait(3000)
    try device.perform(.foreground)
    try device.wait(minute)
    #expect(device.os.process.state == .foreground)
    try device.perform(.background)
    try device.wait(4999)
    #expect(device.os.process.state == .background)
  }

  @Test("runs no code while it is suspended: a fetch ends when it resumes")
  func codeWhileSuspended() throws {
    var device = try Device.exactPhone()
    // 05:44 is less than the lead plus a minute away, so the plugin fetches immediately.
    try device.perform(.background)
    try device.wait(4950)
    try device.scheduleDaily("05:44")
    try device.call("getNotificationStatus")
    #expect(device.os.network.fetches.count == 1)
    let mark = device.os.trace.nextSequence
    try device.wait(2000)
    #expect(device.os.process.state == .suspended)
    #expect(device.kinds(from: mark) == ["process"])
    #expect(device.activities.isEmpty)
    try device.perform(.foreground)
    #expect(device.count("fetchEnded") == 1)
    #expect(device.os.network.fetches.isEmpty)
  }

  @Test(
    "leaves nothing in memory, however it ends",
    arguments: [Command.swipeAway, .systemTerminate])
  func end(command: Command) throws {
    var device = try Device.exactPhone(permission: .notDetermined)
    try device.call("requestNotificationPermissions")
    try device.perform(command)
    #expect(device.app == nil)
    #expect(device.count("callLost") == 1)
    #expect(device.os.scheduler.handlers.isEmpty)
    #expect(device.os.center.delegate == nil)
    #expect(device.os.process.state == (command == .swipeAway ? .forceQuit : .terminatedBySystem))
  }

  @Test("crashes on a second or late registration, and the trace records why")
  func crash() throws {
    var device = try Device.exactPhone(permission: .notDetermined)
    try device.call("requestNotificationPermissions")
    device.withPlugin { _, os in os.registerTaskHandler(TaskIdentifier.fetch) }
    #expect(
      device.crashes
        == ["All launch handlers must be registered before application finishes launching"])
    #expect(device.os.process.state == .notRunning)
    #expect(device.app == nil)
    #expect(device.count("callLost") == 1)
    #expect(device.kinds().suffix(3) == ["crashed", "callLost", "process"])
    try device.perform(.launch)
    #expect(device.os.process.state == .foreground)
  }

  @Test("crashes during its launch when a handler is registered twice")
  func crashAtLaunch() throws {
    var device = try Device.exactPhone { $0.isLaunchedAtStart = false }
    _ = device.os.scheduler.register(TaskIdentifier.notify, isLaunching: true)
    try device.perform(.launch)
    #expect(
      device.crashes
        == ["Launch handler for \(TaskIdentifier.notify) has already been registered"])
    #expect(device.processStates == [.launching, .notRunning])
    #expect(device.app == nil)
    #expect(device.count("entry") == 0)
  }

  @Test("crashes at launch when its identifiers are not permitted")
  func notPermitted() throws {
    var configuration = DeviceConfiguration()
    configuration.infoPlist = InfoPlist(
      permittedIdentifiers: ["com.timesafari.dailynotification.Fetch"], backgroundModes: ["fetch"])
    let device = Device(configuration)
    #expect(
      device.crashes == ["\(TaskIdentifier.fetch) is not in BGTaskSchedulerPermittedIdentifiers"])
    #expect(device.app == nil)
  }

  @Test("crashes when it submits a task without a handler")
  func submitWithoutHandler() throws {
    var device = try Device.exactPhone()
    device.withPlugin { _, os in
      try? os.submitTask("com.example.stranger", earliestBeginDate: start + day)
    }
    #expect(
      device.crashes
        == ["No launch handler registered for task with identifier com.example.stranger"])
    #expect(device.os.scheduler.pending.isEmpty)
  }

  @Test(
    "is opened by a tap on a notification, which leaves Notification Center",
    arguments: [
      Command.background, .swipeAway, .systemTerminate,
    ])
  func tap(before: Command) throws {
    var device = try Device.exactPhone()
    device.os.add(.interval("a", 10_000))
    try device.perform(before)
    try device.wait(10_000)
    try device.perform(.tapNotification(identifier: "a"))
    #expect(device.os.process.state == .foreground)
    #expect(device.os.center.delivered.isEmpty)
    #expect(device.count("tapped") == 1)
  }

  @Test("opens Settings only in the foreground", arguments: [true, false])
  func openSettings(isOnScreen: Bool) throws {
    var device = try Device.exactPhone()
    if !isOnScreen { try device.perform(.background) }
    try device.call("openChannelSettings")
    #expect(device.replies.last?["opened"]?.boolValue == isOnScreen)
    #expect(device.count("settingsOpened") == (isOnScreen ? 1 : 0))
  }
}
