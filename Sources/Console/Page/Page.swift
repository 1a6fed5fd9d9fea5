import CellGrid

/// Text in a window of its own, scrolled by rows; lines of it may lead to records.
struct Page: Hashable, Sendable {
  let title: String
  let lines: [String]
  /// Whether it shows the question of a walkthrough, whose keys then count here, too.
  let isQuestion: Bool
  /// The record that it is about; nil for another page.
  let record: UInt64?
  /// The records that lines lead to, by the number of the line.
  let links: [Int: UInt64]
  /// The records whose pages led here, the first one first.
  var trail: [UInt64] = []
  /// The line that Enter follows; nil without links.
  private(set) var link: Int?
  /// The lines as rows of the window's width.
  private(set) var rows: [String]
  /// The line of each row.
  private(set) var lineOfRow: [Int]
  /// The first row that is shown.
  private(set) var top = 0
  private var width = 0

  /// A page whose rows are made when its window is known.
  init(
    title: String, lines: [String], isQuestion: Bool = false, record: UInt64? = nil,
    links: [Int: UInt64] = [:]
  ) {
    self.record = record
    self.title = title
    self.lines = lines
    self.isQuestion = isQuestion
    self.links = links
    link = links.keys.min()
    rows = lines
    lineOfRow = Array(lines.indices)
  }

  /// How many columns the longest line takes.
  var columns: Int { lines.map { TextWidth.columns(of: $0) }.max() ?? 0 }

  /// Does what a key stands for.
  mutating func update(_ action: PageAction) -> [PaneEffect] {
    switch action {
    case .close: [.close]
    case .copy: [.shell(.copy(lines.joined(separator: "\n"))), .notify(.copied)]
    case .back: trail.isEmpty ? [.close] : [.back]
    }
  }

  /// Scrolls, goes from link to link, or follows one; without links Enter closes the page.
  mutating func update(_ action: ListAction, height: Int) -> [PaneEffect] {
    switch action {
    case .move(let move):
      if goToLink(move) {
        reveal(height: height)
      } else {
        scroll(by: move.rows(height: height), height: height)
      }
      return []
    case .activate:
      guard let link, let record = links[link] else { return [.close] }
      return [.openRecord(record)]
    }
  }

  /// Goes to the next or the previous link, if it is not further away than the window is high.
  private mutating func goToLink(_ move: ListMove) -> Bool {
    guard let link else { return false }
    let next: Int?
    switch move {
    case .up: next = links.keys.filter { $0 < link }.max()
    case .down: next = links.keys.filter { $0 > link }.min()
    case .pageUp, .pageDown, .first, .last: next = nil
    }
    guard let next else { return false }
    self.link = next
    return true
  }

  private mutating func reveal(height: Int) {
    guard let link, let row = lineOfRow.firstIndex(of: link) else { return }
    top = min(top, row)
    top = max(top, row - height + 1)
  }

  /// Wraps the lines for a width.
  mutating func wrap(width: Int) {
    guard width != self.width else { return }
    self.width = width
    let wrapped = lines.map { WrappedText.rows($0, width: width) }
    rows = wrapped.flatMap { $0 }
    lineOfRow = wrapped.enumerated().flatMap { line, rows in rows.map { _ in line } }
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
