import CivilTime
import History

/// The zones that the phone has been in, so that a line keeps the zone it was written in.
struct ZoneHistory: Hashable, Sendable {
  private let zones: Timeline<Zone>

  init(_ zones: Timeline<Zone> = Timeline()) {
    self.zones = zones
  }

  /// The zones, each with when it began.
  var changes: [Timeline<Zone>.Change] { zones.changes }

  /// The zone at a record.
  func zone(at sequence: UInt64) -> Zone {
    (zones.change(at: sequence) ?? changes.first)?.value ?? .utc
  }

  /// The zone when the wall clock showed a time.
  func zone(atWall time: Int64) -> Zone {
    (changes.last { $0.point.wallMilliseconds <= time } ?? changes.first)?.value ?? .utc
  }
}
