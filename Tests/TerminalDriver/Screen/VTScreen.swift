public import CellGrid
import TerminalDriverShim

/// A terminal's screen as libvterm shows it: bytes in, cells, cursor and modes out.
///
/// Not shown: dim and invisible characters, the bell, unknown modes and unknown styles.
public final class VTScreen {
  /// Its rows and columns, at least 1×1.
  public private(set) var size: CellSize
  /// The number of bytes fed.
  public private(set) var byteCount = 0
  private let screen: OpaquePointer

  /// A blank screen.
  public init(_ size: CellSize) {
    self.size = CellSize(rows: max(size.rows, 1), columns: max(size.columns, 1))
    screen = td_screen_new(Int32(self.size.rows), Int32(self.size.columns))
  }

  deinit {
    td_screen_free(screen)
  }

  /// Feeds a program's output; sequences and characters may be split anywhere.
  public func feed(_ bytes: [UInt8]) {
    byteCount += bytes.count
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      td_screen_write(screen, start, bytes.count)
    }
  }

  /// Feeds a string.
  public func feed(_ text: String) {
    feed(Array(text.utf8))
  }

  /// Changes the size.
  public func resize(_ newSize: CellSize) {
    size = CellSize(rows: max(newSize.rows, 1), columns: max(newSize.columns, 1))
    td_screen_resize(screen, Int32(size.rows), Int32(size.columns))
  }

  /// The rows as strings, without trailing blanks.
  public var lines: [String] {
    // Six scalars of four bytes in each cell.
    var text = [CChar](repeating: 0, count: size.columns * 24)
    return (0..<size.rows).map { row in
      let count = td_screen_row(screen, Int32(row), Int32(size.columns), &text, text.count)
      var bytes = text[..<count].map { UInt8(bitPattern: $0) }
      while bytes.last == 0x20 { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The rows joined by line feeds, without empty ones at the end.
  public var text: String {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The cells, row by row.
  public var cells: [[VTCell]] {
    (0..<size.rows).map { row in (0..<size.columns).map { self[row, $0] } }
  }

  /// The cell at a place, which must be inside the screen.
  public subscript(row: Int, column: Int) -> VTCell {
    VTCell(td_screen_cell(screen, Int32(row), Int32(column)))
  }

  /// Where the next character goes; the last column while a wrap is pending.
  public var cursor: ScreenPosition {
    var (row, column): (Int32, Int32) = (0, 0)
    td_screen_cursor(screen, &row, &column)
    return ScreenPosition(row: Int(row), column: min(Int(column), size.columns - 1))
  }

  /// Whether the alternate screen, which full-screen programs use, is shown.
  public var isAlternateScreen: Bool { td_screen_modes(screen).is_alternate }

  /// Whether the cursor is shown.
  public var isCursorVisible: Bool { td_screen_modes(screen).is_cursor_visible }

  /// Whether pasted text is marked (mode 2004).
  public var isBracketedPasteOn: Bool { td_screen_modes(screen).is_paste_bracketed }

  /// Whether a synchronized update has begun and not ended (mode 2026).
  public var isSynchronized: Bool { td_screen_modes(screen).is_synchronized }

  /// The number of synchronized updates that have ended.
  public var synchronizedUpdateCount: Int { Int(td_screen_modes(screen).synchronized_updates) }

  /// The number of strings for other than the screen, such as titles and clipboard writes.
  public var stringCount: Int { Int(td_screen_modes(screen).strings) }

  /// Control characters and sequences that libvterm does not know, as readable text.
  public var unknownSequences: String { String(cString: td_screen_unknown(screen)) }
}
