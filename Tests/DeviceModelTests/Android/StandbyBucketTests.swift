import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

/// What a standby bucket limits on a phone.
@Suite("standby bucket")
struct StandbyBucketTests {
  /// API 34, where no permission for exact alarms raises the bucket, in the background.
  private func phone(
    _ bucket: StandbyBucket, isCharging: Bool = false,
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.androidPhone {
      $0.osVersion = "34"
      configure(&$0)
    }
    try device.perform(.setExactAlarm(isGranted: true))
    if isCharging { try device.perform(.setBattery(level: 80, isCharging: true)) }
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    try device.perform(.setStandbyBucket(bucket))
    return device
  }

  @Test(
    "lets work begin as long as its quota has a session left, on battery",
    arguments: [
      (StandbyBucket.active, false, 5), (.working, false, 5), (.frequent, false, 5),
      (.rare, false, 3), (.rare, true, 5), (.restricted, false, 1), (.restricted, true, 1),
    ])
  func sessions(bucket: StandbyBucket, isCharging: Bool, runs: Int) throws {
    var device = try phone(bucket, isCharging: isCharging)
    try device.perform(.foreground)
    for time in ["09:00", "10:00", "11:00", "12:00"] {
      try device.scheduleDaily(time, id: "at\(time.prefix(2))")
    }
    try device.perform(.background)
    try device.perform(.setStandbyBucket(bucket))
    try device.wait(7 * hour)
    #expect(device.count("taskLaunched") == runs)
  }

  @Test("stops work whose run time is used up, and lets it go on when the window has moved")
  func runTime() throws {
    var device = try phone(.working)
    try device.perform(.setLiveAPI(isOn: true))
    try device.perform(.foreground)
    try device.call("configure", ["apiServer": "https://api.test"])
    try device.perform(.background)
    try device.perform(.setStandbyBucket(.working))
    try device.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
    try device.wait(4 * minute)
    try device.perform(.simulateTaskExpiration(identifier: "dnp_fetch_daily"))
    try device.perform(.simulateTaskLaunch(identifier: "dnp_fetch_daily"))
    try device.wait(6 * minute - 1)
    #expect(!device.os.android.work.isIdle)
    try device.wait(1)
    #expect(device.os.android.work.isIdle)
    let stops = device.payloads.compactMap { payload -> WorkStop? in
      if case .android(.workStopped(_, let stop)) = payload { stop } else { nil }
    }
    #expect(stops.last == .quota)
    // Two hours after the first run began its time leaves the window.
    try device.wait(2 * hour - 10 * minute)
    #expect(device.os.android.work.isIdle)
    try device.wait(1)
    #expect(!device.os.android.work.isIdle)
  }

  @Test("is the active one once the app is opened, and each change is recorded")
  func opening() throws {
    var device = try phone(.rare)
    try device.perform(.foreground)
    #expect(device.os.standbyBucket == .active)
    let buckets = device.payloads.compactMap { payload -> StandbyBucket? in
      if case .android(.bucketChanged(let bucket)) = payload { bucket } else { nil }
    }
    #expect(buckets == [.rare, .active])
  }

  @Test(
    "is working at least with the right to set exact alarms",
    arguments: [
      ("30", false, StandbyBucket.rare), ("33", false, .working), ("34", false, .rare),
      ("34", true, .working),
    ])
  func floor(version: String, hasUse: Bool, bucket: StandbyBucket) throws {
    var device = try Device.androidPhone {
      $0.osVersion = version
      if hasUse {
        $0.androidManifest = AndroidManifest(
          permissions: ["USE_EXACT_ALARM", "POST_NOTIFICATIONS"].map { "android.permission.\($0)" },
          receivers: [])
      }
    }
    try device.perform(.setStandbyBucket(.rare))
    #expect(device.os.standbyBucket == bucket)
  }

  @Test(
    "holds an exact alarm for which its quota has no room, until the charger is connected",
    arguments: [true, false])
  func alarms(charges: Bool) throws {
    var device = try phone(.rare) { $0.knobs.exactApi = .exact }
    try device.perform(.otherCode(.setAlarm("a", afterMilliseconds: 2 * hour + 10 * minute)))
    try device.perform(.setStandbyBucket(.rare))
    try device.wait(2 * hour + 18 * minute)
    let holds = device.payloads.compactMap { payload -> AlarmHold? in
      if case .android(.alarmHeld(_, let hold, _)) = payload { hold } else { nil }
    }
    #expect(device.firedAlarms == ["a"] && holds == [.bucket] && device.deliveries.isEmpty)
    if charges {
      try device.perform(.setBattery(level: 80, isCharging: true))
    } else {
      try device.wait(2 * hour)
    }
    #expect(device.deliveries.count == 1)
  }

  @Test(
    "has a job wait up to 31 minutes for others (knob jobBatching)",
    arguments: [Knobs.JobBatching.seeded, .off], [StandbyBucket.working, .active])
  func batching(knob: Knobs.JobBatching, bucket: StandbyBucket) throws {
    var waits: [Int64] = []
    for seed: UInt64 in 1...20 {
      var device = try phone(bucket) {
        $0.seed = seed
        $0.knobs.taskLateness = .heavyTail
        $0.knobs.jobBatching = knob
      }
      try device.wait(3 * hour)
      let launched = try #require(
        device.os.trace.records(from: 0).first {
          if case .task(.launched) = $0.payload { true } else { false }
        })
      waits.append(launched.instant.milliseconds - 2 * hour - 12 * minute - 30_000)
    }
    let isBatched = knob == .seeded && bucket != .active
    #expect((waits.filter { $0 > 15 * minute }.count > 4) == isBatched)
    #expect(waits.allSatisfy { $0 <= 46 * minute })
  }
}
