import PlainText
import Testing

@Suite("A table in plain text")
struct TextTableTests {
  @Test("is padded on the side of each column, without blanks at the end of a line")
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
