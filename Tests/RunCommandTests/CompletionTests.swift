import Foundation
import ProgramSupport
import Testing

/// What the shells offer when Tab is pressed.
@Suite("completion")
struct CompletionTests {
  private static let lines: [(line: String, words: [String])] = [
    ("dnp validate-l", ["validate-logs"]), ("dnp run --report ht", ["html=report.html"]),
    ("dnp validate-logs --profile pre", ["prefetch"]),
    ("dnp validate-logs --log-format threadt", ["threadtime"]),
    ("dnp console --theme mo", ["mono"]), ("dnp why --format js", ["json"]),
    ("dnp run --color=al", ["always"]),
    // Without a subcommand, options are those of the console.
    ("dnp --platform ", ["ios", "android"]),
    ("dnp --theme ", ["default", "light", "high-contrast", "mono"]),
    ("dnp --color=al", ["always"]), ("dnp --he", ["--headless", "--help"]),
    ("dnp --platform android --col", ["--color"]),
    ("dnp help valid", ["validate-logs"]), ("dnp help whe", ["when"]),
  ]

  /// Lines whose values the program is asked for, and paths.
  private static let asked: [(line: String, words: [String])] = [
    ("dnp run --fail-fast --report html=READ", ["README.md"]),
    ("dnp run --report=html=assets/sche", ["assets/schema"]),
    ("dnp run assets/scenarios/first-run/hap", ["assets/scenarios/first-run/happy-path.yaml"]),
    ("dnp run assets/scen", ["assets/scenarios"]), ("dnp logs READ", ["README.md"]),
    ("dnp when --zone Europe/Lond", ["Europe/London"]),
    ("dnp --zone Europe/Lond", ["Europe/London"]),
    ("dnp sessions show ju", ["june"]), ("dnp --session=ju", ["june"]),
  ]

  @Test("bash completes options, values, paths and sessions", arguments: lines + asked)
  func bash(_ line: String, _ words: [String]) throws {
    let state = try CompletionTests.stateWithSession()
    let run = try ProgramRun(
      shell: """
        exec bash --norc -c 'source <("$DNP" --generate-completion-script bash)
        COMP_LINE="$LINE"; COMP_POINT=${#LINE}
        # Bash splits a line at the sign too.
        read -ra COMP_WORDS <<<"${LINE//=/ = }"
        [[ $LINE != *" " ]] || COMP_WORDS+=("")
        COMP_WORDS[0]=$DNP; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _dnp_line "$DNP" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\\n" "${COMPREPLY[@]}"'
        """, environment: ["LINE": line, "XDG_STATE_HOME": state.url.path])
    #expect(run.output == words.map { $0 + "\n" }.joined(), "\(run.error)")
  }

  @Test(
    "zsh completes options, values and sessions",
    .enabled(if: isInstalled("zsh"), "there is no zsh"),
    arguments: lines + asked.suffix(4))
  func zsh(_ line: String, _ words: [String]) throws {
    let state = try CompletionTests.stateWithSession()
    // A zsh with a terminal, which prints what would be offered; `compadd` is asked for it.
    let run = try ProgramRun(
      shell: #"""
        PATH=$(dirname "$DNP"):$PATH exec zsh -f -c '
        zmodload zsh/zpty
        zpty inner zsh -f -i
        tell() { zpty -w inner "$1" }
        tell "PS1=; stty -echo; autoload -Uz compinit && compinit -u -D"
        tell "source <(dnp --generate-completion-script zsh)"
        tell "compadd() { [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && {"
        tell "builtin compadd \"\$@\"; return }"
        tell "local -a found; builtin compadd -A found \"\$@\""
        tell "print -rl -- \"<\${^found[@]}>\"; return 1 }"
        tell "offer() { _main_complete; print -r -- \"<END>\"; exit }"
        tell "zle -C offer complete-word offer"
        tell "bindkey \"^I\" offer; print -r -- \"<\"READY\">\""
        while zpty -r inner text; do [[ $text == *"<READY>"* ]] && break; done
        zpty -w -n inner "$LINE"$'"'\t'"'
        while zpty -r inner text; do
          [[ $text == *"<END>"* ]] && break
          [[ $text =~ "<([^<>]+)>" ]] && print -r -- "$match[1]"
        done'
        """#, environment: ["LINE": line, "XDG_STATE_HOME": state.url.path])
    #expect(run.output == words.map { $0 + "\n" }.joined(), "\(run.error)")
  }

  @Test(
    "fish completes options and values", .enabled(if: isInstalled("fish"), "there is no fish"),
    arguments: lines)
  func fish(_ line: String, _ words: [String]) throws {
    let run = try ProgramRun(
      shell: #"""
        PATH=$(dirname "$DNP"):$PATH exec fish --no-config -c '
        dnp --generate-completion-script fish | source
        complete -C "$LINE"'
        """#, environment: ["LINE": line])
    let found = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    // Fish offers the whole word.
    let option = line.firstMatch(of: #/--[a-z]+=/#).map { String($0.output) } ?? ""
    #expect(found == words.map { Substring(option + $0) }, "\(run.error)")
  }

  @Test(
    "each script has what the general parser does not write",
    arguments: [
      ("bash", "complete -o filenames -F _dnp_line dnp"),
      ("zsh", #"words=("${words[1]}" console "${(@)words[2,-1]}")"#), ("zsh", "'--platform=["),
      ("fish", "set unparsed_tokens $unparsed_tokens[1] console $unparsed_tokens[2..]"),
    ])
  func scripts(_ shell: String, _ text: String) throws {
    let run = try ProgramRun(["--generate-completion-script", shell])
    #expect(run.code == 0 && run.output.contains(text))
  }

  /// A folder of sessions with one; the name of its file is enough.
  private static func stateWithSession() throws -> TemporaryFolder {
    let state = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: state.url.appending(path: "dnp"), withIntermediateDirectories: false)
    _ = try state.write("dnp/june.sqlite", "")
    return state
  }

  private static func isInstalled(_ shell: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)") }
  }
}
