/// Text in a window of its own, a line at a time under the cursor keys.
struct Page: Hashable, Sendable {
  let title: String
  let lines: [String]
  private(set) var top = 0

  init(title: String, lines: [String]) {
    self.title = title
    self.lines = lines
  }

  /// Scrolls; `count` is how many rows the lines take as they are shown.
  mutating func scroll(by rows: Int, height: Int, count: Int) {
    top = min(max(top + rows, 0), max(0, count - height))
  }
}

/// What stands in front of the screen.
enum Overlay: Hashable, Sendable {
  case prompt(Prompt)
  case help(HelpList)
  case page(Page)
}
