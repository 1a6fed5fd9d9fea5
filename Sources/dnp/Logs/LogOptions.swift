public import ArgumentParser
import CivilTime
public import DeviceLogs

/// Which log is read, and how.
struct LogOptions: ParsableArguments {
  @Argument(help: "A log file, or - for stdin.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "A profile: \(BuiltInProfiles.names.joined(separator: ", ")), or a file. Repeatable.",
      valueName: "name|file"),
    completion: .list(BuiltInProfiles.names))
  var profile: [String] = []

  @Option(
    help: ArgumentHelp("The log's format, instead of finding it.", valueName: "format"))
  var logFormat: LogFormat?

  @Option(
    help: ArgumentHelp(
      "The date of the first line, for logs without dates.", valueName: "yyyy-MM-dd"))
  var date: String?

  @Option(help: "The year of the first line, for logs without years.")
  var year: Int?

  @Option(
    help: ArgumentHelp(
      "The zone of times without one: an IANA name or an offset such as +01:00.",
      valueName: "zone"), completion: .zone)
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "Read only so many bytes of the log, unpacked; the answer says so when there are more.",
      valueName: "n"))
  var maxBytes = LogInput.bytesMax

  func validate() throws {
    if let year, !(1970...2100).contains(year) {
      throw ValidationError("--year \(year): give a year from 1970 to 2100")
    }
    guard maxBytes >= 1 else { throw ValidationError("--max-bytes \(maxBytes): give 1 or more") }
    _ = try day()
    // Missing zone data is reported by `run`, not as an unknown zone.
    if (try? ZoneData.verify()) != nil { _ = try logZone() }
  }

  /// The profiles that were named.
  func profiles() throws(CommandFailure) -> [LogProfile] {
    if zone != nil { try CommandFailure.verifyZones() }
    return try LogProfileInput.profiles(profile)
  }

  /// What is known of times that the lines do not say.
  func timeOptions(modified: Int64?) throws(CommandFailure) -> LogTimeOptions {
    LogTimeOptions(date: try? day(), year: year, zone: try? logZone(), modified: modified)
  }

  private func day() throws(ValidationError) -> CivilDate? {
    guard let date else { return nil }
    guard let day = CivilDate(text: date), (1970...2100).contains(day.year) else {
      throw ValidationError("--date \(date): give a date of 1970 to 2100, such as 2025-11-15")
    }
    return day
  }

  private func logZone() throws(ValidationError) -> LogZone? {
    guard let zone else { return nil }
    // The offset is read as the end of an instant.
    if let first = zone.first, "+-".contains(first) {
      guard let utc = ISO8601.parse("2025-01-01T00:00\(zone)"),
        let local = ISO8601.parse("2025-01-01T00:00Z")
      else { throw ValidationError("--zone \(zone): give an offset such as +01:00") }
      return .offset(minutes: Int((local - utc) / 60_000))
    }
    do {
      return .named(try Zone(identifier: zone))
    } catch {
      throw ValidationError("--zone: \(error.suggesting)")
    }
  }
}

extension LogFormat: ExpressibleByArgument {}
