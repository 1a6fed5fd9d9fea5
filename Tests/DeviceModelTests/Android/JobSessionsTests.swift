import SimulationCore
import Testing

@testable import DeviceModel

@Suite("run time of jobs")
struct JobSessionsTests {
  /// Ten minutes in two hours, in three sessions.
  private static let quota = JobQuota(minutes: 10, windowMinutes: 120, sessionsMax: 3)

  /// Sessions, each from a minute on and so many minutes long.
  private static func sessions(_ list: [(from: Int64, minutes: Int64)]) -> JobSessions {
    var sessions = JobSessions()
    for (from, minutes) in list {
      sessions.count(true, at: at(from))
      sessions.count(false, at: at(from + minutes))
    }
    return sessions
  }

  private static func at(_ minutes: Int64) -> SimulationInstant {
    SimulationInstant(milliseconds: minutes * minute)
  }

  @Test("has room while time and sessions are left, and waits until the window has moved on")
  func room() {
    let used = Self.sessions([(0, 4), (50, 6)])
    #expect(used.left(of: Self.quota, at: Self.at(60)) == 0)
    // A millisecond of the first session has left the window.
    #expect(used.wait(for: Self.quota, at: Self.at(60)) == hour + 1)
    #expect(used.left(of: Self.quota, at: Self.at(122)) == 2 * minute)
    #expect(used.wait(for: Self.quota, at: Self.at(122)) == 0)
    let short = Self.sessions([(0, 4), (50, 5)])
    #expect(short.left(of: Self.quota, at: Self.at(60)) == minute)
    #expect(short.wait(for: Self.quota, at: Self.at(60)) == 0)
  }

  @Test("waits for the oldest of too many sessions to leave the window")
  func sessionsMax() {
    let three = Self.sessions([(0, 1), (10, 1), (20, 1)])
    #expect(three.wait(for: Self.quota, at: Self.at(30)) == 91 * minute)
    #expect(Self.sessions([(0, 1), (10, 1)]).wait(for: Self.quota, at: Self.at(30)) == 0)
    #expect(three.wait(for: Self.quota, at: Self.at(121)) == 0)
  }

  @Test("counts jobs five seconds apart as one session, and one that still runs")
  func coalescing() {
    var sessions = JobSessions()
    for start: Int64 in [0, 6_000, 12_000] {
      sessions.count(true, at: SimulationInstant(milliseconds: start))
      sessions.count(false, at: SimulationInstant(milliseconds: start + 1_000))
    }
    let single = JobQuota(minutes: 10, windowMinutes: 120, sessionsMax: 2)
    #expect(sessions.wait(for: single, at: Self.at(1)) == 0)
    sessions.count(true, at: Self.at(1))
    #expect(sessions.left(of: single, at: Self.at(11)) == 0)
    #expect(sessions.isCounting)
  }

  @Test("has the quotas of the documentation, by API level", arguments: StandbyBucket.allCases)
  func quotas(bucket: StandbyBucket) {
    let older: [StandbyBucket: JobQuota] = [
      .working: JobQuota(minutes: 10, windowMinutes: 120, sessionsMax: 10),
      .frequent: JobQuota(minutes: 10, windowMinutes: 480, sessionsMax: 8),
      .rare: JobQuota(minutes: 10, windowMinutes: 1_440, sessionsMax: 3),
      .restricted: JobQuota(minutes: 10, windowMinutes: 1_440, sessionsMax: 1),
    ]
    let newer: [StandbyBucket: JobQuota] = [
      .active: JobQuota(minutes: 20, windowMinutes: 60),
      .working: JobQuota(minutes: 10, windowMinutes: 240),
      .frequent: JobQuota(minutes: 10, windowMinutes: 720),
      .rare: JobQuota(minutes: 10, windowMinutes: 1_440),
      .restricted: JobQuota(minutes: 10, windowMinutes: 1_440, sessionsMax: 1),
    ]
    #expect(bucket.jobQuota(apiLevel: 35) == older[bucket])
    #expect(bucket.jobQuota(apiLevel: 36) == newer[bucket])
  }
}
