import CellGrid

/// From keys to actions: sequences of keys, typed text and pasted text.
extension Model {
  /// The bindings that begin with the keys pressed so far.
  var continuations: [Binding] {
    pendingKeys.isEmpty ? [] : bindings.continuations(of: pendingKeys, in: mode)
  }

  /// Takes a key: part of a paste, a character of a text, or what it is bound to.
  mutating func press(_ key: Key) -> [Effect] {
    if key == .pasteBegin {
      isPasting = true
      return []
    }
    if key == .pasteEnd {
      endPaste()
      return []
    }
    if case .mouse(let event) = key { return layout.isTooSmall ? [] : take(event) }
    if isPasting { return paste(key) }
    if !layout.isTooSmall, case .character(let scalar) = key, type(scalar) { return [] }
    // On a screen that is too small to show anything, keys press nothing but quit.
    if layout.isTooSmall { pendingKeys = [] }
    if layout.isTooSmall, bindings.isQuitting(key) { return perform(.program(.quit)) }
    return follow(key)
  }

  /// Does what a key stands for, by itself or after those that were pressed before it.
  private mutating func follow(_ key: Key) -> [Effect] {
    let mode = layout.isTooSmall ? .always : mode
    // A key that always counts leaves an unfinished sequence as it is.
    let isAlways = bindings.binding([key], in: .always) != nil
    let keys = isAlways ? [key] : pendingKeys + [key]
    let binding = bindings.binding(keys, in: mode)
    // Painting again changes nothing that is shown.
    if binding?.action != .program(.repaint) { notice = nil }
    if isAlways { return binding.map { perform($0.action) } ?? [] }
    let wasPending = !pendingKeys.isEmpty
    pendingKeys = []
    if let binding { return perform(binding.action) }
    if !bindings.continuations(of: keys, in: mode).isEmpty {
      pendingKeys = keys
    } else if wasPending {
      notice = .info(cancellation(keys))
    } else if self.mode != .jump {
      notice = .info(
        "\(key.text) does nothing here; \(bindings.text(of: .help(.open))) shows the keys")
    }
    return []
  }

  private func cancellation(_ keys: [Key]) -> String {
    if keys.last == .escape { return "no button pressed" }
    return "no button has \(keys.map(\.text).joined()); "
      + "\(bindings.text(of: .help(.open))) shows the keys"
  }

  /// Pasted text goes into a line that takes text and nowhere else, so that it presses no button.
  private mutating func paste(_ key: Key) -> [Effect] {
    let takesText = mode == .prompt || mode == .help
    switch key {
    case .character(let scalar) where takesText: _ = type(scalar)
    case .enter where mode == .prompt, .tab where mode == .prompt: _ = type(" ")
    // The end of a paste may get lost; these keys mean that somebody wants to get out of it.
    case .escape, .control("z"): endPaste()
    case .control("c"):
      endPaste()
      return perform(.program(.interrupt))
    case .character, .enter, .tab:
      if !takesText {
        notice = .info(
          "pasted text is taken in a line only; \(bindings.text(of: .prompt(.open))) opens one")
      }
    case .control, .mouse, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end,
      .pageUp,
      .pageDown, .function, .pasteBegin, .pasteEnd:
      break
    }
    return []
  }

  private mutating func endPaste() {
    isPasting = false
    guard case .prompt(var prompt) = overlay else { return }
    prompt.suggest(suggestions)
    overlay = .prompt(prompt)
    tryTyped(prompt)
  }

  private static let fullLine = "a line takes \(TextField.lengthMax) characters"

  /// Types a character where text is being typed; false where it is a key.
  private mutating func type(_ scalar: Unicode.Scalar) -> Bool {
    switch overlay {
    case .prompt(var prompt):
      notice = prompt.field.isFull ? .warning(Model.fullLine) : nil
      // One owner, so that the text is not copied for each key.
      overlay = nil
      prompt.type(scalar, isPasting ? nil : suggestions)
      overlay = .prompt(prompt)
      if !isPasting { tryTyped(prompt) }
      return true
    case .help(var help) where bindings.binding([.character(scalar)], in: .help) == nil:
      help.type(scalar)
      overlay = .help(help)
      return true
    case .help, .page, .confirmation, nil: return false
    }
  }
}
