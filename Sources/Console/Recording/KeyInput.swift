public import CellGrid

/// What a person gave to the console: a key, or another size of the terminal.
public enum KeyInput: Hashable, Sendable {
  case key(Key)
  case resize(CellSize)

  /// One word of a recording: `Ctrl-L`, `resize:80x24`, `mouse:press:3:10`.
  public var word: String {
    switch self {
    case .resize(let size): "\(KeyInput.resizeWord):\(size.columns)x\(size.rows)"
    case .key(.mouse(let event)):
      "\(KeyInput.mouseWord):\(event.kind):\(event.row):\(event.column)"
    case .key(.pasteBegin): KeyInput.pasteBeginWord
    case .key(.pasteEnd): KeyInput.pasteEndWord
    case .key(let key): key.text
    }
  }

  /// Reads a word; nil for one that is none.
  public init?(word: String) {
    if let key = Key(name: word) {
      self = .key(key)
      return
    }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case (KeyInput.pasteBeginWord, 1): self = .key(.pasteBegin)
    case (KeyInput.pasteEndWord, 1): self = .key(.pasteEnd)
    case (KeyInput.resizeWord, 2):
      guard let size = CellSize(text: parts[1]) else { return nil }
      self = .resize(size)
    case (KeyInput.mouseWord, 4):
      guard let kind = MouseEvent.Kind.allCases.first(where: { "\($0)" == parts[1] }),
        let row = Int(parts[2]), let column = Int(parts[3]), row >= 0, column >= 0
      else { return nil }
      self = .key(.mouse(MouseEvent(kind, row: row, column: column)))
    default: return nil
    }
  }

  private static let resizeWord = "resize"
  private static let mouseWord = "mouse"
  private static let pasteBeginWord = "paste-begin"
  private static let pasteEndWord = "paste-end"
}

extension CellSize {
  /// Reads columns and rows: `80x24`; nil for other text, and for what is too large for a grid.
  public init?(text: String) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...CellGrid.sizeMax.columns).contains(columns), (1...CellGrid.sizeMax.rows).contains(rows)
    else { return nil }
    self.init(rows: rows, columns: columns)
  }
}
