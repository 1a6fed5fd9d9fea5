import CellGrid

/// A screen that can have something in front of it: a line that takes text, the list of keys, a
/// page, a question.
///
/// The console and the viewer of device logs are two; what is in front works the same in both.
protocol OverlayHost {
  associatedtype Completion: Suggesting

  /// The keys that count.
  var bindings: Bindings { get }
  var layout: Layout { get }
  /// What is in front of the screen; nil where nothing is.
  var overlay: Overlay? { get set }
  var notice: Notice? { get set }
  /// Whether the terminal marks what it sends as pasted.
  var isPasting: Bool { get set }
  var typedLines: TypedLines { get set }
  /// What the command line can suggest now.
  var suggestions: Completion { get }
  /// Where keys go while nothing is in front.
  var screenMode: KeyMode { get }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: Action) -> String?
  mutating func perform(_ action: Action) -> [Effect]
  /// Does what a pane asks for, in order; returns what the shell has to do.
  mutating func fulfil(_ effects: [PaneEffect]) -> [Effect]
  /// A line opens whose text is tried while it is typed.
  mutating func beginTrying(_ kind: Prompt.Kind)
  /// Tries what has been typed so far.
  mutating func tryTyped(_ prompt: Prompt)
  /// The line was cancelled: everything is as it was before.
  mutating func stopTrying(_ kind: Prompt.Kind)
}

extension OverlayHost {
  /// Where keys go.
  var mode: KeyMode {
    switch overlay {
    case .prompt: .prompt
    case .help: .help
    case .page(let page): page.isQuestion ? .guided(.page) : .page
    case .confirmation: .confirmation
    case nil: screenMode
    }
  }

  /// Puts a line in front that takes text.
  mutating func open(_ prompt: Prompt) {
    var prompt = prompt
    prompt.earlier = typedLines.lines(prompt.kind)
    prompt.suggest(suggestions)
    beginTrying(prompt.kind)
    overlay = .prompt(prompt)
  }

  /// Shows the keys of the mode that has the keyboard.
  mutating func openHelp() {
    overlay = .help(HelpList(mode: screenMode, bindings: bindings))
  }

  mutating func perform(_ action: PromptAction) -> [Effect] {
    if action == .open { return fulfil([.open(.prompt(Prompt(.command)))]) }
    guard case .prompt(var prompt) = overlay else { return [] }
    let effects = prompt.update(action, suggestions)
    overlay = .prompt(prompt)
    if action == .cancel {
      stopTrying(prompt.kind)
    } else if action != .accept {
      tryTyped(prompt)
    }
    return fulfil(effects)
  }

  mutating func perform(_ action: HelpAction) -> [Effect] {
    if action == .open {
      openHelp()
      return []
    }
    guard case .help(var help) = overlay else { return [] }
    let effects = help.update(action)
    overlay = .help(help)
    return fulfil(effects)
  }

  mutating func perform(_ action: PageAction) -> [Effect] {
    guard case .page(var page) = overlay else { return [] }
    return fulfil(page.update(action))
  }

  mutating func perform(_ action: ConfirmationAction) -> [Effect] {
    guard case .confirmation(let confirmation) = overlay else { return [] }
    return fulfil(confirmation.update(action))
  }

  /// Moves in what is in front, or uses its marked row; nil where nothing is.
  mutating func performInFront(_ action: ListAction) -> [Effect]? {
    switch overlay {
    case .page(var page):
      let effects = page.update(action, height: max(1, layout.window(of: page).rows - 2))
      overlay = .page(page)
      return fulfil(effects)
    case .help(var help):
      // What is listed is about the screen as it was then: its Enter may mean something else now.
      if action == .activate, help.mode != screenMode {
        let key = bindings.text(of: .help(.open))
        return fulfil([.close, .notify(.info("other keys count now; \(key) shows them"))])
      }
      let effects = help.update(action, height: max(1, layout.listRows(of: help)))
      overlay = .help(help)
      return fulfil(effects)
    case .prompt, .confirmation: return []
    case nil: return nil
    }
  }

  /// Keeps what is in front inside its window.
  mutating func settleOverlay(_ layout: Layout) {
    switch overlay {
    case .help(var help):
      help.settle(height: layout.listRows(of: help))
      overlay = .help(help)
    case .page(var page):
      page.settle(layout.window(of: page))
      overlay = .page(page)
    case .prompt, .confirmation, nil: break
    }
  }
}
