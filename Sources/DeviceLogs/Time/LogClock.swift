import CivilTime

/// Computes the times of lines, and infers what the lines do not say.
///
/// It reads no clock. Lines are expected roughly in the order in which they were written: a jump
/// back by more than half a day, or half a year, is treated as midnight or New Year.
struct LogClock {
  private let options: LogTimeOptions
  private(set) var inferences: [LogInference] = []
  /// What the log says of its times against what was given.
  private(set) var conflicts: [String] = []
  /// How many minutes the phone's zone is ahead of UTC as the plugin's rows suggest it, and in
  /// which line; a schedule may have a zone of its own, so this proves nothing.
  private var suggestion: (minutes: Int, line: Int)?
  private var isSuggestionMixed = false
  /// The year of the last line without one.
  private var year: Int?
  private var lastMonth = 0
  /// The date of the last line without one.
  private var date: CivilDate?
  private var lastMillisecondOfDay = 0
  private var isDateSure = false
  private var isYearSure = false
  /// Whether the phone's own time has shown that nothing has to be added.
  private var isConfirmed = false
  /// What to add to times, found by comparing one with a time in the plugin's lines.
  private var shift: Int64?
  /// The offset that is part of it; nil where nothing has told one, or a zone is named.
  private var told: ToldOffset?
  /// The zone that the plugin has followed the phone into; lines count by it from then on.
  private var followed: Zone?

  private static let day: Int64 = 86_400_000
  private static let quarter: Int64 = 900_000
  /// The maximum lateness of a line, relative to the line before it, in milliseconds.
  private static let lateness = 60_000
  /// How far from a line a time that it names may be to tell its year, in days.
  private static let namedDaysMax: Int64 = 45
  /// How many changes of zone an answer lists.
  private static let zonesMax = 8

  init(_ options: LogTimeOptions) {
    self.options = options
  }

  /// Follows the date of a log without dates; called for every line.
  mutating func note(_ stamp: LogStamp) {
    guard let known = date else {
      beginDate(stamp)
      lastMillisecondOfDay = stamp.millisecondOfDay
      return
    }
    // A late line of the previous evening does not change the date back.
    if isOfEveningBefore(stamp) { return }
    let change = stamp.millisecondOfDay - lastMillisecondOfDay
    if change < -43_200_000 { date = known.adding(days: 1) }
    lastMillisecondOfDay = stamp.millisecondOfDay
  }

  /// A line's time with the year or the date that the lines before it say.
  ///
  /// Called for each line once, in order.
  mutating func place(_ stamp: LogStamp) -> LogStamp {
    guard stamp.epochMilliseconds == nil else { return stamp }
    var placed = stamp
    placed.given = stamp.quality
    guard stamp.uptimeMilliseconds == nil else { return placed }
    let date = day(of: stamp)
    (placed.year, placed.month, placed.day) = (date.year, date.month, date.day)
    return placed
  }

  /// The time of a line that has its place.
  mutating func time(of placed: LogStamp) -> LogTime {
    if let epoch = placed.epochMilliseconds {
      return LogTime(milliseconds: epoch, isAbsolute: true, hasDate: true)
    }
    if placed.uptimeMilliseconds != nil, shift == nil { noteUnknownStart() }
    let isSure = isDateSure(of: placed)
    let local = LogClock.local(placed)
    let zoned = zoned(local, placed)
    if zoned == nil, placed.uptimeMilliseconds == nil { note(unknownZoneFor: placed) }
    var time = LogTime(
      milliseconds: (zoned ?? local) + (shift ?? 0),
      isAbsolute: (isSure && zoned != nil) || shift != nil, hasDate: isSure || shift != nil)
    if let suggestion, !isSuggestionMixed, isSure, !time.isAbsolute {
      time.suggested = local - Int64(suggestion.minutes) * 60_000
    }
    if zoned == nil { time.told = told }
    return time
  }

  /// A row names a time of day, in minutes, and its next instant: their difference is its zone's.
  mutating func suggest(minuteOfDay: Int, next: Int64, line: Int) {
    let minutes = LogZone.minutesAhead(minuteOfDay: minuteOfDay, at: next)
    if let suggestion, suggestion.minutes != minutes { isSuggestionMixed = true }
    suggestion = suggestion ?? (minutes, line)
  }

  /// The time of a line whose place nobody corrects any more.
  mutating func resolve(_ stamp: LogStamp) -> LogTime { time(of: place(stamp)) }

  /// Whether a later line may say more of when a line was written.
  func isLearning(_ placed: LogStamp) -> Bool {
    shift == nil && followed == nil && !isConfirmed && !isFullyKnown(placed)
  }

  /// Compares a line's time with the phone's own time in it; adopts what was unknown or guessed.
  ///
  /// Returns how many years the lines before it were taken too early.
  mutating func anchor(_ actual: Int64, to placed: inout LogStamp, line: Int) -> Int {
    guard !isFullyKnown(placed) else { return 0 }
    guard shift == nil, followed == nil else {
      followDays(actual, &placed)
      followOffset(actual, placed, line: line)
      return 0
    }
    let years = correctYear(
      by: actual, placed, reason: "from the phone's time in line \(line)", daysMax: nil)
    var placed = placed
    placed.addYears(years)
    let isZoneKnown = placed.offsetMinutes != nil || options.zone != nil
    let isUptime = placed.uptimeMilliseconds != nil
    let unit = isUptime ? 1 : isZoneKnown ? LogClock.day : LogClock.quarter
    let local = LogClock.local(placed)
    let milliseconds = isUptime ? local : zoned(local, placed) ?? local
    let (difference, isOver) = actual.subtractingReportingOverflow(milliseconds)
    guard !isOver else { return years }
    let rounded = Int64((Double(difference) / Double(unit)).rounded()) * unit
    guard abs(difference - rounded) <= 300_000 else { return years }
    if rounded == 0, isZoneKnown, isDateSure(of: placed) {
      isConfirmed = true
      return years
    }
    shift = rounded
    if !isUptime, !isZoneKnown {
      told = ToldOffset(minutes: LogClock.offset(of: rounded), instant: actual)
    }
    explain(rounded, placed, line: line, isZoneKnown: isZoneKnown)
    return years
  }

  /// A log without dates in which whole days went by between two lines: the phone's time says so.
  private mutating func followDays(_ actual: Int64, _ placed: inout LogStamp) {
    guard placed.given == .noDate, placed.uptimeMilliseconds == nil, let shift, let known = date
    else { return }
    let local = LogClock.local(placed)
    let difference = actual - ((zoned(local, placed) ?? local) + shift)
    let days = Int((Double(difference) / Double(LogClock.day)).rounded())
    guard days != 0, abs(difference - Int64(days) * LogClock.day) <= 300_000 else { return }
    let next = known.adding(days: days)
    date = next
    (placed.year, placed.month, placed.day) = (next.year, next.month, next.day)
  }

  /// A line names the zone that the phone has come to.
  mutating func follow(_ zone: Zone, from placed: LogStamp, line: Int) {
    guard hasUnknownZone(placed), followed != zone else { return }
    (followed, shift, told) = (zone, nil, nil)
    explainZone(zone.identifier, "from line \(line) on, which names it")
  }

  /// The phone's time in a line differs from what the lines before it told: by another zone, or by
  /// a change of the clocks.
  private mutating func followOffset(_ actual: Int64, _ placed: LogStamp, line: Int) {
    guard hasUnknownZone(placed) else { return }
    let local = LogClock.local(placed)
    let difference = actual - ((zoned(local, placed) ?? local) + (shift ?? 0))
    let quarters = Int64((Double(difference) / Double(LogClock.quarter)).rounded())
    let change = quarters * LogClock.quarter
    guard change != 0, abs(change) <= LogClock.zonesApartMax, abs(difference - change) <= 300_000
    else { return }
    let offset = local - (actual - difference + change)
    (followed, shift) = (nil, -offset)
    told = ToldOffset(minutes: Int(offset / 60_000), instant: actual)
    explainZone(
      LogClock.offsetText(Int(offset / 60_000)), "from line \(line) on, by the phone's time in it")
  }

  /// How far two zones can be apart.
  private static let zonesApartMax: Int64 = 26 * 3_600_000

  /// Whether a line has a date, and nothing but the lines themselves says in which zone.
  private func hasUnknownZone(_ placed: LogStamp) -> Bool {
    guard placed.epochMilliseconds == nil, placed.uptimeMilliseconds == nil else { return false }
    return placed.given != .noDate && placed.offsetMinutes == nil && options.zone == nil
  }

  private mutating func explainZone(_ value: String, _ reason: String) {
    guard inferences.count(where: { $0.kind == .zone }) < LogClock.zonesMax else { return }
    inferences.append(LogInference(kind: .zone, value: value, reason: reason))
  }

  /// Learns the year from a time that a line names; returns how many years those before it were
  /// taken too early.
  mutating func learnYear(near named: Int64, _ placed: LogStamp, line: Int) -> Int {
    guard shift == nil, followed == nil, !isConfirmed else { return 0 }
    return correctYear(
      by: named, placed, reason: "from the time that line \(line) names",
      daysMax: LogClock.namedDaysMax)
  }

  /// Learns the date of a log without dates from a time that a line names, which is ahead of it;
  /// returns how many days those before it were taken too early.
  mutating func learnDate(near named: Int64, _ placed: LogStamp, line: Int) -> Int {
    guard shift == nil, !isConfirmed, placed.given == .noDate, placed.uptimeMilliseconds == nil,
      options.date == nil, let known = date
    else { return 0 }
    let local = LogClock.local(placed)
    let (ahead, isOver) = named.subtractingReportingOverflow(zoned(local, placed) ?? local)
    guard !isOver, abs(ahead) > 2 * LogClock.day else { return 0 }
    let days = Int((Double(ahead) / Double(LogClock.day)).rounded(.down))
    let next = known.adding(days: days)
    guard (1970...2100).contains(next.year) else { return 0 }
    (date, isDateSure) = (next, true)
    inferences.removeAll { $0.kind == .date }
    let first = LogClock.date(placed.year ?? 1970, placed.month ?? 1, placed.day ?? 1)
    inferences.append(
      LogInference(
        kind: .date, value: first.adding(days: days).text,
        reason: "from the time that line \(line) names"))
    return days
  }

  // MARK: What was given

  /// Holds a year that was given against a time that a line names.
  mutating func compareYear(with named: Int64, _ placed: LogStamp, line: Int) {
    guard conflicts.isEmpty, placed.given == .noYear,
      let given = options.year ?? options.date?.year
    else { return }
    let (apart, isOver) = named.subtractingReportingOverflow(LogClock.local(placed))
    guard isOver || abs(apart) > 200 * LogClock.day else { return }
    let option = options.year == nil ? "--date" : "--year"
    conflicts.append(
      "line \(line) names \(ISO8601.text(named)), and \(option) takes the lines for those of "
        + "\(given); leave \(option) out")
  }

  /// Holds a zone that was given against the phone's own time in a line.
  mutating func compareZone(with actual: Int64, _ placed: LogStamp, line: Int) {
    guard conflicts.isEmpty, options.zone != nil, placed.offsetMinutes == nil,
      placed.uptimeMilliseconds == nil, placed.epochMilliseconds == nil,
      let time = zoned(LogClock.local(placed), placed)
    else { return }
    let (apart, isOver) = actual.subtractingReportingOverflow(time)
    // Whole days are a matter of the date.
    let rest =
      isOver ? 0 : apart - Int64((Double(apart) / Double(LogClock.day)).rounded()) * LogClock.day
    guard abs(rest) >= LogClock.quarter else { return }
    let minutes = Int((Double(rest) / 60_000).rounded())
    let hours = LogClock.offsetText(minutes).dropFirst()
    conflicts.append(
      "the phone's time in line \(line) and --zone are \(hours) hours apart; leave --zone out, "
        + "and the line tells the zone")
  }

  /// Whether no part of a line's time was guessed.
  private func isFullyKnown(_ stamp: LogStamp) -> Bool {
    if stamp.epochMilliseconds != nil { return true }
    guard stamp.uptimeMilliseconds == nil else { return false }
    guard stamp.offsetMinutes != nil || options.zone != nil else { return false }
    switch stamp.given {
    case .full: return true
    case .noYear: return options.year != nil || options.date != nil
    case .noDate, .none: return options.date != nil
    }
  }

  /// Chooses the year in which the line is nearest to another time; returns the years added.
  private mutating func correctYear(
    by known: Int64, _ placed: LogStamp, reason: String, daysMax: Int64?
  ) -> Int {
    guard placed.given == .noYear, options.year == nil, options.date == nil,
      let guess = placed.year
    else { return 0 }
    let best = (Zone.utc.date(at: known).year - 1...Zone.utc.date(at: known).year + 1)
      .map { candidate -> (year: Int, distance: Int64) in
        var moved = placed
        moved.addYears(candidate - guess)
        let local = LogClock.local(moved)
        return (candidate, abs((zoned(local, moved) ?? local) - known))
      }.min { $0.distance < $1.distance }
    guard let best, best.distance <= (daysMax ?? .max / LogClock.day) * LogClock.day else {
      return 0
    }
    if isYearSure, best.year == guess { return 0 }
    year = (year ?? guess) + best.year - guess
    isYearSure = true
    inferences.removeAll { $0.kind == .year }
    inferences.append(LogInference(kind: .year, value: "\(best.year)", reason: reason))
    return best.year - guess
  }

  private mutating func explain(
    _ shift: Int64, _ stamp: LogStamp, line: Int, isZoneKnown: Bool
  ) {
    let reason = "from the phone's time in line \(line)"
    inferences.removeAll { $0.value == nil }
    // No zone is more than 14 hours from UTC, so a greater difference means another date.
    if stamp.given == .noDate, abs(shift) > 50_400_000 || !isDateSure {
      inferences.removeAll { $0.kind == .date }
      let date = String(ISO8601.text(time(of: stamp).milliseconds).prefix(10))
      inferences.append(LogInference(kind: .date, value: date, reason: reason))
    }
    if stamp.uptimeMilliseconds != nil {
      let start = ISO8601.text(shift)
      inferences.removeAll { $0.kind == .date }
      inferences.append(
        LogInference(kind: .date, value: start, reason: "the phone's start, \(reason)"))
    } else if !isZoneKnown {
      let value = LogClock.offsetText(LogClock.offset(of: shift))
      inferences.append(LogInference(kind: .zone, value: value, reason: reason))
    }
  }

  /// The minutes east of UTC in what is added to times.
  private static func offset(of shift: Int64) -> Int {
    // A difference of more than half a day is due to the date.
    let minutes = Int(-shift / 60_000) % 1_440
    return minutes > 840 ? minutes - 1_440 : minutes < -720 ? minutes + 1_440 : minutes
  }

  private mutating func day(of stamp: LogStamp) -> CivilDate {
    if let month = stamp.month, let day = stamp.day {
      let year = stamp.year ?? year(of: stamp, month: month, day: day)
      return LogClock.date(year, month, day)
    }
    if date == nil { note(stamp) }
    let known = date ?? CivilDate(daysSinceEpoch: 0)
    return isOfEveningBefore(stamp) ? known.adding(days: -1) : known
  }

  /// Whether the date of a line is known.
  private func isDateSure(of placed: LogStamp) -> Bool {
    switch placed.given {
    case .full: true
    case .noYear: isYearSure
    case .noDate: placed.uptimeMilliseconds == nil && isDateSure
    case .none: false
    }
  }

  /// A line's time as if its zone were UTC, or since the phone's start.
  private static func local(_ placed: LogStamp) -> Int64 {
    if let uptime = placed.uptimeMilliseconds { return uptime }
    let date = date(placed.year ?? 1970, placed.month ?? 1, placed.day ?? 1)
    return Int64(date.daysSinceEpoch) * day + Int64(placed.millisecondOfDay)
  }

  /// Whether a line is from the end of a day while the log has only just begun the next one.
  private func isOfEveningBefore(_ stamp: LogStamp) -> Bool {
    let elapsed = lastMillisecondOfDay + Int(LogClock.day) - stamp.millisecondOfDay
    return elapsed <= LogClock.lateness
  }

  private mutating func year(of stamp: LogStamp, month: Int, day: Int) -> Int {
    guard let known = year else {
      let first = beginYear(stamp, month: month, day: day)
      (year, lastMonth) = (first, month)
      return first
    }
    // The last lines of December may come after the first ones of January.
    if month - lastMonth >= 6 { return known - 1 }
    let current = lastMonth - month >= 6 ? known + 1 : known
    (year, lastMonth) = (current, month)
    return current
  }

  private mutating func beginYear(_ stamp: LogStamp, month: Int, day: Int) -> Int {
    if let year = options.year ?? options.date?.year {
      isYearSure = true
      return year
    }
    guard let modified = options.modified else {
      inferences.append(
        LogInference(kind: .year, value: nil, reason: "the lines have none; give --year"))
      return 2_000
    }
    // The zone may be unknown, so the first line can seem to be later than the last one.
    let limit = modified + LogClock.day
    var year = Zone.utc.date(at: limit).year
    let start = LogClock.date(year, month, day)
    let local = Int64(start.daysSinceEpoch) * LogClock.day + Int64(stamp.millisecondOfDay)
    if local > limit { year -= 1 }
    isYearSure = true
    inferences.append(
      LogInference(kind: .year, value: "\(year)", reason: "from the time the file was written"))
    return year
  }

  private mutating func beginDate(_ stamp: LogStamp) {
    if let given = options.date {
      (date, isDateSure) = (given, true)
      return
    }
    guard let modified = options.modified else {
      date = CivilDate(daysSinceEpoch: 0)
      inferences.append(
        LogInference(kind: .date, value: nil, reason: "the lines have none; give --date"))
      return
    }
    let limit = modified + 300_000
    var first = Zone.utc.date(at: limit).adding(days: 1)
    for _ in 0..<3 {
      let local = Int64(first.daysSinceEpoch) * LogClock.day + Int64(stamp.millisecondOfDay)
      if zoned(local, stamp) ?? local <= limit { break }
      first = first.adding(days: -1)
    }
    (date, isDateSure) = (first, true)
    inferences.append(
      LogInference(
        kind: .date, value: first.text, reason: "from the time the file was written"))
  }

  /// A local time in UTC; nil where no zone is known.
  private func zoned(_ local: Int64, _ stamp: LogStamp) -> Int64? {
    if let minutes = stamp.offsetMinutes { return local - Int64(minutes) * 60_000 }
    switch options.zone {
    case .offset(let minutes): return local - Int64(minutes) * 60_000
    case .named(let zone): return zone.instant(of: Zone.utc.wallTime(at: local))
    case nil: return followed.flatMap { $0.instant(of: Zone.utc.wallTime(at: local)) }
    }
  }

  private mutating func note(unknownZoneFor stamp: LogStamp) {
    guard shift == nil, !inferences.contains(where: { $0.kind == .zone }) else { return }
    inferences.append(
      LogInference(kind: .zone, value: nil, reason: "the lines have none; give --zone"))
  }

  private mutating func noteUnknownStart() {
    guard !inferences.contains(where: { $0.kind == .date }) else { return }
    inferences.append(
      LogInference(
        kind: .date, value: nil,
        reason: "the lines count from the phone's start, and none has the phone's own time"))
  }

  /// A date whose day may be beyond the month's end, as February 29 of a guessed year.
  private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: 1).adding(days: day - 1)
  }

  private static func offsetText(_ minutes: Int) -> String {
    let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
    let text = (hours < 10 ? "0" : "") + "\(hours):" + (rest < 10 ? "0" : "") + "\(rest)"
    return (minutes < 0 ? "-" : "+") + text
  }
}
