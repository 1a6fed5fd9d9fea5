import Foundation

/// The time zone database behind every `Zone`: the only place that calls Foundation for it.
public enum ZoneData {
  /// The version of the time zone database, such as `2025b`.
  ///
  /// Reading it links ICU's data into a static Linux binary, in which `TimeZone(identifier:)` is
  /// otherwise `nil` for every zone; so each lookup below reads it first.
  /// Source: measured, Swift 6.3.1 on Linux.
  public static let version: String = TimeZone.timeZoneDataVersion

  /// The identifiers of the database's zones that a phone can report, in the order of the alphabet.
  public static let identifiers: [String] = TimeZone.knownTimeZoneIdentifiers
    .filter(ZoneIdentifier.isIANA).sorted()

  /// Checks that the database is present; call once at start, and refuse to run if it throws.
  ///
  /// Throws `ZoneError.dataMissing` unless America/New_York is known with its summer offset.
  public static func verify() throws(ZoneError) {
    let probe = "America/New_York"
    let july2025: Int64 = 1_751_328_000
    guard let offset = offsets(identifier: probe), offset(july2025) == -14_400 else {
      throw .dataMissing(probe: probe, version: version)
    }
  }

  /// Seconds east of UTC by epoch second, for an identifier that the database knows.
  static func offsets(identifier: String) -> ((_ epochSeconds: Int64) -> Int)? {
    guard !version.isEmpty, let zone = TimeZone(identifier: identifier) else { return nil }
    return { epochSeconds in
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(epochSeconds)))
    }
  }
}
