import CellGrid

/// Text in a window of its own, scrolled by rows.
struct Page: Hashable, Sendable {
  let title: String
  let lines: [String]
  /// Whether it shows the question of a walkthrough, whose keys then count here, too.
  let isQuestion: Bool
  /// The lines as rows of the window's width.
  private(set) var rows: [String]
  /// The first row that is shown.
  private(set) var top = 0
  private var width = 0

  /// A page whose rows are made when its window is known.
  init(title: String, lines: [String], isQuestion: Bool = false) {
    self.title = title
    self.lines = lines
    self.isQuestion = isQuestion
    rows = lines
  }

  /// How many columns the longest line takes.
  var columns: Int { lines.map { TextWidth.columns(of: $0) }.max() ?? 0 }

  /// Does what a key stands for.
  mutating func update(_ action: PageAction) -> [PaneEffect] {
    switch action {
    case .close: [.close]
    }
  }

  /// Scrolls; there is nothing to mark.
  mutating func update(_ action: ListAction, height: Int) {
    switch action {
    case .move(let move): scroll(by: move.rows(height: height), height: height)
    case .activate: break
    }
  }

  /// Wraps the lines for a width.
  mutating func wrap(width: Int) {
    guard width != self.width else { return }
    self.width = width
    rows = lines.flatMap { WrappedText.rows($0, width: width) }
  }

  /// Fits the page into a window with its frame.
  mutating func settle(_ window: CellRect) {
    wrap(width: window.columns - 4)
    scroll(by: 0, height: window.rows - 2)
  }

  private mutating func scroll(by rows: Int, height: Int) {
    top = min(max(top + rows, 0), max(0, self.rows.count - height))
  }
}
