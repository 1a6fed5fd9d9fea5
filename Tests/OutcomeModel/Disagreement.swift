/// A point in which the phone and the model differ.
public struct Disagreement: Hashable, Sendable {
  /// The kind of difference; the raw value is the class's name in reports.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It had to be shown and was not.
    case lost
    /// It was overdue when its schedule changed, and was not shown.
    case lostOnItsWay
    /// It was shown later than the drift allows.
    case late
    /// One occurrence of one revision was shown more than once.
    case shownTwice
    /// It was shown although its schedule had been cancelled, paused or changed before.
    case shownAfterEnd
    /// Something was shown that is not an occurrence, or before its time.
    case ghost
    /// On an iPhone: it was put off and not shown again.
    case lostAgain
    /// On an iPhone: it was shown again though nobody had put it off, or before its time, or after
    /// it was withdrawn.
    case shownAgainInVain
    /// It was shown, but reported missed with certainty unknown.
    case falseMiss
    /// It was shown, but reported missed with certainty.
    case falseCertainMiss
    /// It was reported missed although it is still ahead.
    case missedAhead
    /// A miss was reported for an occurrence that no revision has.
    case phantomMiss
    /// It was not shown, and never reported missed.
    case unreportedMiss
    /// It was reported missed more than once.
    case missedTwice
    /// A delivery was reported of something that was not shown.
    case falseDelivery
    /// It was in Notification Center at an entry, and not reported as delivered.
    case unreportedDelivery
    /// A delivery was reported with the time of another occurrence.
    case misdatedDelivery
    /// A delivery was reported without its date, though the evidence leaves one.
    case needlesslyUnknown
    /// Its delivery was reported more than once.
    case deliveredTwice
    /// The status differs from the phone.
    case statusLies
    /// A call was rejected without a reason.
    case unexpectedRejection
    /// A call was accepted before the first unlock.
    case acceptedBeforeUnlock
    /// At rest, an occurrence that must be armed is not.
    case notArmed
    /// At rest, a request is pending that no schedule needs.
    case strayRequest
    /// On Android: it showed its default text though its content could be fetched.
    case lackingContent
    /// On Android: it showed content that was too old when it was shown.
    case staleContent
    /// On Android: a call was accepted that arms what cannot be armed or shown.
    case acceptedInVain
    /// On Android: a request for the permission was answered with what does not hold, or without
    /// asking the person, or the dialog came up after a final answer.
    case permissionLies
    /// What the project tells people became of it is not what did.
    case historyLies
    /// An invariant was violated in a history that is otherwise right.
    case invariantAlarm
    /// An invariant was violated, and other classes confirm it.
    case invariantBroken
  }

  /// The kind of difference.
  public let kind: Kind
  /// The schedule's name; for invariants, their number.
  public let schedule: String
  /// When it was observed, in milliseconds since the run began.
  public let instant: Int64
  /// What was expected and what was observed.
  public let text: String

  /// Creates a disagreement.
  public init(_ kind: Kind, _ schedule: String, at instant: Int64, _ text: String) {
    self.kind = kind
    self.schedule = schedule
    self.instant = instant
    self.text = text
  }

  /// The class under which it is counted; each invariant is a class.
  public var className: String {
    switch kind {
    case .invariantAlarm, .invariantBroken: "\(kind.rawValue)#\(schedule)"
    default: kind.rawValue
    }
  }
}
