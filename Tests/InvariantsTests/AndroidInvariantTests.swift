import DailyNotification
import ES256K
import Invariants
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("invariants on Android")
struct AndroidInvariantTests {
  /// A phone with one notification a day at 05:53, the app in the foreground.
  private static func phone(lateness: Knobs.TaskLateness = .fixed) throws -> WatchedPhone {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.knobs.taskLateness = lateness
    var phone = WatchedPhone(configuration)
    try phone.perform(.setPermission(.authorized))
    try phone.perform(.setExactAlarm(isGranted: true))
    try phone.schedule()
    return phone
  }

  /// Content is fetched at 05:50 each day, and shown at 05:58.
  private static func scheduleDual(on phone: inout WatchedPhone) throws {
    try phone.scheduleDual("58 5 * * *", fetching: "50 5 * * *")
    #expect(phone.device.backgroundWork.contains { $0.identifier == "dnp_fetch_dual" })
  }

  private static func content(
    _ source: ContentSource = .default, fetchedAt: Int64? = nil, plannedTime: Int64
  ) -> NotificationContent {
    NotificationContent(
      title: "Title", body: "Body", hasSound: true, priority: .default,
      categoryIdentifier: NotificationContent.category,
      info: RequestInfo(
        kind: .daily, scheduleID: "daily", plannedTime: plannedTime,
        wallMinute: plannedTime / minute, source: source, fetchedAt: fetchedAt, url: nil))
  }

  @Test("hold through a week with a restart, a force-stop and a revoked permission")
  func hold() throws {
    var phone = try Self.phone()
    try phone.wait(2 * day)
    try phone.perform(.reboot(isLocked: true))
    try phone.wait(hour)
    try phone.perform(.unlock)
    try phone.wait(day)
    try phone.perform(.forceStop)
    try phone.wait(day)
    try phone.perform(.launch)
    try phone.wait(day)
    try phone.perform(.setExactAlarm(isGranted: false))
    try phone.wait(day)
    try phone.perform(.setExactAlarm(isGranted: true))
    try phone.wait(day)
    #expect(phone.checker.violations.map(\.message) == [])
  }

  @Test(
    "find a planted bug as a violation of one invariant only",
    arguments: PlantedAndroidBug.allCases)
  func planted(bug: PlantedAndroidBug) throws {
    let phone = try bug.phone()
    #expect(phone.violated == [bug.invariant.rawValue], "\(phone.findings)")
  }

  @Test("have a planted bug for each number")
  func complete() {
    let inDetail: [InvariantID] = [
      .bookAgreement, .noGhost, .onePrefetchTask, .completesOnce, .prefetchLead, .missNoticed,
      .nothingStale, .taskOwner,
    ]
    let planted = Set(PlantedAndroidBug.allCases.map(\.invariant)).union(inDetail)
    #expect(planted == Set(InvariantID.allCases))
  }

  @Test("2: find an alarm that no row knows")
  func leaked() throws {
    var phone = try Self.phone()
    let time = phone.device.os.wallMilliseconds + 9 * day
    try phone.device.os.setAlarm(
      Alarm(
        identifier: "daily_lost", time: time, call: .alarmClock,
        payload: NotificationContent(
          title: "", body: "", hasSound: true, priority: .default, categoryIdentifier: "",
          info: RequestInfo(
            kind: .daily, scheduleID: "lost", plannedTime: time, wallMinute: time / minute,
            source: .default, fetchedAt: nil, url: nil))))
    try phone.perform(.call(method: "getNotificationStatus", options: [:]))
    phone.look()
    #expect(phone.violated.contains(2))
  }

  @Test("3: find something shown while denied")
  func denied() throws {
    var phone = try Self.phone()
    let time = phone.device.os.wallMilliseconds
    try phone.perform(.setPermission(.denied))
    phone.device.os.record(
      .notification(
        .delivered(
          VisibleNotification(
            identifier: "daily_daily", content: Self.content(plannedTime: time),
            deliveredAt: time, occurrence: time, isRepeating: false))))
    phone.look()
    #expect(phone.violated.contains(3))
  }

  @Test("3: find something shown on a channel that is off")
  func blocked() throws {
    var phone = try Self.phone()
    let time = phone.device.os.wallMilliseconds
    try phone.perform(
      .setChannel(identifier: "timesafari.daily", ChannelSettings(importance: "none")))
    phone.look()
    #expect(phone.violated == [], "\(phone.findings)")
    phone.device.os.record(
      .notification(
        .delivered(
          VisibleNotification(
            identifier: "daily_daily", content: Self.content(plannedTime: time),
            deliveredAt: time, occurrence: time, isRepeating: false))))
    phone.look()
    #expect(phone.violated.contains(3), "\(phone.findings)")
    #expect(phone.findings.contains("on the channel timesafari.daily, which is off"))
  }

  @Test("8: find content that is stale when it is shown")
  func stale() throws {
    var phone = try Self.phone()
    let time = phone.device.os.wallMilliseconds
    let content = Self.content(.cache, fetchedAt: time - minute, plannedTime: time)
    phone.device.os.record(
      .notification(
        .delivered(
          VisibleNotification(
            identifier: "daily_daily", content: content, deliveredAt: time + 3 * day,
            occurrence: time, isRepeating: false))))
    phone.look()
    #expect(phone.violated.contains(8))
  }

  /// What a plugin may enqueue that has lost count, with what is found.
  private static let wrongWorks: [([(name: String, hours: Int64)], String)] = [
    ([("dnp_fetch_daily", 24), ("dnp_fetch_daily", 48)], "3 works named dnp_fetch_daily"),
    ([("dnp_fetch_daily", 0)], "two works named dnp_fetch_daily are pending for 2025-11-15T05:48"),
    ([("dnp_fetch_dual", 1)], "work named dnp_fetch_dual is pending, and nothing needs it"),
    ([("dnp_fetch_daily_2", 1)], "work named dnp_fetch_daily_2 is pending"),
  ]

  @Test("4: find works that are one too many", arguments: wrongWorks.indices)
  func works(index: Int) throws {
    var phone = try Self.phone()
    let begin = try #require(phone.device.backgroundWork.prefetch?.beginDate)
    phone.look()
    #expect(phone.violated == [])
    phone.device.app?.runAndroid(
      { plugin, os in
        plugin.resumed(on: &os)
        for work in Self.wrongWorks[index].0 {
          os.enqueueWork(
            WorkRequest(
              name: work.name, policy: .appendOrReplace, beginDate: begin + work.hours * hour))
        }
      }, on: &phone.device.os)
    phone.look()
    #expect(phone.violated == [4], "\(phone.findings)")
    #expect(phone.findings.contains(Self.wrongWorks[index].1), "\(phone.findings)")
  }

  @Test("5: find a receiver that took longer than its time")
  func overdue() throws {
    var phone = try Self.phone()
    phone.device.os.record(
      .process(.crashed(reason: "a receiver did not finish within 60 s (ANR)")))
    phone.look()
    #expect(phone.violated.contains(5))
  }

  /// A prefetch that the plugin asks for at the wrong time.
  enum WrongLead: CaseIterable {
    /// In the place of the work that waits.
    case replaced
    /// Appended to a worker that runs.
    case appended
    /// In the place of what a worker has appended that has succeeded.
    case handedOver
    /// In the place of a worker that runs, which stops it.
    case replacedWorker
    /// Less than a minute ahead.
    case tooSoon
    /// Under the daily name, at the time of the dual schedule's fetch.
    case wrongName
    /// Under the dual name, one lead before the daily notification.
    case wrongDual

    /// A part of what is found.
    var finding: String {
      switch self {
      case .replaced: "asked for 2025-11-15T05:49:00Z, one lead before no notification"
      case .appended, .handedOver, .replacedWorker:
        "asked for 2025-11-16T05:49:00Z, one lead before no notification"
      case .tooSoon: "less than 60 s ahead"
      case .wrongName: "asked for 2025-11-15T05:50:00Z, one lead before no notification"
      case .wrongDual: "asked for 2025-11-15T05:48:00Z, one lead before no notification"
      }
    }
  }

  private static func request(
    _ begin: Int64, _ policy: WorkRequest.Policy = .replace, name: String = "dnp_fetch_daily"
  ) -> WorkRequest {
    WorkRequest(name: name, policy: policy, beginDate: begin)
  }

  @Test("6: find a prefetch that is asked for at the wrong time", arguments: WrongLead.allCases)
  func lead(bug: WrongLead) throws {
    var phone = try Self.phone()
    try Self.scheduleDual(on: &phone)
    let begin = try #require(
      phone.device.backgroundWork.first { $0.identifier == "dnp_fetch_daily" }?.beginDate)
    let dualBegin = begin + 2 * minute
    switch bug {
    case .replaced: phone.device.os.enqueueWork(Self.request(begin + minute))
    case .appended:
      try phone.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
      phone.device.os.enqueueWork(Self.request(begin + day + minute, .appendOrReplace))
    case .handedOver:
      try phone.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
      let task = LaunchedTask(number: 1, identifier: "dnp_fetch_daily", beginDate: begin)
      phone.device.os.workEnded(task, .success)
      phone.device.os.enqueueWork(Self.request(begin + day + minute))
    case .replacedWorker:
      try phone.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
      phone.device.os.enqueueWork(Self.request(begin + day + minute))
    case .tooSoon:
      phone.device.os.enqueueWork(Self.request(phone.device.os.wallMilliseconds + 59_999))
    case .wrongName: phone.device.os.enqueueWork(Self.request(dualBegin))
    case .wrongDual: phone.device.os.enqueueWork(Self.request(begin, name: "dnp_fetch_dual"))
    }
    #expect(phone.violated == [], "\(phone.findings)")
    phone.look()
    // The run of a worker that has brought nothing leaves the first notification without a fetch.
    #expect(phone.violated == (bug == .handedOver ? [6, 15] : [6]), "\(phone.findings)")
    #expect(phone.findings.contains(bug.finding), "\(phone.findings)")
  }

  @Test("6: take what follows a run that failed for a retry, whenever it begins")
  func retried() throws {
    var phone = try Self.phone()
    let begin = try #require(phone.device.backgroundWork.prefetch?.beginDate)
    try phone.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
    let task = LaunchedTask(number: 1, identifier: "dnp_fetch_daily", beginDate: begin)
    phone.device.os.workEnded(task, .retry)
    phone.device.os.enqueueWork(Self.request(begin + minute))
    phone.look()
    #expect(!phone.violated.contains(6), "\(phone.findings)")
  }

  @Test(
    "15: find work that is not pending, or waits for a later day, when an entry has ended",
    arguments: ["dnp_fetch_daily", "dnp_fetch_dual"], [true, false])
  func owner(name: String, isCancelled: Bool) throws {
    var phone = try Self.phone()
    try Self.scheduleDual(on: &phone)
    let begin = try #require(
      phone.device.backgroundWork.first { $0.identifier == name }?.beginDate)
    phone.look()
    #expect(phone.violated == [], "\(phone.findings)")
    phone.device.app?.runAndroid(
      { plugin, os in
        plugin.resumed(on: &os)
        if isCancelled {
          os.cancelWork(name)
        } else {
          os.enqueueWork(Self.request(begin + day, name: name))
        }
      }, on: &phone.device.os)
    phone.look()
    #expect(phone.violated == [15], "\(phone.findings)")
    let time = name == "dnp_fetch_dual" ? "2025-11-15T05:50" : "2025-11-15T05:48"
    let finding =
      isCancelled
      ? "no work is pending for the fetch of \(time)"
      : "the work waits until 2025-11-16T\(time.suffix(5)):00Z; a fetch is due at \(time)"
    #expect(phone.findings.contains(finding), "\(phone.findings)")
  }

  @Test(
    "7: find a miss that nobody noticed", arguments: ["dnp_fetch_daily", "dnp_fetch_dual"])
  func swallowedMiss(name: String) throws {
    var phone = try Self.phone(lateness: .never)
    try Self.scheduleDual(on: &phone)
    try phone.perform(.background)
    try phone.wait(hour)
    #expect(phone.violated == [], "\(phone.findings)")
    phone.device.os.setValue(
      nil, for: name == "dnp_fetch_dual" ? .dualBeginDate : .earliestBeginDate)
    try phone.perform(.foreground)
    #expect(phone.violated == [7], "\(phone.findings)")
    let date = name == "dnp_fetch_dual" ? "2025-11-15T05:50" : "2025-11-15T05:48"
    #expect(phone.findings.contains("the work of \(date)"), "\(phone.findings)")
  }

  @Test("7: are content when the plugin notices that neither work has run")
  func noticedMiss() throws {
    var phone = try Self.phone(lateness: .never)
    try Self.scheduleDual(on: &phone)
    try phone.perform(.background)
    try phone.wait(hour)
    try phone.perform(.foreground)
    #expect(phone.violated == [], "\(phone.findings)")
  }

  @Test("15: look again once a worker that was stopped has run")
  func ownerAfterStop() throws {
    var phone = try Self.phone()
    try phone.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
    try phone.perform(.simulateTaskExpiration(identifier: "dnp_fetch_daily"))
    try phone.wait(hour)
    #expect(phone.violated == [], "\(phone.findings)")
    phone.device.app?.runAndroid(
      { plugin, os in
        plugin.resumed(on: &os)
        os.cancelWork("dnp_fetch_daily")
      }, on: &phone.device.os)
    phone.look()
    #expect(phone.violated == [15], "\(phone.findings)")
  }

  @Test("15: excuse only the work that other code has cancelled")
  func ownerBesideOtherCode() throws {
    var phone = try Self.phone()
    try Self.scheduleDual(on: &phone)
    phone.device.app?.runAndroid(
      { plugin, os in
        plugin.resumed(on: &os)
        os.cancelWork("dnp_fetch_daily")
      }, on: &phone.device.os)
    phone.device.os.record(.task(.cancelled(identifier: "dnp_fetch_dual", by: .other)))
    phone.look()
    #expect(phone.violated == [15], "\(phone.findings)")
  }
}
