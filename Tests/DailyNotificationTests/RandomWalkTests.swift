import DailyNotification
import DeviceModel
import JSONText
import SimulationCore
import Testing

@Suite("A random walk over calls, settings and time")
struct RandomWalkTests {
  /// What a phone may meet; the walk draws from it.
  enum Step: CaseIterable {
    case schedule
    case update
    case cancelAll
    case query
    case configure
    case shortAdvance
    case longAdvance
    case background
    case reopen
    case swipeAway
    case terminate
    case permission
    case refresh
    case lowPower
    case clearPending
    case tamper
    case dismiss
    case answerDialog
    case failingWrites
  }

  static let times = ["05:53", "05:44", "06:00", "00:00", "23:59", "12:30"]

  @Test(
    "breaks no invariant, answers every call, counts nothing twice", arguments: 1...60,
    [false, true])
  func walk(seed: Int, isStorageSound: Bool) throws {
    let phone = try Phone(permission: .notDetermined) {
      $0.knobs = Knobs()
      $0.knobs.deliveryDrift = seed.isMultiple(of: 3) ? .beyond : .bounded180
      $0.seed = UInt64(seed)
    }
    var random = SeededGenerator(seed: UInt64(seed), stream: "walk")
    let steps = Step.allCases.filter { !isStorageSound || $0 != .failingWrites }
    for _ in 0..<200 {
      // A step that makes no sense now is refused by the phone, and the walk goes on.
      do {
        try take(steps[Int(random.below(UInt64(steps.count)))], phone, &random)
      } catch is CommandRefusal {
        continue
      }
    }
    try phone.perform(.failWrites(count: 0))
    if phone.device.os.authorizationMachine.isDialogShown {
      try phone.perform(.answerDialog(isAllowed: true))
    }
    try phone.reopen()
    #expect(phone.device.app?.plugin.unansweredCalls.isEmpty == true)
    expectNothingTwice(phone)
  }

  private func take(_ step: Step, _ phone: Phone, _ random: inout SeededGenerator) throws {
    let time = JSONValue.string(Self.times[Int(random.below(6))])
    let id = JSONValue.string(["daily", "a", "b"][Int(random.below(3))])
    switch step {
    case .schedule: try phone.call("scheduleDailyNotification", ["id": id, "time": time])
    case .update: try phone.call("updateSettings", ["id": id, "time": time])
    case .cancelAll: try phone.call("cancelAllNotifications")
    case .query: try phone.call("getNotificationStatus")
    case .configure:
      try phone.call("configure", ["maxNotificationsPerDay": .integer(random.integer(in: 1...4))])
    case .shortAdvance: try phone.advance(milliseconds: random.integer(in: 0...900_000))
    case .longAdvance: try phone.advance(milliseconds: random.integer(in: 0...200_000_000))
    case .background: try phone.perform(.background)
    case .reopen: try phone.reopen()
    case .swipeAway: try phone.perform(.swipeAway)
    case .terminate: try phone.perform(.systemTerminate)
    case .permission:
      try phone.perform(.setPermission(random.below(3) == 0 ? .denied : .authorized))
    case .refresh:
      try phone.perform(.setBackgroundRefresh(random.below(3) == 0 ? .denied : .available))
    case .lowPower: try phone.perform(.setLowPowerMode(isOn: random.below(2) == 0))
    case .clearPending: try phone.perform(.clearPending)
    case .tamper: try phone.perform(.tamperCache(random.below(2) == 0 ? .invalidJSON : .removed))
    case .dismiss: try phone.perform(.dismissDelivered(identifier: nil))
    case .answerDialog: try phone.perform(.answerDialog(isAllowed: random.below(4) > 0))
    case .failingWrites: try phone.perform(.failWrites(count: Int(random.below(4))))
    }
  }

  /// Each occurrence of a schedule is reported to the host at most once.
  private func expectNothingTwice(_ phone: Phone) {
    let occurrences = phone.hostEvents.compactMap { event -> String? in
      switch event {
      case .notificationDelivered(let shown): "\(shown.id) \(shown.plannedTime)"
      case .notificationMissed(let missed): "\(missed.id) \(missed.plannedTime)"
      default: nil
      }
    }
    #expect(occurrences.count == Set(occurrences).count)
    let crashes = phone.payloads.compactMap {
      if case .process(.crashed(let why)) = $0 { why } else { nil }
    }
    #expect(crashes.isEmpty)
  }
}
