import ArgumentParser
import CivilTime
import DeviceLogs
import JSONText

/// `dnp validate-logs`: which sequences of log lines a device's log holds whole.
struct ValidateLogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-logs",
    abstract: "Check the sequence of the plugin's lines in a device's log.",
    discussion: """
      Reads what a phone's log tools print, also packed with gzip, and finds the format by itself. \
      Without --profile every profile that the log has lines of is checked. See docs/logs.md.
      Exit codes: 0 all right, 1 a sequence is broken or was not observed, 64 usage, 65 bad file \
      or profile, 66 missing input, 70 internal, 73 cannot write output.
      """)

  /// How the answer is printed.
  enum Output: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
  }

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

  @Option(help: "How to print the answer.")
  var output = Output.table

  func validate() throws {
    if let year, !(1970...2100).contains(year) {
      throw ValidationError("--year \(year): give a year from 1970 to 2100")
    }
    _ = try day()
    _ = try logFormat()
    // Missing zone data is reported by `run`, not as an unknown zone.
    if (try? ZoneData.verify()) != nil { _ = try logZone() }
  }

  func run() throws {
    let code = RunFailure.guarded(check)
    guard code == .success else { throw code }
  }

  private func check() throws(RunFailure) -> ExitCode {
    RunStream.ignoreBrokenPipe()
    if zone != nil {
      try RunFailure.verifyZones()
    }
    let profiles = try LogProfileInput.profiles(profile)
    let input = try LogInput(file)
    let time = LogTimeOptions(
      date: try? day(), year: year, zone: try? logZone(), modified: input.modifiedMilliseconds)
    let answer = try input.answer(
      LogValidation(profiles: profiles, format: try? logFormat(), time: time))
    guard RunStream.out.write(text(of: answer, input.name)) else {
      throw RunStream.outputFailure()
    }
    if answer.tally.plugin == 0 { RunStream.error.write(nothing(answer, input.name)) }
    return answer.verdict == .passed ? .success : .expectationFailed
  }

  private func text(of answer: LogAnswer, _ name: String) -> String {
    switch output {
    case .json: return answer.json(path: name).prettyText + "\n"
    case .table:
      let table = LogTable(answer, path: name, isUTF8: RunStream.isUTF8).text
      // What came from a log may hold anything.
      return table.split(separator: "\n", omittingEmptySubsequences: false)
        .map { PlainLine.text(String($0)) }.joined(separator: "\n")
    }
  }

  private func nothing(_ answer: LogAnswer, _ name: String) -> String {
    "\(PlainLine.text(name)): no line of \(answer.tally.lines) is the plugin's; log it at info "
      + "or debug, and look at the filter before this command\n"
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
