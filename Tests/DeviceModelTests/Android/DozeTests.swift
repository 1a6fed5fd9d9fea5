import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

/// Doze and what it joins: alarm clocks, work, receivers.
@Suite("Doze on a phone")
struct DozeTests {
  /// What Doze did: each phase with how long before an instant it began, in milliseconds.
  private func phases(
    _ device: Device, before instant: SimulationInstant
  ) -> [(phase: DozeMachine.Phase, lead: Int64, isForAlarmClock: Bool)] {
    device.os.trace.records(from: 0).compactMap { record in
      guard case .android(.dozeChanged(let phase, let isForAlarmClock)) = record.payload else {
        return nil
      }
      return (phase, instant.milliseconds - record.instant.milliseconds, isForAlarmClock)
    }
  }

  /// A phone on a nightstand at 22:00 with a notification at 08:00.
  private func nightstand(
    seed: UInt64 = 1, exactApi: Knobs.ExactApi = .alarmClock
  ) throws -> (device: Device, morning: SimulationInstant) {
    var device = try Device.androidPhone {
      $0.seed = seed
      $0.knobs.exactApi = exactApi
    }
    try device.scheduleDaily("08:00")
    try device.perform(.background)
    try device.advance(to: device.os.instant(ofWall: start + 16 * hour))
    try device.perform(.lock)
    return (device, device.os.instant(ofWall: morning))
  }

  /// 2025-11-16T08:00:00Z.
  private let morning = start + 26 * hour + 17 * minute + 30_000

  @Test("ends 2 to 15 minutes before an alarm clock, so that the prefetch brings content")
  func night() throws {
    var leads: Set<Int64> = []
    for seed: UInt64 in 1...12 {
      var (device, morning) = try nightstand(seed: seed)
      try device.advance(to: morning.advanced(byMilliseconds: minute))
      let last = try #require(phases(device, before: morning).last)
      #expect(last.phase == .active && last.isForAlarmClock)
      #expect((2 * minute...15 * minute).contains(last.lead))
      leads.insert(last.lead)
      #expect(device.deliveries.map(\.content.info.source) == [.cache, .cache])
    }
    #expect(leads.count > 8)
  }

  @Test("sleeps through the prefetch where no alarm clock is set")
  func exact() throws {
    var (device, morning) = try nightstand(exactApi: .exact)
    try device.advance(to: morning.advanced(byMilliseconds: minute))
    #expect(phases(device, before: morning).last?.phase == .idle)
    #expect(device.deliveries.count == 1)
  }

  @Test("ends at another time as soon as another alarm clock is the first")
  func change() throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("08:00")
    try device.perform(.setDoze(isOn: true))
    try device.wait(10 * minute)
    try device.scheduleDaily("06:10", id: "early")
    let early = device.os.now.advanced(byMilliseconds: 17 * minute + 30_000)
    try device.advance(to: early)
    let last = try #require(phases(device, before: early).last)
    #expect(last.isForAlarmClock && (2 * minute...15 * minute).contains(last.lead))
    // Within two minutes it ends at once.
    try device.perform(.setDoze(isOn: true))
    try device.scheduleDaily("06:12", id: "soon")
    #expect(!device.os.android.doze.isIdle && !device.os.android.doze.isForced)
  }

  @Test("counts from the alarm clock that is near when the phone is put down")
  func putDown() throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("06:00")
    try device.perform(.background)
    try device.perform(.lock)
    // 06:00 is 17 min 30 s ahead; the next alarm clock is a day later.
    try device.wait(17 * minute + 30_000 + hour - 1)
    #expect(!device.os.android.doze.isIdle)
    try device.wait(1)
    #expect(device.os.android.doze.isIdle)
  }

  @Test("closes a maintenance window after 30 s when nothing runs")
  func emptyWindow() throws {
    var device = try Device.androidPhone()
    try device.perform(.setDoze(isOn: true))
    try device.wait(hour + 29_999)
    #expect(device.os.android.doze.phase == .maintenance)
    try device.wait(1)
    #expect(device.os.android.doze.isIdle)
  }

  @Test(
    "keeps a window open for work that runs, until its length is over", arguments: [true, false])
  func busyWindow(isEnding: Bool) throws {
    var device = try Device.androidPhone()
    try device.scheduleDaily("08:00")
    try device.perform(.setLiveAPI(isOn: true))
    try device.call("configure", ["apiServer": "https://api.test"])
    try device.perform(.clearPending)
    try device.perform(.background)
    try device.perform(.setDoze(isOn: true))
    // The first window has nothing to run; the work of 07:55 begins in the second one.
    try device.wait(hour + 30_000 + 2 * hour + minute)
    #expect(device.os.android.doze.phase == .maintenance)
    #expect(device.count("taskLaunched") == 1)
    if isEnding {
      try device.perform(.simulateTaskExpiration(identifier: "dnp_fetch_daily"))
      #expect(device.os.android.doze.isIdle)
    } else {
      try device.wait(10 * minute)
      #expect(device.os.android.doze.isIdle)
    }
  }
}
