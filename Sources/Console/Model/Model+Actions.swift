import CellGrid
import DeviceModel
import History
import Scenarios

/// What keys and entries of lists do: each action goes to the feature that it belongs to.
extension Model {
  /// Does what a key or an entry of a list stands for, or says why it cannot be done now.
  mutating func perform(_ action: Action) -> [Effect] {
    // A warning counts for the next key only.
    if action != .list(.activate) { walkthroughs.forgetWarning() }
    // A button that cannot be pressed says so by itself, with its title.
    let isButton = if case .controls = action { true } else { false }
    if !isButton, let reason = reasonAgainst(action) {
      notice = .warning(reason)
      return []
    }
    return route(action)
  }

  func reasonAgainst(_ action: ScreenAction) -> String? {
    switch action {
    case .nextPane, .previousPane:
      screen.hasParts
        ? nil
        : "the \(screen.name) has the whole screen; "
          + "\(bindings.text(of: .screen(.showConsole))) shows the buttons"
    case .showConsole, .showLog, .back: nil
    }
  }

  mutating func perform(_ action: ScreenAction) -> [Effect] {
    switch action {
    case .nextPane, .previousPane:
      screen = screen.next(isBackward: action == .previousPane, isGuided: guide.run != nil)
    case .showConsole: screen = .console(.controls)
    case .showLog: screen = .log
    case .back: return goBack()
    }
    return []
  }

  private mutating func goBack() -> [Effect] {
    if overlay != nil {
      overlay = nil
    } else if screen.hasPanes, guide.run != nil {
      noteOutcome()
      return fulfil(guide.takeOver(showing: .walkthroughs(.list)))
    } else if !screen.isConsole {
      // Who has read the log goes on in it.
      screen = .console(screen == .log ? .log : .controls)
    } else {
      return quit()
    }
    return []
  }

  /// Ends the program; asks once where something would be lost that is nowhere else.
  mutating func quit() -> [Effect] {
    guard refusalToLeave != nil, askedToQuit != journalCount else { return [.quit(code: 0)] }
    // Where the question cannot be read, the summary keeps what was done.
    if layout.isTooSmall { return [.export(path: nil), .quit(code: 0)] }
    askedToQuit = journalCount
    let export = bindings.text(of: .program(.export))
    notice = .warning(
      "what was done is not saved; \(export) writes it, once more quits and loses it")
    return []
  }

  mutating func perform(_ action: ProgramAction) -> [Effect] {
    switch action {
    case .export: return [.export(path: nil)]
    case .bundle:
      return fulfil([.open(.prompt(Prompt(.bundle)))])
    case .messages:
      overlay = .page(errorOutput.page)
      return []
    case .quit: return quit()
    case .interrupt: return [.quit(code: 130)]
    case .suspend: return [.suspend]
    case .repaint: return [.repaint]
    case .mouse: return fulfil(mouse.toggle(bindings))
    }
  }

  mutating func beginTrying(_ kind: Prompt.Kind) {
    if kind == .scenarios {
      walkthroughs.beginFilter()
    } else if kind.isTried {
      log.beginTrying()
    }
  }

  mutating func stopTrying(_ kind: Prompt.Kind) {
    log.stopTrying()
    if kind == .scenarios { walkthroughs.cancelFilter() }
  }

  mutating func perform(_ action: GuideAction) -> [Effect] {
    // What is said about a question closes the page that shows it.
    if case .page(let page) = overlay, page.isQuestion { overlay = nil }
    if action == .nextOne, let run = guide.run {
      noteOutcome()
      return fulfil(walkthroughs.beginNext(after: run.scenario.name))
    }
    if action == .takeOver { noteOutcome() }
    return fulfil(guide.update(action))
  }

  /// Keeps how the walkthrough ended that is left, for the list.
  mutating func noteOutcome() {
    guard let run = guide.run, run.isOver else { return }
    walkthroughs.note(run.result.outcome, of: run.scenario.name)
  }

  mutating func perform(_ action: StatusAction) -> [Effect] {
    switch action {
    case .acknowledge: seenError = run.lastError
    case .expect:
      do {
        try expect("")
      } catch {
        notice = .warning(error.description)
      }
    }
    return []
  }

  mutating func perform(_ action: WhyAction) -> [Effect] {
    switch action {
    case .ask: fulfil([.open(.page(whyPage))])
    }
  }

  /// The reasons for what the keyboard is at.
  var whyPage: Page {
    let facts = facts
    let why = WhyPage(run: run, facts: facts, history: happened, bindings: bindings)
    let page: Page? =
      switch pane {
      case .log: log.selectedLine.flatMap { why.page(ofRecord: UInt64($0)) }
      case .timeline:
        why.page(of: timeline.marksAtCursor(happened, TimelineAhead.marks(facts), now: facts.now))
      case .controls, .status, .walkthroughs, .store, .ledger, .branches, .phone, .cards, .guide,
        .question:
        nil
      }
    return page ?? why.general()
  }

  /// Moves in the list that has the keyboard, or uses its marked row.
  mutating func perform(_ action: ListAction) -> [Effect] {
    if let effects = performInFront(action) { return effects }
    if time.isJumping || isReplaying { return [] }
    guard isDialogAsking else { return fulfil(update(pane, action)) }
    return action == .activate ? fulfil(dialog.pressMarked()) : []
  }

  /// Does what a pane asks for, in order; returns what the shell has to do.
  mutating func fulfil(_ paneEffects: [PaneEffect]) -> [Effect] {
    var effects: [Effect] = []
    for effect in paneEffects {
      switch effect {
      case .notify(let notice): self.notice = notice
      case .open(.prompt(let prompt)): open(prompt)
      case .open(let overlay): self.overlay = overlay
      case .submit(let prompt): effects += submit(prompt)
      case .close: overlay = nil
      case .send(let action): effects += perform(action)
      case .perform(let command, let title):
        if guide.run != nil, keeping.refusal == nil {
          effects += fulfil(guide.perform(command, title: title))
        } else {
          perform([command], title: title, isButton: false)
        }
      case .copyLine:
        if let line = log.selectedLine {
          effects.append(.copy(logLine(line)))
          notice = .copied
        }
      case .openRecord(let sequence): openRecord(sequence)
      case .back: goBackToPage()
      case .phoneChanged: absorb()
      case .adopt(let run, let isNewPhone): adopt(run, isNewPhone: isNewPhone)
      case .replaceLine: line.begin(line.origin, replacesLast: true)
      case .begin(let scenario): begin(scenario)
      case .show(let screen): self.screen = screen
      case .showLog(let sequence):
        screen = .log
        log.show(sequence)
      case .mark(let control): controls.mark(control.id, layout.controlsShape)
      case .shell(let effect): effects.append(effect)
      }
    }
    return effects
  }
}
