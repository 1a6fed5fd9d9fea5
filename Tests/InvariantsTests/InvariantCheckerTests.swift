import CivilTime
import DailyNotification
import Invariants
import JSONText
import RandomHistories
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("invariant checker")
struct InvariantCheckerTests {
  /// A run in which everything is right, although the phone meets many faults.
  enum CleanRun: Hashable, CaseIterable {
    case firstRun
    case fortyDaysOfOpenings
    case fortyDaysUntouched
    case killAndRelaunch
    case permissionFlips
    case missedTask
    case failingWrites
    case fullDisk
    case twentySchedules
    case thirtyTwoSchedules
    case cancelAndScheduleAgain
    case unreachableServer
    case expiredTask
    case clearedRequests
    case damagedCache
    case shortTimeToLive
    case simulator
    case twelveHourLead
    case permissionBackAtOnce
    case ninetyMinutes
    case anotherPlugin

    func play() throws -> WatchedPhone {
      if self == .firstRun { return try firstRun() }
      var phone = try WatchedPhone.scheduled { configuration in
        if self == .simulator { configuration.variant = .simulator }
        if self == .missedTask { configuration.knobs.taskLateness = .never }
        if self == .anotherPlugin {
          configuration.knobs = CompatibilityProfile.upstream.applied(to: configuration.knobs)
        }
      }
      try prepare(&phone)
      for dayOfRun in 0..<40 {
        try morning(dayOfRun, &phone)
        try phone.wait(day)
      }
      try phone.take(.perform(.launch))
      try phone.take(.perform(.foreground))
      return phone
    }

    private func firstRun() throws -> WatchedPhone {
      var phone = WatchedPhone()
      try phone.schedule()
      try phone.perform(.answerDialog(isAllowed: true))
      try phone.perform(.background)
      try phone.wait(hour)
      try phone.perform(.foreground)
      try phone.call("getNotificationStatus")
      return phone
    }

    private func prepare(_ phone: inout WatchedPhone) throws {
      switch self {
      case .twentySchedules, .thirtyTwoSchedules:
        let count = self == .twentySchedules ? 20 : 32
        try phone.call("configure", ["maxNotificationsPerDay": .integer(Int64(count))])
        for index in 1..<count {
          try phone.schedule("0\(index % 10):\(10 + index)", id: "s\(index)")
        }
      case .unreachableServer: try phone.call("configure", ["apiServer": "https://example.com"])
      case .shortTimeToLive: try phone.call("configure", ["ttlSeconds": 300])
      case .twelveHourLead:
        try phone.call("configure", ["prefetchLeadMinutes": 720])
        try phone.schedule()
      case .ninetyMinutes:
        try phone.call(
          "scheduleDailyNotification", ["time": "05:53", "rolloverIntervalMinutes": 90])
      case .anotherPlugin:
        try phone.call(
          "configureNativeFetcher",
          ["apiBaseUrl": "https://api.test.example", "activeDid": "did:ethr:0x1"])
        try phone.call(
          "scheduleDualNotification",
          [
            "config": [
              "contentFetch": ["enabled": true, "schedule": "40 6 * * *"],
              "userNotification": [
                "enabled": true, "schedule": "0 7 * * *", "title": "News", "body": "See it.",
              ],
              "relationship": ["contentTimeout": 3_600_000, "fallbackBehavior": "show_default"],
            ]
          ])
      default: break
      }
      try phone.perform(.background)
    }

    private func morning(_ dayOfRun: Int, _ phone: inout WatchedPhone) throws {
      for command in commands(dayOfRun) { try phone.take(.perform(command)) }
    }

    private func commands(_ dayOfRun: Int) -> [Command] {
      let open: [Command] = [.launch, .foreground]
      let isEven = dayOfRun.isMultiple(of: 2)
      let schedule = Command.call(
        method: "scheduleDailyNotification", options: ["id": "daily", "time": "06:10"])
      return switch self {
      case .firstRun, .fortyDaysUntouched, .thirtyTwoSchedules: []
      case .fortyDaysOfOpenings, .missedTask, .simulator, .shortTimeToLive, .unreachableServer,
        .twelveHourLead, .twentySchedules:
        open + [.background]
      case .ninetyMinutes:
        open + [
          .setZone((try? Zone(identifier: isEven ? "Asia/Tokyo" : "Europe/London")) ?? .utc),
          .background,
        ]
      case .anotherPlugin: open + [isEven ? .background : .swipeAway]
      case .killAndRelaunch: open + [isEven ? .swipeAway : .systemTerminate]
      case .permissionFlips:
        [.setPermission(isEven ? .denied : .authorized)] + open + [schedule, .background]
      case .permissionBackAtOnce:
        open + [
          .setPermission(.denied), schedule, .setPermission(.authorized), .background,
        ]
      case .failingWrites: [.failWrites(count: 1 + dayOfRun)] + open + [schedule, .background]
      case .fullDisk: [.fillDisk(isOn: isEven)] + open + [schedule, .background]
      case .cancelAndScheduleAgain:
        open + [.call(method: "cancelAllNotifications", options: [:]), schedule, .background]
      case .expiredTask:
        open + [
          .simulateTaskLaunch(identifier: TaskIdentifier.fetch),
          .simulateTaskExpiration(identifier: TaskIdentifier.fetch), .background,
        ]
      case .clearedRequests: [.clearPending] + open + [.background]
      case .damagedCache: [.tamperCache(isEven ? .invalidJSON : .removed)] + open + [.background]
      }
    }
  }

  @Test("finds nothing in a healthy run, and checks everything", arguments: CleanRun.allCases)
  func clean(run: CleanRun) throws {
    var phone = try run.play()
    phone.checker.willExport(phone.device)
    try phone.quietPhase()
    #expect(phone.violated == [], "\(phone.findings)")
    for tally in phone.checker.tallies { #expect(tally.checks > 0, "\(tally.name)") }
  }

  @Test("finds a planted bug as a violation of one invariant only", arguments: PlantedBug.allCases)
  func planted(bug: PlantedBug) throws {
    let phone = try bug.phone()
    #expect(phone.violated == [bug.invariant.rawValue], "\(phone.findings)")
    let violation = try #require(phone.checker.violations.first)
    #expect(violation.id == bug.invariant.rawValue)
    #expect(violation.name == bug.invariant.summary)
    #expect(!violation.message.isEmpty)
    #expect(violation.sequence < phone.device.os.trace.nextSequence)
  }

  @Test("has a planted bug for each invariant")
  func complete() {
    #expect(Set(PlantedBug.allCases.map(\.invariant)) == Set(InvariantID.allCases))
    #expect(InvariantID.allCases.map(\.rawValue) == Array(1...17))
  }

  @Test("keeps 100 violations and counts all")
  func bound() throws {
    var phone = try WatchedPhone.scheduled()
    try phone.perform(.setPermission(.denied))
    for index in 0..<150 {
      phone.device.os.add(.planted("x\(index)", at: phone.device.os.wallMilliseconds))
      phone.look()
    }
    #expect(phone.checker.violations.count == 100)
    #expect(phone.checker.tallies[InvariantID.noGhost.rawValue - 1].violations == 150)
  }

  @Test("changes nothing on the phone that it observes")
  func watching() throws {
    let watched = try CleanRun.fortyDaysOfOpenings.play()
    var device = Device()
    try device.perform(.setPermission(.authorized))
    try device.perform(
      .call(method: "scheduleDailyNotification", options: ["id": "daily", "time": "05:53"]))
    try device.perform(.background)
    for _ in 0..<40 {
      for command in [Command.launch, .foreground, .background] { try? device.perform(command) }
      try device.advance(to: device.os.now.advanced(byMilliseconds: day))
    }
    for command in [Command.launch, .foreground] { try? device.perform(command) }
    #expect(device.os.trace.hash == watched.device.os.trace.hash)
    #expect(device.os.trace.nextSequence >= 1000)
  }
}
