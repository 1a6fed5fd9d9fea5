import PlainText
import Testing

@Suite("Words and columns")
struct WordingTests {
  @Test("a string with too many bytes is cut and ends with an ellipsis")
  func bytes() {
    #expect("abcdef".shortened(bytesMax: 6) == "abcdef")
    #expect("abcdefg".shortened(bytesMax: 6) == "abc…")
    // A scalar is not split.
    #expect("ééééé".shortened(bytesMax: 8) == "éé…")
  }

  @Test("a string with too many characters is cut and ends with an ellipsis")
  func characters() {
    #expect("ééé".shortened(charactersMax: 3) == "ééé")
    #expect("éééé".shortened(charactersMax: 3) == "éé…")
  }

  @Test("a number takes the noun's plural unless it is 1")
  func nouns() {
    #expect([0, 1, 2].map { $0.counted("step") } == ["0 steps", "1 step", "2 steps"])
    #expect(2.counted("press", plural: "presses") == "2 presses")
  }

  @Test("a string is padded up to a width and never cut")
  func padding() {
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("ab".padded(left: 4) == "  ab")
    #expect("abc".padded(to: 2) == "abc")
  }

  @Test("months begin with January, days of the week with Sunday")
  func names() {
    #expect((CalendarNames.month(1), CalendarNames.month(12)) == ("Jan", "Dec"))
    #expect((CalendarNames.weekday(0), CalendarNames.weekday(6)) == ("Sun", "Sat"))
  }
}
