/// Which characters are unsafe to show, and how they are spelled out instead.
///
/// There are three readers, and each trips over something else: a screen of cells, a terminal that
/// prints lines, and a file in XML or JSON. The rules stand side by side, so that a change to one
/// is weighed for the others.
extension Unicode.Scalar {
  /// The letter of `^X` for a control character below U+0080; nil for others.
  public var caretLetter: Unicode.Scalar? {
    if value < 0x20 { return Unicode.Scalar(value + 0x40) }
    return value == 0x7F ? "?" : nil
  }

  /// Whether a scalar above U+007F is a control, reorders what is shown or ends a line.
  ///
  /// For a screen of cells, which drops other scalars without a width itself.
  public var isUnsafeInCell: Bool {
    switch value {
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether it is a control, reorders what is shown or ends a line; joiners (emoji) are safe.
  ///
  /// For lines that a terminal prints.
  public var isUnsafeInLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }

  /// Whether it is a control, is forbidden in XML 1.0 or turns the direction of all that follows.
  ///
  /// For files; line feeds and tabs count as controls, and the caller decides about them.
  public var isUnsafeInFile: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF: true
    default: false
    }
  }

  /// The scalar as Swift spells it: `\u{1B}`.
  public var spelledOut: String {
    "\\u{" + String(value, radix: 16, uppercase: true) + "}"
  }
}
