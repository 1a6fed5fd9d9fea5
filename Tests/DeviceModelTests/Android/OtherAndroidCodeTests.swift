import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("other code in an Android app")
struct OtherAndroidCodeTests {
  private func phone(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.androidPhone(configure)
    try device.call("scheduleDailyNotification", ["time": "08:00"])
    return device
  }

  private func own(_ device: Device) -> [String] {
    device.os.android.alarms.entries.filter { $0.alarm.payload.owner == .plugin }
      .map(\.alarm.identifier)
  }

  private func act(_ act: OtherCodeAct, _ device: inout Device) throws {
    try device.perform(.otherCode(act))
  }

  @Test("sets alarms that start the process, and of which the plugin hears nothing")
  func alarms() throws {
    var device = try phone()
    let before = own(device)
    let name = try #require(before.first)
    try act(.setAlarm(name, afterMilliseconds: hour), &device)
    #expect(own(device) == before, "an intent of other code equals none of the plugin's")
    #expect(device.os.pendingCount == before.count + 1)
    try device.perform(.systemTerminate)
    let entries = device.count("entry")
    try device.wait(2 * hour)
    #expect(device.firedAlarms == [name])
    #expect(device.os.process.state.isAlive)
    #expect(device.count("entry") == entries)
    let fired = device.payloads.filter { $0.recordKind == .alarmFired }.map(\.fieldsJSON)
    #expect(fired.map { $0["by"] } == ["other"])
  }

  @Test("its alarms take places among the five hundred")
  func limit() throws {
    var device = try Device.androidPhone()
    for index in 0..<AlarmMachine.countMax {
      try act(.setAlarm("news\(index)", afterMilliseconds: 100 * day), &device)
    }
    try act(.setAlarm("one too many", afterMilliseconds: day), &device)
    let refused = device.payloads.filter { $0.recordKind == .alarmRefused }.map(\.fieldsJSON)
    #expect(refused.map { $0["reason"] } == ["tooMany"] && refused.map { $0["by"] } == ["other"])
    try device.call("scheduleDailyNotification", ["time": "08:00"])
    #expect(own(device).isEmpty)
    try act(.cancelAlarms(["news1", "news2", "news3"]), &device)
    try device.call("scheduleDailyNotification", ["time": "08:00"])
    #expect(own(device).count == 2)
  }

  @Test("a reboot takes its alarms, and before the first unlock its receiver is not called")
  func boot() throws {
    var device = try phone { $0.knobs.bootKeepsAlarms = .yes }
    try act(.setAlarm("news", afterMilliseconds: hour), &device)
    try device.perform(.reboot(isLocked: true))
    try device.wait(2 * hour)
    #expect(device.unreceived.contains("news noReceiver"), "\(device.unreceived)")
    var other = try phone()
    try act(.setAlarm("news", afterMilliseconds: hour), &other)
    try other.perform(.reboot(isLocked: false))
    try other.wait(2 * hour)
    #expect(!other.firedAlarms.contains("news"))
  }

  @Test(
    "what it cancels of the plugin's is armed again at the next entry, unless its intent stays",
    arguments: [Knobs.PendingIntentAfterAlarm.gone, .stays])
  func cancelsAlarms(knob: Knobs.PendingIntentAfterAlarm) throws {
    var device = try phone { $0.knobs.pendingIntentAfterAlarm = knob }
    let before = own(device)
    try act(.cancelAlarms(nil), &device)
    #expect(device.os.pendingCount == 0)
    let lost = device.payloads.filter { $0.recordKind == .alarmLost }.map(\.fieldsJSON)
    #expect(lost.map { $0["reason"] } == before.map { _ in "otherCode" })
    try device.call("getNotificationStatus")
    #expect(own(device).sorted() == (knob == .gone ? before.sorted() : []))
  }

  @Test("its notifications fill the shade, and it takes away what is shown, whosever it is")
  func shade() throws {
    var device = try phone()
    for index in 0..<device.os.android.shade.countMax {
      try act(.showNotification(OtherNotification(identifier: "news\(index)")), &device)
    }
    try act(.showNotification(OtherNotification(identifier: "one too many")), &device)
    #expect(device.os.delivered.count == device.os.android.shade.countMax)
    #expect(device.os.delivered.allSatisfy { $0.content.owner == .other })
    try device.wait(3 * hour)
    let reasons = device.payloads.compactMap {
      if case .notification(.notDelivered(let item)) = $0 { item.reason } else { nil }
    }
    #expect(reasons == [.tooMany, .tooMany], "the plugin's too finds no place")
    try act(.cancelNotifications(["news1"]), &device)
    try device.wait(day)
    #expect(device.os.delivered.last?.content.owner == .plugin)
    try act(.cancelNotifications(nil), &device)
    #expect(device.os.delivered.isEmpty)
  }

  @Test("its channel is created with the default importance, and one that is there stays as it is")
  func channels() throws {
    var device = try phone()
    try act(.showNotification(OtherNotification(identifier: "a")), &device)
    #expect(
      device.os.android.channels.channel("other_code")?.importance
        == ChannelMachine.defaultImportance)
    let channel = OtherNotification.defaultChannel
    try device.perform(.setChannel(identifier: channel, ChannelSettings(importance: "none")))
    try act(.showNotification(OtherNotification(identifier: "b")), &device)
    #expect(device.os.delivered.map(\.identifier) == ["a"])
    let changes = device.count("channelChanged")
    let before = device.os.android.channels.channel("timesafari.daily")
    let shown = OtherNotification(identifier: "c", channel: "timesafari.daily")
    try act(.showNotification(shown), &device)
    #expect(device.os.android.channels.channel("timesafari.daily") == before)
    #expect(device.count("channelChanged") == changes)
  }

  @Test("a deleted channel takes what it shows with it and comes back with the person's settings")
  func deletedChannel() throws {
    var device = try phone()
    try device.wait(3 * hour)
    let channel = ScheduleKind.daily.channelID
    #expect(device.os.delivered.count == 1)
    try device.perform(.setChannel(identifier: channel, ChannelSettings(importance: "low")))
    try act(.deleteChannel(channel), &device)
    #expect(device.os.delivered.isEmpty && device.os.android.channels.channel(channel) == nil)
    let change = Command.setChannel(identifier: channel, ChannelSettings(importance: "none"))
    #expect(device.refusal(of: change) == .noSuchChannel(channel))
    try act(.deleteChannel(channel), &device)
    #expect(device.count("channelDeleted") == 1)
    try device.wait(day)
    #expect(device.os.android.channels.channel(channel)?.importance == 2)
    #expect(device.os.delivered.map(\.content.owner) == [.plugin])
  }

  @Test("cancels work, running or not; the plugin asks for it again at the next entry")
  func work() throws {
    var device = try phone()
    #expect(device.os.backgroundWorkCount == 1)
    try act(.cancelWork(nil), &device)
    #expect(device.os.backgroundWorkCount == 0)
    try device.call("getNotificationStatus")
    #expect(device.os.backgroundWorkCount == 1)
    try device.perform(.simulateTaskLaunch(identifier: WorkName.daily))
    #expect(device.os.isTaskRunning)
    try act(.cancelWork(WorkName.daily), &device)
    #expect(!device.os.isTaskRunning)
    let cancelled = device.payloads.filter { $0.recordKind == .taskCancelled }.map(\.fieldsJSON)
    #expect(cancelled.map { $0["by"] } == ["other", "other"])
    #expect(device.count("workStopped") == 1)
  }

  @Test("work of its own takes the place of the plugin's, until that asks for its own again")
  func sameWork() throws {
    var device = try phone()
    let own = try #require(device.os.work(WorkName.daily)?.beginDate)
    try act(.enqueueWork(WorkName.daily, .keep, afterMilliseconds: hour), &device)
    #expect(device.os.work(WorkName.daily)?.beginDate == own)
    try act(.enqueueWork(WorkName.daily, .replace, afterMilliseconds: 3 * hour), &device)
    #expect(device.os.work(WorkName.daily)?.beginDate == device.os.wallMilliseconds + 3 * hour)
    #expect(device.os.android.work.items.map(\.owner) == [.other])
    try device.call("getNotificationStatus")
    #expect(device.os.work(WorkName.daily)?.beginDate == own, "it would begin too late")
    try act(.enqueueWork(WorkName.daily, .replace, afterMilliseconds: minute), &device)
    let mark = device.os.trace.nextSequence
    try device.wait(minute)
    #expect(device.os.android.work.items.isEmpty)
    #expect(!device.kinds(from: mark).contains("taskLaunched"))
    try device.call("getNotificationStatus")
    #expect(device.os.android.work.items.map(\.owner) == [.plugin])
  }

  @Test("an alarm of an equal pending intent calls the plugin's receiver at its own time")
  func sameIntent() throws {
    var device = try phone()
    let name = try #require(device.os.android.alarms.entries.first?.alarm.identifier)
    func owners(_ device: Device) -> [CodeOwner] {
      device.os.android.alarms.entries.map(\.alarm).filter { $0.identifier == name }
        .map(\.payload.owner)
    }
    var usual = device
    try act(.setAlarm(name, afterMilliseconds: minute), &usual)
    #expect(owners(usual) == [.plugin, .other])
    try act(.setAlarm(name, afterMilliseconds: minute, hasSameIntent: true), &device)
    #expect(owners(device) == [.plugin] && device.os.hasPendingIntent(name))
    let lost = device.payloads.filter { $0.recordKind == .alarmLost }.map(\.fieldsJSON)
    #expect(lost.map { $0["reason"] } == ["sameIntent"])
    try device.wait(hour)
    #expect(device.os.delivered.isEmpty && device.count("alarmFired") == 1)
    #expect(owners(device) == [.plugin], "the plugin's own is set again")
    var late = device
    try act(.setAlarm(name, afterMilliseconds: 3 * hour, hasSameIntent: true), &late)
    for phone in [device, late] {
      var phone = phone
      try phone.wait(5 * hour)
      let delays = phone.os.delivered.map { $0.deliveredAt - $0.occurrence }
      #expect(phone.os.delivered.map(\.identifier) == [name])
      #expect(delays.allSatisfy { ($0 > hour) == (phone.count("alarmLost") == 2) })
    }
  }

  @Test("asks for the permission, of which the plugin is told only if a call of its own waits")
  func permission() throws {
    var device = try Device.androidPhone(permission: .notDetermined)
    try act(.requestAuthorization, &device)
    #expect(device.os.dialog == .permission)
    let entries = device.count("entry")
    try device.perform(.answerDialog(isAllowed: true))
    #expect(device.os.authorization == .authorized && device.count("entry") == entries)
    try act(.requestAuthorization, &device)
    try device.wait(1)
    #expect(device.count("entry") == entries)
    var waiting = try Device.androidPhone(permission: .notDetermined)
    try act(.requestAuthorization, &waiting)
    try waiting.call("requestNotificationPermissions")
    let replies = waiting.count("replied")
    try waiting.perform(.answerDialog(isAllowed: false))
    #expect(waiting.count("replied") == replies + 1)
  }

  @Test("records of its alarms say whose they are, and of the plugin's do not")
  func owners() throws {
    var device = try phone()
    try act(.setAlarm("news", afterMilliseconds: day), &device)
    try device.perform(.reboot(isLocked: true))
    let lost = device.payloads.filter { $0.recordKind == .alarmLost }.map(\.fieldsJSON)
    #expect(lost.count == 3)
    for fields in lost {
      #expect(fields["by"] == (fields["identifier"] == "news" ? "other" : nil), "\(fields)")
    }
  }

  @Test("each system refuses the other's acts, and a closed app does nothing")
  func refusals() throws {
    var device = try phone()
    #expect(
      device.refusal(of: .otherCode(.removeRequests(nil))) == .iosOnly("otherCode removeRequests"))
    let phone = Device(DeviceConfiguration())
    #expect(
      phone.refusal(of: .otherCode(.cancelAlarms(nil))) == .androidOnly("otherCode cancelAlarms"))
    try device.perform(.swipeAway)
    #expect(device.refusal(of: .otherCode(.cancelAlarms(nil))) == .appNotRunning)
  }
}
