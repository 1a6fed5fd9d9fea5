import CivilTime

/// One occurrence of a revision: what had to happen and what did.
struct Occurrence {
  /// When it last became due, ms since the run began; nil if it never has.
  var dueAt: Int64?
  /// The wall time then, in milliseconds since the Unix epoch.
  var dueWall: Int64 = 0
  /// The deadline for showing it, ms since the run began; `.max` while the phone is off.
  var deadline: Int64 = 0
  /// Whether it is due, not shown and not past its deadline.
  var isOpen = false
  /// Whether it had to be shown when it became due.
  var mustBeShown = false
  /// Why it need not be shown after all; nil if it must.
  var excuse: Excuse?
  /// Whether it had to be shown and its deadline has passed.
  var isLost = false
  /// Whether its schedule changed while it was open.
  var wasOnItsWay = false
  /// When it was shown, in milliseconds since the run began.
  var shown: [Int64] = []
  /// Whether an entry that re-plans has found it in the delivered list.
  var isSeen = false
  /// Whether the person dismissed it before an entry.
  var isCleared = false
  /// Whether a later delivery of the same request replaced it before an entry.
  var isReplaced = false
  /// The occurrence that was shown for this one too, when one request skipped several dates.
  var leader: WallMinute?
  /// Whether there was an entry that can report it as missed.
  var isAccountable = false
  /// Whether it had, when it was accounted for, the very time of another one that was shown.
  var sharesInstant = false
  /// Whether there was an entry that must report it as delivered.
  var mustReportDelivery = false
  /// Whether the clock was set back before it after it had become due.
  var isAheadAgain = false
  /// Whether it was reported missed, and the system's repeating request had it ahead again with
  /// nobody to notice.
  var isRepeatedBySystem = false
  /// Whether it came due when the clock showed its time, and the phone was on.
  var wasPunctual = true
  /// Whether nobody can know for which date it was shown: neither the instant nor a zone tells.
  var isDateUnknown = false
  /// How often its delivery was reported with its date, and whether it was, with or without.
  var deliveredReports = 0
  var isDeliveryReported = false
  /// The occurrences that the time in the report of its delivery may name.
  var namedInReport: [Place] = []
  var missedReports: [MissedReport] = []
  /// The identifier under which it was shown.
  var identifier = ""

  struct MissedReport {
    let isCertain: Bool
    /// Whether it was shown or could still be, as far as the phone knew.
    let isWrong: Bool
  }

  /// Whether it was neither shown nor given up.
  var canStillBeShown: Bool { shown.isEmpty && missedReports.isEmpty }

  /// Whether it was cleared before any entry has seen it, or replaced by one that says nothing of
  /// it: then nobody knows that it was shown.
  func isForgotten(among revision: Revision) -> Bool {
    guard !isSeen, let first = shown.first else { return false }
    if isCleared { return true }
    // A repeating request fires in order, so that a later showing tells.
    return isReplaced
      && !(revision.isRepeating
        && revision.occurrences.values.contains { $0.isSeen && $0.shown.last ?? .min > first })
  }

  /// Whether it can take a place of the window: no other date was shown for it too.
  var canBeArmed: Bool { canStillBeShown && leader == nil }

  enum Excuse {
    /// Notifications were denied while it was due.
    case denied
    /// The phone was off, and the system does not deliver later.
    case phoneOff
    /// A repeating request that skips several dates is shown once.
    case oneRequest
    /// Pending requests were cleared.
    case cleared
    /// Its schedule was cancelled, paused or changed.
    case ended
    /// The contract leaves it open, or a fault makes it unknown.
    case unknown
  }
}

/// A schedule from the call that created it or changed its time to the call that ends it.
struct Revision {
  let schedule: String
  let kind: Kind
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
  /// Whether the plugin certainly has it stored.
  var isUncertain = false
  /// Whether a zone's gap has moved its requests to times of others.
  var isMovedByGap = false
  /// Whether a call has stored it; false where the only call that asked for it was rejected.
  var wasStored = true
  var isPaused = false
  /// The range of occurrences that must be armed; nil for none.
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
  var occurrences: [WallMinute: Occurrence] = [:]
  /// Occurrences that were due and not shown, until an entry accounts for them.
  var unaccounted: [WallMinute] = []
  /// Occurrences that were shown, until an entry finds them.
  var unseen: [WallMinute] = []
  /// The next occurrence by the current clock; nil until it is computed.
  var next: TimedOccurrence?

  enum Kind {
    case daily
    case reminder
    case dual
  }

  /// Whether one request of the system repeats for ever.
  var isRepeating: Bool { kind == .reminder && !isOnce }

  /// Whether it is over because its only occurrence has passed.
  var isSpent: Bool {
    guard isOnce else { return false }
    return occurrences[onlyMinute].map { $0.dueAt != nil && !$0.isAheadAgain } ?? false
  }

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
