import CellGrid
import Testing

@testable import TerminalDriver

@Suite("The emulated screen")
struct VTScreenTests {
  /// A byte stream, and the rows and the cursor that it gives on a screen of 4×10.
  struct Example: CustomTestStringConvertible, Sendable {
    var name: String
    var input: String
    var rows: [String]
    var cursor: ScreenPosition

    init(_ name: String, _ input: String, _ rows: [String], _ row: Int, _ column: Int) {
      self.name = name
      self.input = input
      self.rows = rows + [String](repeating: "", count: 4 - rows.count)
      cursor = ScreenPosition(row: row, column: column)
    }

    var testDescription: String { name }
  }

  @Test("does what a sequence asks for", arguments: movements + erasures + insertions + scrolling)
  func sequence(_ example: Example) {
    let screen = shown(example.input)
    #expect(screen.lines == example.rows)
    #expect(screen.cursor == example.cursor)
    #expect(screen.unknownSequences.isEmpty)
  }

  @Test("does the same however the bytes are split", arguments: [1, 2, 3, 7])
  func split(_ size: Int) {
    let examples = Self.movements + Self.erasures + Self.insertions + Self.scrolling
    let bytes = Array(examples.map { "\u{1B}c" + $0.input + "漢é\u{1B}]0;a\u{7}" }.joined().utf8)
    var whole = VTScreen(Self.size)
    whole.feed(bytes)
    var parts = VTScreen(Self.size)
    for start in stride(from: 0, to: bytes.count, by: size) {
      parts.feed(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(parts.cells == whole.cells)
    #expect(parts.cursor == whole.cursor)
    #expect(parts.systemCommands == whole.systemCommands)
    #expect(parts.unknownSequences.isEmpty)
    #expect(parts.byteCount == bytes.count)
  }

  static let size = CellSize(rows: 4, columns: 10)

  private func shown(_ input: String) -> VTScreen {
    var screen = VTScreen(Self.size)
    screen.feed(input)
    return screen
  }

  static let movements = [
    Example("text", "ab", ["ab"], 0, 2),
    Example("a line feed keeps the column", "ab\nc", ["ab", "  c"], 1, 3),
    Example("a carriage return", "ab\rc", ["cb"], 0, 1),
    Example("a backspace", "ab\u{8}\u{8}\u{8}c", ["cb"], 0, 1),
    Example("a tab", "a\tb\tc", ["a       bc"], 0, 9),
    Example("no character after the last column wraps", "0123456789", ["0123456789"], 0, 9),
    Example("the next character wraps", "0123456789a", ["0123456789", "a"], 1, 1),
    Example("a return before the wrap", "0123456789\ra", ["a123456789"], 0, 1),
    Example("no wrap without DECAWM", "\u{1B}[?7l0123456789ab", ["012345678b"], 0, 9),
    Example("cup", "\u{1B}[3;4Hx", ["", "", "   x"], 2, 4),
    Example("cup beyond the edge", "\u{1B}[99;99Hx", ["", "", "", "         x"], 3, 9),
    Example("home", "ab\u{1B}[Hx", ["xb"], 0, 1),
    Example("vpa and hpa", "\u{1B}[2d\u{1B}[5Gx\u{1B}[3`y", ["", "  y x"], 1, 3),
    Example("cud and cuf", "\u{1B}[2B\u{1B}[3Cx", ["", "", "   x"], 2, 4),
    Example("cuu and cub", "\u{1B}[3;5H\u{1B}[A\u{1B}[2Dx", ["", "  x"], 1, 3),
    Example("cuu stops at the top", "\u{1B}[9Ax", ["x"], 0, 1),
    Example("cuu stops at its region", "\u{1B}[2;3r\u{1B}[3H\u{1B}[9Ax", ["", "x"], 1, 1),
    Example("cud stops at its region", "\u{1B}[2;3r\u{1B}[9Bx", ["", "", "x"], 2, 1),
    Example("next and previous line", "ab\u{1B}[2Ex\u{1B}[1Fy", ["ab", "y", "x"], 1, 1),
    Example("a zero means one", "\u{1B}[0B\u{1B}[0Cx", ["", " x"], 1, 2),
    Example("back tab", "\u{1B}[10G\u{1B}[Zx\u{1B}[2Zy", ["y       x"], 0, 1),
    Example("a tab stop of its own", "\u{1B}[4G\u{1B}H\r\tx\u{1B}[3g\r\ty", ["   x     y"], 0, 9),
    Example("save and restore", "ab\u{1B}7\u{1B}[3;3Hx\u{1B}8y", ["aby", "", "  x"], 0, 3),
    Example("origin mode", "\u{1B}[2;3r\u{1B}[?6hx\u{1B}[9;1Hy", ["", "x", "y"], 2, 1),
    Example("delete and null", "a\u{7F}\0b", ["ab"], 0, 2),
    Example("a control inside a sequence", "a\u{1B}[\r2Cb", ["a b"], 0, 3),
    Example("cancelled sequence", "a\u{1B}[2\u{18}b", ["ab"], 0, 2),
  ]

  static let erasures = [
    Example("el", "abcdef\u{1B}[3G\u{1B}[K", ["ab"], 0, 2),
    Example("el1", "abcdef\u{1B}[3G\u{1B}[1K", ["   def"], 0, 2),
    Example("the whole line", "ab\r\ncd\u{1B}[2K", ["ab"], 1, 2),
    Example("ed", "ab\r\ncd\r\nef\u{1B}[2;2H\u{1B}[J", ["ab", "c"], 1, 1),
    Example("ed1", "ab\r\ncd\r\nef\u{1B}[2;1H\u{1B}[1J", ["", " d", "ef"], 1, 0),
    Example("clear", "ab\r\ncd\u{1B}[H\u{1B}[2J", [], 0, 0),
    Example("ech", "abcdef\u{1B}[2G\u{1B}[3X", ["a   ef"], 0, 1),
    Example("ech beyond the edge", "abcdef\u{1B}[2G\u{1B}[99X", ["a"], 0, 1),
    Example("reset", "ab\u{1B}[2;3r\u{1B}[?25l\u{1B}c", [], 0, 0),
  ]

  static let insertions = [
    Example("ich", "abcdef\u{1B}[3G\u{1B}[2@", ["ab  cdef"], 0, 2),
    Example("ich pushes over the edge", "0123456789\r\u{1B}[3@", ["   0123456"], 0, 0),
    Example("dch", "abcdef\u{1B}[3G\u{1B}[2P", ["abef"], 0, 2),
    Example("dch of more than there is", "abcdef\u{1B}[3G\u{1B}[99P", ["ab"], 0, 2),
    Example("insert mode", "abc\r\u{1B}[4hxy\u{1B}[4lz", ["xyzbc"], 0, 3),
    Example("rep", "ab\u{1B}[3bc", ["abbbbc"], 0, 6),
    Example("il", "a\r\nb\r\nc\u{1B}[2;2H\u{1B}[L", ["a", "", "b", "c"], 1, 0),
    Example("dl", "a\r\nb\r\nc\u{1B}[2;2H\u{1B}[M", ["a", "c"], 1, 0),
    Example(
      "il in a region", "a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[2H\u{1B}[L", ["a", "", "b", "d"], 1, 0),
    Example("il outside it", "a\r\nb\u{1B}[2;3r\u{1B}[1;2H\u{1B}[L", ["a", "b"], 0, 1),
  ]

  static let scrolling = [
    Example("at the end", "a\r\nb\r\nc\r\nd\r\ne", ["b", "c", "d", "e"], 3, 1),
    Example("by wrapping", "\u{1B}[4;1H0123456789a", ["", "", "0123456789", "a"], 3, 1),
    Example("in a region", "a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3H\nx", ["a", "c", "x", "d"], 2, 1),
    Example("not below it", "a\u{1B}[1;2r\u{1B}[4H\nx", ["a", "", "", "x"], 3, 1),
    Example("reverse index", "a\r\nb\u{1B}[H\u{1B}Mx", ["x", "a", "b"], 0, 1),
    Example("index", "a\u{1B}Db", ["a", " b"], 1, 2),
    Example("next line", "a\u{1B}Eb", ["a", "b"], 1, 1),
    Example("indn", "a\r\nb\r\nc\u{1B}[2S", ["c"], 2, 1),
    Example("rin", "a\r\nb\r\nc\u{1B}[2T", ["", "", "a", "b"], 2, 1),
    Example("csr moves home", "ab\u{1B}[2;3rx", ["xb"], 0, 1),
    Example("csr of one row is none", "ab\u{1B}[2;2rx", ["abx"], 0, 3),
  ]
}
