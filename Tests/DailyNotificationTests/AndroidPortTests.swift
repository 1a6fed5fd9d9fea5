import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

/// The system of the plugin's tests beside the simulated phone, at the same time.
private struct PairOfPorts {
  var double: AndroidSystem
  var phone: Device
  var random: SeededGenerator

  init(seed: Int) {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.osVersion = "33"
    configuration.isLaunchedAtStart = false
    phone = Device(configuration)
    _ = phone.os.authorizationMachine.set(.authorized)
    double = AndroidSystem(zone: phone.os.zone)
    double.wallMilliseconds = phone.os.wallMilliseconds
    random = SeededGenerator(seed: UInt64(seed), stream: "ports")
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(random.below(UInt64(values.count)))]
  }

  mutating func isLikely() -> Bool { random.below(20) > 0 }

  static func content(_ time: Int64) -> NotificationContent {
    NotificationContent(
      title: "", body: "\(time)", hasSound: false, priority: .default, categoryIdentifier: "",
      info: RequestInfo(
        kind: .daily, scheduleID: "daily", plannedTime: time, wallMinute: 0, source: .default,
        fetchedAt: nil, url: nil))
  }

  // MARK: Alarms

  private static func refusal(
    of alarm: Alarm, on system: inout some AlarmAccess
  ) -> AlarmRefusal? {
    do throws(AlarmRefusal) {
      try system.setAlarm(alarm)
      return nil
    } catch {
      return error
    }
  }

  /// Sets and cancels alarms of more names than there is room for; returns what was refused.
  mutating func playAlarms() throws -> Set<AlarmRefusal> {
    var refused: Set<AlarmRefusal> = []
    for _ in 0..<2_500 {
      let name = "a\(random.below(700))"
      if random.below(60) == 0 {
        let isAllowed = isLikely()
        _ = phone.os.android.exactAlarms.set(isAllowed)
        double.canScheduleExactAlarms = isAllowed
      }
      #expect(phone.os.canScheduleExactAlarms == double.canScheduleExactAlarms)
      if random.below(12) == 0 {
        phone.os.cancelAlarm(name)
        double.cancelAlarm(name)
      } else {
        let time = phone.os.wallMilliseconds + random.integer(in: -60_000...86_400_000)
        let alarm = Alarm(
          identifier: name, time: time, call: pick(Alarm.Call.allCases),
          payload: Self.content(time))
        let expected: AlarmRefusal? =
          alarm.call.isExact && !double.canScheduleExactAlarms
          ? .exactNotAllowed : phone.os.android.alarms.entries.count >= 500 ? .tooMany : nil
        let refusal = Self.refusal(of: alarm, on: &phone.os)
        try #require(refusal == expected)
        try #require(Self.refusal(of: alarm, on: &double) == expected)
        if let refusal { refused.insert(refusal) }
      }
      try #require(phone.os.hasPendingIntent(name) == double.hasPendingIntent(name))
    }
    for number in 0..<700 {
      let name = "a\(number)"
      #expect(phone.os.hasPendingIntent(name) == double.hasPendingIntent(name))
    }
    let alarms = phone.os.android.alarms.entries.map(\.alarm)
    #expect(alarms.count == double.alarms.count)
    #expect(alarms.allSatisfy { double.alarms[$0.identifier] == $0 })
    return refused
  }

  // MARK: Work

  mutating func begin(_ name: String) {
    guard let item = phone.os.android.work.waiting(name),
      double.works[name]?.running == nil,
      let task = phone.os.android.work.begin(item.serial)
    else { return }
    double.works[name]?.waiting.removeFirst()
    double.works[name]?.running = task
  }
}

/// One contract, two conformers: the plugin's tests and the simulated phone answer the same calls
/// alike, so that what holds for the plugin on one holds on the other.
@Suite("Android's ports")
struct AndroidPortTests {
  @Test("the alarm manager sets, replaces, cancels and refuses alike")
  func alarms() throws {
    var refused: Set<AlarmRefusal> = []
    for seed in 1...8 {
      var pair = PairOfPorts(seed: seed)
      let kinds = try pair.playAlarms()
      #expect(!kinds.isEmpty, "seed \(seed)")
      refused.formUnion(kinds)
    }
    #expect(refused == [.exactNotAllowed, .tooMany])
  }

  @Test("work waits, is replaced, follows and is tried again alike", arguments: 1...40)
  func work(seed: Int) throws {
    var pair = PairOfPorts(seed: seed)
    var results: Set<WorkResult> = []
    for _ in 0..<300 {
      let name = pair.pick(WorkName.all)
      switch pair.random.below(8) {
      case 0...2:
        let request = WorkRequest(
          name: name, policy: pair.pick(WorkRequest.Policy.allCases),
          beginDate: pair.phone.os.wallMilliseconds + pair.random.integer(in: 0...86_400_000))
        pair.phone.os.enqueueWork(request)
        pair.double.enqueueWork(request)
      case 3:
        pair.phone.os.cancelWork(name)
        pair.double.cancelWork(name)
      case 4...5: pair.begin(name)
      default:
        guard let task = pair.double.works[name]?.running else { continue }
        let result = pair.pick(WorkResult.allCases)
        results.insert(result)
        pair.phone.os.workEnded(task, result)
        pair.double.workEnded(task, result)
      }
      for name in WorkName.all {
        try #require(pair.phone.os.work(name) == pair.double.work(name))
      }
    }
    #expect(results == Set(WorkResult.allCases))
  }

  @Test("channels stay as the person has them, and what they show is the same", arguments: 1...20)
  func channels(seed: Int) throws {
    var pair = PairOfPorts(seed: seed)
    var counts: Set<Int> = []
    for number in 0..<300 {
      // Updates of a second have a limit of their own.
      try pair.phone.advance(to: pair.phone.os.now.advanced(byMilliseconds: 1_000))
      pair.double.wallMilliseconds = pair.phone.os.wallMilliseconds
      let request = pair.pick(AndroidChannels.all)
      switch pair.random.below(12) {
      case 0:
        pair.phone.os.createChannel(request)
        pair.double.createChannel(request)
      case 1:
        let importance = pair.isLikely() ? request.importance : 0
        let settings = ChannelSettings(importance: ChannelSettings.importances[Int(importance)])
        _ = pair.phone.os.android.channels.set(request.identifier, settings)
        pair.double.channels[request.identifier]?.importance = importance
      case 2:
        let status = pair.isLikely() ? AuthorizationStatus.authorized : .denied
        _ = pair.phone.os.authorizationMachine.set(status)
        pair.double.authorization = status
      case 3:
        guard let name = pair.double.shade.first?.identifier else { continue }
        pair.phone.os.cancelNotification(name)
        pair.double.cancelNotification(name)
      default:
        let name = pair.isLikely() ? "n\(number)" : pair.double.shade.first?.identifier ?? "n"
        let content = PairOfPorts.content(Int64(number))
        pair.phone.os.show(content, as: name, on: request.identifier)
        pair.double.show(content, as: name, on: request.identifier)
      }
      for channel in AndroidChannels.all {
        let identifier = channel.identifier
        try #require(pair.phone.os.channel(identifier) == pair.double.channel(identifier))
      }
      try #require(pair.phone.os.activeNotifications == pair.double.activeNotifications)
      for name in ["n", "n\(number)", pair.double.shade.last?.identifier ?? "n0"] {
        try #require(
          pair.phone.os.activeNotification(name) == pair.double.activeNotification(name))
      }
      counts.insert(pair.double.shade.count)
    }
    #expect(counts.max() == 50)
  }
}
