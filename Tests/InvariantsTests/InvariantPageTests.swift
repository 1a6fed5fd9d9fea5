import Foundation
import Invariants
import ProjectFiles
import Testing

@Suite("invariants in docs/platform.md")
struct InvariantPageTests {
  @Test("are listed by number, with what must hold", arguments: InvariantID.allCases)
  func row(id: InvariantID) throws {
    let page = try ProjectFile.text("docs/platform.md")
    #expect(page.contains("\n| \(id.rawValue) | \(id.summary) |"))
  }
}
