import CivilTime

/// A schedule on an Android phone from the call that created it or changed its time to the call
/// that ends it.
struct AlarmRevision {
  let schedule: String
  let kind: Kind
  let rule: WallRule
  /// Its own zone; nil when it floats with the phone's.
  let zone: Zone?
  /// Whether it fires only once, like a reminder that does not repeat.
  let isOnce: Bool
  /// Whether nothing is shown without fresh content, so that nothing has to be.
  let isSkipping: Bool
  var ended: Int64?
  /// The first occurrence that it has to show.
  var firstMinute: WallMinute
  /// The only occurrence of a schedule that fires once.
  var onlyMinute: WallMinute
  /// Whether nobody knows what the plugin has stored of it.
  var isUncertain = false
  /// Whether a call has stored it; false where the only call that asked for it was rejected.
  var wasStored = true
  var isPaused = false
  /// The occurrences that must have an alarm: the next one and the one after.
  var armed: [WallMinute] = []
  var outcomes: [WallMinute: AlarmOutcome] = [:]
  /// The next occurrence by the current clock; nil until it is computed.
  var next: TimedOccurrence?

  enum Kind {
    case daily
    case reminder
    case dual
  }

  /// Whether it is over because its only occurrence has passed.
  var isSpent: Bool {
    guard isOnce else { return false }
    return outcomes[onlyMinute].map { $0.dueAt != nil && !$0.isAheadAgain } ?? false
  }

  /// Its occurrences after one time and up to another, ascending.
  func coming(after: Int64, through: Int64, in zone: Zone) -> [TimedOccurrence] {
    let coming = rule.occurrences(after: after, through: through, in: zone)
    return isOnce ? coming.filter { $0.minute == onlyMinute } : coming
  }

  /// Its first occurrences after a time, at least `count` if there are so many.
  func next(_ count: Int, after: Int64, in zone: Zone) -> [TimedOccurrence] {
    guard isOnce else { return rule.next(count, after: after, in: zone) }
    return rule.next(3, after: after, in: zone).filter { $0.minute == onlyMinute }
  }
}

/// One occurrence of a revision: what had to happen and what did; times in ms since the run began.
struct AlarmOutcome {
  /// When it last became due; nil if it never has.
  var dueAt: Int64?
  /// The wall time then, in milliseconds since the Unix epoch.
  var dueWall: Int64 = 0
  /// Whether it had been due before: a flight or the clock had put it ahead again.
  var wasDueBefore = false
  /// By when it must be shown; `.max` while Doze may hold it.
  var deadline: Int64 = 0
  /// Whether it is due, not shown and not past its deadline.
  var isOpen = false
  /// Why it need not be shown; nil if it must.
  var excuse: Excuse?
  /// Whether it had to be shown and its deadline has passed.
  var isLost = false
  /// Whether its schedule changed while it was open.
  var wasOnItsWay = false
  var shown: [Int64] = []
  /// Whether the clock or a flight put it ahead again after it had become due.
  var isAheadAgain = false
  /// Whether there was an entry that must report it as missed.
  var isAccountable = false
  /// When that entry was.
  var accountableAt: Int64?
  /// Whether it had, when it was accounted for, the very time of another one that was shown.
  var sharesInstant = false
  /// Whether there was an entry that must report it as delivered.
  var mustReportDelivery = false
  /// Whether nothing could be written when it was shown, and no entry has written it since.
  var isUnwritten = false
  /// Whether it was not written before the shade lost it: then nobody knows that it was shown.
  var isForgotten = false
  var deliveredReports = 0
  var missedReports = 0

  enum Excuse {
    /// Nothing could run or be shown: off, locked since the start, stopped, denied, blocked,
    /// without exact alarms. That it was missed has to be reported.
    case impossible
    /// Its alarm had been lost, and nothing has run since that could have set it again.
    case notArmed
    /// Its process died while it was to be shown.
    case died
    /// Its schedule was cancelled, paused or changed.
    case ended
    /// The contract leaves it open, or a fault makes it unknown.
    case unknown

    /// Whether the plugin has to report that it was missed.
    var mustBeReported: Bool {
      switch self {
      case .impossible, .notArmed, .died: true
      case .ended, .unknown: false
      }
    }
  }
}
