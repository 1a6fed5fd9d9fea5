/// A time zone of the IANA database, as a table of its offsets from UTC.
///
/// Every instant here is in milliseconds since the Unix epoch. 2000 through 2060 is read from a
/// table that is built once (about 1 ms); other years need Foundation and are slower.
/// Zones are equal when their identifiers are equal, so an alias differs from its target.
public struct Zone: Hashable, Sendable, CustomStringConvertible {
  /// The identifier as given, such as `America/New_York`.
  public let identifier: String
  let table: ZoneTable
  /// Seconds east of UTC in a zone that never changes: UTC.
  let fixedOffset: Int?
  /// By how many seconds the offsets exceed the database's; 0 unless the zone was shifted.
  let shiftSeconds: Int

  /// UTC, which needs no database.
  public static let utc = Zone(fixed: "UTC", offset: 0)

  /// The zone with an IANA identifier; case matters.
  ///
  /// Throws `ZoneError.unknown` for any other string: an unknown zone is never treated as UTC.
  public init(identifier: String) throws(ZoneError) {
    if identifier == "UTC" {
      self = .utc
      return
    }
    guard ZoneIdentifier.isIANA(identifier), let offset = ZoneData.offsets(identifier: identifier)
    else { throw .unknown(identifier: identifier) }
    self.identifier = identifier
    table = ZoneTable(offset: offset)
    fixedOffset = nil
    shiftSeconds = 0
  }

  private init(fixed identifier: String, offset: Int) {
    self.identifier = identifier
    table = ZoneTable(constantOffset: offset)
    fixedOffset = offset
    shiftSeconds = 0
  }

  /// A zone whose clocks are always an hour ahead, as its identifier says.
  init(shifting zone: Zone) {
    identifier = zone.identifier + Zone.shiftSuffix
    table = ZoneTable(zone.table, shiftedBy: 3_600)
    fixedOffset = zone.fixedOffset.map { $0 + 3_600 }
    shiftSeconds = 3_600
  }

  /// The identifier.
  public var description: String { identifier }

  /// Seconds east of UTC at an instant.
  public func offsetSeconds(at epochMilliseconds: Int64) -> Int {
    if let fixedOffset { return fixedOffset }
    guard ZoneTable.range.contains(epochMilliseconds) else {
      return offsetBeyondTable(at: epochMilliseconds)
    }
    return table.offset(at: epochMilliseconds)
  }

  /// The wall time in this zone at an instant.
  public func wallTime(at epochMilliseconds: Int64) -> WallTime {
    WallTime(localMilliseconds: localMilliseconds(at: epochMilliseconds))
  }

  /// The date in this zone at an instant.
  public func date(at epochMilliseconds: Int64) -> CivilDate {
    CivilDate(daysSinceEpoch: dayNumber(at: epochMilliseconds))
  }

  /// Whether the identifiers are equal.
  public static func == (left: Zone, right: Zone) -> Bool {
    left.identifier == right.identifier
  }

  /// Hashes only the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }

  /// The date in this zone, in days since 1970-01-01.
  func dayNumber(at epochMilliseconds: Int64) -> Int {
    let local = localMilliseconds(at: epochMilliseconds)
    return Int(local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000)
  }

  private func localMilliseconds(at epochMilliseconds: Int64) -> Int64 {
    epochMilliseconds + Int64(offsetSeconds(at: epochMilliseconds)) * 1_000
  }

  /// Seconds east of UTC outside the table's years, from Foundation.
  private func offsetBeyondTable(at epochMilliseconds: Int64) -> Int {
    guard self != .utc, let offset = ZoneData.offsets(identifier: databaseIdentifier) else {
      return 0
    }
    // Rounded down, so that an instant just before a transition stays before it.
    return offset(Int64((Double(epochMilliseconds) / 1_000).rounded(.down))) + shiftSeconds
  }
}
