import CellGrid

/// One line of the status: a light, a label and a text.
struct StatusRow: Hashable {
  /// Which row stays where there is little room: 0 is left out last.
  let rank: Int
  let light: Light
  let label: String
  let text: String

  /// The text for a width in columns: a step that has no room is left out, since half a command
  /// cannot be typed; an ellipsis says that there is more.
  func text(columns: Int) -> String {
    guard TextWidth.columns(of: text) > columns else { return text }
    var shown = ""
    var lacksStep = false
    for part in text.split(separator: " · ") {
      let longer = shown.isEmpty ? String(part) : "\(shown) · \(part)"
      let isStep = part.hasPrefix(":") || part.hasPrefix("press ")
      if isStep, TextWidth.columns(of: longer) > columns {
        lacksStep = true
      } else {
        shown = longer
      }
    }
    // What is too long without its steps ends in an ellipsis anyway.
    let marked = "\(shown) …"
    if shown.isEmpty { return text }
    return lacksStep && TextWidth.columns(of: marked) <= columns ? marked : shown
  }
}
