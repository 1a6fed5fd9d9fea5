/// How often a person uses an app, by which the system limits its jobs and alarms on battery.
///
/// Source: Android, "Power management restrictions" and "App Standby Buckets"; AOSP,
/// QuotaController (ALLOWED_TIME_PER_PERIOD ten minutes, WINDOW_SIZE and MAX_SESSION_COUNT of each
/// bucket) and AlarmManagerService (APP_STANDBY_QUOTAS, APP_STANDBY_RESTRICTED_QUOTA); Android 16,
/// "JobScheduler quota optimizations".
/// AppUsage has how the system moves an app between buckets.
/// Not modelled: the bucket of apps that nobody ever opened, the limit of job starts within a
/// minute.
public enum StandbyBucket: String, Hashable, Sendable, CaseIterable, Comparable {
  case active
  case working
  case frequent
  case rare
  case restricted

  /// How long jobs may run within a window, and in how many sessions; no limit where it is nil.
  func jobQuota(apiLevel: Int) -> JobQuota? {
    if apiLevel >= 36 {
      switch self {
      case .active: return JobQuota(minutes: 20, windowMinutes: 60)
      case .working: return JobQuota(minutes: 10, windowMinutes: 4 * 60)
      case .frequent: return JobQuota(minutes: 10, windowMinutes: 12 * 60)
      case .rare: return JobQuota(minutes: 10, windowMinutes: 24 * 60)
      case .restricted: return JobQuota(minutes: 10, windowMinutes: 24 * 60, sessionsMax: 1)
      }
    }
    switch self {
    case .active: return nil
    case .working: return JobQuota(minutes: 10, windowMinutes: 2 * 60, sessionsMax: 10)
    case .frequent: return JobQuota(minutes: 10, windowMinutes: 8 * 60, sessionsMax: 8)
    case .rare: return JobQuota(minutes: 10, windowMinutes: 24 * 60, sessionsMax: 3)
    case .restricted: return JobQuota(minutes: 10, windowMinutes: 24 * 60, sessionsMax: 1)
    }
  }

  /// How many alarms may fire within a window; no limit where it is nil.
  var alarmQuota: AlarmQuota? {
    switch self {
    case .active: nil
    case .working: AlarmQuota(count: 10, windowMilliseconds: 3_600_000)
    case .frequent: AlarmQuota(count: 2, windowMilliseconds: 3_600_000)
    case .rare: AlarmQuota(count: 1, windowMilliseconds: 3_600_000)
    case .restricted: AlarmQuota(count: 1, windowMilliseconds: 24 * 3_600_000)
    }
  }

  /// The bucket, raised to a floor.
  func raised(to floor: StandbyBucket?) -> StandbyBucket {
    floor.map { min(self, $0) } ?? self
  }

  /// The less limited bucket is the smaller one.
  public static func < (one: StandbyBucket, other: StandbyBucket) -> Bool {
    one != other && allCases.first { $0 == one || $0 == other } == one
  }
}

/// How many alarms of an app may fire within a window.
struct AlarmQuota: Hashable, Sendable {
  let count: Int
  let windowMilliseconds: Int64

  /// How long an alarm waits for room at an instant, in milliseconds; 0 where there is room.
  ///
  /// `firings` are instants in ms, the latest last.
  func wait(at now: Int64, after firings: [Int64]) -> Int64 {
    guard firings.count >= count else { return 0 }
    return max(0, firings[firings.count - count] + windowMilliseconds - now)
  }
}
