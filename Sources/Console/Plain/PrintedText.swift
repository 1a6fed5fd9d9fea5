import CellGrid

/// Text for a pipe, a file or a screen reader.
public enum PrintedText {
  /// A line without anything that a terminal would obey, in ASCII only where wanted.
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
