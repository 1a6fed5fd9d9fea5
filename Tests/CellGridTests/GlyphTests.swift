import PlainText
import Testing

@testable import CellGrid

@Suite("Glyphs")
struct GlyphTests {
  @Test(
    "a string becomes glyphs that are safe to show",
    arguments: [
      ("plain", "plain", 5), ("日本", "日本", 4), ("a\tb", "a b", 3),
      ("\u{1B}[31mred", "^[[31mred", 9), ("a\u{7F}", "a^?", 3), ("\u{9B}31m", "\u{FFFD}31m", 4),
      ("\u{202E}abc", "\u{FFFD}abc", 4), ("e\u{301}t", "e\u{301}t", 2), ("\u{301}x", "x", 1),
      ("👨‍👩‍👧", "👨", 2), ("👍🏽!", "👍!", 3), ("🇩🇪x", "🇩x", 2), ("⚠️ x", "⚠ x", 3),
      ("a\u{200B}b", "ab", 2), ("\u{E0041}", "\u{FFFD}", 1), ("a\u{0}b", "a^@b", 4),
    ])
  func safe(text: String, shown: String, columns: Int) {
    let glyphs = Array(Glyphs(text))
    var result = ""
    for glyph in glyphs {
      result.unicodeScalars.append(glyph.scalar)
      if let mark = glyph.mark { result.unicodeScalars.append(mark) }
    }
    #expect(Array(result.unicodeScalars) == Array(shown.unicodeScalars))
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test("no scalar gives a glyph that a terminal would interpret as a command")
  func everyScalar() {
    var harmful: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var text = "x"
      text.unicodeScalars.append(scalar)
      for glyph in Glyphs(text) {
        for shown in [glyph.scalar, glyph.mark].compactMap(\.self)
        where shown.caretLetter != nil || shown.isUnsafeInCell {
          harmful.append(value)
        }
        if !(1...2).contains(glyph.width) { harmful.append(value) }
      }
    }
    #expect(harmful.isEmpty, "\(harmful.prefix(5))")
  }
}
