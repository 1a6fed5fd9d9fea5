import CellGrid

/// The path of a file, cut in its middle where there is too little room: how it begins says in
/// which folder to look, how it ends says for which file.
enum PathText {
  /// The path in at most so many columns; the name of the file is cut last.
  static func text(_ path: String, columns: Int) -> String {
    guard TextWidth.columns(of: path) > columns else { return path }
    let name = path.lastIndex(of: "/").map { String(path[$0...]) } ?? path
    let room = max(0, columns - TextWidth.columns(of: "…"))
    // Where the name alone is too long, both halves get as much.
    let end = min(TextWidth.columns(of: name), max(room - room / 4, room / 2))
    return beginning(of: path, columns: room - end) + "…" + ending(of: path, columns: end)
  }

  private static func beginning(of text: String, columns: Int) -> String {
    var kept = ""
    for character in text {
      guard TextWidth.columns(of: kept + String(character)) <= columns else { break }
      kept.append(character)
    }
    return kept
  }

  private static func ending(of text: String, columns: Int) -> String {
    var kept = ""
    for character in text.reversed() {
      guard TextWidth.columns(of: String(character) + kept) <= columns else { break }
      kept = String(character) + kept
    }
    return kept
  }
}
