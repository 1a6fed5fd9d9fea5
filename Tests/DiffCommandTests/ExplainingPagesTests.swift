import Foundation
import ProgramSupport
import ProjectFiles
import Testing

/// Runs the examples of docs/diff.md, docs/profiles.md and docs/why.md as they are written there.
@Suite("The pages about diff and why")
struct ExplainingPagesTests {
  private static func text(_ page: String) throws -> String {
    try ProjectFile.text("docs/\(page)")
  }

  @Test("show what the program prints", arguments: ["diff.md", "profiles.md", "why.md"])
  func examples(page: String) throws {
    let blocks = try ExplainingPagesTests.text(page).components(separatedBy: "```\n")
      .filter { $0.hasPrefix("$ dnp ") }
    #expect(blocks.count == 1)
    for block in blocks {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let run = try ProgramRun(lines[0].split(separator: " ").dropFirst(2).map(String.init))
      #expect(run.code == 1)
      #expect(run.output == lines.dropFirst().joined(separator: "\n"))
    }
  }

  @Test("name every exit code and every verdict")
  func tables() throws {
    let (diff, why) = (
      try ExplainingPagesTests.text("diff.md"), try ExplainingPagesTests.text("why.md")
    )
    for code in [0, 1, 2, 64, 65, 66, 70, 73] {
      #expect(diff.contains("\n| \(code) | ") && why.contains("\n| \(code) | "))
    }
    for verdict in ["shown", "defaultText", "missing", "ahead", "withdrawn"] {
      #expect(why.contains("\n| `\(verdict)` | "))
    }
  }
}
