import CellGrid
import DeviceModel
import ES256K
import Scenarios
import SchemaSupport
import Testing

@testable import Console

/// Presses keys on a console without a terminal, and waits until it is idle.
///
/// Effects for the shell are collected, not carried out; time passes only by ticks. The test fails
/// if a reply or a log line does not match the schemas.
struct ConsoleDriver {
  var model: Model
  /// The effects that the console requested, oldest first.
  private(set) var effects: [Effect] = []
  private var replies = ReplyChecker()
  /// The maximum number of slices of unfinished work in one wait.
  static let slicesMax = 100_000

  init(
    rows: Int = 24, columns: Int = 80, isColored: Bool = true, isASCII: Bool = false,
    theme: Theme = .standard, device: DeviceConfiguration = DeviceConfiguration(),
    traceCapacity: Int = ConsoleSetup.traceCapacity, hasNetwork: Bool = false,
    bindings: Bindings = .standard
  ) {
    var device = device
    device.keychain = Keychain(TestKeys.standard)
    var setup = ConsoleSetup(
      device: device, appearance: Appearance(isColored: isColored, isASCII: isASCII, theme: theme),
      size: CellSize(rows: rows, columns: columns), traceCapacity: traceCapacity)
    setup.hasNetwork = hasNetwork
    setup.bindings = bindings
    model = Model(setup)
  }

  /// Sends a message and waits until nothing is unfinished.
  mutating func send(_ message: Message) {
    sendAndLeave(message)
    settle()
  }

  /// Sends a message and leaves the work that it started unfinished.
  mutating func sendAndLeave(_ message: Message) {
    let asked = model.update(message)
    effects += asked
    checkReplies()
    // The shell reads them immediately.
    if asked.contains(.loadScenarios) {
      let scenarios = BuiltInWalkthroughs.contents(
        Keychain(TestKeys.standard), on: model.run.device.os.configuration.platform
      ).flatMap(\.scenarios)
      sendAndLeave(.scenariosLoaded(scenarios, problems: []))
    }
  }

  mutating func press(_ keys: Key...) {
    for key in keys { send(.key(key)) }
  }

  /// Presses the key of each character.
  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  /// Types a command line and runs it.
  mutating func command(_ line: String) {
    type(":")
    type(line)
    press(.enter)
  }

  /// The test app's first run: check the status, request permission, schedule.
  mutating func firstRun() {
    type("c")
    type("r")
    type("y")
    type("s")
  }

  /// Continues to the end of a walkthrough; every question gets the verdict pass.
  mutating func walkToEnd() {
    for _ in 0..<200 {
      guard let guide = model.guide.run, !guide.isOver else { return }
      if guide.isQuestion {
        type("P")
      } else if case .perform(.answerDialog(let isAllowed), _)? = guide.nextStep?.action {
        type(isAllowed ? "y" : "n")
      } else {
        press(.enter)
      }
    }
  }

  mutating func settle() {
    var slices = 0
    while model.wakeUp == .now {
      effects += model.update(.proceed)
      checkReplies()
      slices += 1
      precondition(slices < ConsoleDriver.slicesMax, "the console never becomes idle")
    }
  }

  private mutating func checkReplies() {
    for finding in replies.findings(in: model.run.device.os.trace) { Issue.record("\(finding)") }
  }

  /// The effects since the previous call.
  mutating func takeEffects() -> [Effect] {
    defer { effects.removeAll() }
    return effects
  }

  /// The screen as strings, one per row, without trailing blanks.
  var lines: [String] { GridText.lines(model.view()) }

  var text: String { lines.joined(separator: "\n") }

  /// The bottom line, and before it the message above it.
  var footer: String {
    let lines = lines
    let message = model.notice?.rows(width: model.size.columns).count ?? 0
    return lines.suffix(1 + message).joined()
  }

  /// Whether a row of the screen contains a string.
  func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}

extension ConsoleDriver: CustomTestStringConvertible {
  /// The screen as one string, so that a failed expectation shows it.
  var testDescription: String { "screen:\n" + text }
}
