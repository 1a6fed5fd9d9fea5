import CivilTime

/// One occurrence of one revision: what had to happen and what did.
struct Occurrence {
  /// When it last came due, ms since the run began; nil while it never has.
  var dueAt: Int64?
  /// What the wall clock showed then, ms since the Unix epoch.
  var dueWall: Int64 = 0
  /// Until when it may be shown; `.max` while the phone is off.
  var deadline: Int64 = 0
  /// Whether it is due and has neither been shown nor run past its deadline.
  var isOpen = false
  /// Whether it had to be shown when it came due.
  var mustBeShown = false
  /// Why it need not be shown after all.
  var excuse: Excuse?
  /// Whether it had to be shown and its deadline passed.
  var isLost = false
  /// Whether its schedule changed while it was open.
  var wasOnItsWay = false
  /// When it was shown.
  var shown: [Int64] = []
  /// Whether a planning entry has had it in the delivered list.
  var isSeen = false
  /// Whether the person took it out of Notification Center before an entry.
  var isCleared = false
  /// Whether a later showing of the same request took its place before an entry.
  var isReplaced = false
  /// The occurrence whose showing stands for this one too, where one request runs past several.
  var leader: WallMinute?
  /// Whether an entry came that can report it as missed.
  var isAccountable = false
  /// Whether an entry came that has to report it as delivered.
  var mustReportDelivery = false
  /// Whether the clock went back before it after it had come due.
  var isAheadAgain = false
  var deliveredReports = 0
  var missedReports: [MissedReport] = []
  /// Under which identifier it was shown.
  var identifier = ""

  struct MissedReport {
    let isCertain: Bool
    /// Whether it could still be shown or had been, as far as the phone knew.
    let isWrong: Bool
  }

  /// Whether it has neither been shown nor been given up.
  var canStillBeShown: Bool { shown.isEmpty && missedReports.isEmpty }

  enum Excuse {
    /// Notifications were denied while it was due.
    case denied
    /// The phone was off and the system does not make up for it.
    case phoneOff
    /// A repeating request that runs past several times at once is shown once.
    case oneRequest
    /// Pending requests were cleared.
    case cleared
    /// Its schedule was cancelled, paused or changed.
    case ended
    /// The spec leaves it open, or a fault makes it unknown.
    case unknown
  }
}

/// A schedule from the call that made it or changed its time until the one that ends it.
struct Revision {
  let schedule: String
  let kind: Kind
  let rule: WallRule
  /// The zone of its own; nil when it floats with the phone's.
  let zone: Zone?
  /// Reminders that come once have one occurrence.
  let isOnce: Bool
  /// Whether nothing is shown without fresh content, so that nothing has to be.
  let isSkipping: Bool
  /// When it began and ended, ms since the run began.
  let begun: Int64
  var ended: Int64?
  /// The first occurrence that it has to show.
  var firstMinute: WallMinute
  /// The one occurrence of a schedule that comes once.
  var onlyMinute: WallMinute
  /// Whether it is certain that the plugin has it stored.
  var isUncertain = false
  var isPaused = false
  /// The occurrences that have to be armed: from one to another; nil for none.
  var armedFrom: WallMinute?
  var armedThrough: WallMinute?
  /// Up to where occurrences have ever been armed.
  var everArmedThrough: WallMinute = .min
  /// Whether the repeating request was added anew, which forgets what it has shown.
  var wasAddedAnew = false
  var occurrences: [WallMinute: Occurrence] = [:]
  /// Those that were due and not shown, until an entry accounts for them.
  var unaccounted: [WallMinute] = []
  /// Those that were shown, until an entry sees them.
  var unseen: [WallMinute] = []
  /// The next occurrence by the present clock; nil when it is to be worked out.
  var next: TimedOccurrence?

  enum Kind {
    case daily
    case reminder
    case dual
  }

  /// Whether one request of the system repeats for ever.
  var isRepeating: Bool { kind == .reminder && !isOnce }

  /// Whether it is over since its one occurrence has come.
  var isSpent: Bool {
    guard isOnce else { return false }
    return occurrences[onlyMinute].map { $0.dueAt != nil && !$0.isAheadAgain } ?? false
  }

  /// Whether its repeating request has fired after an occurrence: it does not go back before that.
  func hasFired(after minute: WallMinute) -> Bool {
    isRepeating && occurrences.contains { $0.key > minute && $0.value.dueAt != nil }
  }

  /// Its occurrences after one time and up to another, by time.
  func coming(after: Int64, through: Int64, in zone: Zone) -> [TimedOccurrence] {
    let coming = rule.occurrences(after: after, through: through, in: zone)
    return isOnce ? coming.filter { $0.minute == onlyMinute } : coming
  }

  /// Its first occurrences after a time, at least `count` where there are so many.
  func next(_ count: Int, after: Int64, in zone: Zone) -> [TimedOccurrence] {
    guard isOnce else { return rule.next(count, after: after, in: zone) }
    return rule.next(3, after: after, in: zone).filter { $0.minute == onlyMinute }
  }
}
