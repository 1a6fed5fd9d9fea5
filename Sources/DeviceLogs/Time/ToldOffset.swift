import CivilTime

/// A zone of which a line has told the offset alone: the clocks may have changed since.
struct ToldOffset: Hashable, Sendable {
  /// Minutes east of UTC.
  let minutes: Int
  /// When a line told it, in milliseconds since the Unix epoch.
  let instant: Int64

  /// By how many milliseconds the clocks of a zone with that offset had moved at a time that was
  /// read by it: each change that a zone knows, none of them 0.
  ///
  /// - Complexity: One look-up in each zone of the database.
  func changes(at time: Int64) -> [Int64] {
    var changes: [Int64] = []
    for identifier in ZoneData.identifiers {
      guard let zone = try? Zone(identifier: identifier) else { continue }
      let before = zone.offsetSeconds(at: instant)
      guard before == minutes * 60 else { continue }
      // A time within the change itself is read an hour too late or too early.
      let read = Int64(zone.offsetSeconds(at: time) - before) * 1_000
      let moved = Int64(zone.offsetSeconds(at: time &- read) - before) * 1_000
      for change in [read, moved] where change != 0 && !changes.contains(change) {
        changes.append(change)
      }
    }
    return changes.sorted()
  }
}

/// What a change of the clocks explains in a log of which only the offset is known.
struct ClockChanges {
  /// What was asked last, and the answer.
  private var last: (told: ToldOffset, hour: Int64, changes: [Int64])?

  private static let hour: Int64 = 3_600_000

  /// The words that say so, where the time of a line fits once the clocks have changed.
  ///
  /// - Parameter fits: Whether the line's time would be right with so many milliseconds more.
  mutating func explanation(_ time: LogTime?, fits: (Int64) -> Bool) -> String? {
    guard let time, let told = time.told else { return nil }
    let hour = time.milliseconds / ClockChanges.hour
    if last?.told != told || last?.hour != hour {
      last = (told, hour, told.changes(at: time.milliseconds))
    }
    guard last?.changes.contains(where: { fits(-$0) }) == true else { return nil }
    return "; of the zone only the offset is known, and a change of the clocks explains this: "
      + "give --zone"
  }
}
