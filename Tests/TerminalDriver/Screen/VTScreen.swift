public import CellGrid

/// A terminal's screen as xterm would show it: bytes in, cells, cursor and modes out.
///
/// It supports what ncurses 6.4 sends for `xterm-256color`, `xterm`, `vt100` and
/// `screen-256color`; unsupported sequences are listed in `unknownSequences`.
/// Not modelled: scrollback, left and right margins, answers to queries, selective erase.
public struct VTScreen: Sendable {
  /// The maximum length of `unknownSequences` and of `systemCommands`; further entries are dropped.
  public static let entriesMax = 200

  /// Its rows and columns.
  public internal(set) var size: CellSize
  /// Whether the cursor is shown.
  public internal(set) var isCursorVisible = true
  /// Whether the alternate screen, which full-screen programs use, is shown.
  public internal(set) var isAlternateScreen = false
  /// Whether the keypad sends sequences of its own (`ESC =`).
  public internal(set) var isKeypadApplication = false
  /// The private modes that are on, by their numbers: 1000 is the mouse, 2004 bracketed paste.
  public internal(set) var privateModes = VTScreen.initialModes
  /// Unknown sequences and bytes as readable text, in order.
  public internal(set) var unknownSequences: [String] = []
  /// Operating system commands such as titles and clipboard writes, without introducer and end.
  public internal(set) var systemCommands: [String] = []
  /// The number of bytes fed.
  public private(set) var byteCount = 0
  /// The number of synchronized updates that have ended.
  public internal(set) var synchronizedUpdateCount = 0
  /// How often the bell rang, or the screen flashed instead.
  public internal(set) var bellCount = 0

  var buffer: ScreenBuffer
  /// The primary screen while the alternate one is shown, and the other way round.
  var hidden: ScreenBuffer
  var pen = Pen()
  /// What ESC 7 saved on the visible screen, and on the hidden one.
  var saved: Pen?
  var hiddenSaved: Pen?
  var scrollRegion: Range<Int>
  var tabStops: [Bool]
  var isInserting = false
  /// The last character written, for REP.
  var lastWritten: Unicode.Scalar?
  private var decoder = ByteDecoder()

  /// Wrapping, and the cursor.
  static let initialModes: Set<Int> = [7]

  /// A blank screen of at least 1×1.
  public init(_ size: CellSize) {
    let size = CellSize(rows: max(size.rows, 1), columns: max(size.columns, 1))
    self.size = size
    buffer = ScreenBuffer(size)
    hidden = ScreenBuffer(size)
    scrollRegion = 0..<size.rows
    tabStops = Self.initialTabStops(size.columns)
  }

  /// Feeds a program's output; sequences and characters may be split anywhere.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    var ready: [Instruction] = []
    for byte in bytes {
      byteCount += 1
      if byte >= 0x20, byte < 0x7F, decoder.isAtRest {
        show(Unicode.Scalar(byte))
        continue
      }
      decoder.decode(byte, into: &ready)
      for instruction in ready { obey(instruction) }
      ready.removeAll(keepingCapacity: true)
    }
  }

  /// Feeds a string.
  public mutating func feed(_ text: String) {
    feed(text.utf8)
  }

  /// Changes the size, keeps the top left part of both screens and resets the scroll region.
  public mutating func resize(_ newSize: CellSize) {
    size = CellSize(rows: max(newSize.rows, 1), columns: max(newSize.columns, 1))
    buffer.resize(size)
    hidden.resize(size)
    scrollRegion = 0..<size.rows
    tabStops = Self.initialTabStops(size.columns)
    pen.position.row = min(pen.position.row, size.rows - 1)
    pen.position.column = min(pen.position.column, size.columns - 1)
    pen.isWrapPending = false
  }

  static func initialTabStops(_ columns: Int) -> [Bool] {
    (0..<columns).map { $0 > 0 && $0 % 8 == 0 }
  }

  private mutating func obey(_ instruction: Instruction) {
    switch instruction {
    case .character(let scalar): show(scalar)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .sequence(let sequence): self.sequence(sequence)
    case .systemCommand(let text):
      if systemCommands.count < Self.entriesMax { systemCommands.append(text) }
    case .invalid(let text): unknown(text)
    }
  }

  mutating func unknown(_ text: String) {
    if unknownSequences.count < Self.entriesMax { unknownSequences.append(text) }
  }
}
