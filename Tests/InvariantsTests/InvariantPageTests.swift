import Foundation
import Invariants
import Testing

@Suite("invariants in docs/platform.md")
struct InvariantPageTests {
  @Test("stand there under their number, with what must hold", arguments: InvariantID.allCases)
  func row(id: InvariantID) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/platform.md").standardized
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.contains("\n| \(id.rawValue) | \(id.summary) |"))
  }
}
