import ArgumentParser
import DeviceModel

/// `dnp`, `dnp console`: the test app's page on the terminal.
///
/// Exits with 0, with 128+n after a signal (130 after Ctrl-C), with 69 where no screen is possible
/// or `--live` finds no `dnp-net`.
struct ConsoleCommand: Subcommand {
  /// The word that asks for it, and may be left out.
  static let name = "console"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "The test app's page, the phone's clock and the log, by keyboard (default).",
    discussion: """
      Keys: ? shows them all. Exit codes: 0, 64 usage, 69 no usable terminal, or no \
      dnp-net for --live, 70 internal, \
      73 cannot write output, 130 after Ctrl-C, 128+n after another signal; with --plain \
      65 when a line was no command.

      Examples:
        dnp                                   continue where it stopped
        dnp --new --zone America/New_York --start 2025-11-01T12:00:00Z
        dnp --platform android                an Android phone
        dnp --platform android --os-version 31
        dnp --scenario \(ProgramFolder.scenarios)/first-run/happy-path.yaml
        printf 'c\\nr\\nallow\\n' | dnp --plain   without a screen
        dnp --record keys.txt --cast film.cast
        dnp --replay keys.txt --headless
      """)

  @Flag(help: "No screen: commands from standard input, a line each; for pipes, screen readers.")
  var plain = false

  @Flag(help: "Start with the clock stopped.")
  var paused = false

  @Option(help: "The phone's system: ios or android. (default: ios)")
  var platform: DevicePlatform?

  @Option(help: "The version of the plugin: upstream or upstream-code. (default: this project's)")
  var profile: CompatibilityProfile?

  @Option(help: "Simulate a device, the iPhone's simulator or Android's emulator.")
  var variant: DeviceVariant?

  @Option(
    help: "The system's version: 17.0 for an iPhone, an API level such as 34 for an Android phone.")
  var osVersion: String?

  @Option(help: "The API level for which the app was built on Android, 33 to 36. (default: 34)")
  var targetSdk: Int?

  @Option(
    help: ArgumentHelp(
      "Let scenarios include files of this folder, outside of their own. Repeatable.",
      valueName: "dir"), completion: .directory)
  var allowInclude: [String] = []

  @Option(help: "The session to continue or create.", completion: .session)
  var session: String?

  @Flag(help: "Start with a new phone; the session keeps the one before.")
  var new = false

  @Option(help: "The seed of everything that is random. (default: 1)")
  var seed: UInt64?

  @Option(help: "The phone's time zone, such as Europe/London.", completion: .zone)
  var zone: String?

  @Option(help: "What the phone's clock shows at the start, such as 2026-03-29T00:30:00Z.")
  var start: String?

  @Option(
    help: "Files or folders with scenarios to step through. Repeatable.", completion: .scenario)
  var scenarios: [String] = []

  @Option(help: "Start by stepping through this scenario.", completion: .scenario)
  var scenario: String?

  @Option(help: "With --scenario: run up to this step, then hand the keyboard over.")
  var until: Int?

  @OptionGroup var look: LookOptions

  @OptionGroup var keys: KeyOptions

  @OptionGroup var recording: RecordingOptions

  @OptionGroup var network: LiveOptions

  @Option(help: .hidden)
  var idleDescriptor: Int32?

  /// What the arguments say.
  var options: ConsoleOptions {
    ConsoleOptions(
      isPlain: plain, isPaused: paused, platform: platform, profile: profile,
      variant: variant, osVersion: osVersion, targetSdk: targetSdk,
      allowedFolders: allowInclude, session: session, isNew: new, seed: seed, zone: zone,
      start: start, scenarios: scenarios,
      scenario: scenario, until: until, look: look.look, keyFile: keys.keyFile,
      keyPlay: recording.keyPlay, live: network.target, idleDescriptor: idleDescriptor)
  }

  func validate() throws {
    do {
      try options.check()
    } catch {
      throw ValidationError(error.message)
    }
  }

  func perform() throws(CommandFailure) -> ExitCode { try options.run() }
}
