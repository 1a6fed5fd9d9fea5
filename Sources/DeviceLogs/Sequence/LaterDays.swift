import CivilTime
import DailyNotification
import PlainText

/// Finds the days, after the first, on which what fires each day was not shown.
struct LaterDays {
  /// A day of which the log says nothing, and how sure it is that it should.
  struct Missing {
    let rule: Int
    /// The line that names the first day.
    let number: Int
    /// When it was due, ms since the Unix epoch.
    let due: Int64
    /// Why it is a warning only; nil where nothing speaks against it.
    let doubt: String?
    /// Whether the log ends so soon after it that it may still come.
    var isOpen = false
  }

  /// Why a line may be missing on an iPhone, which shows what is pending without the plugin.
  static let isUntold = "the plugin has written nothing since, which it does when it next runs"

  /// How many schedules are followed; then the first one is forgotten.
  private static let seriesMax = 64
  /// How long a log without a zone can be in which no second day was due.
  private static let unplacedMax: Int64 = 26 * 3_600_000
  /// How much older than the one before a line may be without the clock having been set back.
  private static let disorderMax: Int64 = 600_000

  private var series: [(owner: String, days: DailySeries)] = []
  private var lastTime: Int64?
  private var longSilences = 0
  /// The time of the first line that names such a schedule in a log without a zone.
  private var firstUnplaced: Int64?
  /// What the host has asked to skip.
  private(set) var skipped = SkippedDays()

  /// Whether anything is followed.
  var isEmpty: Bool { series.isEmpty }

  /// A line names the first day of a schedule; it replaces what was known of its owner.
  mutating func begin(
    _ owner: String, at time: Int64, _ entry: LogEntry, rule: Int, grace: Int64
  ) -> [Missing] {
    let place = series.firstIndex { $0.owner == owner }
    let before = place.map { series.remove(at: $0).days }
    var missing: [Missing] = []
    if var before, let now = entry.time, now.isAbsolute {
      missing = report(owner, &before, at: now.milliseconds, isEnd: true, isIPhone: true)
    }
    guard let isDeclared = LaterDays.isDeclared(entry, before) else { return missing }
    if series.count >= LaterDays.seriesMax { series.removeFirst() }
    var days = DailySeries(
      first: time, number: entry.number, rule: rule, isDeclared: isDeclared, grace: grace)
    if let now = entry.time {
      if now.isAbsolute {
        days.leaveOut(before: now.milliseconds)
      } else if isDeclared, now.hasDate, firstUnplaced == nil {
        firstUnplaced = now.milliseconds
      }
    }
    series.append((owner, days))
    return missing
  }

  /// Whether a line says that its schedule fires each day; nil where it cannot.
  ///
  /// A row of another type than DAILY may be one that fires once.
  private static func isDeclared(_ entry: LogEntry, _ before: DailySeries?) -> Bool? {
    // In another zone the schedule is what it was.
    guard let time = entry.field("time") else { return before?.isDeclared }
    guard isEachDay(time) else { return nil }
    return entry.field("type") == "DAILY"
  }

  /// Whether a row's time is a time of day, or a cron expression without other limits than that.
  private static func isEachDay(_ time: String) -> Bool {
    let parts = time.split(separator: " ")
    guard parts.count == 5 else { return parts.count == 1 && time.contains(":") }
    return Int(parts[0]) != nil && Int(parts[1]) != nil && parts[2...].allSatisfy { $0 == "*" }
  }

  /// A line of the plugin was written: time has passed.
  mutating func pass(_ entry: LogEntry) -> [Missing] {
    guard let time = entry.time, time.isAbsolute else { return [] }
    let now = time.milliseconds
    let isAfterSilence = entry.longSilences != longSilences
    defer { (lastTime, longSilences) = (now, entry.longSilences) }
    guard !series.isEmpty else { return [] }
    if let lastTime, now < lastTime &- LaterDays.disorderMax {
      for place in series.indices { series[place].days.forgetDays() }
    }
    var missing: [Missing] = []
    for place in series.indices {
      series[place].days.open(
        through: now, isLine: true, isAfterSilence: isAfterSilence)
      leaveOutSkipped(place)
      missing += report(place, at: now, isEnd: false, isIPhone: true)
    }
    return missing
  }

  /// A line about an occurrence of an owner, or of any when nobody knows whose it is.
  ///
  /// - Parameter isLast: Whether it is the last one of those that the line stands for.
  mutating func settle(_ owner: String?, _ entry: LogEntry, isLast: Bool) {
    guard let time = entry.time, time.isAbsolute else { return }
    let planned = entry.field("time").flatMap(ISO8601.parse)
    for place in series.indices where owner == nil || series[place].owner == owner {
      if let planned {
        let isShown = entry.event == .line(.notificationDelivered)
        series[place].days.settle(planned: planned, at: time.milliseconds, isShown: isShown)
        if isLast { series[place].days.settle(from: .min / 2, through: planned) }
      } else if owner == nil {
        series[place].days.settle(from: .min / 2, through: .max / 2)
      } else {
        series[place].days.settle(at: time.milliseconds)
      }
    }
  }

  /// Whether a schedule that fires each day has any day without a line; nil without such a one.
  func isAwaited(_ owner: String) -> Bool? {
    series.first { $0.owner == owner && $0.days.isDaily }.map { $0.days.hasOpenDay }
  }

  /// What a line says beside what a rule waits for: a next prefetch, or days that are not listed.
  mutating func note(_ entry: LogEntry, _ line: LogEvent) {
    if line == .line(.taskScheduled), let date = entry.field("date").flatMap(ISO8601.parse) {
      for place in series.indices { series[place].days.announce(date) }
    } else if line == .line(.missesLeftOut) || line == .line(.skipsLeftOut),
      let from = entry.field("from").flatMap(ISO8601.parse),
      let before = entry.field("before").flatMap(ISO8601.parse)
    {
      for place in series.indices where series[place].owner == entry.field("id") {
        series[place].days.settle(from: from, through: before)
      }
    } else if LaterDays.isLoss(line) || LaterDays.findsNothing(entry, line) {
      withdraw()
    }
  }

  /// Whether the plugin has lost what it knows, or could not store what it has found out.
  private static func isLoss(_ line: LogEvent) -> Bool {
    line == .line(.quarantined) || line == .line(.persistFailed)
  }

  /// Whether a start of the app has found no schedule.
  static func findsNothing(_ entry: LogEntry, _ line: LogEvent) -> Bool {
    [.line(.recovered), .line(.recoveredQuietly)].contains(line)
      && entry.field("scenario") == RecoveryScenario.none.rawValue
  }

  /// A call has taken back what was planned: of some owners, or nobody knows of whom.
  mutating func withdraw(where matches: (String) -> Bool = { _ in true }) {
    for place in series.indices where matches(series[place].owner) {
      series[place].days.withdraw()
    }
  }

  /// Whether a log without a zone goes on for days on which something was due.
  func isUndecided(at end: LogTime?) -> Bool {
    guard let firstUnplaced, let end, !end.isAbsolute else { return false }
    return end.milliseconds &- firstUnplaced > LaterDays.unplacedMax
  }

  /// The end of the log, whoever wrote its last line.
  mutating func finish(at end: LogTime?, isIPhone: Bool) -> [Missing] {
    guard let end, end.isAbsolute else { return [] }
    var missing: [Missing] = []
    for place in series.indices {
      series[place].days.open(through: end.milliseconds, isLine: false)
      leaveOutSkipped(place)
      missing += report(place, at: end.milliseconds, isEnd: true, isIPhone: isIPhone)
      let days = series[place].days
      missing += days.justDue(at: end.milliseconds).map { due in
        Missing(rule: days.rule, number: days.number, due: due, doubt: nil, isOpen: true)
      }
    }
    return missing
  }

  private mutating func report(
    _ place: Int, at time: Int64, isEnd: Bool, isIPhone: Bool
  ) -> [Missing] {
    report(
      series[place].owner, &series[place].days, at: time, isEnd: isEnd, isIPhone: isIPhone)
  }

  private func report(
    _ owner: String, _ days: inout DailySeries, at time: Int64, isEnd: Bool, isIPhone: Bool
  ) -> [Missing] {
    days.takeOverdue(at: time, isEnd: isEnd).filter { !$0.isAfterSilence }.map { day in
      let due = days.due(day.index)
      return Missing(
        rule: days.rule, number: days.number, due: due,
        doubt: skipped.mayHave(owner, due: due)
          ? "in another zone it may be the one that the host asked to skip"
          : LaterDays.doubt(day, days, isIPhone: isIPhone))
    }
  }

  /// A line says what is skipped, or is not any more.
  mutating func take(_ line: SkippedDays.Line) {
    skipped.take(line)
    for place in series.indices where series[place].owner == line.owner {
      series[place].days.setSettled(!line.isUndone, at: line.planned)
    }
  }

  /// Days that have begun and are skipped are settled.
  private mutating func leaveOutSkipped(_ place: Int) {
    for day in series[place].days.days where !day.isSettled {
      let due = series[place].days.due(day.index)
      if skipped.has(series[place].owner, due: due) {
        series[place].days.setSettled(true, at: due)
      }
    }
  }

  /// What speaks against a day that is missing.
  private static func doubt(
    _ day: DailySeries.Day, _ days: DailySeries, isIPhone: Bool
  ) -> String? {
    if day.firstLineAfter == nil, isIPhone {
      // There an alarm runs the plugin; an iPhone shows what is pending without it.
      return isUntold
    }
    return days.isCertain(day.index)
      ? nil : "no other line shows that the schedule fires each day"
  }
}
