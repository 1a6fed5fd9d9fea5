/// An occurrence: its revision and its wall time.
struct Place: Hashable {
  let revision: Int
  let minute: WallMinute
}

/// One occurrence of a revision: what had to happen and what did; times in ms since the run began.
struct Occurrence {
  /// When it last became due; nil if it never has.
  var dueAt: Int64?
  /// The wall time then, in milliseconds since the Unix epoch.
  var dueWall: Int64 = 0
  /// The deadline for showing it; `.max` while an iPhone is off, or Doze may hold it.
  var deadline: Int64 = 0
  /// Whether it is due, not shown and not past its deadline.
  var isOpen = false
  /// Why it need not be shown; nil if it must.
  var excuse: Excuse?
  /// Whether it had to be shown and its deadline has passed.
  var isLost = false
  /// When the host asked to skip it; nil where it did not, or took that back.
  var skippedAt: Int64?
  /// Whether its schedule changed while it was open.
  var wasOnItsWay = false
  /// When it was shown.
  var shown: [Int64] = []
  /// Whether the clock or a flight put it ahead again after it had become due.
  var isAheadAgain = false
  /// Whether there was an entry that can report it as missed.
  var isAccountable = false
  /// Whether it had, when it was accounted for, the very time of another one that was shown.
  var sharesInstant = false
  /// Whether there was an entry that must report it as delivered.
  var mustReportDelivery = false
  /// How often its delivery was reported with its date, and whether it was, with or without.
  var deliveredReports = 0
  var isDeliveryReported = false
  var missedReports: [MissedReport] = []

  // On an iPhone, where the plugin learns of a delivery at its next entry.

  /// Whether an entry that re-plans has found it in the delivered list.
  var isSeen = false
  /// Whether the person dismissed it before an entry.
  var isCleared = false
  /// Whether a later delivery of the same request replaced it before an entry.
  var isReplaced = false
  /// The occurrence that was shown for this one too, when one request skipped several dates.
  var leader: WallMinute?
  /// Whether it was reported missed, and the system's repeating request had it ahead again with
  /// nobody to notice.
  var isRepeatedBySystem = false
  /// Whether it came due when the clock showed its time, and the phone was on.
  var wasPunctual = true
  /// Whether nobody can know for which date it was shown: neither the instant nor a zone tells.
  var isDateUnknown = false
  /// The occurrences that the time in the report of its delivery may name.
  var namedInReport: [Place] = []
  /// The identifier under which it was shown.
  var identifier = ""

  // On an Android phone, where the plugin shows it.

  /// Whether it had been due before: a flight or the clock had put it ahead again.
  var wasDueBefore = false
  /// When the entry was that can report it as missed.
  var accountableAt: Int64?
  /// Whether nothing could be written when it was shown, and no entry has written it since.
  var isUnwritten = false
  /// Whether the shade lost it before it was written: then nothing tells that it was shown.
  var isLostUnwritten = false

  struct MissedReport {
    let isCertain: Bool
    /// Whether it was shown or could still be, as far as the phone knew.
    let isWrong: Bool
  }

  /// Whether it was neither shown, nor skipped, nor given up.
  var canStillBeShown: Bool { shown.isEmpty && missedReports.isEmpty && skippedAt == nil }

  /// Whether it was skipped so long before its time that it must not be shown.
  var isSkippedInTime: Bool {
    guard let skippedAt else { return false }
    return dueAt.map { $0 - skippedAt > Occurrence.skipRaceMilliseconds } ?? true
  }

  /// What is skipped this shortly before its time may be shown all the same, in milliseconds.
  private static let skipRaceMilliseconds: Int64 = 11_000

  /// Whether a miss that an entry had to report was not reported.
  var isMissUnreported: Bool {
    isAccountable && shown.isEmpty && missedReports.isEmpty && !sharesInstant
      && excuse.map(\.mustBeReported) ?? true
  }

  /// The disagreements about an occurrence that was lost, or not reported.
  var loss: (Disagreement.Kind, String) {
    (wasOnItsWay ? .lostOnItsWay : .lost, "armed, due, and not shown")
  }
  static var unreportedMiss: (Disagreement.Kind, String) {
    (.unreportedMiss, "not shown, and never reported")
  }

  /// Adds an excuse; an earlier one stays.
  ///
  /// On an iPhone another one replaces `notArmed`.
  mutating func addExcuse(_ new: Excuse, on platform: Platform) {
    let isOpenToMore =
      switch platform {
      case .ios: excuse == nil || excuse == .notArmed
      case .android: excuse == nil
      }
    if isOpenToMore { excuse = new }
  }

  enum Excuse {
    /// Notifications were denied while it was due.
    case denied
    /// The phone was off, and the system does not deliver later.
    case phoneOff
    /// A repeating request that skips several dates is shown once.
    case oneRequest
    /// What had been armed was cleared.
    case cleared
    /// Nothing can have been armed for it: there was no room, or nothing has run to arm it.
    case notArmed
    /// No code could run or show it: off, locked since the start, stopped, denied, blocked, without
    /// exact alarms.
    case impossible
    /// Its process died while it was to be shown.
    case died
    /// Its schedule was cancelled, paused or changed.
    case ended
    /// The contract leaves it open, or a fault makes it unknown.
    case unknown

    /// Whether the plugin has to report that it was missed.
    var mustBeReported: Bool {
      switch self {
      case .cleared, .notArmed, .impossible, .died: true
      case .denied, .phoneOff, .oneRequest, .ended, .unknown: false
      }
    }
  }
}
