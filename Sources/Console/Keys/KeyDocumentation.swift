/// The keys and commands as tables of the documentation, made from their declarations.
enum KeyDocumentation {
  /// Markdown, a table for each mode in the order of `KeyMode`.
  static var markdown: String {
    KeyMode.allCases.map(section).joined(separator: "\n")
  }

  private static func section(_ mode: KeyMode) -> String {
    var rows: [(keys: String, label: String, name: String)] = []
    for row in BindingTable.rows where row.mode == mode {
      let key = "`\(row.text)`"
      let name = row.action.name
      if let place = rows.firstIndex(where: { $0.label == row.label && $0.name == name }) {
        rows[place].keys += " " + key
      } else {
        rows.append((key, row.label, name))
      }
    }
    let lines = rows.map { "| \($0.keys) | \($0.label) | `\($0.name)` |" }
    let name = mode.name.map { "In a key map: `\($0)`." } ?? ""
    return (["### \(mode.title)", "", name, "", "| key | does | name |", "|---|---|---|"] + lines)
      .map { $0 + "\n" }.joined()
  }

  /// Markdown, the commands of the command line without buttons, calls and verbs.
  static var commands: String {
    let rows = ConsoleVerb.allCases.map { verb in
      let parameter = verb.parameter.replacing("|", with: "\\|")
      return "| `\(verb.rawValue)`\(parameter.isEmpty ? "" : " \(parameter)") "
        + "| \(verb.summary) |\n"
    }
    return "| command | does |\n|---|---|\n" + rows.joined()
  }
}
