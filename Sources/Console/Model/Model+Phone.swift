import CellGrid
public import DeviceModel
import History
import Invariants
public import Scenarios
import Session

/// The phone: what is done to it, and what the features read from it afterwards.
extension Model {
  /// The system of the phone on which scenarios run that are not about one: of what is on the
  /// screen, or of a new phone while a scenario has its own.
  public var scenarioPlatform: DevicePlatform {
    guide.run == nil ? run.device.os.configuration.platform : newPhone.platform
  }

  /// Begins a scenario with a phone of its own: it leads, or is run up to a step, counted from 1,
  /// and its phone handed over.
  public mutating func begin(_ scenario: Scenario, untilStep number: Int? = nil) {
    walkthroughs.forgetWarning()
    if let refusal = keeping.refusal {
      notice = .warning("\(scenario.name): \(refusal)")
      return
    }
    walkthroughs.mark(scenario.name)
    past = nil
    line.begin(.scenario(scenario.name))
    time.stop()
    screen = .walkthroughs(.list)
    _ = fulfil(guide.begin(scenario, untilStep: number))
  }

  /// Why a button cannot be pressed now; nil when it can.
  func reasonAgainst(_ control: Control) -> String? {
    if control.action != .exportResults, let refusal = keeping.refusal { return refusal }
    if guide.run != nil, guide.nextControl?.id != control.id, control.action != .exportResults {
      return guide.refusal
    }
    guard let refusal = control.refusal(on: run.device) else { return nil }
    if refusal == .appNotRunning { return "app not running; \(run.device.os.wayToOpen)" }
    if refusal == .appSuspended { return "app suspended; :foreground brings it back" }
    return refusal.description
  }

  /// Presses a button of the page.
  mutating func press(_ control: Control) -> [Effect] {
    controls.mark(control.id, layout.controlsShape)
    let commands = control.commands(on: run.device.os)
    if commands.isEmpty { return [.export(path: nil)] }
    if guide.run != nil { return fulfil(guide.press(control)) }
    if let reason = reasonAgainst(control) {
      notice = .warning("\(control.title): \(reason)")
      return []
    }
    perform(commands, title: control.title, isButton: true)
    return []
  }

  /// Does something to the phone.
  mutating func perform(_ commands: [Command], title: String, isButton: Bool) {
    if let refusal = keeping.refusal ?? (isInPast ? refusalToLeave : nil) {
      notice = .warning("\(title): \(refusal)")
      return
    }
    branchOffInPast()
    let press = run.press(commands, title: title, isButton: isButton)
    absorb()
    guard let press else {
      notice = .error(
        "this session holds \(InteractiveRun.pressesMax) presses; export it (x) and start anew")
      return
    }
    guard press.hasFailed else { return }
    let way =
      PressExpectation(asFoundIn: press) == nil
      ? "" : " · \(bindings.text(of: .status(.expect))): as expected"
    notice = .warning("\(title): \(press.shortOutcome)\(way)")
  }

  /// Shows another phone; with a new one, history and log start over.
  mutating func adopt(_ run: InteractiveRun, isNewPhone: Bool) {
    let last = self.run
    self.run = run
    self.run.learnSecrets(from: last)
    if isNewPhone {
      seenError = nil
      happened = TimelineHistory()
      timeline = TimelinePane()
      phone = PhonePane()
      log.begin(run.device.os.trace)
      reportedViolations = 0
      exportedPresses = 0
    }
    absorb()
    settle()
  }

  /// Lets the features read what is new in the trace, and goes on with a search or filter for a
  /// slice.
  mutating func absorb() {
    happened.read(run)
    _ = fulfil(log.read(run.device.os.trace))
    time.readNextInstant(of: &run)
    dialog.follow(shownDialog, wanted: guide.answer)
    reportBrokenInvariants()
  }

  /// Says that an invariant broke, once for each time.
  private mutating func reportBrokenInvariants() {
    let count = run.invariants.violationCount
    guard count > reportedViolations else { return }
    reportedViolations = count
    notice = brokenInvariants.map { .error("invariants: \($0)") }
  }
}
