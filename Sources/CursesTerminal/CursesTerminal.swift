public import CellGrid
import CursesShim

/// The person's terminal: shows grids of cells, and reports keys, signals and captured output.
///
/// There is only one at a time, used on the main thread only. While it is open it owns the
/// handlers of CONT, WINCH, TSTP and PIPE and of every signal that ends a process, crashes
/// included, and standard error if that is a terminal. After `close` every method does nothing.
public final class CursesTerminal {
  /// Whether characters beyond ASCII may be shown.
  public let isUTF8: Bool
  /// The number of colours; 0 without colour.
  public let colorCount: Int
  /// The terminal type in use: the given one, or a substitute for an unknown one.
  public let termName: String
  /// Rows and columns; changes only in `adoptSize` and `suspend`.
  public private(set) var size: CellSize

  private var isOpen = true
  private var isRepaintDue = true
  /// The grid on the screen; nil when every cell has to be written.
  private var presented: CellGrid?

  /// Opens the terminal; if that fails, everything is restored.
  public init(_ options: Options) throws(TerminalError) {
    let result = options.termName.withCString { name in
      var request = dnp_options(
        term_name: name, input: options.inputDescriptor, output: options.outputDescriptor,
        is_terminal_required: options.isTerminalRequired,
        is_color_allowed: options.isColorAllowed)
      return dnp_open(&request)
    }
    if let error = TerminalError(result, options) { throw error }
    isUTF8 = dnp_is_utf8() && !options.isASCIIForced
    colorCount = Int(dnp_color_count())
    termName = String(cString: dnp_term_name())
    size = CursesTerminal.measure()
  }

  deinit {
    close()
  }

  /// Restores the terminal, signals and standard error; a second call does nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    presented = nil
    dnp_close()
  }

  /// Adopts the terminal's current size, after a `resize` or a `continue`.
  ///
  /// The next grid is written completely, since terminals move text when their size changes.
  @discardableResult
  public func adoptSize() -> CellSize {
    guard isOpen else { return size }
    dnp_adopt_size()
    startAfresh()
    return size
  }

  /// Gives the terminal to the shell and stops the process group until it is continued.
  ///
  /// Returns in the foreground, with the terminal's size at that time; immediately if no shell
  /// could continue it. It is not reported as `suspend` or `continue`.
  public func suspend() {
    guard isOpen else { return }
    dnp_suspend()
    startAfresh()
  }

  /// Makes `present` write the whole next grid, over whatever another program left on the screen.
  public func repaint() {
    guard isOpen else { return }
    dnp_repaint()
    isRepaintDue = true
  }

  /// The next key; nil when there is none now.
  ///
  /// Must be called until it returns nil before the next `wait`. Escape alone takes the escape
  /// delay, 25 ms unless ESCDELAY is set.
  public func nextKey() -> Key? {
    guard isOpen else { return nil }
    var key = dnp_key()
    while dnp_next_key(&key) {
      if let key = Key(key) { return key }
    }
    return nil
  }

  /// The next signal, the most severe first; nil when there is none now.
  public func nextSignal() -> TerminalSignal? {
    isOpen ? TerminalSignal(dnp_next_signal()) : nil
  }

  /// Waits for something to do, at most some microseconds, or without a limit if nil.
  ///
  /// The result is empty after a timeout, and sometimes without a reason.
  ///
  /// - Parameter extraDescriptor: another descriptor that may become readable.
  public func wait(microseconds: Int64?, extraDescriptor: Int32? = nil) -> Wakeup {
    guard isOpen else { return [] }
    let bits = dnp_wait(microseconds.map { max($0, 0) } ?? -1, extraDescriptor ?? -1)
    return Wakeup(rawValue: bits)
  }

  /// What libraries wrote to standard error since the previous call, at most 64 KiB of it.
  ///
  /// Empty when standard error is not a terminal: the output then goes where the person sent it.
  public func readErrorOutput() -> [UInt8] {
    guard isOpen else { return [] }
    return [UInt8](unsafeUninitializedCapacity: CursesTerminal.errorBytesMax) { buffer, count in
      count = dnp_read_error_output(buffer.baseAddress, buffer.count)
    }
  }

  /// Shows a grid; returns the number of cells that were given to ncurses.
  ///
  /// A grid larger than the screen is cropped; around a smaller one there are blanks.
  /// Nothing is written when nothing changed.
  @discardableResult
  public func present(_ grid: CellGrid) -> Int {
    guard isOpen else { return 0 }
    var count = 0
    for row in 0..<size.rows { count += putRow(row, of: grid) }
    presented = grid
    if count > 0 || isRepaintDue { dnp_present() }
    isRepaintDue = false
    return count
  }

  /// Asks the terminal to report the mouse as keys, or leaves it to the terminal again.
  public func setMouse(isOn: Bool) {
    guard isOpen else { return }
    dnp_mouse_set(isOn)
  }

  /// Gives a string to the terminal's clipboard (OSC 52); whether it takes it is not told.
  ///
  /// At most so many bytes, since terminals refuse more.
  public func copy(_ text: String, bytesMax: Int = 65_536) {
    guard isOpen else { return }
    let sequence =
      "\u{1B}]52;c;" + CursesTerminal.base64(Array(text.utf8.prefix(bytesMax))) + "\u{07}"
    sequence.withCString { dnp_write_sequence($0) }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let digit = digits[Int(word >> UInt32(18 - 6 * place) & 63)]
        encoded.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The cell that ncurses has at a place, after the last `present`; nil outside the screen.
  public func cell(row: Int, column: Int) -> Cell? {
    guard isOpen, let row = Int32(exactly: row), let column = Int32(exactly: column) else {
      return nil
    }
    var cell = dnp_cell()
    return dnp_read(row, column, &cell) ? Cell(cell) : nil
  }

  private static let errorBytesMax = 65_536

  private static func measure() -> CellSize {
    var rows: Int32 = 0
    var columns: Int32 = 0
    dnp_size(&rows, &columns)
    return CellSize(rows: Int(rows), columns: Int(columns))
  }

  private func startAfresh() {
    size = CursesTerminal.measure()
    presented = nil
    isRepaintDue = true
  }

  private func putRow(_ row: Int, of grid: CellGrid) -> Int {
    var count = 0
    for column in 0..<size.columns {
      let cell = visible(grid, row, column)
      if let presented, visible(presented, row, column) == cell { continue }
      // The right half of a wide glyph is written with the left one.
      if cell.width == 0 { continue }
      dnp_put(Int32(row), Int32(column), dnp_cell(cell, isASCII: !isUTF8))
      count += 1
    }
    return count
  }

  /// The cell of a grid at a place of the screen; a wide glyph across the edge is a blank.
  private func visible(_ grid: CellGrid, _ row: Int, _ column: Int) -> Cell {
    guard row < grid.size.rows, column < grid.size.columns else { return .blank }
    let cell = grid[row, column]
    return column + Int(cell.width) <= size.columns ? cell : Cell(" ", style: cell.style)
  }
}
