import CivilTime

/// A schedule from the call that created it or changed its time to the call that ends it.
struct Revision {
  let schedule: String
  let kind: OutcomeModel.Kind
  let rule: WallRule
  /// Its own zone; nil when it floats with the phone's.
  let zone: Zone?
  /// Whether it fires only once, like a reminder that does not repeat.
  let isOnce: Bool
  /// Whether nothing is shown without fresh content, so that nothing has to be.
  let isSkipping: Bool
  /// When it began and ended, in milliseconds since the run began.
  let begun: Int64
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
  var occurrences: [WallMinute: Occurrence] = [:]
  /// The next occurrence by the current clock; nil until it is computed.
  var next: TimedOccurrence?

  // On an iPhone.

  /// The range of occurrences that must have a request; nil for none.
  var armedFrom: WallMinute?
  var armedThrough: WallMinute?
  /// The zone in which it was armed: what that leaves out has no request, wherever the phone goes.
  var armedIn: Zone?
  /// The latest occurrence that was ever armed.
  var everArmedThrough: WallMinute = .min
  /// Whether the repeating request was added again, so that it has not shown anything yet.
  var wasAddedAnew = false
  /// Whether the system has lost its request, and nothing has added it since.
  var hasLostRequest = false
  /// When it was added after that, in milliseconds since the run began.
  var addedAt = Int64.min
  /// Whether a zone's gap has moved its requests to times of others.
  var isMovedByGap = false
  /// Occurrences that were due and not shown, until an entry accounts for them.
  var unaccounted: [WallMinute] = []
  /// Occurrences that were shown, until an entry finds them.
  var unseen: [WallMinute] = []

  // On an Android phone.

  /// The occurrences that must have an alarm: the next one and the one after.
  var alarms: [WallMinute] = []

  /// Whether it is over because its only occurrence has passed.
  var isSpent: Bool {
    guard isOnce else { return false }
    return occurrences[onlyMinute].map { $0.dueAt != nil && !$0.isAheadAgain } ?? false
  }

  /// Whether one request of an iPhone repeats for ever.
  var isRepeating: Bool { kind == .reminder && !isOnce }

  /// Its repeating request has fired after an occurrence: it does not go back before that.
  func hasFired(after minute: WallMinute) -> Bool {
    isRepeating && occurrences.contains { $0.key > minute && $0.value.dueAt != nil }
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
