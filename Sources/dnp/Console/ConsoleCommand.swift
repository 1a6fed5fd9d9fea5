import ArgumentParser
import CellGrid
import CivilTime
import Console
import DeviceModel
import Foundation
import Scenarios
import SessionStore

/// `dnp`, `dnp console`: the test app's page on the terminal.
///
/// Exits with 0, with 128+n after a signal (130 after Ctrl-C), with 69 where no screen is possible.
struct ConsoleCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "The test app's page, the phone's clock and the log, by keyboard (default).",
    discussion: """
      Keys: ? shows them all. Exit codes: 0, 64 usage, 69 no usable terminal, 70 internal, \
      73 cannot write output, 130 after Ctrl-C, 128+n after another signal; with --plain \
      65 when a line was no command.

      Examples:
        dnp                                   go on where it was left
        dnp --new --zone America/New_York --start 2025-11-01T12:00:00Z
        dnp --scenario assets/scenarios/first-run/happy-path.yaml
        printf 'c\\nr\\ny\\n' | dnp --plain      without a screen
      """)

  @Flag(help: "No screen: commands from standard input, a line each; for pipes, screen readers.")
  var plain = false

  @Flag(help: "Begin with the clock stopped.")
  var paused = false

  @Option(help: "Simulate a device or the simulator. (default: device)")
  var variant: VariantChoice?

  @Option(
    help: ArgumentHelp(
      "Let scenarios include files of this folder, outside of their own. Repeatable.",
      valueName: "dir"))
  var allowInclude: [String] = []

  @Option(help: "The session to go on with, or to begin.")
  var session: String?

  @Flag(help: "Begin with a new phone; the session keeps the one before.")
  var new = false

  @Option(help: "The seed of everything that is left to chance. (default: 1)")
  var seed: UInt64?

  @Option(help: "The phone's time zone, such as Europe/London.")
  var zone: String?

  @Option(help: "What the phone's clock shows at the start, such as 2026-03-29T00:30:00Z.")
  var start: String?

  @Option(help: "Files or folders with scenarios to go through. Repeatable.")
  var scenarios: [String] = []

  @Option(help: "Begin with going through this scenario file.")
  var scenario: String?

  @Option(help: "With --scenario: run up to this step, then hand the keyboard over.")
  var until: Int?

  @OptionGroup var look: LookOptions

  @OptionGroup var keys: KeyOptions

  @Option(help: .hidden)
  var idleDescriptor: Int32?

  /// The variants of the phone.
  enum VariantChoice: String, ExpressibleByArgument, CaseIterable {
    case device
    case simulator
  }

  func validate() throws {
    _ = try deviceConfiguration()
    if let until {
      guard scenario != nil else { throw ValidationError("--until needs --scenario FILE") }
      guard until >= 1 else { throw ValidationError("--until counts steps from 1") }
    }
    if let session, !SessionFolder.isName(session) {
      throw ValidationError("--session: \(SessionStoreError.badName(session))")
    }
  }

  func perform() throws(CommandFailure) -> ExitCode {
    var device: DeviceConfiguration
    do {
      device = try deviceConfiguration()
    } catch {
      throw CommandFailure(.validationFailure, "\(error)")
    }
    let keychain = try keys.keychain()
    device.keychain = keychain
    let led = try scenario.map { path throws(CommandFailure) in
      try ScenarioLoader(allowedFolders: allowInclude, keychain: keychain).scenario(
        of: try InputFile.one(path, bytesMax: ScenarioFile.bytesMax))
    }
    return plain ? try runPlain(device, led) : try runScreen(device, led)
  }

  private func shelf(_ device: DeviceConfiguration) -> ScenarioShelf {
    ScenarioShelf(
      paths: scenarios, allowedFolders: allowInclude, keychain: device.keychain)
  }

  private func runPlain(
    _ device: DeviceConfiguration, _ scenario: Scenario?
  ) throws(CommandFailure) -> ExitCode {
    let appearance = Appearance(isColored: false, isASCII: look.ascii || !StandardStreams.isUTF8)
    if let problem = ConsoleLoop.zoneProblem() { throw problem }
    let setup = ConsoleSetup(
      device: device, appearance: appearance, size: CellSize(rows: 24, columns: 80),
      isPaused: true)
    var session = PlainSession(setup)
    let opening = scenario.map { session.begin($0, untilStep: until) } ?? []
    var console = PlainConsole(session: session, shelf: shelf(device), opening: opening)
    return try console.run()
  }

  private func runScreen(
    _ device: DeviceConfiguration, _ scenario: Scenario?
  ) throws(CommandFailure) -> ExitCode {
    let screen = ConsoleScreen(
      device: device, isPhoneGiven: isPhoneGiven, session: session ?? ConsoleCommand.defaultSession,
      isNew: new, isPaused: paused, look: look,
      shelf: shelf(device), idleDescriptor: idleDescriptor)
    return try screen.run(scenario, untilStep: until)
  }

  private static let defaultSession = "default"

  /// Whether the command line says anything about the phone.
  private var isPhoneGiven: Bool {
    seed != nil || variant != nil || zone != nil || start != nil || keys.keyFile != nil
  }

  private func deviceConfiguration() throws -> DeviceConfiguration {
    var device = DeviceConfiguration()
    if let seed { device.seed = seed }
    if variant == .simulator { device.variant = .simulator }
    if let zone {
      do {
        device.zone = try Zone(identifier: zone)
      } catch {
        throw ValidationError("--zone \(zone): \(error)")
      }
    }
    if let start {
      guard let time = ISO8601.parse(start) else {
        throw ValidationError("--start \(start): write it as 2026-03-29T00:30:00Z")
      }
      device.startMilliseconds = time
    }
    return device
  }
}
