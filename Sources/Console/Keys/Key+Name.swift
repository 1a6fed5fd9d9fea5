public import CellGrid

extension Key {
  /// The keys whose names are words.
  private static let named: [Key] = [
    .character(" "), .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left,
    .right, .home, .end, .pageUp, .pageDown,
  ]

  private static let controlPrefix = "Ctrl-"

  /// Reads a key as people write it, in any case: `Ctrl-L`, `Shift-Tab`, `F2`, `q`.
  ///
  /// A name of one letter is that letter as it is. Nil for other text, the mouse and paste marks.
  public init?(name: String) {
    let scalars = name.unicodeScalars
    if scalars.count == 1, let only = scalars.first {
      guard only.properties.generalCategory != .control, only != " " else { return nil }
      self = .character(only)
      return
    }
    let folded = name.lowercased()
    if let key = Key.named.first(where: { $0.text.lowercased() == folded }) {
      self = key
    } else if folded.hasPrefix(Key.controlPrefix.lowercased()),
      let letter = folded.unicodeScalars.dropFirst(Key.controlPrefix.count).first,
      scalars.count == Key.controlPrefix.count + 1
    {
      self = .control(letter)
    } else if folded.hasPrefix("f"), let number = Int(folded.dropFirst()),
      (1...12).contains(number)
    {
      self = .function(number)
    } else {
      return nil
    }
  }
}
