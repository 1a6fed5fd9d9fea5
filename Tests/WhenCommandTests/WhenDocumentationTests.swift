import Foundation
import ProgramSupport
import ProjectFiles
import Testing

@testable import dnp

/// Runs the examples of docs/when.md as they are written there.
@Suite("The page about when")
struct WhenDocumentationTests {
  /// The code blocks of the page that begin with `$ dnp when`, in lines.
  private static func examples() throws -> [[Substring]] {
    let text = try ProjectFile.text("docs/when.md")
    return text.components(separatedBy: "```").map { block in
      block.split(separator: "\n")
    }.filter { $0.first?.hasPrefix("$ dnp when ") == true }
  }

  /// The words of a command line; single quotes are respected.
  private static func words(_ line: Substring) -> [String] {
    let parts = line.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  /// A line without the version of the time zone data, which depends on the machine.
  private static func withoutVersion(_ line: Substring) -> Substring {
    line.firstRange(of: ", tz data ").map { line[..<$0.lowerBound] } ?? line
  }

  @Test("shows what the program prints")
  func showsOutput() throws {
    let examples = try Self.examples()
    #expect(examples.count >= 4)
    for example in examples {
      let arguments = Self.words(try #require(example.first)).dropFirst(3)
      let run = try ProgramRun(when: Array(arguments))
      #expect(run.code == 0)
      let printed = run.output.split(separator: "\n")
      #expect(printed.map(Self.withoutVersion) == example.dropFirst().map(Self.withoutVersion))
    }
  }

  @Test("names every kind of note")
  func namesKinds() throws {
    let text = try ProjectFile.text("docs/when.md")
    for kind in WhenNote.Kind.allCases { #expect(text.contains("| `\(kind.rawValue)` |")) }
  }
}
