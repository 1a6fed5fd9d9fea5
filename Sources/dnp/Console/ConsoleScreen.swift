import ArgumentParser
import CellGrid
import Console
import CursesTerminal
import DeviceModel
import Scenarios
import SessionStore

/// The console on this terminal, with a session of this person.
struct ConsoleScreen {
  /// What a new phone is like; a stored one gets its keychain.
  let device: DeviceConfiguration
  /// Whether somebody wants just that phone.
  var isPhoneGiven = false
  let session: String
  var isNew = false
  var isPaused = false
  let look: Look
  let shelf: ScenarioShelf
  var idleDescriptor: Int32?
  /// Where requests go that leave the simulation.
  var live = LiveTarget()
  /// The recording that is played: its phone is the one that is shown, and no session keeps it.
  var replayed: KeyRecording?
  /// What presses keys in a person's place.
  var player: KeyPlayer?
  /// The new file that the keys are written to.
  var recordingPath: String?
  /// The new file that a film is written to.
  var castPath: String?
  /// The size of a screen that nobody sees; nil where there is a terminal.
  var headlessSize: CellSize?
  /// What is shown in place of how far the session has come.
  var remark: [String] = []

  /// Runs it until the person, a signal or a hang-up ends it.
  ///
  /// With a scenario, that leads, or is run up to a step and its phone handed over.
  func run(
    _ scenario: Scenario? = nil, untilStep until: Int? = nil
  ) throws(CommandFailure) -> ExitCode {
    var theme = try look.chosenTheme()
    let keys = replayed.map { (bindings: $0.bindings, problems: []) } ?? PersonalKeys.read()
    theme.problems += keys.problems
    if let headlessSize {
      let terminal = HeadlessTerminal(
        size: headlessSize, isUTF8: !look.isASCII && StandardStreams.isUTF8)
      var loop = try loop(
        terminal, look.appearance(ofHeadless: terminal, theme), keys.bindings, scenario,
        untilStep: until)
      let code = loop.run()
      try StandardStreams.print(loop.model.display(isStyled: false))
      return code
    }
    let terminal = try look.terminal()
    defer { terminal.close() }
    var loop = try loop(
      terminal, look.appearance(of: terminal, theme), keys.bindings, scenario, untilStep: until)
    return loop.run()
  }

  private func loop<Terminal: ConsoleTerminal>(
    _ terminal: Terminal, _ appearance: Appearance, _ bindings: Bindings, _ scenario: Scenario?,
    untilStep until: Int?
  ) throws(CommandFailure) -> ConsoleLoop<Terminal> {
    var setup = ConsoleSetup(
      device: replayed?.device ?? device, session: session, appearance: appearance,
      size: terminal.size, isPaused: replayed?.isPaused ?? isPaused)
    setup.bindings = bindings
    // A recording has its answers.
    setup.hasNetwork = replayed == nil
    let filming = try filming(setup)
    var keeper = SessionKeeper()
    var model: Model
    if replayed != nil {
      model = Model(setup)
    } else {
      var start = SessionStart.open(
        session, device.keychain, wanted: isPhoneGiven ? setup.device : nil, isNew: isNew,
        environment: HostEnvironment.values(SessionFolder.variables), bindings: bindings)
      setup.keeping = start.keeping
      if !remark.isEmpty, start.keeping == .kept { start.opening?.remark = remark }
      model = start.opening.map { Model(setup, opening: $0) } ?? Model(setup)
      if let remark = start.remark {
        _ = model.update(.keepingChanged(start.keeping, remark: remark))
      }
      // What is wrong with a theme matters more than that the phone is new.
      if start.keeping == .kept { model.showSettingsProblems() }
      keeper = start.keeper
    }
    if let scenario { model.begin(scenario, untilStep: until) }
    if live.isLive { model.goLive() }
    return ConsoleLoop(
      terminal: terminal, model: model, shelf: shelf, keeper: keeper,
      live: LiveWorker(live.requests()), idleDescriptor: idleDescriptor, player: player,
      filming: filming)
  }

  private func filming(_ setup: ConsoleSetup) throws(CommandFailure) -> Filming? {
    guard recordingPath != nil || castPath != nil else { return nil }
    let recording = KeyRecording(
      device: setup.device, isPaused: setup.isPaused, size: setup.size,
      bindings: setup.bindings)
    return try Filming(
      recordingPath.map { ($0, recording.head) }, film: castPath, title: "dnp, session \(session)",
      epochSeconds: headlessSize == nil ? HostClock.epochMilliseconds / 1_000 : nil)
  }
}
