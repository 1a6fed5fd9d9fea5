/// The keys as a page of the documentation has them: a table for each mode, made from the bindings.
public enum KeyDocumentation {
  /// Markdown, a table for each mode in the order of `KeyMode`.
  public static var markdown: String {
    KeyMode.allCases.map(section).joined(separator: "\n")
  }

  private static func section(_ mode: KeyMode) -> String {
    var rows: [(keys: String, label: String)] = []
    for row in BindingTable.rows where row.mode == mode {
      let key = "`\(row.text)`"
      if let place = rows.firstIndex(where: { $0.label == row.label }) {
        rows[place].keys += " " + key
      } else {
        rows.append((key, row.label))
      }
    }
    let lines = rows.map { "| \($0.keys) | \($0.label) |" }
    return (["### \(mode.title)", "", "| key | does |", "|---|---|"] + lines)
      .map { $0 + "\n" }.joined()
  }

  /// The commands of the command line beside buttons, calls and verbs.
  public static var commands: String {
    let rows = ConsoleVerb.allCases.map { command in
      let parameter = command.parameter.replacing("|", with: "\\|")
      return "| `\(command.rawValue)`\(parameter.isEmpty ? "" : " \(parameter)") "
        + "| \(command.summary) |\n"
    }
    return "| command | does |\n|---|---|\n" + rows.joined()
  }
}
