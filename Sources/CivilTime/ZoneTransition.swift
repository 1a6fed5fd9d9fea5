/// A change of a zone's offset from UTC.
public struct ZoneTransition: Hashable, Sendable {
  /// The first instant with the new offset, in milliseconds since the Unix epoch.
  public let instant: Int64
  /// Seconds east of UTC until the transition.
  public let offsetBefore: Int
  /// Seconds east of UTC from the transition on.
  public let offsetAfter: Int

  /// Creates a transition; the instant is in milliseconds, the offsets are in seconds.
  public init(instant: Int64, offsetBefore: Int, offsetAfter: Int) {
    self.instant = instant
    self.offsetBefore = offsetBefore
    self.offsetAfter = offsetAfter
  }

  /// Whether wall times are skipped, rather than repeated.
  public var isGap: Bool { offsetAfter > offsetBefore }
}
