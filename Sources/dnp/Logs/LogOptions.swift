import ArgumentParser
import CivilTime
import DeviceLogs
import Foundation

/// Which log is read, and how.
struct LogOptions: ParsableArguments {
  @Argument(
    help: "A log file, or - for stdin, which is read anyway where it is no terminal.",
    completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The log's format, instead of finding it: a name (see dnp logs --formats), or a file.",
      valueName: "name|file"),
    completion: .list(BuiltInFormats.names))
  var logFormat: String?

  @Option(
    help: ArgumentHelp(
      "The member of JSON objects that is the text, such as data.message.", valueName: "path"))
  var jsonText: String?

  @Option(
    help: ArgumentHelp("The member of JSON objects that is the time.", valueName: "path"))
  var jsonTime: String?

  @Option(
    help: ArgumentHelp(
      "The date of the first line, for logs without dates.", valueName: "yyyy-MM-dd"))
  var date: String?

  @Option(help: "The year of the first line, for logs without years.")
  var year: Int?

  @Option(
    parsing: .unconditional,
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
    try LogFormatInput.check(logFormat)
    guard maxBytes >= 1 else { throw ValidationError("--max-bytes \(maxBytes): give 1 or more") }
    _ = try day()
    // Missing zone data is reported by `run`, not as an unknown zone.
    if (try? ZoneData.verify()) != nil { _ = try logZone() }
  }

  /// The file, or `-` for standard input.
  func path() throws(CommandFailure) -> String {
    if let file { return file }
    guard isatty(STDIN_FILENO) != 1 else {
      throw CommandFailure(
        .validationFailure, "no log is named: name a file, or pipe a log into this command")
    }
    return "-"
  }

  /// Which members of JSON objects are text and time.
  var jsonFields: JSONFieldOptions { JSONFieldOptions(text: jsonText, time: jsonTime) }

  /// The format that was named, and the formats among which one is found.
  func formats() throws(CommandFailure) -> LogFormatInput { try LogFormatInput(logFormat) }

  /// What is known of times that the lines do not say.
  func timeOptions(modified: Int64?) throws(CommandFailure) -> LogTimeOptions {
    if zone != nil { try CommandFailure.verifyZones() }
    return LogTimeOptions(date: try? day(), year: year, zone: try? logZone(), modified: modified)
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

/// Which profiles a log is checked for.
struct LogProfileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A profile: \(BuiltInProfiles.names.joined(separator: ", ")), or a file. Repeatable.",
      valueName: "name|file"),
    completion: .list(BuiltInProfiles.names))
  var profile: [String] = []

  /// The profiles that were named.
  func profiles() throws(CommandFailure) -> [LogProfile] {
    try LogProfileInput.profiles(profile)
  }
}
