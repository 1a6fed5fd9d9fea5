/// A colour of the terminal's own palette, so that the person's colour scheme is respected.
public enum CellColor: UInt8, Hashable, Sendable, CaseIterable {
  /// The terminal's default colour.
  case standard
  case black
  case red
  case green
  case yellow
  case blue
  case magenta
  case cyan
  case white
  /// Bright black where there are 16 colours; the standard colour, dimmed, where there are 8.
  case gray
  // Where there are 8 colours, the plain colour, bold in the foreground.
  case brightRed
  case brightGreen
  case brightYellow
  case brightBlue
  case brightMagenta
  case brightCyan
  case brightWhite
}

/// The emphasis of a cell, apart from its colours.
public struct CellAttributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public static let bold = CellAttributes(rawValue: 1)
  public static let dim = CellAttributes(rawValue: 2)
  public static let underline = CellAttributes(rawValue: 4)
  public static let reverse = CellAttributes(rawValue: 8)

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// The style of a cell: two colours and the emphasis.
public struct CellStyle: Hashable, Sendable {
  /// The glyph's colour.
  public var foreground: CellColor
  /// The background's colour.
  public var background: CellColor
  /// The emphasis.
  public var attributes: CellAttributes

  /// The terminal's default style.
  public static let plain = CellStyle()

  /// Creates a style.
  public init(
    _ foreground: CellColor = .standard, on background: CellColor = .standard,
    _ attributes: CellAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}
