import CivilTime

/// What a change of the zone's offset does to a firing.
struct WhenNote: Hashable, Sendable {
  /// The effect; the raw values stand in the JSON.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A time of day in a gap, moved forward by the gap's length.
    case movedForward
    /// Times in a gap that fire once, at its end.
    case movedToGapEnd
    /// Times in a gap that do not fire, since the schedule follows the clock.
    case lostInGap
    /// A date that was skipped whole, on which nothing fires.
    case dateSkipped
    /// The first pass through an overlap.
    case firstOfTwo
    /// The second pass, for schedules that follow the clock.
    case secondOfTwo
  }

  let kind: Kind
  /// The first wall time that the note is about: one that does not exist, or one that comes twice.
  let wallTime: WallTime
  /// The note for people.
  let text: String
}
