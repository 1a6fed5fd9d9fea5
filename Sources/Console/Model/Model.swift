public import CellGrid
import CivilTime
import DeviceModel
import Invariants
public import Scenarios
import SimulationCore

/// Everything that the console is at one moment; `update` changes it, `view` draws it.
public struct Model: Sendable {
  /// The phone and what was done to it.
  public private(set) var run: InteractiveRun
  /// What the terminal can show.
  public let appearance: Appearance
  /// The terminal's size.
  public internal(set) var size: CellSize
  var screen = Screen.console
  var focus = Focus.controls
  var overlay: Overlay?
  var controls = ControlsPane()
  var log = LogPane()
  var history = PhoneHistory()
  var pace = Pace()
  var jump: Jump?
  var notice: Notice?
  /// The scenarios that can be gone through.
  var walkthroughs = WalkthroughList()
  /// The scenario that leads through the phone.
  var guide: GuidedRun?
  /// The scenario to begin once the scenarios are there.
  var awaited: String?
  /// The scenario that the person was warned about: it would replace the phone.
  var replacing: String?
  /// The keys of a binding of several that have been pressed so far.
  var pendingKeys: [Key] = []
  /// What programs wrote to standard error, a line each.
  var errorLines: [String] = []
  /// What was written to standard error and has no end of line yet.
  var unfinishedErrorLine = ""
  /// Whether the dialog's marked button is Allow.
  var isAllowMarked = true
  var isPasting = false
  /// How many presses the last export had.
  var exportedPresses = 0
  /// How many broken invariants the person has been told of.
  private var toldViolations = 0
  /// When the next event is due.
  private(set) var nextInstant: SimulationInstant?

  /// How many lines of standard error are kept.
  static let errorLinesMax = 1_000

  /// Which screen is shown.
  enum Screen: Hashable, Sendable {
    case console
    case log
    case walkthroughs
  }

  /// Which pane has the keyboard.
  enum Focus: Hashable, Sendable {
    case controls
    case log
  }

  /// Starts a session with a new phone.
  public init(_ setup: ConsoleSetup) {
    run = InteractiveRun(name: setup.session, configuration: setup.device)
    appearance = setup.appearance
    size = CellGrid.held(setup.size)
    pace.isRunning = !setup.isPaused
    absorb()
    settle()
  }

  /// Where the pieces of the screen are.
  var layout: Layout { Layout(size: size, screen: screen) }

  /// Whether the permission dialog has the keyboard.
  var isDialogShown: Bool { run.device.os.authorizationMachine.isDialogShown }

  /// Whether something was pressed that no export has.
  public var hasUnexportedPresses: Bool { run.presses.count > exportedPresses }

  /// Where keys go.
  var mode: KeyMode {
    switch overlay {
    case .prompt: return .line
    case .help: return .help
    case .page: return .page
    case nil: break
    }
    if jump != nil { return .jump }
    return isDialogShown ? .dialog : screenMode
  }

  /// The bindings that begin with the keys pressed so far.
  var continuations: [Binding] {
    pendingKeys.isEmpty ? [] : BindingTable.continuations(of: pendingKeys, in: mode)
  }

  /// The mode of the screen itself.
  var screenMode: KeyMode {
    guard focus == .controls, screen != .log else { return .log }
    if guide != nil { return .guide }
    return screen == .walkthroughs ? .walkthroughs : .controls
  }

  /// What the run has to tell, a walkthrough's judgements included.
  public var result: ScenarioResult { guide?.result ?? run.result }

  /// Does something with the run, then takes in what came of it.
  mutating func withRun<Result, Failure: Error>(
    _ body: (inout InteractiveRun) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { absorb() }
    return try body(&run)
  }

  /// Shows another run; with a new phone history and log begin anew.
  mutating func adopt(_ run: InteractiveRun, isNewPhone: Bool) {
    self.run = run
    if isNewPhone {
      let filter = log.filter
      history = PhoneHistory()
      log = LogPane()
      log.show(filter, run.device.os.trace)
      toldViolations = 0
      exportedPresses = 0
    }
    absorb()
    settle()
  }

  /// Reads what is new in the trace, and lets unfinished looking go on for a slice.
  mutating func absorb() {
    history.read(run.device.os.trace)
    let wasSeeking = log.isSeeking
    log.extend(run.device.os.trace)
    if wasSeeking { tellEmptySearch() }
    nextInstant = run.nextInstant
    tellBrokenInvariants()
  }

  /// Says that a search has come to its end without a hit.
  mutating func tellEmptySearch() {
    guard !log.isSeeking, let search = log.search, search.hits.isEmpty else { return }
    notice = .info("'\(search.pattern.text)' is nowhere in the log (\(log.filter.text))")
  }

  /// Says that an invariant broke, once for each time.
  private mutating func tellBrokenInvariants() {
    let count = run.invariants.violationCount
    guard count > toldViolations else { return }
    toldViolations = count
    notice = brokenInvariants.map { .error("invariants: \($0)") }
  }

  /// Keeps every list inside its pane.
  mutating func settle() {
    let layout = layout
    // What has come in front takes the keyboard.
    if !pendingKeys.isEmpty, continuations.isEmpty { pendingKeys = [] }
    controls.settle(height: layout.controls.rows)
    walkthroughs.settle(height: layout.controls.rows)
    log.settle(height: layout.log.rows)
    switch overlay {
    case .help(var help):
      help.settle(height: layout.window(of: help).rows - 4)
      overlay = .help(help)
    case .page(var page):
      page.settle(layout.window(of: page))
      overlay = .page(page)
    case .prompt, nil: break
    }
  }
}
