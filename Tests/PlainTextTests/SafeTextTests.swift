import PlainText
import Testing

@Suite("Safe text")
struct SafeTextTests {
  @Test(
    "on a terminal spells out scalars that would control it, end the line or reorder it",
    arguments: [
      ("plain é 👨‍👩‍👧", "plain é 👨‍👩‍👧"), ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\nb\r", "a\\u{A}b\\u{D}"),
      ("\u{202E}x", "\\u{202E}x"), ("\u{2028}", "\\u{2028}"), ("\u{9B}", "\\u{9B}"),
    ])
  func terminal(text: String, line: String) {
    #expect(SafeText.terminalLine(text) == line)
  }

  @Test(
    "in lines for a terminal keeps line feeds, tabs and its own sequences, and spells out the rest",
    arguments: [
      ("é\n\tb\r", "é\n\tb\\u{D}"), ("\u{1B}[1mé\u{1B}[0m", "\u{1B}[1mé\u{1B}[0m"),
      ("\u{1B}[2J é", "\\u{1B}[2J é"), ("\u{1B}[1", "\\u{1B}[1"), ("", ""), ("a\u{7F}", "a\\u{7F}"),
      ("👨‍👩‍👧\u{202E}\u{1B}[1m\u{1B}", "👨‍👩‍👧\\u{202E}\u{1B}[1m\\u{1B}"),
      ("e\u{301}\u{9B}", "e\u{301}\\u{9B}"),
    ])
  func lines(text: String, shown: String) {
    let safe = SafeText.terminal(text, keeping: ["\u{1B}[0m", "\u{1B}[1m"])
    #expect(Array(safe.utf8) == Array(shown.utf8))
  }

  @Test(
    "in a file replaces scalars that XML forbids or that change the direction of text",
    arguments: [
      ("a\tb\nc", "a b c"), ("\u{0}\u{7F}", "\u{FFFD}\u{FFFD}"), ("\u{2067}x", "\u{FFFD}x"),
      ("\u{FFFE}", "\u{FFFD}"), ("é👍", "é👍"),
    ])
  func file(text: String, line: String) {
    #expect(SafeText.fileLine(text) == line)
  }

  @Test("in ASCII spells out every scalar that is not printable ASCII")
  func ascii() {
    #expect(SafeText.ascii("a ~é\u{0}".unicodeScalars) == "a ~\\u{E9}\\u{0}")
  }

  @Test("shows a control character below U+0080 with a caret")
  func caret() {
    let letters = ["\u{1B}", "\u{0}", "\u{7F}", "a"].map { ($0 as Unicode.Scalar).caretLetter }
    #expect(letters == ["[", "@", "?", nil])
  }
}
