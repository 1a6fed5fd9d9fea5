import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Coordination")
struct CoordinationTests {
  @Test("is reported on a new phone, and with everything scheduled")
  func status() throws {
    let phone = try Phone()
    #expect(
      try phone.value("getCoordinationStatus") == [
        "lifecycle": "foreground", "pendingTasks": 0, "lastCoordination": nil,
        "lastScenario": "none", "identity": nil, "inSync": true,
      ])
    try phone.value("setActiveDidFromHost", ["activeDid": "did:ethr:0xabc"])
    try phone.schedule()
    try phone.reopen()
    #expect(try phone.value("coordinateBackgroundTasks") == [:])
    #expect(
      try phone.value("getCoordinationStatus") == [
        "lifecycle": "foreground", "pendingTasks": 1,
        "lastCoordination": .integer(phone.device.os.wallMilliseconds),
        "lastScenario": "warmStart", "identity": "did:ethr:0xabc", "inSync": true,
      ])
  }

  @Test("submits the task again that was refused, as every entry does once that can succeed")
  func taskComesBack() throws {
    let phone = try Phone()
    try phone.perform(.setBackgroundRefresh(.denied))
    try phone.value("scheduleDailyNotification", ["time": "05:53"])
    #expect(try phone.value("getCoordinationStatus")["inSync"] == false)
    #expect(phone.count(.taskRefused) == 1)
    try phone.value("coordinateBackgroundTasks")
    #expect(phone.count(.taskRefused) == 2)
    try phone.perform(.setBackgroundRefresh(.available))
    #expect(try phone.value("getCoordinationStatus")["pendingTasks"] == 1)
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    #expect(try phone.value("getCoordinationStatus")["inSync"] == true)
  }

  @Test("is out of sync while notifications are denied, and in sync after the grant")
  func denied() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    #expect(try phone.value("getCoordinationStatus")["inSync"] == false)
    try phone.settle()
    try phone.perform(.setPermission(.authorized))
    #expect(try phone.value("getCoordinationStatus")["inSync"] == true)
  }

  @Test(
    "stores what the host says of its life, and reports the process",
    arguments: LifecycleEvent.allCases)
  func lifecycle(event: LifecycleEvent) throws {
    let phone = try Phone()
    try phone.schedule()
    let before = phone.device.os.pendingRequests
    let options: JSONObject = ["lifecycleEvent": .string(event.rawValue)]
    #expect(try phone.value("handleAppLifecycleEvent", options) == [:])
    let status = try phone.value("getCoordinationStatus")
    #expect(status["lifecycle"] == "foreground")
    #expect(phone.device.os.storage.value(.hostLifecycle) == .text(event.rawValue))
    #expect(status["inSync"] == true)
    #expect(phone.device.os.pendingRequests == before)
  }

  @Test("follows the process, whatever the host said last")
  func process() throws {
    func lifecycle(_ phone: Phone) throws -> JSONValue? {
      try phone.value("getCoordinationStatus")["lifecycle"]
    }
    let phone = try Phone(permission: .notDetermined)
    try phone.perform(.background)
    #expect(try lifecycle(phone) == "background")
    try phone.value("handleAppLifecycleEvent", ["lifecycleEvent": "launch"])
    #expect(try lifecycle(phone) == "background")
    try phone.perform(.foreground)
    #expect(try lifecycle(phone) == "foreground")
    try phone.call("requestNotificationPermissions")
    #expect(try lifecycle(phone) == "inactive")
    try phone.perform(.answerDialog(isAllowed: true))
    #expect(try lifecycle(phone) == "foreground")
  }

  @Test("submits a refused task again, and tries in vain too when the host enters the foreground")
  func lifecycleAsksAgain() throws {
    for event in LifecycleEvent.allCases {
      let phone = try Phone()
      try phone.perform(.setBackgroundRefresh(.denied))
      try phone.value("scheduleDailyNotification", ["time": "05:53"])
      let options: JSONObject = ["lifecycleEvent": .string(event.rawValue)]
      try phone.value("handleAppLifecycleEvent", options)
      let comes = [.launch, .foreground, .notificationTap].contains(event)
      #expect(phone.count(.taskRefused) == (comes ? 2 : 1), "\(event)")
      try phone.perform(.setBackgroundRefresh(.available))
      try phone.value("handleAppLifecycleEvent", options)
      #expect(phone.taskBegins != nil, "\(event)")
    }
  }

  @Test("stores its time, which a later process reads")
  func remembered() throws {
    let phone = try Phone()
    try phone.value("coordinateBackgroundTasks")
    let time = phone.device.os.wallMilliseconds
    try phone.perform(.systemTerminate)
    try phone.advance(seconds: 60)
    try phone.perform(.launch)
    #expect(try phone.value("getCoordinationStatus")["lastCoordination"] == .integer(time))
  }
}

@Suite("The status of recovery")
struct RecoveryStatusTests {
  private func status(_ phone: Phone) throws -> JSONValue {
    try phone.value("getRebootRecoveryStatus")
  }

  @Test("is empty before the first launch has ended, and reports it from then on")
  func first() throws {
    let phone = try Phone()
    let launched = phone.device.os.wallMilliseconds
    try phone.advance(seconds: 5)
    #expect(
      try status(phone) == [
        "inProgress": false, "lastRecoveryTime": .integer(launched), "timeSinceLastRecovery": 5000,
        "recoveryNeeded": false, "lastScenario": "none", "missedDetected": 0, "rescheduled": 0,
      ])
  }

  @Test(
    "reports what the last start found",
    arguments: ["none", "warmStart", "coldStart", "termination", "boot"])
  func scenarios(scenario: String) throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    if scenario != "none" { try phone.schedule() }
    try phone.perform(.swipeAway)
    switch scenario {
    case "coldStart": try phone.advance(to: "2025-11-15T06:00:00Z")
    case "termination":
      try phone.perform(.clearPending)
      try phone.advance(to: "2025-11-15T06:00:00Z")
    case "boot":
      phone.device.os.setValue(
        .integer(phone.device.os.uptimeMilliseconds + 1), for: .lastUptime)
    default: break
    }
    let launched = phone.device.os.wallMilliseconds
    try phone.perform(.launch)
    // Until the reserve that was renamed is gone, a day of the window is lacking.
    #expect(try status(phone)["recoveryNeeded"] == .bool(scenario == "coldStart"))
    try phone.settle()
    let numbers: (Int64, Int64) =
      switch scenario {
      // The day after the last one waits until the reserve that was renamed is gone.
      case "coldStart": (0, 1)
      case "termination": (1, 56)
      default: (0, 0)
      }
    #expect(
      try status(phone) == [
        "inProgress": false, "lastRecoveryTime": .integer(launched),
        "timeSinceLastRecovery": .integer(phone.device.os.wallMilliseconds - launched),
        "recoveryNeeded": false, "lastScenario": .string(scenario),
        "missedDetected": .integer(numbers.0), "rescheduled": .integer(numbers.1),
      ])
    #expect(try phone.counter("dnp_recoveries_total{scenario=\"\(scenario)\"}") > 0)
    #expect(phone.missed.count == Int(numbers.0))
  }

  @Test("needs recovery while notifications are denied and something is scheduled")
  func needed() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setPermission(.denied))
    #expect(try status(phone)["recoveryNeeded"] == true)
    try phone.settle()
    try phone.perform(.setPermission(.authorized))
    #expect(try status(phone)["recoveryNeeded"] == false)
  }

  @Test("names a launch in the phone's first minute after a boot", arguments: [59_999, 60_000])
  func firstMinute(uptime: Int64) throws {
    let phone = try Phone { $0.uptimeMilliseconds = 0 }
    try phone.schedule(["time": "12:00"])
    try phone.perform(.swipeAway)
    try phone.advance(milliseconds: uptime)
    try phone.perform(.launch)
    #expect(try status(phone)["lastScenario"] == (uptime < 60_000 ? "boot" : "warmStart"))
  }

  @Test("is not a boot for the very first launch, however soon after a boot")
  func firstLaunch() throws {
    let phone = try Phone {
      $0.uptimeMilliseconds = 0
      $0.isLaunchedAtStart = false
    }
    try phone.perform(.launch)
    #expect(try status(phone)["lastScenario"] == "none")
  }

  @Test("submits the fetch task again after a boot or a loss", arguments: ["boot", "termination"])
  func renewed(scenario: String) throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.swipeAway)
    if scenario == "boot" {
      phone.device.os.setValue(.integer(.max), for: .lastUptime)
    } else {
      try phone.perform(.clearPending)
    }
    try phone.perform(.launch)
    #expect(phone.count(.taskScheduled) == 2)
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
  }

  /// Runs the task of 05:48, which launches the app after a boot or the end of its process.
  private func startedByTask(_ scenario: String) throws -> Phone {
    let phone = try Phone()
    try phone.schedule()
    if scenario == "boot" {
      try phone.perform(.reboot(isLocked: false))
    } else {
      try phone.perform(.systemTerminate)
      try phone.perform(.clearPending)
    }
    try phone.advance(to: "2025-11-15T05:49:00Z")
    #expect(phone.lines().contains { $0.hasPrefix("[DNP-RECOVERY] scenario=\(scenario) ") })
    return phone
  }

  @Test(
    "leaves a task that launched the app alone, so that it fetches for its own day",
    arguments: ["boot", "termination"])
  func startedByTask(scenario: String) throws {
    let phone = try startedByTask(scenario)
    #expect(phone.count(.taskCompleted) == 1)
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
    #expect(try phone.pending("daily_daily").content.info.source == .cache)
    try phone.advance(to: "2025-11-16T06:00:00Z")
    #expect(phone.titlesShown == ["Daily Update", "Daily Update"])
    #expect(phone.count(.taskScheduled) == 3)
  }

  @Test("lets a run that waited for the unlock fetch for tomorrow and submit tomorrow's task")
  func heldBack() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.perform(.reboot(isLocked: true))
    try phone.advance(to: "2025-11-15T05:54:00Z")
    try phone.perform(.unlock)
    try phone.settle()
    #expect(phone.count(.taskCompleted) == 1)
    #expect(
      phone.device.os.storage.contents.map(\.scheduledFor) == [
        try #require(ISO8601.parse("2025-11-16T05:53:00Z"))
      ])
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
  }

  @Test(
    "is a cold start when the zone has changed, since everything is armed again",
    arguments: Knobs.FloatingTriggerOnZoneChange.allCases)
  func otherZone(floating: Knobs.FloatingTriggerOnZoneChange) throws {
    let phone = try Phone(start: "2025-11-15T16:00:00Z", zone: "America/New_York") {
      $0.knobs.floatingTriggerOnZoneChange = floating
    }
    try phone.schedule(["time": "08:00"])
    try phone.perform(.swipeAway)
    try phone.perform(.setZone(try Zone(identifier: "America/Los_Angeles")))
    for _ in 0..<2 {
      try phone.perform(.launch)
      try phone.settle()
      try phone.perform(.swipeAway)
    }
    #expect(
      phone.lines(from: .debug).filter { $0.hasPrefix("[DNP-RECOVERY]") }.suffix(2) == [
        "[DNP-RECOVERY] scenario=coldStart missed=0 verified=0 rescheduled=56",
        "[DNP-RECOVERY] scenario=warmStart missed=0 verified=56 rescheduled=0",
      ])
    #expect(phone.pendingTimes == Phone.days(from: 16, at: "16:00"))
  }

  @Test("keeps the task that follows a miss after a boot")
  func missAndBoot() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule(["time": "12:00"])
    try phone.perform(.swipeAway)
    try phone.advance(to: "2025-11-15T12:30:00Z")
    phone.device.os.setValue(.integer(.max), for: .lastUptime)
    try phone.perform(.launch)
    #expect(phone.count(.taskMissed) == 1)
    #expect(try status(phone)["lastScenario"] == "boot")
    #expect(phone.taskBegins == "2025-11-15T12:31:00Z")
  }

  @Test("of a launch in the background for a task notices no miss; the tap after it reports once")
  func backgroundAndTap() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.systemTerminate)
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.advance(to: "2025-11-15T07:00:00Z")
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.settle()
    #expect(phone.count(.taskStarted) == 1)
    #expect(phone.count(.taskMissed) == 0)
    #expect(phone.count(.notificationDelivered) == 1)
    try phone.perform(.tapNotification(identifier: "daily_daily"))
    #expect(phone.count(.notificationDelivered) == 1)
    #expect(phone.missed.isEmpty)
  }

  @Test("of a tap reports other missed notifications, once")
  func tapOnMissed() throws {
    let phone = try Phone { $0.knobs.taskLateness = .never }
    try phone.schedule(["id": "a", "time": "06:00"])
    try phone.schedule(["id": "b", "time": "07:00"])
    try phone.perform(.swipeAway)
    _ = phone.device.os.center.remove("daily_b")
    try phone.advance(to: "2025-11-15T08:00:00Z")
    try phone.perform(.tapNotification(identifier: "daily_a"))
    #expect(phone.missed.map(\.id) == ["b"])
    #expect(phone.count(.notificationDelivered) == 1)
    // The reserves that are next ones now are removed under their old names.
    try phone.settle()
    try phone.reopen()
    #expect(phone.missed.count == 1)
    #expect(phone.count(.recovered) == 1)
  }
}
