import CellGrid
import DeviceModel
import Invariants
import Scenarios

/// The switchboard: every switch that has to know each pane.
///
/// A new pane gets a line in each of these switches; the compiler leads there.
extension Model {
  /// The pane that has the keyboard while nothing is in front of it.
  var pane: Pane {
    if screen == .store { return .store }
    guard focus == .controls, screen != .log else { return .log }
    if let run = guide.run { return run.isQuestion ? .question : .guide }
    return screen == .walkthroughs ? .walkthroughs : .controls
  }

  mutating func route(_ action: Action) -> [Effect] {
    switch action {
    case .controls(.press(let id)): ControlTable.control(id: id).map { press($0) } ?? []
    case .screen(let action): perform(action)
    case .time(let action): fulfil(time.update(action, &run))
    case .log(let action): fulfil(log.update(action, run.device.os.trace))
    case .status(let action): perform(action)
    case .walkthroughs(let action): fulfil(walkthroughs.update(action))
    case .store(let action): fulfil(store.update(action))
    case .guide(let action): perform(action)
    case .dialog(let action): fulfil(dialog.update(action))
    case .prompt(let action): perform(action)
    case .help(let action): perform(action)
    case .page(let action): perform(action)
    case .confirmation(let action): perform(action)
    case .program(let action): perform(action)
    case .list(let action): perform(action)
    }
  }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: Action) -> String? {
    switch action {
    case .controls(.press(let id)): ControlTable.control(id: id).flatMap(reasonAgainst)
    case .screen(let action): reasonAgainst(action)
    case .time(.cancelJump): nil
    case .time: guide.refusal
    case .log(let action):
      screen == .store
        ? "the store has the whole screen; 2 shows the log" : log.reasonAgainst(action)
    case .status:
      history.lastTrouble?.state == .open ? nil : "there is no error to have seen"
    case .dialog: isDialogShown ? nil : CommandRefusal.noDialog.description
    case .guide(let action): guide.reasonAgainst(action)
    case .list(.activate) where overlay == nil && pane == .guide && !isDialogAsking:
      guide.reasonAgainstStep
    case .walkthroughs, .store, .prompt, .help, .page, .confirmation, .program, .list: nil
    }
  }

  /// Moves in the list of a pane, or uses its marked row.
  mutating func update(_ pane: Pane, _ action: ListAction) -> [PaneEffect] {
    switch pane {
    case .controls: return controls.update(action, height: layout.controls.rows)
    case .log: return log.update(action, run.device.os)
    case .walkthroughs:
      let presses = hasUnexportedPresses ? run.presses.count : 0
      return walkthroughs.update(action, height: layout.controls.rows, losing: presses)
    case .store: return store.update(action, height: layout.log.rows, run.device.os)
    case .guide, .question: return guide.update(action)
    }
  }

  /// Keeps the marked row of each pane in sight.
  mutating func settlePanes(_ layout: Layout) {
    for pane in Pane.allCases {
      switch pane {
      case .controls: controls.settle(height: layout.controls.rows)
      case .log: log.settle(height: layout.log.rows)
      case .walkthroughs: walkthroughs.settle(height: layout.controls.rows)
      case .store: if screen == .store { store.settle(run.device, height: layout.log.rows) }
      case .guide: guide.stepKeys = keysToStep
      // It follows the walkthrough by itself.
      case .question: break
      }
    }
  }

  /// What to press so that Enter does the next step of a walkthrough.
  private var keysToStep: String {
    if !screen.hasPanes { return "\(BindingTable.text(of: .screen(.showConsole))), then Enter" }
    return focus == .controls ? "Enter" : "\(BindingTable.text(of: .screen(.nextPane))), then Enter"
  }

  /// Draws what the screen shows between its header and its footer; a message covers so many of
  /// its last rows.
  func paintPanes(
    _ painter: inout Painter, _ layout: Layout, _ facts: PhoneFacts, covered: Int
  ) {
    switch screen {
    case .walkthroughs where guide.run == nil:
      WalkthroughsView(pane: walkthroughs, hasFocus: pane == .walkthroughs)
        .paint(&painter, list: layout.controls, about: layout.about)
      painter.rule(layout.stages)
    case .console, .walkthroughs: paintConsole(&painter, layout, facts)
    case .store:
      StoreView(pane: store, os: run.device.os)
        .paint(&painter, title: layout.logTitle, rows: layout.log, covered: covered)
      return
    case .log: break
    }
    LogView(
      log: log, os: run.device.os, hasFocus: pane == .log, isGuided: guide.run != nil
    ).paint(&painter, title: layout.logTitle, lines: layout.log, covered: covered)
  }

  /// The buttons, and beside them the status or the walkthrough, the phone and the stages.
  private func paintConsole(_ painter: inout Painter, _ layout: Layout, _ facts: PhoneFacts) {
    let controlsView = ControlsView(
      pane: controls, hasFocus: pane == .controls, wanted: guide.nextControl,
      reasonAgainst: { reasonAgainst($0) })
    controlsView.paint(&painter, in: layout.controls)
    if let run = guide.run {
      GuideView(guide: run, keys: guide.keys).paint(&painter, in: layout.status)
    } else {
      StatusView(rows: statusRows(facts, height: layout.status.rows))
        .paint(&painter, in: layout.status)
    }
    painter.separator(leftOf: layout.status)
    controlsView.paintMore(&painter, rightOf: layout.controls)
    if !layout.phone.isEmpty {
      PhoneView(
        facts: facts, invariantCount: run.invariants.tallies.count, broken: brokenInvariants
      ).paint(&painter, in: layout.phone)
      painter.separator(leftOf: layout.phone)
    }
    StagesView(facts: facts).paint(&painter, in: layout.stages)
  }
}
