import CivilTime
import DailyNotification
import Invariants
import SimulationCore

@testable import DeviceModel

/// One bug of a plugin or a phone, planted behind the back of a healthy one.
enum PlantedBug: Hashable, CaseIterable {
  case sixtyFifthRequest
  case lostRequest
  case lostReserve
  case requestWithoutSchedule
  case twoRequestsForOneDay
  case undecodableSchedule
  case removedBlindly
  case addWhileDenied
  case addWhileNeverAsked
  case addRetainedWhileDenied
  case secondPrefetchTask
  case completeTwice
  case neverComplete
  case killedForNotCompleting
  case completeAfterDeath
  case wrongLead
  case tooSoon
  case swallowedMiss
  case staleContent
  case contentOfUnknownAge

  /// The one invariant that it breaks.
  var invariant: InvariantID {
    switch self {
    case .sixtyFifthRequest: .pendingLimit
    case .lostRequest, .lostReserve, .requestWithoutSchedule, .twoRequestsForOneDay,
      .undecodableSchedule, .removedBlindly:
      .bookAgreement
    case .addWhileDenied, .addWhileNeverAsked, .addRetainedWhileDenied: .noGhost
    case .secondPrefetchTask: .onePrefetchTask
    case .completeTwice, .neverComplete, .killedForNotCompleting, .completeAfterDeath:
      .completesOnce
    case .wrongLead, .tooSoon: .prefetchLead
    case .swallowedMiss: .missNoticed
    case .staleContent, .contentOfUnknownAge: .nothingStale
    }
  }

  private static let fetch = TaskIdentifier.fetch
  /// 05:53 on the first day, 05:48 is one lead before.
  private static let trigger: Int64 = 1_763_185_980_000
  private static let begin = trigger - 5 * minute

  /// Makes a healthy phone and plants the bug.
  func phone() throws -> WatchedPhone {
    var phone = try healthyPhone()
    switch invariant {
    case .pendingLimit, .noGhost: plantRequests(in: &phone)
    case .bookAgreement: plantDisagreement(in: &phone)
    case .onePrefetchTask, .prefetchLead: try plantSubmission(in: &phone)
    case .completesOnce: try plantRun(in: &phone)
    case .missNoticed: try plantMiss(in: &phone)
    case .nothingStale: try plantContent(in: &phone)
    }
    phone.look()
    return phone
  }

  private func healthyPhone() throws -> WatchedPhone {
    if self == .addWhileNeverAsked { return WatchedPhone() }
    return try .scheduled { configuration in
      configuration.knobs.deliveryDrift = .none
      configuration.knobs.taskLateness = self == .swallowedMiss ? .never : .fixed
      if self == .addRetainedWhileDenied { configuration.knobs.addWhileDenied = .retained }
    }
  }

  private func plantRequests(in phone: inout WatchedPhone) {
    if invariant == .noGhost {
      _ = phone.device.os.authorizationMachine.set(
        self == .addWhileNeverAsked ? .notDetermined : .denied)
      return phone.device.os.add(.planted("x", at: PlantedBug.trigger))
    }
    for index in 0..<64 {
      phone.device.os.add(.planted("x\(index)", at: PlantedBug.trigger))
    }
  }

  /// The phone loses or doubles something as a plugin entry ends.
  private func plantDisagreement(in phone: inout WatchedPhone) {
    if self == .removedBlindly {
      phone.device.reboot(isLocked: true)
      phone.device.os.entryBegan(.task)
      return phone.device.os.removePendingRequests(["daily_daily"])
    }
    phone.device.withPlugin { plugin, os in
      plugin.resumed(on: &os)
      switch self {
      case .lostRequest: _ = os.center.remove("daily_daily")
      case .lostReserve: _ = os.center.remove("daily_daily_2025-11-16")
      case .requestWithoutSchedule: os.storage.removeSchedule("daily")
      case .twoRequestsForOneDay: os.add(.planted("daily_again", at: PlantedBug.trigger))
      default:
        guard var row = os.storage.schedules.first else { return }
        row.time = "25:00"
        os.storage.write(row)
      }
    }
  }

  private func plantSubmission(in phone: inout WatchedPhone) throws {
    let begin: Int64
    switch self {
    case .secondPrefetchTask: begin = PlantedBug.begin
    case .wrongLead: begin = PlantedBug.begin + minute
    default: begin = phone.device.os.wallMilliseconds + 59_999
    }
    if self != .secondPrefetchTask { phone.device.os.cancelTask(PlantedBug.fetch) }
    try phone.device.os.submitTask(PlantedBug.fetch, earliestBeginDate: begin)
  }

  private func plantRun(in phone: inout WatchedPhone) throws {
    try phone.perform(.simulateTaskLaunch(identifier: PlantedBug.fetch))
    let task = LaunchedTask(
      number: 1, identifier: PlantedBug.fetch, earliestBeginDate: PlantedBug.begin)
    switch self {
    case .completeTwice:
      try phone.wait(1000)
      phone.device.os.completeTask(task, success: true)
    case .completeAfterDeath:
      phone.device.os.record(.taskLost(task))
      phone.look()
      phone.device.os.completeTask(task, success: true)
    default:
      // A plugin that forgets its fetch when it is told of the end never completes.
      phone.device.app = AppProcess()
      if self == .neverComplete {
        _ = phone.device.os.scheduler.processDied()
        for fetch in phone.device.os.fetches { phone.device.os.cancel(fetch.token) }
        phone.device.os.fetches.removeAll()
      }
      try phone.wait(36_000)
    }
  }

  private func plantMiss(in phone: inout WatchedPhone) throws {
    try phone.perform(.background)
    try phone.wait(2 * hour)
    phone.device.os.setValue(nil, for: .earliestBeginDate)
    try phone.perform(.foreground)
  }

  private func plantContent(in phone: inout WatchedPhone) throws {
    try phone.perform(.swipeAway)
    let old = self == .staleContent ? PlantedBug.trigger - day - 1 : nil
    phone.device.os.add(
      .planted("daily_daily", at: PlantedBug.trigger, source: .cache, fetchedAt: old))
    try phone.wait(hour)
  }
}

extension NotificationRequest {
  /// A request as the plugin makes them for the schedule `daily`.
  static func planted(
    _ identifier: String, at time: Int64, source: ContentSource = .default, fetchedAt: Int64? = nil
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: identifier, trigger: .calendar(Zone.utc.wallTime(at: time), zone: nil),
      content: NotificationContent(
        title: "Title", body: "Body", hasSound: true, priority: .default,
        categoryIdentifier: Plugin.category,
        info: RequestInfo(
          scheduleID: "daily", plannedTime: time, source: source, fetchedAt: fetchedAt, url: nil)))
  }
}
