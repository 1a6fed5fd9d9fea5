import ArgumentParser
import Console
import CursesTerminal
import DeviceModel
import Foundation
import Scenarios

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
  /// What is shown in place of how far the session has come.
  var remark: [String] = []

  /// Runs it until the person, a signal or a hang-up ends it.
  ///
  /// With a scenario, that leads, or is run up to a step and its phone handed over.
  func run(
    _ scenario: Scenario? = nil, untilStep until: Int? = nil
  ) throws(CommandFailure) -> ExitCode {
    let environment = ProcessInfo.processInfo.environment
    let theme = try look.chosenTheme()
    let terminal = try look.terminal()
    defer { terminal.close() }
    let appearance = look.appearance(of: terminal, theme)
    var setup = ConsoleSetup(
      device: device, session: session, appearance: appearance, size: terminal.size,
      isPaused: isPaused)
    var start = SessionStart.open(
      session, device.keychain, wanted: isPhoneGiven ? setup.device : nil, isNew: isNew,
      environment: environment)
    setup.keeping = start.keeping
    if !remark.isEmpty, start.keeping == .kept { start.opening?.remark = remark }
    var model = start.opening.map { Model(setup, opening: $0) } ?? Model(setup)
    if let remark = start.remark {
      _ = model.update(.keepingChanged(start.keeping, remark: remark))
    }
    if let scenario { model.begin(scenario, untilStep: until) }
    var loop = ConsoleLoop(
      terminal: terminal, model: model, shelf: shelf, keeper: start.keeper,
      idleDescriptor: idleDescriptor)
    return loop.run()
  }
}
