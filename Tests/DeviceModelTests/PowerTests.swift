import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("power and lock")
struct PowerTests {
  private let fetch = TaskIdentifier.fetch

  private func scheduled(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.exactPhone(configure)
    try device.scheduleDaily()
    return device
  }

  @Test("locking sends the app to the background, unlocking brings it back")
  func lock() throws {
    var device = try Device.exactPhone()
    try device.perform(.lock)
    #expect(device.os.process.state == .background)
    try device.wait(minute)
    #expect(device.os.process.state == .suspended)
    try device.perform(.unlock)
    #expect(device.os.process.state == .foreground)
  }

  @Test(
    "unlocking brings back only an app that was in the foreground and is still alive",
    arguments: [
      ([.background, .lock, .unlock], .background),
      ([.swipeAway, .lock, .unlock], .forceQuit),
      ([.lock, .systemTerminate, .unlock], .terminatedBySystem),
      ([.lock, .unlock, .background, .lock, .unlock], .background),
      ([.lock, .updateApp, .unlock], .notRunning),
    ] as [([Command], ProcessMachine.State)])
  func unlock(commands: [Command], state: ProcessMachine.State) throws {
    var device = try Device.exactPhone()
    for command in commands { try device.perform(command) }
    #expect(device.os.process.state == state)
  }

  @Test("the dialog waits until the phone is unlocked")
  func dialog() throws {
    var device = try Device.exactPhone(permission: .notDetermined)
    try device.call("requestNotificationPermissions")
    try device.perform(.lock)
    #expect(device.refusal(performing: .answerDialog(isAllowed: true)) == .phoneLocked)
    try device.perform(.unlock)
    #expect(device.os.process.state == .inactive)
    try device.perform(.answerDialog(isAllowed: true))
    #expect(device.os.authorization == .authorized)
  }

  @Test(
    "a notification is shown while the phone is locked",
    arguments: [.lock, .reboot(isLocked: true)] as [Command])
  func shownWhileLocked(command: Command) throws {
    var device = try Device.exactPhone()
    device.os.add(.oneShot("a", at: start + minute + 30_000))
    try device.perform(command)
    try device.wait(hour)
    #expect(device.deliveries.map(\.deliveredAt) == [start + minute + 30_000])
    let refusal = device.refusal(performing: .tapNotification(identifier: "a"))
    #expect(refusal == (command == .lock ? .phoneLocked : .beforeFirstUnlock))
    try device.perform(.unlock)
    try device.perform(.tapNotification(identifier: "a"))
    #expect(device.os.process.state == .foreground)
  }

  @Test("a restart ends the process and resets the time since boot; the rest stays")
  func reboot() throws {
    var device = try scheduled()
    try device.wait(minute)
    let (pending, stored) = (device.pending, device.state(.storage)["schedules"])
    try device.perform(.reboot(isLocked: true))
    #expect(device.os.process.state == .notRunning)
    #expect(device.app == nil)
    #expect(device.os.uptimeMilliseconds == 0)
    #expect(device.os.wallMilliseconds == start + minute)
    #expect(device.pending == pending)
    #expect(device.os.pendingTask(fetch) != nil)
    #expect(device.os.authorization == .authorized)
    #expect(device.state(.storage)["schedules"] == stored)
    try device.wait(1000)
    #expect(device.os.uptimeMilliseconds == 1000)
    #expect(device.kinds().suffix(3) == ["command", "process", "phone"])
  }

  @Test("switching the phone off closes the dialog unanswered")
  func rebootUnderDialog() throws {
    var device = try Device.exactPhone(permission: .notDetermined)
    try device.call("requestNotificationPermissions")
    try device.perform(.reboot(isLocked: false))
    #expect(!device.os.authorizationMachine.isDialogShown)
    #expect(device.count("callLost") == 1)
    try device.perform(.launch)
    try device.call("requestNotificationPermissions")
    #expect(device.os.authorizationMachine.isDialogShown)
  }

  @Test("before the first unlock the app does not run; a ready task waits")
  func beforeFirstUnlock() throws {
    var device = try scheduled()
    try device.perform(.reboot(isLocked: true))
    let mark = device.os.trace.nextSequence
    try device.wait(7 * minute)
    #expect(!device.kinds(from: mark).contains("entry"))
    #expect(device.os.scheduler.firstReady != nil)
    try device.perform(.unlock)
    #expect(device.count("taskLaunched") == 1)
    try device.wait(1000)
    #expect(device.completions == [true])
  }

  @Test("a locked phone that was unlocked before runs tasks")
  func lockedTask() throws {
    var device = try scheduled()
    try device.perform(.lock)
    try device.wait(7 * minute)
    #expect(device.completions == [true])
  }

  @Test("after a force-quit a restart lets refresh tasks run again")
  func forceQuit() throws {
    var device = try scheduled()
    try device.perform(.swipeAway)
    try device.perform(.reboot(isLocked: false))
    #expect(device.os.process.state == .notRunning)
    try device.wait(7 * minute)
    #expect(device.completions == [true])
  }

  @Test(
    "what becomes due while the phone is off is shown at the start or lost, as the knob says",
    arguments: Knobs.TriggerWhileOff.allCases)
  func off(knob: Knobs.TriggerWhileOff) throws {
    var device = try Device.exactPhone { $0.knobs.triggerWhileOff = knob }
    try device.perform(.background)
    device.os.add(.oneShot("once", at: start + minute + 30_000))
    device.os.add(.interval("often", minute, repeats: true))
    device.os.add(.oneShot("later", at: start + 3 * day + minute + 30_000))
    try device.perform(.powerOff)
    let mark = device.os.trace.nextSequence
    try device.wait(3 * day)
    #expect(device.kinds(from: mark).isEmpty)
    #expect(device.os.wallMilliseconds == start + 3 * day)
    #expect(device.pending.count == 3)
    try device.perform(.powerOn(isLocked: true))
    let shown = device.deliveries.map(\.identifier)
    #expect(shown == (knob == .deliverAtBoot ? ["once", "often"] : []))
    #expect(device.nonDeliveries == (knob == .lost ? [.phoneOff, .phoneOff] : []))
    #expect(device.pending.sorted() == ["later", "often"])
    #expect(device.os.uptimeMilliseconds == 0)
    try device.wait(minute)
    #expect(device.deliveries.last?.identifier == "often")
  }

  @Test("a late notification is held while the phone is off")
  func offWhileDrifting() throws {
    var device = try Device.exactPhone { $0.knobs.deliveryDrift = .beyond }
    try device.perform(.background)
    device.os.add(.interval("a", 1000))
    try device.wait(1000)
    try device.perform(.powerOff)
    try device.wait(hour)
    #expect(device.deliveries.isEmpty)
    try device.perform(.powerOn(isLocked: true))
    try device.wait(hour)
    #expect(device.deliveries.count == 1)
  }

  @Test("no task and no fetch survives a phone that is switched off")
  func tasksWhileOff() throws {
    var device = try scheduled()
    try device.perform(.simulateTaskLaunch(identifier: fetch))
    #expect(device.os.network.fetches.count == 1)
    try device.perform(.powerOff)
    #expect(device.os.network.fetches.isEmpty)
    #expect(device.count("taskLost") == 1)
    try device.wait(2 * day)
    #expect(device.count("taskLaunched") == 1)
    try device.perform(.powerOn(isLocked: false))
    #expect(device.os.power.state == .unlocked)
  }

  @Test("an app that the debugger starts before the first unlock finds no data")
  func sealedStorage() throws {
    var device = try scheduled()
    let stored = device.os.storage
    try device.perform(.reboot(isLocked: true))
    #expect(device.refusal(performing: .simulateTaskLaunch(identifier: "x")) == .noPendingTask("x"))
    try device.perform(.simulateTaskLaunch(identifier: fetch))
    #expect(device.os.process.state == .background)
    #expect(device.os.scheduleRows.isEmpty)
    #expect(device.os.value(.earliestBeginDate) == nil)
    #expect(device.state(.storage)["isReadable"]?.boolValue == false)
    #expect(device.state(.storage)["schedules"]?[0]?["alarm_id"] == "daily")
    device.os.setValue(.integer(1), for: .retryCount)
    device.os.telemetry.cacheHits += 5
    try device.perform(.unlock)
    #expect(device.os.scheduleRows == stored.schedules)
    #expect(device.os.value(.retryCount) == stored.value(.retryCount))
    #expect(device.os.telemetry.cacheHits == stored.telemetry.cacheHits)
    #expect(device.state(.storage)["isReadable"]?.boolValue == true)
  }

  @Test(
    "the first unlock after a start, and no other, makes the app's data readable",
    arguments: Knobs.StorageBeforeFirstUnlock.allCases)
  func protectedDataAvailable(knob: Knobs.StorageBeforeFirstUnlock) throws {
    var device = try Device.exactPhone { $0.knobs.storageBeforeFirstUnlock = knob }
    try device.perform(.lock)
    try device.perform(.unlock)
    try device.perform(.reboot(isLocked: false))
    #expect(device.count("protectedDataAvailable") == 0)
    try device.perform(.reboot(isLocked: true))
    #expect(device.count("protectedDataAvailable") == 0)
    try device.perform(.unlock)
    #expect(device.kinds().suffix(3) == ["command", "phone", "protectedDataAvailable"])
    try device.perform(.lock)
    try device.perform(.unlock)
    #expect(device.count("protectedDataAvailable") == 1)
  }

  @Test("faults of the disk and damage to the cache are possible on a locked phone")
  func faultsWhileSealed() throws {
    var device = try scheduled()
    try device.perform(.simulateTaskLaunch(identifier: fetch))
    try device.wait(1000)
    #expect(device.os.storage.contents.count == 1)
    try device.perform(.reboot(isLocked: true))
    try device.perform(.fillDisk(isOn: true))
    try device.perform(.failWrites(count: 3))
    try device.perform(.tamperCache(.removed))
    try device.perform(.unlock)
    #expect(device.os.storage.isFull && device.os.storage.failingWrites == 3)
    #expect(device.os.storage.contents.isEmpty)
  }

  @Test("with the knob at blocked nothing starts the app before the first unlock")
  func blockedStorage() throws {
    var device = try scheduled { $0.knobs.storageBeforeFirstUnlock = .blocked }
    try device.perform(.reboot(isLocked: true))
    let launch = Command.simulateTaskLaunch(identifier: fetch)
    #expect(device.refusal(performing: launch) == .beforeFirstUnlock)
    #expect(device.state(.storage)["isReadable"]?.boolValue == true)
    try device.perform(.unlock)
    #expect(device.refusal(performing: launch) == .appNotRunning)
  }

  @Test("a phone without a passcode is unlocked from its start")
  func withoutCode() throws {
    var device = try scheduled()
    try device.perform(.reboot(isLocked: false))
    #expect(!device.os.scheduleRows.isEmpty)
    #expect(device.refusal(performing: .unlock) == .phoneNotLocked)
    try device.perform(.launch)
    #expect(device.os.process.state == .foreground)
  }
}
