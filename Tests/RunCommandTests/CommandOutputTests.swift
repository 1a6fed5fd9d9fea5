import Foundation
import ProgramSupport
import Testing

/// Colours, details and completion, which all subcommands share.
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

  @Test(
    "bash completes paths, values and sessions",
    arguments: [
      ("dnp validate-l", "validate-logs"),
      ("dnp run assets/scenarios/first-run/hap", "assets/scenarios/first-run/happy-path.yaml"),
      ("dnp run assets/scen", "assets/scenarios"), ("dnp run --report ht", "html=report.html"),
      ("dnp validate-logs --profile pre", "prefetch"),
      ("dnp validate-logs --log-format threadt", "threadtime"), ("dnp logs READ", "README.md"),
      ("dnp console --theme mo", "mono"), ("dnp when --zone Europe/Lond", "Europe/London"),
      ("dnp why --format js", "json"), ("dnp sessions show ju", "june"),
    ])
  func bash(_ line: String, _ word: String) throws {
    let state = try TemporaryFolder()
    // The name of a session's file is enough.
    try FileManager.default.createDirectory(
      at: state.url.appending(path: "dnp"), withIntermediateDirectories: false)
    _ = try state.write("dnp/june.sqlite", "")
    let run = try ProgramRun(
      shell: """
        exec bash --norc -c 'source <("$DNP" --generate-completion-script bash)
        COMP_LINE="$LINE"; COMP_POINT=${#LINE}; read -ra COMP_WORDS <<<"$LINE"
        COMP_WORDS[0]=$DNP; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _dnp "$DNP" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\\n" "${COMPREPLY[@]}"'
        """, environment: ["LINE": line, "XDG_STATE_HOME": state.url.path])
    #expect(run.output == word + "\n", "\(run.error)")
  }
}
