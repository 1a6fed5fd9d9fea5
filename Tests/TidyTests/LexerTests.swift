import Testing

@Suite("The lexer")
struct LexerTests {
  @Test(
    "leaves literals and comments out of the code",
    arguments: [
      ("a /* b /* c */ d */ e", "a e"),
      ("a // b \"\nc", "a c"),
      ("a \"b // c\" d", "a d"),
      ("a \"\\\"b\" c", "a c"),
      ("a \"\"\"\n  \"b\" /* c\n  \\\"\"\" d\n  \"\"\" e", "a e"),
      ("a #\"b \" \\(c) \"# d", "a d"),
      ("a ##\"b \"# c\"## d", "a d"),
      ("a #\"\"\"\n b \"\"\" c\n\"\"\"# d", "a d"),
      ("f(/b\"c/) d", "f ( ) d"),
      ("#/ \"b\" /# d", "d"),
      ("a / b / c", "a / b / c"),
      ("try! a as? b try !c", "try! a as? b try ! c"),
      ("`import` b", "`import` b"),
      ("a \"unfinished\nb", "a b"),
      ("a /* unfinished", "a"),
    ])
  func code(source: String, code: String) {
    let words = Lexer(source).tokens.filter { $0.kind != .literal }.map(\.text)
    #expect(words.joined(separator: " ") == code)
  }

  @Test(
    "keeps code interpolated into strings",
    arguments: [
      ("\"a \\(b(\"c\", (d))) e\" f", "b ( , ( d ) ) f"),
      ("#\"a \\#(b) \\(c)\"# d", "b d"),
      ("\"\"\"\n \\(a[\"b\"])\n\"\"\" c", "a [ ] c"),
    ])
  func interpolation(source: String, code: String) {
    let words = Lexer(source).tokens.filter { $0.kind != .literal }.map(\.text)
    #expect(words.joined(separator: " ") == code)
  }

  @Test("counts lines through every kind of text")
  func lines() {
    let source = "/*\n*/ \"\"\"\n\\(a)\n\"\"\"\n#/\n/#\n// x\nlast"
    #expect(Lexer(source).tokens.last == Token(kind: .word, text: "last", line: 8))
  }

  @Test("keeps the text of literals and comments")
  func text() {
    let lexer = Lexer("f(\"a\\(b)c\") // d")
    #expect(lexer.tokens.filter { $0.kind == .literal }.map(\.text) == ["ac"])
    #expect(lexer.comments == [SourceComment(text: "// d", line: 1)])
  }
}
