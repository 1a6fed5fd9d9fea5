import TerminalDriverShim

/// A cell of the screen.
public struct VTCell: Hashable, Sendable {
  /// The glyph with its combining characters; empty in the right half of a wide one.
  public var text: String
  /// The columns of the glyph: 1, 2, or 0 for the right half of a wide one.
  public var width: Int
  /// Below 256 an index, else 0x1RRGGBB; nil for the terminal's own colour.
  public var foreground: Int32?
  /// As for the foreground.
  public var background: Int32?
  /// The emphasis, apart from the colours.
  public var attributes: VTAttributes

  /// Creates a cell.
  public init(
    _ text: String = " ", width: Int = 1, foreground: Int32? = nil, background: Int32? = nil,
    attributes: VTAttributes = []
  ) {
    self.text = text
    self.width = width
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Whether no glyph is shown; whether one was written makes no difference.
  public var isBlank: Bool { text == " " }

  init(_ cell: td_cell) {
    let scalars = withUnsafeBytes(of: cell.scalars) { bytes in
      bytes.bindMemory(to: UInt32.self).prefix { $0 != 0 }.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
    }
    let text = String(String.UnicodeScalarView(scalars))
    self.init(
      text.isEmpty && cell.width > 0 ? " " : text, width: Int(cell.width),
      foreground: cell.foreground < 0 ? nil : cell.foreground,
      background: cell.background < 0 ? nil : cell.background,
      attributes: VTAttributes(rawValue: cell.attributes))
  }
}

/// The emphasis of a cell; libvterm keeps neither dim nor invisible.
public struct VTAttributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public static let bold = VTAttributes(rawValue: UInt8(TD_BOLD))
  public static let italic = VTAttributes(rawValue: UInt8(TD_ITALIC))
  public static let underline = VTAttributes(rawValue: UInt8(TD_UNDERLINE))
  public static let blink = VTAttributes(rawValue: UInt8(TD_BLINK))
  public static let reverse = VTAttributes(rawValue: UInt8(TD_REVERSE))
  public static let strikethrough = VTAttributes(rawValue: UInt8(TD_STRIKE))

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// A place of the screen, counted from 0 at the top left.
public struct ScreenPosition: Hashable, Sendable {
  public var row: Int
  public var column: Int

  /// Creates a position.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
