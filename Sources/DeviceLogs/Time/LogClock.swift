import CivilTime

/// Computes the times of lines, and infers what the lines do not say.
///
/// It reads no clock. Lines are expected roughly in the order in which they were written: a jump
/// back by more than half a day, or half a year, is treated as midnight or New Year.
struct LogClock {
  private let options: LogTimeOptions
  private(set) var inferences: [LogInference] = []
  /// The year of the last line without one.
  private var year: Int?
  private var lastMonth = 0
  /// The date of the last line without one.
  private var date: CivilDate?
  private var lastMillisecondOfDay = 0
  private var isDateSure = false
  private var isYearSure = false
  /// What to add to times, found by comparing one with a time in the plugin's lines.
  private var shift: Int64?

  private static let day: Int64 = 86_400_000
  private static let quarter: Int64 = 900_000
  /// The maximum lateness of a line, relative to the line before it, in milliseconds.
  private static let lateness = 60_000

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

  /// The time of a line.
  mutating func resolve(_ stamp: LogStamp) -> LogTime {
    if let epoch = stamp.epochMilliseconds {
      return LogTime(milliseconds: epoch, isAbsolute: true, hasDate: true)
    }
    let (day, isSure) = day(of: stamp)
    let local = Int64(day.daysSinceEpoch) * LogClock.day + Int64(stamp.millisecondOfDay)
    let zoned = zoned(local, stamp)
    if zoned == nil { note(unknownZoneFor: stamp) }
    return LogTime(
      milliseconds: (zoned ?? local) + (shift ?? 0),
      isAbsolute: (isSure && zoned != nil) || shift != nil, hasDate: isSure || shift != nil)
  }

  /// Compares a line's time with the phone's own time in it; adopts what was unknown or guessed.
  mutating func anchor(_ actual: Int64, to stamp: LogStamp, line: Int) -> LogTime {
    guard shift == nil, !isFullyKnown(stamp) else { return resolve(stamp) }
    if stamp.quality == .noYear { correctYear(by: actual, stamp, line: line) }
    let time = resolve(stamp)
    let isZoneKnown = stamp.offsetMinutes != nil || options.zone != nil
    let unit = isZoneKnown ? LogClock.day : LogClock.quarter
    let difference = actual - time.milliseconds
    let rounded = Int64((Double(difference) / Double(unit)).rounded()) * unit
    guard abs(difference - rounded) <= 300_000 else { return time }
    if rounded == 0, time.isAbsolute { return time }
    shift = rounded
    explain(rounded, stamp, line: line, isZoneKnown: isZoneKnown)
    return resolve(stamp)
  }

  /// Whether no part of a line's time was guessed.
  private func isFullyKnown(_ stamp: LogStamp) -> Bool {
    if stamp.epochMilliseconds != nil { return true }
    guard stamp.offsetMinutes != nil || options.zone != nil else { return false }
    switch stamp.quality {
    case .full: return true
    case .noYear: return options.year != nil || options.date != nil
    case .noDate, .none: return options.date != nil
    }
  }

  /// Chooses the year in which the line is nearest to the phone's own time.
  private mutating func correctYear(by actual: Int64, _ stamp: LogStamp, line: Int) {
    guard options.year == nil, options.date == nil, let month = stamp.month, let day = stamp.day
    else { return }
    let known = Zone.utc.date(at: actual).year
    let distances = (known - 1...known + 1).map { year in
      let start = Int64(LogClock.date(year, month, day).daysSinceEpoch) * LogClock.day
      let local = start + Int64(stamp.millisecondOfDay)
      return (year: year, distance: abs((zoned(local, stamp) ?? local) - actual))
    }
    guard let nearest = distances.min(by: { $0.distance < $1.distance })?.year else { return }
    if isYearSure, year == nearest { return }
    (year, isYearSure) = (nearest, true)
    inferences.removeAll { $0.kind == .year }
    inferences.append(
      LogInference(
        kind: .year, value: "\(nearest)", reason: "from the phone's time in line \(line)"))
  }

  private mutating func explain(
    _ shift: Int64, _ stamp: LogStamp, line: Int, isZoneKnown: Bool
  ) {
    let reason = "from the phone's time in line \(line)"
    inferences.removeAll { $0.value == nil }
    // No zone is more than 14 hours from UTC, so a greater difference means another date.
    if stamp.quality == .noDate, abs(shift) > 50_400_000 || !isDateSure {
      inferences.removeAll { $0.kind == .date }
      let date = String(ISO8601.text(resolve(stamp).milliseconds).prefix(10))
      inferences.append(LogInference(kind: .date, value: date, reason: reason))
    }
    if !isZoneKnown {
      // A difference of more than half a day is due to the date.
      let minutes = Int(-shift / 60_000) % 1_440
      let offset = minutes > 840 ? minutes - 1_440 : minutes < -720 ? minutes + 1_440 : minutes
      let value = LogClock.offsetText(offset)
      inferences.append(LogInference(kind: .zone, value: value, reason: reason))
    }
  }

  private mutating func day(of stamp: LogStamp) -> (date: CivilDate, isSure: Bool) {
    if let year = stamp.year, let month = stamp.month, let day = stamp.day {
      return (LogClock.date(year, month, day), true)
    }
    if let month = stamp.month, let day = stamp.day {
      let year = year(of: stamp, month: month, day: day)
      return (LogClock.date(year, month, day), isYearSure)
    }
    if date == nil { note(stamp) }
    let known = date ?? CivilDate(daysSinceEpoch: 0)
    return (isOfEveningBefore(stamp) ? known.adding(days: -1) : known, isDateSure)
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
    case nil: return nil
    }
  }

  private mutating func note(unknownZoneFor stamp: LogStamp) {
    guard shift == nil, !inferences.contains(where: { $0.kind == .zone }) else { return }
    inferences.append(
      LogInference(kind: .zone, value: nil, reason: "the lines have none; give --zone"))
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
