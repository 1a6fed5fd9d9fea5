import CellGrid

/// Text for a reader that is no screen.
public enum PlainText {
  /// A line without anything that a terminal would obey, in ASCII where that is asked for.
  public static func line(_ text: String, isASCII: Bool) -> String {
    var shown = ""
    for glyph in Glyphs(text) {
      let scalar = glyph.scalar
      shown.unicodeScalars.append(
        isASCII && !scalar.isASCII ? ASCIIGlyphs.replacement(scalar) : scalar)
      if let mark = glyph.mark, !isASCII { shown.unicodeScalars.append(mark) }
    }
    return shown
  }
}
