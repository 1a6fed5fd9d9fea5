import ArgumentParser

/// The scripts with which shells complete `dnp`'s command lines.
///
/// The general parser writes them. They then learn that options without a subcommand are those of
/// the console, and that a value may follow its option after `=`.
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
          local -a COMP_WORDS=("${line[@]}")
          local -i COMP_CWORD="${word}"
          _dnp "${1}" "${line[word]}" "${line[word - 1]}"
      }

      complete -o filenames -F _dnp_line dnp
      """
    return script.replacing("complete -o filenames -F _dnp dnp", with: function)
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
    return script.replacing(start, with: start + line)
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
    return script.replacing(tokens, with: line)
  }
}
