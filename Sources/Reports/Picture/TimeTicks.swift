import CivilTime

/// The ticks of a time axis: round times of the phone's clock.
struct TimeTicks {
  /// One tick.
  struct Tick {
    /// Its instant, in milliseconds.
    let instant: Int64
    /// The wall time then.
    let time: WallTime
  }

  /// The approximate number of ticks on an axis.
  private static let countMax: Int64 = 8
  private static let second: Int64 = 1_000
  private static let minute = 60 * second
  private static let hour = 60 * minute
  private static let day = 24 * hour

  /// Round distances, in milliseconds.
  private static let steps =
    [1, 2, 5, 10, 15, 30].map { $0 * second } + [1, 2, 5, 10, 15, 30].map { $0 * minute }
    + [1, 2, 3, 6, 12].map { $0 * hour }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map { $0 * day }

  let ticks: [Tick]
  /// Whether the ticks are whole days.
  let areDays: Bool
  /// Whether labels need seconds.
  let hasSeconds: Bool

  init(_ clock: PhoneClock, end: Int64) {
    let span = max(end, 1)
    let step = TimeTicks.steps.first { span / $0 <= TimeTicks.countMax } ?? span
    areDays = step >= TimeTicks.day
    hasSeconds = step < TimeTicks.minute
    var ticks: [Tick] = []
    for (index, segment) in clock.segments.enumerated() {
      let isLast = index + 1 == clock.segments.count
      let until = isLast ? span + 1 : min(clock.segments[index + 1].start, span + 1)
      // A segment may be short, but there are never more ticks in it than fit.
      var wall = segment.epochMilliseconds + segment.start - 1
      while let next = TimeTicks.next(after: wall, step, segment.zone),
        next - segment.epochMilliseconds < until
      {
        wall = next
        let time = segment.zone.wallTime(at: next)
        ticks.append(Tick(instant: next - segment.epochMilliseconds, time: time))
      }
    }
    self.ticks = ticks
  }

  /// The next round wall time, in milliseconds since the Unix epoch.
  private static func next(after wall: Int64, _ step: Int64, _ zone: Zone) -> Int64? {
    let offset = Int64(zone.offsetSeconds(at: wall)) * second
    let local = wall + offset
    let rest = ((local % step) + step) % step
    let guess = wall + step - rest
    let changed = Int64(zone.offsetSeconds(at: guess)) * second
    // Where the offset changes in between, the round time is earlier or later.
    let exact = guess + offset - changed
    return exact > wall ? exact : guess
  }
}
