/// How often a person uses an app, by which the system holds back its work.
///
/// Source: Android, "Power management restrictions" (how long jobs are deferred: two, eight and
/// 24 hours; once a day when restricted).
/// Not modelled: how the system moves an app between buckets (a verb does), a change of bucket for
/// work that waits already, quotas of alarms.
public enum StandbyBucket: String, Hashable, Sendable, CaseIterable {
  case active
  case working
  case frequent
  case rare
  case restricted

  /// By how much work is deferred at most, in milliseconds.
  var deferralMilliseconds: Int64 {
    switch self {
    case .active: 0
    case .working: 2 * 3_600_000
    case .frequent: 8 * 3_600_000
    case .rare, .restricted: 24 * 3_600_000
    }
  }

  /// How far apart two runs are at least, in milliseconds.
  var distanceMilliseconds: Int64 { self == .restricted ? 24 * 3_600_000 : 0 }
}
