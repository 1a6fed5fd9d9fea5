public import CivilTime

/// When a line was written, with what was inferred.
public struct LogTime: Hashable, Sendable {
  /// Milliseconds since the Unix epoch; where the zone is unknown, as if the clock showed UTC.
  public var milliseconds: Int64
  /// Whether date and zone are known, so that it compares with the times in the plugin's lines.
  public var isAbsolute: Bool
  /// Whether the date is known.
  public var hasDate: Bool

  /// `2025-11-15T05:42:30Z`; without its `Z` where the zone, without date where that is unknown.
  public var text: String {
    let text = ISO8601.text(milliseconds)
    if isAbsolute { return text }
    let local = text.dropLast()
    return String(hasDate ? local : local.dropFirst("2025-11-15T".count))
  }
}

/// What is known of a log's times beside its lines.
public struct LogTimeOptions: Sendable {
  /// The date of the first line of a log without dates.
  public var date: CivilDate?
  /// The year of the first line of a log without years.
  public var year: Int?
  /// The zone of times without one.
  public var zone: LogZone?
  /// When the file was last written, in milliseconds since the Unix epoch.
  public var modified: Int64?

  /// What is known; nothing by default.
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
}

/// Something about times that the log does not say.
public struct LogInference: Hashable, Sendable {
  /// What was missing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case year
    case date
    case zone
  }

  public let kind: Kind
  /// What was taken; nil when it stays unknown.
  public let value: String?
  /// Where from, or what could be done.
  public let reason: String
}
