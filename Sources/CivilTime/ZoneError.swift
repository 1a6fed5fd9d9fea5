/// Why a zone is not available.
public enum ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The identifier is not in the time zone database.
  case unknown(identifier: String)
  /// The time zone database is absent or damaged; `probe` is a zone that it must know.
  case dataMissing(probe: String, version: String)

  /// A sentence with the values of the case.
  public var description: String {
    switch self {
    case .unknown(let identifier):
      "unknown time zone '\(identifier)': expected an IANA identifier such as 'Europe/London'"
    case .dataMissing(let probe, let version):
      "time zone data is missing: '\(probe)' is unknown or wrong (data version '\(version)')"
    }
  }
}
