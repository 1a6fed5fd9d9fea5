import ArgumentParser
import CivilTime
import DeviceLogs
import JSONText
import PlainText

/// `dnp validate-logs`: which sequences of log lines are complete in a device's log.
struct ValidateLogsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-logs",
    abstract: "Check the sequence of the plugin's lines in a device's log.",
    discussion: """
      Reads what a phone's log tools print, also packed with gzip, and finds the format by itself. \
      Without --profile every profile that the log has lines of is checked. See docs/logs.md.
      Exit codes: 0 all right, 1 a sequence is broken or was not observed, 64 usage, 65 bad file \
      or profile, 66 missing input, 70 internal, 73 cannot write output.
      """)

  @Argument(help: "A log file, or - for stdin.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "A profile: \(BuiltInProfiles.names.joined(separator: ", ")), or a file. Repeatable.",
      valueName: "name|file"))
  var profile: [String] = []

  @Option(
    help: ArgumentHelp(
      "The log's format, instead of finding it: \(formats).", valueName: "format"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The date of the first line, for logs without dates.", valueName: "yyyy-MM-dd"))
  var date: String?

  @Option(help: "The year of the first line, for logs without years.")
  var year: Int?

  @Option(
    help: ArgumentHelp(
      "The zone of times without one: an IANA name or an offset such as +01:00.",
      valueName: "zone"))
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "Read only so many bytes of the log, unpacked; the answer says so when there are more.",
      valueName: "n"))
  var maxBytes = LogInput.bytesMax

  @Option(help: "How to print the answer.")
  var output = TableFormat.table

  func validate() throws {
    if let year, !(1970...2100).contains(year) {
      throw ValidationError("--year \(year): give a year from 1970 to 2100")
    }
    guard maxBytes >= 1 else { throw ValidationError("--max-bytes \(maxBytes): give 1 or more") }
    _ = try day()
    _ = try logFormat()
    // Missing zone data is reported by `run`, not as an unknown zone.
    if (try? ZoneData.verify()) != nil { _ = try logZone() }
  }

  func perform() throws(CommandFailure) -> ExitCode {
    if zone != nil {
      try CommandFailure.verifyZones()
    }
    let profiles = try LogProfileInput.profiles(profile)
    let input = try LogInput(file)
    let time = LogTimeOptions(
      date: try? day(), year: year, zone: try? logZone(), modified: input.modifiedMilliseconds)
    let answer = try input.answer(
      LogValidation(
        profiles: profiles, format: try? logFormat(), time: time, bytesMax: maxBytes))
    try StandardStreams.print(text(of: answer, input.name))
    if answer.tally.plugin == 0 { StandardStreams.report(nothing(answer, input.name)) }
    return answer.verdict == .passed ? .success : .expectationFailed
  }

  private func text(of answer: LogAnswer, _ name: String) -> String {
    output.answer(table: table(of: answer, name), json: answer.json(path: name))
  }

  private func table(of answer: LogAnswer, _ name: String) -> String {
    let table = LogAnswerText(answer, path: name, isUTF8: StandardStreams.isUTF8).text
    // Text from a log may contain anything.
    return table.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText.terminalLine(String($0)) }.joined(separator: "\n")
  }

  private func nothing(_ answer: LogAnswer, _ name: String) -> String {
    "\(SafeText.terminalLine(name)): no line of \(answer.tally.lines) is the plugin's; log it at "
      + "info or debug, and look at the filter before this command\n"
  }

  private static var formats: String {
    LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private func logFormat() throws(ValidationError) -> LogFormat? {
    guard let format else { return nil }
    guard let known = LogFormat(rawValue: format) else {
      throw ValidationError("--format \(format): use one of: \(ValidateLogsCommand.formats)")
    }
    return known
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
      throw ValidationError("--zone: \(error)")
    }
  }
}
