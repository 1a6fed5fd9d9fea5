import Testing

@Suite("Tokens")
struct TokenTests {
  @Test(
    "contain no literal or comment as code",
    arguments: [
      ("a /* b /* c */ d */ e", "a e"),
      ("a // b \"\nc", "a c"),
      ("a \"b // c\" d", "a d"),
      ("a \"\\\"b\" c", "a c"),
      ("a \"\"\"\n  \"b\" /* c\n  \\\"\"\" d\n  \"\"\" e", "a e"),
      ("a #\"b \" \\(c) \"# d", "a d"),
      ("a ##\"b \"# c\"## d", "a d"),
      ("f(/b\"c/) d", "f ( / / ) d"),
      ("a / b / c", "a / b / c"),
      ("try! a as? b try !c", "try! a as? b try ! c"),
      ("`import` b", "`import` b"),
      ("a \"unfinished\nb", "a b"),
      ("a /* unfinished", "a"),
    ])
  func code(source: String, code: String) {
    #expect(words(source) == code)
  }

  @Test(
    "contain the code that is interpolated into strings",
    arguments: [
      ("\"a \\(b(\"c\", (d))) e\" f", "\\ ( b ( , ( d ) ) ) f"),
      ("\"\"\"\n \\(a[\"b\"])\n\"\"\" c", "\\ ( a [ ] ) c"),
    ])
  func interpolation(source: String, code: String) {
    #expect(words(source) == code)
  }

  @Test("have the right lines, whatever precedes them")
  func lines() {
    let source = "/*\n*/ \"\"\"\n\\(a)\n\"\"\"\n#/\n/#\n// x\nlast"
    #expect(Token.read(source).last == Token(kind: .code, text: "last", line: 8))
  }

  @Test("keep the content of literals and comments")
  func text() {
    let file = SourceFile("Sources/JSONText/A.swift", "f(\"a\\(b)c\") // d\n/// e\n/* f */")
    #expect(file.tokens.filter { $0.kind == .literal }.map(\.text) == ["a", "c"])
    #expect(
      file.comments == [
        SourceComment(text: "// d", line: 1), SourceComment(text: "/// e", line: 2),
        SourceComment(text: "/* f */", line: 3),
      ])
  }

  private func words(_ source: String) -> String {
    Token.read(source).filter { $0.kind == .code }.map(\.text).joined(separator: " ")
  }
}
