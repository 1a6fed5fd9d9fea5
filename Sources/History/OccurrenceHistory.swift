public import CivilTime
public import DailyNotification

/// A schedule's time: what stands for one notification among all.
public struct OccurrenceKey: Hashable, Sendable {
  /// The schedule's name among all kinds.
  public let id: String
  /// What it was planned for, in milliseconds since the Unix epoch.
  public let planned: Int64

  /// Names a time of a schedule.
  public init(id: String, planned: Int64) {
    self.id = id
    self.planned = planned
  }
}

/// A notification that was planned: what the person saw of it, and what the plugin knows.
public struct OccurrenceHistory: Sendable {
  /// What the person saw.
  public enum Outcome: Hashable, Sendable {
    case shown
    /// Shown more than once.
    case twice
    /// Not shown, and nothing in the system can show it any more.
    case notShown(LossCause)
    /// Its time has come, and the system may still show it.
    case due(DueHold)
    /// Its time has not come; whether a request, or an alarm, stands for it.
    case ahead(isArmed: Bool)
    /// Skipped, as the host asked.
    case skipped
    /// Cancelled or moved before its time.
    case withdrawn
  }

  /// What keeps a notification back whose time has come.
  public enum DueHold: Hashable, Sendable {
    /// The phone is off, since a time in milliseconds since the Unix epoch.
    case phoneOff(since: TracePoint)
    /// Doze holds its alarm back.
    case doze
    /// The quota of its standby bucket holds its alarm back.
    case bucket
    /// The person has restricted the app in the background, which holds its alarm back.
    case restricted
    /// The scheduled summary of an iPhone holds it, until a time in milliseconds since the epoch.
    case summary(until: Int64)
    /// Nothing that is known: the system is late.
    case onItsWay
  }

  /// What it showed.
  public enum Content: String, Hashable, Sendable, CaseIterable {
    /// Content that was fetched before.
    case fetched
    /// Content that was fetched when its time came.
    case live
    /// The schedule's own text, since there was no content.
    case `default`
    /// The text of a reminder, for which nothing is fetched.
    case own
  }

  /// What the plugin has told of it.
  public enum Report: Hashable, Sendable {
    /// It has told nothing yet.
    case nothing
    case delivered
    case missed(Certainty)
  }

  /// The notification as it was planned.
  public let notification: PlannedOccurrence
  /// How it was shown; more than once when it was shown twice.
  public let showings: [Showing]
  /// What the person saw.
  public let outcome: Outcome
  /// Whether a record says that it came due and was not shown.
  public let isLossRecorded: Bool
  /// Whether it was shown though its schedule had ended, or had been changed, by then.
  public let isShownAfterEnd: Bool
  /// What the plugin has told of it.
  public let report: Report

  /// The schedule and the time.
  public var key: OccurrenceKey {
    OccurrenceKey(id: notification.id, planned: notification.planned)
  }

  /// What it showed; nil where it was not shown.
  public var content: Content? {
    guard let last = showings.last else { return nil }
    if notification.isStatic { return .own }
    return switch last.source {
    case .cache: .fetched
    case .live: .live
    case .default: .default
    }
  }

  /// Why it was not shown; nil where it was, or still may be.
  public var cause: LossCause? {
    if case .notShown(let cause) = outcome { cause } else { nil }
  }
}

extension PhoneHistory {
  /// Why a notification was shown with its schedule's own text; nil where it was not.
  public func missingContent(of occurrence: OccurrenceHistory) -> ContentLoss? {
    guard occurrence.content == .default, let shown = occurrence.showings.first else { return nil }
    return missingContent(of: shown)
  }

  /// Why a notification was shown with its schedule's own text.
  public func missingContent(of showing: Showing) -> ContentLoss {
    PrefetchLinks(self, showing.kind, planned: showing.planned).missing(at: showing.point.sequence)
  }

  /// What became of each notification that was planned for a day of the phone, in the order of
  /// their times.
  ///
  /// Takes time in proportion to the notifications around the day.
  public func occurrences(on day: CivilDate) -> [OccurrenceHistory] {
    planned(for: day).map { OccurrenceJudge(self, $0).occurrence() }
  }

  /// What was shown on a day of the phone and had been planned for another day, in the order of the
  /// planned times.
  public func shownElsewhere(on day: CivilDate) -> [OccurrenceHistory] {
    let shown = index.shown(around: day).filter { context.day(of: $0.point) == day }
    let keys = shown.map { OccurrenceKey(id: $0.scheduleID, planned: $0.planned) }
    var days: Set<CivilDate> = []
    for key in keys {
      let date = context.zone(atWall: key.planned).date(at: key.planned)
      days.formUnion([date.adding(days: -1), date, date.adding(days: 1)])
    }
    return days.sorted().filter { $0 != day }.flatMap(occurrences)
      .filter { keys.contains($0.key) }
  }

  /// Whether a request, or an alarm, was ever armed for a notification.
  public func wasArmed(_ key: OccurrenceKey) -> Bool {
    !index.requests(of: key.id, at: key.planned).isEmpty
  }

  /// The notifications of other code in the app that were shown on a day of the phone.
  public func foreign(on day: CivilDate) -> [ForeignShowing] {
    index.foreign.filter { context.day(of: $0.point) == day }
  }

  /// The notifications that were planned for a day of the phone, in the order of their times.
  public func planned(for day: CivilDate) -> [PlannedOccurrence] {
    DayPlan(context: context, index: index, day: day).occurrences()
  }

  /// What became of each notification that was planned for a day of the run; of more than `max` the
  /// latest, and of how many others it is known that there were.
  ///
  /// Takes time in proportion to the days, until so many are found.
  public func occurrences(max: Int = PhoneHistory.occurrencesMax) -> (
    list: [OccurrenceHistory], omittedCount: Int
  ) {
    occurrences(in: context.days, max: max)
  }

  /// The same of some days.
  public func occurrences(
    in days: ClosedRange<CivilDate>, max: Int = PhoneHistory.occurrencesMax
  ) -> (list: [OccurrenceHistory], omittedCount: Int) {
    var latestFirst: [[OccurrenceHistory]] = []
    var count = 0
    var day = days.upperBound
    while day >= days.lowerBound, count < max {
      latestFirst.append(occurrences(on: day))
      count += latestFirst.last?.count ?? 0
      day = day.adding(days: -1)
    }
    let list = latestFirst.reversed().flatMap(\.self)
    return (Array(list.suffix(max)), Swift.max(0, count - max))
  }

  /// How many occurrences are looked at.
  public static var occurrencesMax: Int { 20_000 }
}
