import CellGrid
import DeviceModel
import History
import Invariants
import Scenarios

/// The switchboard: every switch that has to know each pane.
///
/// A new pane gets a line in each of these switches; the compiler leads there.
extension Model {
  /// The pane that has the keyboard while nothing is in front of it.
  var pane: Pane {
    switch screen {
    case .store: .store
    case .timeline: .timeline
    case .ledger: .ledger
    case .branches: .branches
    case .phone(.switches): .phone
    case .phone(.cards): .cards
    case .log, .console(.log), .walkthroughs(.log): .log
    case .console(.status) where guide.run == nil: .status
    case .console(.controls), .console(.status): guidePane ?? .controls
    case .walkthroughs(.list): guidePane ?? .walkthroughs
    }
  }

  /// The pane of the walkthrough that leads; nil for none.
  private var guidePane: Pane? { guide.run.map { $0.isQuestion ? .question : .guide } }

  mutating func route(_ action: Action) -> [Effect] {
    switch action {
    case .controls(.press(let id)): return ControlTable.control(id: id).map { press($0) } ?? []
    case .screen(let action): return perform(action)
    case .time(.cancelJump) where isReplaying:
      cancelReplay()
      return []
    case .time(let action):
      if action.movesTime { branchOffInPast() }
      return fulfil(time.update(action, &run, &happened))
    // On the list of scenarios they are about the list.
    case .log(.search) where pane == .walkthroughs, .log(.filter) where pane == .walkthroughs:
      return fulfil(walkthroughs.update(.filter))
    case .log(let action): return fulfil(log.update(action))
    case .status(let action): return perform(action)
    case .walkthroughs(let action): return fulfil(walkthroughs.update(action))
    case .store(let action): return fulfil(store.update(action))
    case .timeline(let action): return fulfil(timeline.update(action, happened, facts))
    case .phone(let action): return fulfil(phone.update(action, run.device))
    case .why(let action): return perform(action)
    case .ledger(.goBefore):
      goBefore(ledger.position.marked)
      return []
    case .ledger(let action): return fulfil(ledger.update(action, count: ledgerRows.rows.count))
    case .session(let action): return perform(action)
    case .guide(let action): return perform(action)
    case .dialog(let action): return fulfil(dialog.update(action))
    case .prompt(let action): return perform(action)
    case .help(let action): return perform(action)
    case .page(let action): return perform(action)
    case .confirmation(let action): return perform(action)
    case .program(let action): return perform(action)
    // Only `dnp logs` has these.
    case .browser: return []
    case .list(let action): return perform(action)
    }
  }

  /// The page of Settings that is in front of the app; nil for none.
  private var openPage: SettingsScreen? { run.latest.openPage.map(SettingsScreen.init) }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: Action) -> String? {
    switch action {
    case .controls(.press(let id)): ControlTable.control(id: id).flatMap(reasonAgainst)
    case .screen(let action): reasonAgainst(action)
    case .time(.cancelJump): nil
    case .time: phoneRefusal
    case .log(let action):
      screen.hasLog
        ? log.reasonAgainst(action)
        : "the \(screen.name) has the whole screen; "
          + "\(bindings.text(of: .screen(.showLog))) shows the log"
    case .status:
      isErrorOpen ? nil : "there is no error to have seen"
    case .ledger(.goBefore): ledgerRows.rows.isEmpty ? "nothing was done yet" : walkRefusal
    case .ledger(.show): nil
    case .session(let action): reasonAgainst(action)
    case .dialog(.dismiss) where isDialogShown:
      keeping.refusal ?? run.device.refusal(of: .dismissDialog)?.description
        ?? reasonAgainst(Command.dismissDialog)
    case .dialog: isDialogShown ? keeping.refusal : CommandRefusal.noDialog.description
    case .guide(let action): keeping.refusal ?? guide.reasonAgainst(action)
    case .list(.activate) where overlay == nil && pane == .guide && !isDialogAsking:
      guide.reasonAgainstStep
    case .phone(let action):
      reasonAgainst(phone.command(of: action, run.device))
    case .list(.activate)
    where overlay == nil && !isDialogAsking && (pane == .phone || pane == .cards):
      reasonAgainst(phone.commandOfMarked(isCard: pane == .cards, run.device))
    case .why:
      // Its key is the one that allows, so whoever presses it may have meant that.
      isDialogShown ? "the phone asks something; that is answered first" : nil
    case .walkthroughs, .store, .timeline, .prompt, .help, .page, .confirmation,
      .program, .browser, .list:
      nil
    }
  }

  /// Why a walkthrough that leads does not do a command of the phone's screen now.
  private func reasonAgainst(_ command: Command?) -> String? {
    guard let command, guide.run != nil else { return nil }
    if case .perform(let next, _)? = guide.run?.nextStep?.action, next == command { return nil }
    return guide.refusal
  }

  /// Moves in the list of a pane, or uses its marked row.
  mutating func update(_ pane: Pane, _ action: ListAction) -> [PaneEffect] {
    switch pane {
    case .status:
      return status.update(action, statusRows(facts, height: layout.status.rows))
    case .controls: return controls.update(action, layout.controlsShape)
    case .log: return log.update(action, run.device.os, happened.zones)
    case .walkthroughs:
      let isLost = keeping.isLostAtEnd && hasUnexportedPresses
      let presses = isLost ? run.presses.count : 0
      return walkthroughs.update(
        action, height: layout.controls.rows, losing: presses, bindings)
    case .store: return store.update(action, height: layout.log.rows, run.device.os)
    case .timeline: return timeline.update(action, happened, facts)
    case .ledger: return update(ledgerAction: action)
    case .branches:
      if action == .activate, let refusalToLeave { return [.notify(.warning(refusalToLeave))] }
      return branches.update(action, height: layout.log.rows, keeping)
    case .phone:
      let height = PhoneScreenView.split(layout.log).list.rows
      return phone.update(action, height: height, run.device)
    case .cards: return phone.updateCards(action, run.device)
    case .guide, .question: return guide.update(action)
    }
  }

  /// Keeps the marked row of each pane in sight.
  mutating func settlePanes(_ layout: Layout) {
    for pane in Pane.allCases {
      switch pane {
      case .controls: controls.settle(layout.controlsShape)
      case .log: settleLog(layout)
      case .walkthroughs: walkthroughs.settle(height: layout.controls.rows)
      case .store: if screen == .store { store.settle(run.device, height: layout.log.rows) }
      case .timeline:
        timeline.settle(
          columns: layout.log.columns - TimelineChart.labelColumns,
          now: run.device.os.wallMilliseconds, happened.zones)
      case .ledger:
        if screen == .ledger {
          ledger.settle(
            height: LedgerView.listRows(layout.log), count: ledgerRows.rows.count)
        }
      case .branches: branches.settle(height: layout.log.rows - 1)
      case .phone:
        if case .phone = screen {
          phone.settle(run.device, height: PhoneScreenView.split(layout.log).list.rows)
        }
      case .guide: guide.stepKeys = keysToStep
      // It follows the walkthrough by itself.
      case .question, .status, .cards: break
      }
    }
  }

  private mutating func settleLog(_ layout: Layout) {
    guard log.isWrapped else { return log.settle(height: layout.log.rows) }
    let view = logView
    log.settle(height: layout.log.rows) { view.rows(of: $0, columns: layout.log.columns) }
  }

  private var logView: LogView<PhoneLog> {
    LogView(
      log: log,
      content: PhoneLog(
        log: log, os: run.device.os, zones: happened.zones, isGuided: guide.run != nil),
      hasFocus: pane == .log)
  }

  /// What to press so that Enter does the next step of a walkthrough.
  private var keysToStep: String {
    if !screen.hasPanes { return "\(bindings.text(of: .screen(.showConsole))), then Enter" }
    return pane != .log ? "Enter" : "\(bindings.text(of: .screen(.nextPane))), then Enter"
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
      paintStrip(&painter, layout, facts)
    case .console, .walkthroughs: paintConsole(&painter, layout, facts)
    case .store:
      StoreView(pane: store, os: run.device.os, bindings: bindings)
        .paint(&painter, title: layout.logTitle, rows: layout.log, covered: covered)
      return
    case .timeline:
      TimelineView(
        pane: timeline, history: happened, facts: facts, ahead: TimelineAhead.marks(facts),
        bindings: bindings
      ).paint(&painter, title: layout.logTitle, rows: layout.log, covered: covered)
      return
    case .ledger:
      LedgerView(
        pane: ledger, run: run, rows: ledgerRows, zones: happened.zones, isInPast: isInPast
      )
      .paint(&painter, title: layout.logTitle, rows: layout.log, covered: covered)
      return
    case .branches:
      BranchesView(pane: branches, session: run.name)
        .paint(&painter, title: layout.logTitle, rows: layout.log, covered: covered)
      return
    case .phone:
      PhoneScreenView(
        pane: phone, device: run.device, openPage: openPage,
        isAtCards: pane == .cards, bindings: bindings
      )
      .paint(&painter, title: layout.logTitle, rows: layout.log, covered: covered)
      return
    case .log: break
    }
    logView
      .paint(&painter, title: layout.logTitle, lines: layout.log, covered: covered)
  }

  /// The buttons, and beside them the status or the walkthrough, the phone and the stages.
  private func paintConsole(_ painter: inout Painter, _ layout: Layout, _ facts: PhoneFacts) {
    let controlsView = ControlsView(
      pane: controls, shape: layout.controlsShape, hasFocus: pane == .controls,
      bindings: bindings,
      wanted: guide.nextControl,
      reasonAgainst: { reasonAgainst($0) })
    controlsView.paint(&painter, in: layout.controls)
    if let run = guide.run {
      GuideView(guide: run, keys: guide.keys, bindings: bindings).paint(&painter, in: layout.status)
    } else {
      let used = StatusView(
        rows: statusRows(facts, height: layout.status.rows),
        marked: pane == .status ? status.position.marked : nil
      ).paint(&painter, in: layout.status)
      let rest = layout.status.split(top: used + 1).rest
      if layout.why.isEmpty, rest.rows >= 3 {
        painter.rule(layout.status, row: used)
        ForecastView(forecast: Forecast.next(facts, bindings), bindings: bindings)
          .paint(&painter, in: rest)
      }
    }
    painter.separator(leftOf: layout.status)
    controlsView.paintMore(&painter, rightOf: layout.controls)
    if !layout.phone.isEmpty {
      PhoneView(
        facts: facts, invariantCount: run.invariants.tallies.count, broken: brokenInvariants
      ).paint(&painter, in: layout.phone)
      painter.separator(leftOf: layout.phone)
    }
    if !layout.why.isEmpty {
      ForecastView(forecast: Forecast.next(facts, bindings), bindings: bindings)
        .paint(&painter, in: layout.why)
      painter.separator(leftOf: layout.why)
    }
    paintStrip(&painter, layout, facts)
  }

  /// The stages of one notification, and the timeline of a day.
  private func paintStrip(_ painter: inout Painter, _ layout: Layout, _ facts: PhoneFacts) {
    StagesView(stages: Stages(facts, run)).paint(&painter, in: layout.stages)
    guard layout.timeline.rows > 0 else { return }
    let window = TimelineStrip.window(
      columns: layout.timeline.columns - TimelineChart.labelColumns, now: facts.now,
      happened.zones)
    let chart = TimelineChart(
      history: happened, ahead: TimelineAhead.marks(facts), window: window, now: facts.now)
    TimelineStrip(chart: chart, bindings: bindings).paint(&painter, in: layout.timeline)
  }
}
