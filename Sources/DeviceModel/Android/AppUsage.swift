import SimulationCore

/// When the app was used last, from which the system computes its standby bucket.
///
/// The app is used while it is on the screen. The screen is on while the phone is unlocked. A
/// bucket that is set by hand holds until the app is opened, whatever the clock says.
///
/// Source: AOSP, AppIdleHistory.getThresholdIndex and AppStandbyController (thresholds of 12, 24
/// and 48 hours, with one and two hours of screen-on for the last two; eight days with six hours,
/// 45 days on API 31 and 32, and off before (DEFAULT_ENABLE_RESTRICTED_BUCKET); both the elapsed
/// time and that of screen-on have to be reached; a notification that is seen holds working set for
/// 12 hours; REASON_MAIN_FORCED_BY_USER); HibernationPolicy (90 days).
/// Not modelled: the hours between two looks of the system at its apps, that a seen notification
/// lifts a bucket that was set by hand, the wall clock by which hibernation counts its days.
public struct AppUsage: Hashable, Sendable {
  /// What becomes of an app after some time without use.
  struct Limits: Hashable, Sendable {
    /// From when on the app is in a bucket.
    struct Step: Hashable, Sendable {
      let bucket: StandbyBucket
      /// How long the app has to be unused, in milliseconds.
      let unused: Int64
      /// How long the screen has to be on in that time, in milliseconds.
      let screenOn: Int64

      init(_ bucket: StandbyBucket, unused: Int64, screenOnHours: Int64) {
        self.bucket = bucket
        self.unused = unused
        screenOn = screenOnHours * AppUsage.hour
      }
    }

    /// The steps from one bucket to the next, in their order.
    let steps: [Step]
    /// After how long the app counts as unused, in milliseconds; nil where it never does.
    let unusedAfter: Int64?

    /// `restrictedAfter` is in milliseconds; nil for as long as the version has it.
    init(apiLevel: Int, restrictedAfter: Int64?, unusedAfter: Int64) {
      let hour = AppUsage.hour
      let restricted = restrictedAfter ?? (apiLevel >= 33 ? 8 : 45) * 24 * hour
      let gradual = [
        Step(.working, unused: 12 * hour, screenOnHours: 0),
        Step(.frequent, unused: 24 * hour, screenOnHours: 1),
        Step(.rare, unused: 48 * hour, screenOnHours: 2),
      ]
      let last = [Step(.restricted, unused: restricted, screenOnHours: 6)]
      steps = apiLevel >= 31 ? gradual + last : gradual
      self.unusedAfter = apiLevel >= 30 ? unusedAfter : nil
    }
  }

  /// The phone at an instant, as far as its usage counts.
  struct Moment {
    let now: SimulationInstant
    /// Whether the app is on the screen, or was never opened.
    let isInUse: Bool
    let isPoweredOn: Bool
    let isScreenOn: Bool
  }

  private static let hour: Int64 = 3_600_000
  /// For how long a notification that was seen holds the working set, in milliseconds.
  private static let seenMilliseconds = 12 * hour

  /// How often the person uses the app, as the system sees it.
  public private(set) var bucket = StandbyBucket.active
  /// Whether the bucket holds until the app is opened: set by hand, or that of a restored app.
  private var isHeld = false
  /// Time since the app was used last, while the phone is on.
  private var unused = CountedTime()
  /// How long the screen was on since then.
  private var screenOn = CountedTime()
  /// Until when a notification that was seen holds the working set.
  private var seenUntil = SimulationInstant.zero
  /// Whether it has counted as unused since it was used last.
  private var isUnused = false

  /// A person opens the app, which ends a bucket that was set by hand.
  mutating func opened() {
    isHeld = false
    bucket = .active
  }

  /// The bucket is set and holds: by a tester, or for a restored app.
  mutating func setBucket(_ bucket: StandbyBucket) {
    self.bucket = bucket
    isHeld = true
  }

  /// The app came with a backup: it counts as rarely used until it is opened.
  mutating func restored() { setBucket(.rare) }

  /// The person has seen a notification of the app.
  mutating func notificationSeen(at now: SimulationInstant) {
    seenUntil = now.advanced(byMilliseconds: AppUsage.seenMilliseconds)
  }

  /// Counts the time up to a moment, and moves the app to the bucket that it belongs to.
  ///
  /// Returns true once the app has not been used for so long that it counts as unused.
  mutating func follow(_ moment: Moment, _ limits: Limits) -> Bool {
    let now = moment.now
    if moment.isInUse {
      (unused, screenOn, isUnused) = (CountedTime(), CountedTime(), false)
      if !isHeld { bucket = .active }
      return false
    }
    unused.count(moment.isPoweredOn, at: now)
    screenOn.count(moment.isScreenOn, at: now)
    let (unused, screenOn) = (unused.milliseconds(at: now), screenOn.milliseconds(at: now))
    if !isHeld {
      let reached = limits.steps.last { unused >= $0.unused && screenOn >= $0.screenOn }
      bucket = (reached?.bucket ?? .active).raised(to: now < seenUntil ? .working : nil)
    }
    guard !isUnused, let limit = limits.unusedAfter, unused >= limit else { return false }
    isUnused = true
    return true
  }

  /// When the app moves next if nothing happens until then; nil where it does not.
  func nextMove(after now: SimulationInstant, _ limits: Limits) -> SimulationInstant? {
    let unused = unused.milliseconds(at: now)
    var waits: [Int64] = []
    if self.unused.isCounting {
      if !isUnused, let limit = limits.unusedAfter { waits.append(limit - unused) }
      if !isHeld { waits += limits.steps.compactMap { wait(for: $0, unused, at: now) } }
    }
    if !isHeld, bucket != .active {
      waits.append(seenUntil.milliseconds - now.milliseconds)
    }
    return waits.filter { $0 > 0 }.min().map { now.advanced(byMilliseconds: $0) }
  }

  /// How long it is until a step is reached, in milliseconds; nil where the screen is off for it.
  private func wait(
    for step: Limits.Step, _ unused: Int64, at now: SimulationInstant
  ) -> Int64? {
    let missing = step.screenOn - screenOn.milliseconds(at: now)
    guard missing <= 0 || screenOn.isCounting else { return nil }
    return max(step.unused - unused, missing)
  }
}

/// Time that is counted while something holds.
private struct CountedTime: Hashable, Sendable {
  private var total: Int64 = 0
  private var since: SimulationInstant?

  /// Whether it is counted now.
  var isCounting: Bool { since != nil }

  /// The time up to an instant, in milliseconds.
  func milliseconds(at now: SimulationInstant) -> Int64 {
    total + (since.map { now.milliseconds - $0.milliseconds } ?? 0)
  }

  /// It is counted from an instant on, or no longer.
  mutating func count(_ isCounting: Bool, at now: SimulationInstant) {
    guard isCounting != self.isCounting else { return }
    total = milliseconds(at: now)
    since = isCounting ? now : nil
  }
}
