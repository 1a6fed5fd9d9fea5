import DeviceLogs
import Foundation
import ProgramSupport
import ProjectFiles
import Testing

/// Compares docs/logs.md with the program and the tables that it describes.
@Suite("The page about logs")
struct LogsPageTests {
  private let page: String

  init() throws {
    page = try ProjectFile.text("docs/logs.md")
  }

  @Test("shows what the program prints")
  func examples() throws {
    let blocks = page.components(separatedBy: "```\n").filter { $0.hasPrefix("$ ") }
    #expect(blocks.count == 2)
    for block in blocks {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let command = lines[0].dropFirst(2).replacing("dnp validate-logs", with: "$DNP validate-logs")
      let run = try ProgramRun(shell: String(command))
      #expect(run.output == lines.dropFirst().joined(separator: "\n"))
    }
  }

  @Test("names every format, profile, verdict, finding and exit code")
  func tables() {
    let rows =
      BuiltInFormats.names.map { "| `\($0)` |" }
      + BuiltInProfiles.names.map { "| `\($0)` |" }
      + LogFinding.Kind.allCases.map { "| `\($0.rawValue)` |" }
      + LogAnswer.Step.Verdict.allCases.map { "`\($0.rawValue)`" }
      + LogAnswer.Verdict.allCases.map { "`\($0.rawValue)`" }
      + [0, 1, 64, 65, 66, 70, 73].map { "\n| \($0) | " }
    for row in rows { #expect(page.contains(row), "\(row)") }
  }

  @Test("shows a profile that is read")
  func profile() throws {
    let yaml = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
    let block = yaml.components(separatedBy: "```")[0]
    let profile = try ProfileFile.parse(Array(block.utf8), path: "docs/logs.md")
    #expect(profile.name == "quick-prefetch")
    #expect(profile.timings.map(\.name) == ["quick", "punctual", "not early"])
  }

  @Test("has the limits of the code")
  func limits() {
    #expect(LogScanner.lineBytesMax == 1_048_576 && page.contains("1 MiB"))
    #expect(ProfileFile.bytesMax == 65_536 && page.contains("64 KiB"))
  }
}
