import CivilTime

/// The zones that the phone has been in, so that a line keeps the zone it was written in.
struct ZoneHistory: Hashable, Sendable {
  /// A zone, from a record on.
  struct Change: Hashable, Sendable {
    let sequence: UInt64
    /// The wall clock then, in milliseconds since the Unix epoch.
    let time: Int64
    let zone: Zone
  }

  /// How many changes are kept; of more, the oldest are dropped.
  private static let countMax = 4_096

  private(set) var changes: [Change] = []

  /// The zone now; nil before the first record.
  var zone: Zone? { changes.last?.zone }

  /// The phone is in a zone from a record on.
  mutating func note(_ zone: Zone, sequence: UInt64, time: Int64) {
    guard zone != changes.last?.zone else { return }
    changes.append(Change(sequence: sequence, time: time, zone: zone))
    if changes.count > ZoneHistory.countMax { changes.removeFirst(ZoneHistory.countMax / 4) }
  }

  /// The zone at a record.
  func zone(at sequence: UInt64) -> Zone {
    // Nearly always there is one zone.
    guard changes.count > 1 else { return zone ?? .utc }
    return (changes.last { $0.sequence <= sequence } ?? changes[0]).zone
  }

  /// The zone when the wall clock showed a time.
  func zone(atWall time: Int64) -> Zone {
    guard changes.count > 1 else { return zone ?? .utc }
    return (changes.last { $0.time <= time } ?? changes[0]).zone
  }
}
