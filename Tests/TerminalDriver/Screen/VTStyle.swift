/// A colour as a program sets it.
public enum VTColor: Hashable, Sendable {
  /// The terminal's default colour.
  case standard
  /// A colour of the palette: 0…7, their bright forms 8…15, and on to 255.
  case palette(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}

/// The emphasis of a cell, apart from its colours.
public struct VTAttributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public static let bold = VTAttributes(rawValue: 1)
  public static let dim = VTAttributes(rawValue: 2)
  public static let italic = VTAttributes(rawValue: 4)
  public static let underline = VTAttributes(rawValue: 8)
  public static let blink = VTAttributes(rawValue: 16)
  public static let reverse = VTAttributes(rawValue: 32)
  public static let invisible = VTAttributes(rawValue: 64)
  public static let strikethrough = VTAttributes(rawValue: 128)

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// The style of a cell: two colours and the emphasis.
public struct VTStyle: Hashable, Sendable {
  /// The glyph's colour.
  public var foreground: VTColor
  /// The background's colour.
  public var background: VTColor
  /// The emphasis.
  public var attributes: VTAttributes

  /// The terminal's default style.
  public static let plain = VTStyle()

  /// Creates a style.
  public init(
    _ foreground: VTColor = .standard, on background: VTColor = .standard,
    _ attributes: VTAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// What an erased cell keeps: xterm erases with the current background (`bce` in terminfo).
  var erased: VTStyle { VTStyle(.standard, on: background) }
}
