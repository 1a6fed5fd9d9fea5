import ArgumentParser
import DeviceLogs
import DeviceModel
import ES256K
import LogScenarios
import PlainText
import Scenarios

/// `dnp scenario-from`: a scenario of what a log tells of a phone.
struct ScenarioFromCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario-from",
    abstract: "Write what a device's log tells of a phone as a scenario.",
    discussion: """
      Reads the logs of validate-logs. The scenario repeats, at the same instants, what the log \
      shows: calls, permission, zone, ends of the app, starts of the phone, the clock, failed \
      fetches; and expects the notifications that the plugin reported. What no line tells is \
      assumed, and a comment says so. Where `dnp run` of it fails, the phone and the simulation \
      part. See \(ProgramFolder.page("logs")).
      Exit codes: 0, 64 usage, 65 bad file or no line of the plugin, 66 missing input, 70 \
      internal, 73 cannot write output.

      Examples:
        dnp scenario-from device.log --zone Europe/Berlin -o phone.yaml
        dnp run phone.yaml
      """)

  @OptionGroup var log: LogOptions

  @Option(
    help: ArgumentHelp(
      "The phone's system, where the log does not show it: ios or android.",
      valueName: "platform"))
  var platform: DevicePlatform?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; without it, the scenario goes to standard output.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var output: String?

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let formats = try log.formats()
    formats.report()
    let input = try LogInput(log.path())
    let time = try log.timeOptions(modified: input.modifiedMilliseconds)
    let read = try input.read(
      LogReading(
        format: formats.named, among: formats.all, time: time, json: log.jsonFields,
        bytesMax: log.maxBytes))
    let yaml: String
    do {
      yaml = try LogScenario.recording(
        of: read, name: input.name, zone: time.zone, platform: platform,
        keychain: Keychain(TestKeys.standard)
      ).yaml
    } catch {
      throw CommandFailure(
        .badFile, "\(SafeText.terminalLine(input.name)): \(error.description)")
    }
    guard let output else {
      try StandardStreams.print(yaml)
      return .success
    }
    try OutputFile(path: output).write(Array(yaml.utf8))
    return .success
  }
}
