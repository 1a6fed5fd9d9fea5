import Foundation
import ProgramSupport
import Testing

/// Colours and details, which all subcommands share.
@Suite("output of commands")
struct CommandOutputTests {
  private static let folder = "assets/scenarios/first-run"

  @Test(
    "NO_COLOR counts before FORCE_COLOR, and --color before both",
    arguments: [
      ([:], [], false), (["FORCE_COLOR": "1"], [], true), (["FORCE_COLOR": "3"], [], true),
      (["FORCE_COLOR": "0"], [], false), (["FORCE_COLOR": ""], [], false),
      (["FORCE_COLOR": "1", "NO_COLOR": "1"], [], false),
      (["NO_COLOR": "1"], ["--color", "always"], true),
      (["FORCE_COLOR": "1"], ["--color", "never"], false),
    ] as [([String: String], [String], Bool)])
  func colors(_ environment: [String: String], _ arguments: [String], _ isColored: Bool) throws {
    let run = try ProgramRun(
      ["run"] + arguments + [CommandOutputTests.folder], environment: environment)
    #expect(run.code == 0)
    #expect(run.output.contains("\u{1B}[32m") == isColored)
  }

  @Test("--verbose prints each step with its instant below its scenario")
  func verbose() throws {
    let path = CommandOutputTests.folder + "/happy-path.yaml"
    let one = try ProgramRun(["run", "--verbose", path])
    #expect(one.error.contains("ok      2 2025-11-15T05:42:30Z press Request Permissions\n"))
    #expect(one.output == (try ProgramRun(["run", path]).output))
    let several = try ProgramRun(["run", "-v", CommandOutputTests.folder])
    let usual = try ProgramRun(["run", "--log", CommandOutputTests.folder])
    // Everything that `--log` prints, and a line for each step.
    let rest = several.output.split(separator: "\n").filter { !isStep($0) }
    #expect(rest.count == usual.output.split(separator: "\n").count)
    #expect(several.output.split(separator: "\n").count > rest.count + 50)
    let both = try ProgramRun(["run", "-q", "-v", path])
    #expect(both.code == 64)
    #expect(both.error.contains("--quiet and --verbose exclude each other"))
  }

  private func isStep(_ line: Substring) -> Bool {
    line.wholeMatch(of: #/\s+(✓ )?(ok|- skipped) +[0-9]+ 2[0-9]{3}-.*/#) != nil
  }
}
