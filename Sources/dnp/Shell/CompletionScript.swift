import ArgumentParser

/// The scripts with which shells complete `dnp`'s command lines.
///
/// The general parser writes them. They then learn that options without a subcommand are those of
/// the console, that a value may follow its option after `=`, that a path follows the format of a
/// report, and what `help` can be followed by.
enum CompletionScript {
  private static let option = "--generate-completion-script"

  /// The script that a command line asks for; nil where it asks for something else.
  static func text(for arguments: [String]) -> String? {
    guard arguments.first == option, arguments.count == 2,
      let shell = CompletionShell(rawValue: arguments[1])
    else { return nil }
    let script = DNP.completionScript(for: shell)
    switch shell {
    case .bash: return bash(script)
    case .zsh: return zsh(script)
    case .fish: return fish(script)
    default: return script
    }
  }

  /// The function of the general parser, called with another line.
  private static func bash(_ script: String) -> String {
    let function = """
      _dnp_line() {
          # Bash takes the sign of --color=always for a word of its own.
          local -a line=()
          local -i index word="${COMP_CWORD}"
          for index in "${!COMP_WORDS[@]}"; do
              if [[ "${COMP_WORDS[index]}" = '=' && "${COMP_WORDS[index - 1]}" = --* ]]; then
                  if [[ "${index}" -lt "${COMP_CWORD}" ]]; then
                      word=$((word - 1))
                      continue
                  fi
                  if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                      line+=('')
                      continue
                  fi
              fi
              line+=("${COMP_WORDS[index]}")
          done
          # Without a subcommand, options are those of the console.
          if [[ "${line[1]}" = -* ]]; then
              line=("${line[0]}" \(ConsoleCommand.name) "${line[@]:1}")
              word=$((word + 1))
          fi
          local current="${line[word]}" path
          # The path of --report html=PATH; what Bash splits there is the last word of the line.
          local before="${COMP_LINE:0:COMP_POINT}"
          if [[ "${before}" =~ --report[=[:space:]]+[a-z-]+=([^[:space:]]*)$ ]]; then
              path="${BASH_REMATCH[1]}"
              # A Bash that does not split at the sign replaces the whole word.
              local format=
              if [[ "${COMP_WORDS[COMP_CWORD]}" = ?*=* ]]; then
                  format="${COMP_WORDS[COMP_CWORD]%"${path}"}"
              fi
              COMPREPLY=()
              while IFS= read -r path; do
                  COMPREPLY+=("${format}${path}")
              done < <(compgen -f -- "${path}")
              return
          fi
          case "${line[*]:1:word - 1}" in
      \(helpCases)
          esac
          local -a COMP_WORDS=("${line[@]}")
          local -i COMP_CWORD="${word}"
          _dnp "${1}" "${current}" "${line[word - 1]}"
      }

      complete -o filenames -F _dnp_line dnp
      """
    return script.replacing("complete -o filenames -F _dnp dnp", with: function)
  }

  /// The names of the subcommands.
  private static var names: String {
    DNP.configuration.subcommands.compactMap { $0.configuration.commandName }.joined(separator: " ")
  }

  /// What follows `help`, and `help` with a subcommand that has some of its own.
  private static var helpCases: String {
    var cases = [("help", DNP.configuration.subcommands)]
    cases += DNP.configuration.subcommands.map {
      ("help \($0.configuration.commandName ?? "")", $0.configuration.subcommands)
    }
    return cases.filter { !$0.1.isEmpty }.map { words, commands in
      let names = commands.compactMap { $0.configuration.commandName }.joined(separator: " ")
      return """
            '\(words)')
                COMPREPLY=($(compgen -W '\(names)' -- "${current}"))
                return
                ;;
        """
    }.joined(separator: "\n")
  }

  private static func zsh(_ script: String) -> String {
    let start = "_dnp() {\n    emulate -RL zsh -G\n"
    let line = """
          # Without a subcommand, options are those of the console.
          if [[ "${words[2]}" = -* ]]; then
              words=("${words[1]}" \(ConsoleCommand.name) "${(@)words[2,-1]}")
              (( CURRENT++ ))
          fi

      """
    // `--color=[…]:color:…` is an option whose value follows it, or the sign.
    let report = """
      _dnp_report() {
          # The path of html=PATH.
          if compset -P 1 '*='; then
              _files
          else
              __dnp_complete "${___report[@]}"
          fi
      }

      _dnp() {

      """
    return script.replacing(start, with: report + start.dropFirst("_dnp() {\n".count) + line)
      .replacing(#"{__dnp_complete "${___report[@]}"}"#, with: "_dnp_report")
      .replacing("'*:subcommands:'", with: "'1:subcommand:(\(names))'")
      .replacing(#/(?m)^ +'\*?--[a-z-]+(?=\[.*\]:)/#) { $0.output + "=" }
  }

  private static func fish(_ script: String) -> String {
    let tokens = "set -l unparsed_tokens (__dnp_tokens -pc)"
    let line = """
      \(tokens)
          # Without a subcommand, options are those of the console.
          set -l first $unparsed_tokens[2] (commandline -ct)
          if string match -q -- '-*' $first[1]
              set unparsed_tokens $unparsed_tokens[1] \(ConsoleCommand.name) $unparsed_tokens[2..]
          end
      """
    let report = """

      function __dnp_report_paths
          # The path of html=PATH.
          set -l parts (string match -r -- '^(?:--report=)?([a-z-]+=)(.*)$' (commandline -ct))
          test (count $parts) -eq 3; or return
          for path in $parts[3]*
              test -d $path; and set path $path/
              echo $parts[2]$path
          end
      end

      complete -c 'dnp' -n '__fish_seen_subcommand_from run' -l 'report' -rfa '(__dnp_report_paths)'
      complete -c 'dnp' -n '__fish_seen_subcommand_from help' -fa '\(names)'
      """
    return script.replacing(tokens, with: line) + report
  }
}
