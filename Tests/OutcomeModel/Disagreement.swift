/// A point in which the phone and the model differ.
public struct Disagreement: Hashable, Sendable {
  /// The kind of difference; the raw value is the class's name in reports.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It had to be shown and was not.
    case lost
    /// It was on its way when its schedule changed, and was not shown.
    case lostOnItsWay
    /// It was shown later than the drift allows.
    case late
    /// One occurrence of one revision was shown more than once.
    case shownTwice
    /// It was shown though its schedule had been cancelled, paused or changed before.
    case shownAfterEnd
    /// Something was shown that is no occurrence, or before its time.
    case ghost
    /// What was shown was reported missed, certainty unknown.
    case falseMiss
    /// What was shown was reported missed with certainty.
    case falseCertainMiss
    /// What is still ahead was reported missed.
    case missedAhead
    /// A miss was reported of an occurrence that no revision had.
    case phantomMiss
    /// What was not shown was never reported.
    case unreportedMiss
    /// One miss was reported more than once.
    case missedTwice
    /// A delivery was reported of what was not shown.
    case falseDelivery
    /// What Notification Center still showed was not reported as delivered.
    case unreportedDelivery
    /// A delivery was reported under the time of another occurrence.
    case misdatedDelivery
    /// One delivery was reported more than once.
    case deliveredTwice
    /// Status does not agree with the phone.
    case statusLies
    /// A call was rejected for no reason.
    case unexpectedRejection
    /// A call was accepted before the first unlock.
    case acceptedBeforeUnlock
    /// At rest, an occurrence that has to be armed is not.
    case notArmed
    /// At rest, a request is pending that no schedule needs.
    case strayRequest
    /// An invariant was reported broken in a history that is otherwise right.
    case invariantAlarm
    /// An invariant was reported broken, and other classes say so too.
    case invariantBroken
  }

  /// What kind of difference.
  public let kind: Kind
  /// The schedule; for invariants their number.
  public let schedule: String
  /// When it was seen, ms since the run began.
  public let instant: Int64
  /// What was expected and seen.
  public let text: String

  /// Makes a disagreement.
  public init(_ kind: Kind, _ schedule: String, at instant: Int64, _ text: String) {
    self.kind = kind
    self.schedule = schedule
    self.instant = instant
    self.text = text
  }

  /// The class under which it is counted; each invariant is one of its own.
  public var className: String {
    switch kind {
    case .invariantAlarm, .invariantBroken: "\(kind.rawValue)#\(schedule)"
    default: kind.rawValue
    }
  }
}
