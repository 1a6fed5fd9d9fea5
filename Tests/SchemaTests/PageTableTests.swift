import GeneratedFiles
import ProjectFiles
import Testing

@Suite("The generated tables of the pages")
struct PageTableTests {
  @Test("are what is declared; `make generate` writes them")
  func generated() throws {
    #expect(PageTable.all.count > 4)
    for table in PageTable.all {
      let page = try ProjectFile.text(table.page)
      let isSame = table.written(into: page) == page
      #expect(isSame, "\(table.page): \(table.name)")
    }
  }

  @Test("that were changed, or have no marks, are found")
  func planted() throws {
    let table = try #require(PageTable.all.first { $0.name == "keys" })
    let page = try ProjectFile.text(table.page)
    let changed = page.replacing("| `DNP_RetryCount` |", with: "| `DNP_Retries` |")
    #expect(changed != page)
    #expect(table.written(into: changed) == page)
    #expect(table.written(into: page.replacing("<!-- generated: keys -->", with: "")) == nil)
  }
}
