import ArgumentParser
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
      Without --profile, every profile whose lines occur in the log is checked. See \
      \(ProgramFolder.page("logs")).
      Exit codes: 0 all right, 1 a sequence is broken, was not observed or could not be judged, 64 \
      usage, 65 bad file or profile, 66 missing input, 70 internal, 73 cannot write output.

      Examples:
        dnp validate-logs device.log --year 2025
        dnp validate-logs --log-format threadtime device.log
        adb logcat -d | dnp validate-logs --profile prefetch
        dnp validate-logs device.log --strict --explain
        dnp validate-logs --describe delivery   what a profile asks for
        dnp logs device.log                   look at the log, with what was found marked in it
      """)

  @OptionGroup var log: LogOptions

  @OptionGroup var checked: LogProfileOptions

  @Flag(help: "End with 1 unless everything could be judged; list what could not.")
  var strict = false

  @Flag(help: "List the lines that each verdict rests on.")
  var explain = false

  @Option(
    help: ArgumentHelp(
      "Draw what a profile asks for, and read no log.", valueName: "profile"),
    completion: .list(BuiltInProfiles.names))
  var describe: String?

  @Option(help: "How to print the answer: text or json.")
  var format = AnswerFormat.text

  func perform() throws(CommandFailure) -> ExitCode {
    let profiles = try checked.profiles()
    if let describe {
      try StandardStreams.print(LogProfileInput.profile(describe, of: "--describe").drawing)
      return .success
    }
    let formats = try log.formats()
    formats.report()
    let input = try LogInput(log.path())
    let time = try log.timeOptions(modified: input.modifiedMilliseconds)
    let answer = try input.answer(
      LogValidation(
        profiles: profiles, format: formats.named, among: formats.all, time: time,
        json: log.jsonFields, bytesMax: log.maxBytes,
        lines: log.maxBytes == LogInput.bytesMax ? .usual : .none, explains: explain))
    try StandardStreams.print(text(of: answer, input.name))
    if answer.tally.plugin == 0 { StandardStreams.report(nothing(answer, input.name)) }
    guard answer.verdict == .passed else { return .expectationFailed }
    guard strict, !answer.doubts.isEmpty else { return .success }
    StandardStreams.report(
      answer.doubts.map { "strict: \(SafeText.terminalLine($0))\n" }.joined())
    return .expectationFailed
  }

  private func text(of answer: LogAnswer, _ name: String) -> String {
    format.answer(text: table(of: answer, name), json: answer.json(path: name))
  }

  private func table(of answer: LogAnswer, _ name: String) -> String {
    let table = LogAnswerText(answer, path: name, isUTF8: StandardStreams.isUTF8).text
    // Text from a log may contain anything.
    return table.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText.terminalLine(String($0)) }.joined(separator: "\n")
  }

  private func nothing(_ answer: LogAnswer, _ name: String) -> String {
    "\(SafeText.terminalLine(name)): no line of \(answer.tally.lines) is the plugin's; log it at "
      + "info or debug, and check the filter in front of this command\n"
  }
}
