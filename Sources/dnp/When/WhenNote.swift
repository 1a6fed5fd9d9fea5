import CivilTime

/// The effect of a change of the zone's offset on a firing.
struct WhenNote: Hashable, Sendable {
  /// The effect; the raw values are used in the JSON.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A time in a gap, moved forward by the gap's length.
    case movedForward
    /// Times in a gap that do not fire, since the schedule follows the wall clock.
    case lostInGap
    /// A date that the zone skips, on which nothing fires.
    case dateSkipped
    /// The first pass through an overlap; nothing fires in the second.
    case firstOfTwo
  }

  let kind: Kind
  /// The first wall time of the note: one that does not exist, or one that occurs twice.
  let wallTime: WallTime
  /// The note for people.
  let text: String
}
