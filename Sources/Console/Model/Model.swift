public import CellGrid
import DeviceModel
import History
import Invariants
public import Scenarios
import SimulationCore

/// The whole state of the console; `update` changes it, `view` draws it.
///
/// Each feature owns its state. The model composes them: it routes actions to them, does what they
/// ask for in return, and owns what they share: the phone, and where the keyboard is.
public struct Model: OverlayHost, Sendable {
  /// The phone and what was done to it.
  public internal(set) var run: InteractiveRun
  /// What the terminal can show.
  public let appearance: Appearance
  /// The keys that count.
  let bindings: Bindings
  /// The terminal's size.
  public internal(set) var size: CellSize

  // What the features own, a line each.
  var controls = ControlsPane()
  var status = StatusPane()
  /// The error that the person has seen; nil where there is none.
  var seenError: PhoneError?
  var log: LogPane
  var time: TimeControl
  var walkthroughs = WalkthroughsPane()
  var store = StorePane()
  var timeline = TimelinePane()
  var phone = PhonePane()
  var happened = TimelineHistory()
  var ledger = LedgerPane()
  var branches = BranchesPane()
  var guide: GuidePane
  var dialog = DialogButtons()
  var errorOutput = ErrorOutput()
  var typedLines = TypedLines()
  var mouse = Mouse()
  var live: LiveControl

  // What they share.
  /// Which line of the session's history the phone belongs to.
  public internal(set) var line = SessionLine()
  /// What is ahead while an earlier state of the phone is shown; nil in the present.
  var past: SessionPast?
  /// The phone that is being made again; nil when none is.
  var replaying: Replaying?
  /// Whether what is done outlives the program.
  public internal(set) var keeping: SessionKeeping
  /// What a new phone is like.
  var newPhone: DeviceConfiguration
  var place = KeyboardPlace()
  var notice: Notice?
  /// The keys of an unfinished binding of several keys.
  var pendingKeys: [Key] = []
  /// Whether the terminal marks what it sends as pasted.
  var isPasting = false
  /// How many presses the last export had.
  var exportedPresses = 0
  /// How many there were when the person was asked whether to quit and lose them.
  var askedToQuit: Int?
  /// How many broken invariants the person has seen a notice of.
  var reportedViolations = 0

  /// Starts a session with a new phone.
  public init(_ setup: ConsoleSetup) {
    self.init(
      setup, showing: InteractiveRun(name: setup.session, configuration: setup.device))
  }

  /// Starts a session with a phone.
  init(_ setup: ConsoleSetup, showing run: InteractiveRun) {
    self.run = run
    appearance = setup.appearance
    bindings = setup.bindings
    keeping = setup.keeping
    newPhone = setup.device
    live = LiveControl(hasNetwork: setup.hasNetwork)
    size = CellGrid.held(setup.size)
    time = TimeControl(isRunning: !setup.isPaused && setup.keeping.refusal == nil)
    guide = GuidePane(session: setup.session, bindings: setup.bindings)
    log = LogPane(
      traceCapacity: run.device.os.configuration.traceCapacity, bindings: setup.bindings)
    log.begin(run.device.os.trace)
    absorb()
    notice = appearance.notice
    errorOutput = ErrorOutput(problems: appearance.problems)
    settle()
  }

  /// What a run summary has to report, the verdicts of a walkthrough included.
  public var result: ScenarioResult { guide.run?.result ?? run.result }

  /// Whether something was pressed that no export has.
  public var hasUnexportedPresses: Bool { run.presses.count > exportedPresses }

  /// What fills the terminal, and its part that has the keyboard.
  var screen: Screen {
    get { place.screen }
    set { place.screen = newValue }
  }

  /// What is in front of the screen; nil where nothing is.
  var overlay: Overlay? {
    get { place.overlay }
    set { place.overlay = newValue }
  }

  /// Whether a system dialog is up.
  var isDialogShown: Bool { shownDialog != nil }

  /// The system dialog that is up; nil for none.
  ///
  /// Behind the lock screen nobody sees it, or can answer it.
  var shownDialog: SystemDialog? {
    run.device.os.power.isLocked ? nil : run.device.os.dialog
  }

  /// Whether the system dialog takes the keyboard when nothing is in front of it: a step of a
  /// walkthrough that does not answer it goes first, since it is the newer question.
  var isDialogAsking: Bool { isDialogShown && !guide.isAheadOfDialog }

  /// Where the pieces of the screen are.
  var layout: Layout { Layout(size: size, screen: screen) }

  /// Where keys go while nothing is in front of the screen.
  var screenMode: KeyMode {
    if time.isJumping || isReplaying { return .jump }
    let mode: KeyMode = isDialogAsking ? .dialog : .pane(pane)
    return guide.run == nil ? mode : .guided(mode)
  }

  /// Keeps every list inside its pane.
  mutating func settle() {
    settleLive()
    let layout = layout
    // What is in front takes the keyboard, and ends a sequence of keys.
    if !pendingKeys.isEmpty, continuations.isEmpty { pendingKeys = [] }
    settlePanes(layout)
    settleOverlay(layout)
  }
}
