import Foundation
import ProgramSupport
import Testing

/// Gives the program arguments and file names that a terminal would obey.
@Suite("What the program prints")
struct PrintedTextTests {
  /// An escape sequence, a control of the upper range, a mark that turns the direction of writing.
  private static let evil = "\u{1B}[31mX\u{9B}\u{202E}"
  private static let shown = #"\u{1B}[31mX\u{9B}\u{202E}"#

  private static func unsafe(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n" && scalar != "\t"
      case .format: scalar != "\u{200D}"
      default: false
      }
    }
  }

  @Test(
    "shows what a terminal would obey in an argument",
    arguments: [
      ["run", "%"], ["run", "--tags", "%", "."], ["run", "-e", "%", "."], ["run", "--%", "."],
      ["run", "--report", "%=x", "."], ["run", "--shard", "%", "."], ["lint", "%"], ["%"],
      ["why", "%", "--scenario", "x"], ["why", "2025-11-15", "--scenario", "%"],
      [
        "why", "2025-11-15", "--scenario", "assets/scenarios/first-run/happy-path.yaml", "--id",
        "%",
      ],
      ["diff", "%", "x"], ["validate-logs", "%"], ["validate-logs", "--log-format", "%", "x"],
      ["validate-logs", "--profile", "%", "x"], ["zones", "%"], ["when", "--cron", "% * * * *"],
      ["when", "--time", "%"], ["console", "--zone", "%"],
    ])
  func arguments(of command: [String]) throws {
    let run = try ProgramRun(command.map { $0.replacing("%", with: PrintedTextTests.evil) })
    #expect(run.code != 0 && run.code != 70)
    #expect(PrintedTextTests.unsafe(in: run.output + run.error) == [])
    #expect((run.output + run.error).contains(PrintedTextTests.shown))
  }

  @Test(
    "shows what a terminal would obey in the name of a file",
    arguments: [
      ["run"], ["run", "--list"], ["run", "--dry-run"], ["run", "--prove"], ["lint"],
      ["run", "--report", "tap=-"],
    ])
  func names(of command: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      let steps = "steps: [{call: configure}, {expect: {pending: 3}}]"
      _ = try folder.write("\(name)\(PrintedTextTests.evil).yaml", "name: \(name)\n\(steps)\n")
    }
    let run = try ProgramRun(command + [folder.url.path])
    #expect(run.code != 70)
    #expect(PrintedTextTests.unsafe(in: run.output + run.error) == [])
  }

  @Test("escapes it in JSON so that the answer stays the same JSON")
  func json() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a\u{202E}.yaml", "name: a\n")
    let run = try ProgramRun(["lint", "--format", "json", folder.url.path])
    #expect(run.code == 65)
    #expect(PrintedTextTests.unsafe(in: run.output) == [])
    #expect(run.output.contains(#"a\u202e.yaml"#))
  }

  @Test("prints help on standard output and a usage error on standard error")
  func usage() throws {
    let help = try ProgramRun(["run", "--help"])
    #expect(help.code == 0 && help.error == "" && help.output.contains("USAGE: dnp run"))
    let version = try ProgramRun(["--version"])
    #expect(version.code == 0 && version.error == "")
    // It says which build it is, as the folder does that it was built into.
    let build = URL(filePath: ProgramRun.path).deletingLastPathComponent().lastPathComponent
    #expect(version.output.hasSuffix(" \(build)\n") && version.output.contains("."))
    let wrong = try ProgramRun(["run"])
    #expect(wrong.code == 64 && wrong.output == "" && wrong.error.hasPrefix("Error: "))
  }
}
