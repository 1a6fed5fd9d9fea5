import CellGrid

/// Typed and pasted text.
extension OverlayHost {
  /// Takes a key that is a part of a text or of a paste; nil for one that stands for an action.
  mutating func takeText(_ key: Key) -> [Effect]? {
    if key == .pasteBegin {
      isPasting = true
      return []
    }
    if key == .pasteEnd {
      endPaste()
      return []
    }
    if isPasting { return paste(key) }
    if !layout.isTooSmall, case .character(let scalar) = key, type(scalar) { return [] }
    return nil
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
        let opening = bindings.text(of: .prompt(.open))
        notice = .info("pasted text is taken in a line only; \(opening) opens one")
      }
    case .control, .mouse, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .function, .pasteBegin, .pasteEnd:
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

  /// Types a character where text is being typed; false where it is a key.
  private mutating func type(_ scalar: Unicode.Scalar) -> Bool {
    switch overlay {
    case .prompt(var prompt):
      let isFull = prompt.field.isFull
      notice = isFull ? .warning("a line takes \(TextField.lengthMax) characters") : nil
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
