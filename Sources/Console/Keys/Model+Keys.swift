import CellGrid

/// From keys to actions, and sequences of keys.
extension Model {
  /// The bindings that begin with the keys pressed so far.
  var continuations: [Binding] {
    pendingKeys.isEmpty ? [] : bindings.continuations(of: pendingKeys, in: mode)
  }

  /// Takes a key: part of a paste, a character of a text, or what it is bound to.
  mutating func press(_ key: Key) -> [Effect] {
    if case .mouse(let event) = key { return layout.isTooSmall ? [] : take(event) }
    if let effects = takeText(key) { return effects }
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
}
