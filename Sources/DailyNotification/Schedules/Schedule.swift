import CivilTime
import JSONText

/// A stored schedule, decoded: its row, when it fires and in which zone.
///
/// Immutable and shared: every entry walks over the schedules, and copying nine strings each
/// would cost more than the walk (see `docs/performance.md`).
public final class Schedule: Sendable {
  let row: ScheduleRow
  /// The row's id.
  let id: String
  /// The row's revision: with id and kind it names the schedule's page in the ledger.
  let revision: Int64
  let kind: ScheduleKind
  /// When it fires, and how far that is accounted for.
  let timetable: Timetable
  /// The first occurrence that is not accounted for, passed or ahead.
  let firstUnsettled: Occurrence?
  /// Before which instant `firstUnsettled` is what comes next; `.min` where that is not sure.
  private let firstIsNextBefore: Int64
  /// Whether it is in the zone in which its row was worked out.
  let isWherePlanned: Bool
  /// Whether the row needs no new next occurrence.
  ///
  /// False for what fires once. It holds only while nothing of the schedule is on its way.
  let isNextStored: Bool
  /// Whether it fires only once.
  let isOnce: Bool
  /// Whether its one request repeats: the system arms each next occurrence by itself.
  let hasRepeatingRequest: Bool
  let priority: NotificationPriority
  let url: String?
  /// The name by which the system knows the next occurrence.
  let identifier: String
  /// The prefix of its reserves' identifiers.
  let reservePrefix: String

  var recurrence: Recurrence { timetable.rule.recurrence }
  var zone: Zone { timetable.rule.zone }
  /// How many occurrences of a date are allowed; the first ones of it.
  var perDay: DailyShare { timetable.rule.perDay }
  /// Up to where its occurrences are accounted for.
  var settled: SettledMark { timetable.settled }

  /// The same schedule with a row and a mark that have changed.
  ///
  /// Id, kind, time, zone, priority and link must be the same.
  init(_ schedule: Schedule, row: ScheduleRow, settled: SettledMark) {
    self.row = row
    id = schedule.id
    revision = row.revision
    kind = schedule.kind
    timetable = Timetable(schedule.timetable.rule, row, settled: settled)
    if settled.wallMinute > .min, settled == schedule.settled, !schedule.isOnce {
      // It follows the mark, whatever the row says of the next occurrence.
      firstUnsettled = schedule.firstUnsettled
      firstIsNextBefore = schedule.firstIsNextBefore
    } else if let passed = schedule.firstUnsettled, passed.wallMinute == settled.wallMinute,
      settled.beyond.isEmpty, schedule.recurrence.isDaily
    {
      // Mostly it has come: what follows it is next, and needs no search.
      firstUnsettled = timetable.occurrence(after: passed)
      firstIsNextBefore = timetable.firstIsNextBefore(firstUnsettled)
    } else {
      firstUnsettled = timetable.firstUnsettled
      firstIsNextBefore = timetable.firstIsNextBefore(firstUnsettled)
    }
    isWherePlanned = row.plannedZone == schedule.zone.identifier
    isOnce = schedule.isOnce
    isNextStored = !isOnce && row.names(firstUnsettled, isWherePlanned: isWherePlanned)
    hasRepeatingRequest = schedule.hasRepeatingRequest
    priority = schedule.priority
    url = schedule.url
    identifier = schedule.identifier
    reservePrefix = schedule.reservePrefix
  }

  /// Decodes a row; nil when a column holds something that no schedule has.
  init?(
    _ row: ScheduleRow, perDay: DailyShare, settled: SettledMark,
    on platform: inout some ClockAccess
  ) {
    guard let kind = row.decodedKind,
      let recurrence = Recurrence(row, kind: kind),
      let priority = NotificationPriority(rawValue: row.priority)
    else { return nil }
    var zone = platform.zone
    if let name = row.timezone {
      guard let named = platform.zone(named: name) else { return nil }
      zone = named
    }
    var dateZone = zone
    if let rollover = row.rollover {
      dateZone = rollover.timezone.flatMap { platform.zone(named: $0) } ?? platform.zone
    }
    if let payload = row.payload {
      guard let value = try? JSONParser.parse(payload) else { return nil }
      url = value["url"]?.stringValue
    } else {
      url = nil
    }
    self.row = row
    id = row.id
    revision = row.revision
    self.kind = kind
    timetable = Timetable(
      FiringRule(recurrence, in: zone, dateZone: dateZone, perDay: perDay), row, settled: settled)
    firstUnsettled = timetable.firstUnsettled
    firstIsNextBefore = timetable.firstIsNextBefore(firstUnsettled)
    isWherePlanned = row.plannedZone == zone.identifier
    isOnce = recurrence.isOnce
    isNextStored = !isOnce && row.names(firstUnsettled, isWherePlanned: isWherePlanned)
    hasRepeatingRequest = kind == .reminder && recurrence.isDaily
    self.priority = priority
    identifier = OccurrenceIdentifier(kind, row.id).text
    reservePrefix = identifier + "_"
  }

  /// The payload column that holds a link.
  static func payload(_ url: String) -> String {
    JSONValue.object(["url": .string(url)]).canonicalText
  }

  static let defaultTitle = "Daily Notification"
  static let defaultBody = "Your daily update is ready."

  /// The first occurrence strictly after a time that is not accounted for.
  ///
  /// A clock that was set back does not bring back what has fired or was reported.
  func nextOccurrence(after time: Int64) -> Occurrence? {
    time < firstIsNextBefore ? firstUnsettled : timetable.nextOccurrence(after: time)
  }

  /// The first occurrence strictly after a time, accounted for or not.
  func firstOccurrence(after time: Int64) -> Occurrence? { timetable.firstOccurrence(after: time) }

  /// The one occurrence of what fires once, by the present zone.
  var onlyOccurrence: Occurrence? { timetable.onlyOccurrence }

  /// The occurrence that follows another.
  func occurrence(after occurrence: Occurrence) -> Occurrence? {
    timetable.occurrence(after: occurrence)
  }

  /// The occurrence after another that is not accounted for.
  @inline(__always)
  func unsettledOccurrence(after occurrence: Occurrence) -> Occurrence? {
    var next = self.occurrence(after: occurrence)
    while let later = next, isSettled(later) { next = self.occurrence(after: later) }
    return next
  }

  /// Whether the row says of an occurrence that it comes next, by the present zone.
  func isStored(with next: Occurrence) -> Bool {
    row.names(next, isWherePlanned: isWherePlanned)
  }

  /// Whether an occurrence was shown or reported, or is on its way.
  func isSettled(_ occurrence: Occurrence) -> Bool { timetable.isSettled(occurrence) }

  /// The lead of its prefetch in milliseconds; nil as configured.
  var leadMilliseconds: Int64? { row.leadMinutes.map { $0 * 60_000 } }

  /// Whether a notification stands for one of this revision's occurrences.
  func isFor(_ info: RequestInfo, _ occurrence: Occurrence) -> Bool {
    info.wallMinute == occurrence.wallMinute && info.revision == revision && owns(info)
  }

  /// Whether a notification stands for an occurrence of this schedule, whatever the revision.
  func owns(_ info: RequestInfo) -> Bool {
    info.kind == kind && info.purpose == .occurrence && info.scheduleID == id
  }

  /// The same of what a notification shows; it copies nothing.
  func owns(_ content: NotificationContent) -> Bool {
    content.info.kind == kind && content.info.purpose == .occurrence
      && content.info.scheduleID == id
  }

  /// Whether a row decodes to the same but for its progress, text and presentation.
  func decodesAlike(_ other: ScheduleRow, perDay: DailyShare, in deviceZone: Zone) -> Bool {
    row.id == other.id && row.kind == other.kind && row.time == other.time
      && row.timezone == other.timezone && row.repeatRule == other.repeatRule
      && row.priority == other.priority && row.payload == other.payload
      && row.rollover == other.rollover && self.perDay == perDay
      && (other.timezone != nil || zone == deviceZone)
      && (other.rollover == nil || other.givenTimezone != nil
        || timetable.rule.dateZone == deviceZone)
  }
}

extension ScheduleRow {
  /// Whether an occurrence is the row's next one, in the zone in which it was worked out; true for
  /// none.
  fileprivate func names(_ next: Occurrence?, isWherePlanned: Bool) -> Bool {
    guard let next else { return true }
    return next.time == triggerTime && next.wallMinute == wallMinute && isWherePlanned
  }
}

extension Recurrence {
  /// Reads the columns that say when; nil when they do not.
  init?(_ row: ScheduleRow, kind: ScheduleKind) {
    switch kind {
    case .daily:
      guard let time = TimeOfDay(row.time) else { return nil }
      self =
        row.rollover.map { .every(minutes: $0.minutes, from: $0.first) } ?? .daily(time)
    case .reminder:
      guard let time = TimeOfDay(row.time) else { return nil }
      self = row.repeatRule == RepeatRule.none.rawValue ? .once(time) : .daily(time)
    case .dual:
      guard let expression = try? CronExpression(row.time) else { return nil }
      self = .cron(expression)
    }
  }
}
