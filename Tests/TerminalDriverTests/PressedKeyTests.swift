import Testing

@testable import TerminalDriver

@Suite("A pressed key")
struct PressedKeyTests {
  @Test("sends what xterm sends", arguments: keys)
  func bytes(_ key: PressedKey, _ expected: String) {
    #expect(key.bytes == Array(expected.utf8))
  }

  static let keys: [(PressedKey, String)] = [
    (.character("a"), "a"), (.character("é"), "é"), (.control("a"), "\u{1}"),
    (.control("z"), "\u{1A}"), (.control("["), "\u{1B}"), (.control("@"), "\0"),
    (.control("_"), "\u{1F}"), (.enter, "\r"), (.tab, "\t"), (.escape, "\u{1B}"),
    (.backspace, "\u{7F}"), (.up, "\u{1B}OA"), (.down, "\u{1B}OB"), (.right, "\u{1B}OC"),
    (.left, "\u{1B}OD"), (.home, "\u{1B}OH"), (.end, "\u{1B}OF"), (.pageUp, "\u{1B}[5~"),
    (.pageDown, "\u{1B}[6~"), (.insert, "\u{1B}[2~"), (.delete, "\u{1B}[3~"),
    (.backTab, "\u{1B}[Z"), (.function(1), "\u{1B}OP"), (.function(4), "\u{1B}OS"),
    (.function(5), "\u{1B}[15~"), (.function(6), "\u{1B}[17~"), (.function(12), "\u{1B}[24~"),
    (.pasteBegin, "\u{1B}[200~"), (.pasteEnd, "\u{1B}[201~"), (.sequence([1, 2]), "\u{1}\u{2}"),
  ]

  @Test("is one for each scalar of a string")
  func texts() {
    #expect(PressedKey.typing("a\n\té") == [.character("a"), .enter, .tab, .character("é")])
    #expect(PressedKey.pasting("a") == [.pasteBegin, .character("a"), .pasteEnd])
  }
}
