import PlainText
import Testing

@Suite("A table in plain text")
struct TextTableTests {
  @Test("is aligned column by column, without trailing blanks")
  func columns() {
    var table = TextTable([.right, .left, .left])
    table.append(["#", "name", "note"])
    table.append(["10", "é", ""])
    #expect(table.lines == [" #  name  note", "10  é"])
  }

  @Test("without rows has no lines")
  func empty() {
    #expect(TextTable([.left]).lines.isEmpty)
  }
}
