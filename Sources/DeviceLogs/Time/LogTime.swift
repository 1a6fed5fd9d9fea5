public import CivilTime

/// The time of a line, with missing parts inferred.
public struct LogTime: Hashable, Sendable {
  /// Milliseconds since the Unix epoch; if the zone is unknown, as if it were UTC.
  public var milliseconds: Int64
  /// Whether date and zone are known, so that it can be compared with times in the plugin's lines.
  public var isAbsolute: Bool
  /// Whether the date is known.
  public var hasDate: Bool
  /// The same as `milliseconds` in UTC, if the zone is the one that the plugin's rows suggest; nil
  /// where it is known, or where nothing suggests one.
  var suggested: Int64?
  /// The offset by which it was read, where a line has told that and nothing names the zone.
  var told: ToldOffset?

  /// Moves it on by milliseconds.
  mutating func add(_ milliseconds: Int64) {
    self.milliseconds = self.milliseconds &+ milliseconds
    suggested = suggested.map { $0 &+ milliseconds }
  }

  /// Why a time cannot be compared with one that a line names.
  static func doubt(_ time: LogTime?) -> String {
    guard let time else { return "the lines have no times" }
    return time.hasDate
      ? "the zone of the lines is not known; give --zone"
      : "the date of the lines is not known; give --date"
  }

  /// `2025-11-15T05:42:30Z`; without `Z` if the zone is unknown, without date if that is.
  public var text: String {
    let text = ISO8601.text(milliseconds)
    if isAbsolute { return text }
    let local = text.dropLast()
    return String(hasDate ? local : local.dropFirst("2025-11-15T".count))
  }
}

/// What is known about a log's times from outside.
public struct LogTimeOptions: Sendable {
  /// The date of the first line of a log without dates.
  public var date: CivilDate?
  /// The year of the first line of a log without years.
  public var year: Int?
  /// The zone of times without one.
  public var zone: LogZone?
  /// The file's modification time, in milliseconds since the Unix epoch.
  public var modified: Int64?

  /// Creates options; by default nothing is known.
  public init(
    date: CivilDate? = nil, year: Int? = nil, zone: LogZone? = nil, modified: Int64? = nil
  ) {
    (self.date, self.year, self.zone, self.modified) = (date, year, zone, modified)
  }
}

/// A zone as an IANA name or as minutes east of UTC.
public enum LogZone: Hashable, Sendable {
  case named(Zone)
  case offset(minutes: Int)

  /// How many minutes a clock that shows a time of day, in minutes, at an instant is ahead of UTC.
  public static func minutesAhead(minuteOfDay: Int, at instant: Int64) -> Int {
    let ahead = (minuteOfDay - Int(instant / 60_000 % 1_440) + 1_440) % 1_440
    // No clock is more than 14 hours ahead.
    return ahead > 840 ? ahead - 1_440 : ahead
  }
}

/// Something about times that is not in the log.
public struct LogInference: Hashable, Sendable {
  /// What was missing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case year
    case date
    case zone
  }

  public let kind: Kind
  /// The inferred value; nil when it stays unknown.
  public let value: String?
  /// The basis of the inference, or the remedy.
  public let reason: String
}
