import CivilTime
import DailyNotification
import DeviceModel
import Lines
import Scenarios
import SimulationCore

/// Where the lines of a log come from: what a view of it needs beside the pane.
protocol LogContent {
  /// The text of a line without its time.
  func text(of line: Int) -> String
  /// The times before lines, all as wide as each other; nil where they have none.
  ///
  /// - Parameter columns: the width of the pane.
  func stamps(of lines: [Int], columns: Int) -> [String]?
  /// The letter of a line's level; nil where the line itself says it.
  func letter(of line: Int) -> (text: String, role: Role)?
  /// What is different about a line's clock: another zone than the line's before it in the pane, or
  /// another offset from UTC.
  func badge(before line: Int, after previous: Int?) -> String?
  /// The look of a line.
  func role(of line: Int) -> Role
  /// The part of a line's text that names its category, and its look.
  func tag(in text: String, of line: Int) -> (range: Range<Int>, role: Role)?
  /// What stands where no line is shown.
  var nothing: String { get }
  /// Whether each line has a column for findings before it.
  var hasFindings: Bool { get }
  /// What was found wrong with a line.
  func finding(at line: Int) -> (text: String, role: Role)?
}

/// The phone's log.
struct PhoneLog: LogContent {
  let log: LogPane
  let os: OperatingSystem
  /// The zones that the phone has been in: a line keeps the one that it was written in.
  let zones: ZoneHistory
  /// Whether a scenario leads, so that a hint at the first keys would mislead.
  let isGuided: Bool

  func text(of line: Int) -> String { log.text(of: line, os.trace) }

  func stamps(of lines: [Int], columns: Int) -> [String]? {
    guard log.showsTimes else { return nil }
    let times = lines.map { (wall: log.store.time(of: $0) ?? 0, zone: zone(of: $0)) }
    // A time alone would mislead where a line is of another day than the phone's present one.
    let today = os.zone.date(at: os.wallMilliseconds)
    let hasDates = times.contains { $0.zone.date(at: $0.wall) != today }
    return times.map { stamp($0.wall, $0.zone, hasDate: hasDates, isWide: columns >= 100) }
  }

  private func zone(of line: Int) -> Zone { zones.zone(at: UInt64(line)) }

  private func stamp(
    _ wallMilliseconds: Int64, _ zone: Zone, hasDate: Bool, isWide: Bool
  ) -> String {
    let time =
      isWide
      ? RecordText.timeOfDay(wallMilliseconds, zone) : ClockText.time(wallMilliseconds, zone)
    guard hasDate else { return time }
    let date = zone.date(at: wallMilliseconds)
    let isThisYear = date.year == os.zone.date(at: os.wallMilliseconds).year
    return "\(isThisYear ? ClockText.day(wallMilliseconds, zone) : date.text) \(time)"
  }

  func badge(before line: Int, after previous: Int?) -> String? {
    guard let previous else { return nil }
    let (zone, old) = (zone(of: line), zone(of: previous))
    let (time, before) = (log.store.time(of: line) ?? 0, log.store.time(of: previous) ?? 0)
    if zone == old, zone.offsetSeconds(at: time) == old.offsetSeconds(at: before) { return nil }
    let offset = ClockText.offset(time, zone)
    return zone == old ? "↯ clocks changed, \(offset)" : "\(zone.shortName) \(offset)"
  }

  func letter(of line: Int) -> (text: String, role: Role)? {
    log.store.kind(of: line).map { kind in
      if log.topics.topic(kind.category) == .tester { return (LogText.actSign, .title) }
      let level = LogLevel(number: kind.level)
      return (level.letter, level.role)
    }
  }

  func role(of line: Int) -> Role {
    guard let kind = log.store.kind(of: line) else { return .text }
    let level = LogLevel(number: kind.level)
    if level >= .warning { return level.role }
    guard let topic = log.topics.topic(kind.category), !topic.isOfSystem else { return .dim }
    if topic == .tester { return .bold }
    return level == .info ? .text : .dim
  }

  func tag(in text: String, of line: Int) -> (range: Range<Int>, role: Role)? {
    guard let kind = log.store.kind(of: line), kind.level < LogLevel.warning.number,
      let topic = log.topics.topic(kind.category)
    else { return nil }
    if topic == .reply, text.hasPrefix("←") { return (0..<3, topic.role) }
    guard topic.category != nil, text.utf8.first == UInt8(ascii: "["),
      let end = text.utf8.firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    return (0..<text.utf8.distance(from: text.startIndex, to: end) + 1, topic.role)
  }

  var nothing: String {
    if os.trace.nextSequence == 0 || log.filter == LogFilter() {
      return "Nothing logged yet."
        + (!isGuided ? " \(firstSteps)" : "")
    }
    return "No line passes the filter (\(log.filterText)). "
      + "\(log.bindings.text(of: .log(.filter))) changes the text, "
      + "\(log.bindings.text(of: .log(.cycleLevel))) the level."
  }

  /// What to do first: on Android exact alarms have to be allowed, where they are not.
  private var firstSteps: String {
    let keys = ["checkPluginStatus", "requestPermissions", "scheduleTestNotification"]
      .map { log.bindings.text(ofControl: $0) }
    guard os.isAndroid, !os.canScheduleExactAlarms, os.android.exactAlarms.isSwitchable
    else { return "Press \(keys.joined(separator: ", then ")): status, permission, schedule." }
    return "Press \(keys[0]), then \(keys[1]): status, permission. "
      + ":setExactAlarm granted, then \(keys[2]): exact alarms, schedule."
  }

  var hasFindings: Bool { false }

  func finding(at line: Int) -> (text: String, role: Role)? { nil }
}
