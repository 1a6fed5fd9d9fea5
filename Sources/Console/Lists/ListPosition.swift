/// The marked row of a list, and the first row that is shown.
struct ListPosition: Hashable, Sendable {
  /// The place of the marked row, from 0.
  private(set) var marked = 0
  /// The place of the first row that is shown, from 0.
  private(set) var top = 0

  /// Marks the row at a place.
  mutating func mark(_ place: Int) {
    marked = place
  }

  /// Moves the mark in a list of so many rows; it stays inside.
  mutating func move(by rows: Int, count: Int) {
    marked = min(max(marked + rows, 0), max(0, count - 1))
  }

  /// Scrolls so that a row is at the top, as far as the marked one stays in sight.
  mutating func settle(height: Int, count: Int, from row: Int) {
    top = row
    settle(height: height, count: count)
  }

  /// Scrolls a list of so many rows until the mark is among the `height` rows that are shown.
  mutating func settle(height: Int, count: Int) {
    guard height > 0 else { return }
    top = min(top, marked)
    top = max(top, marked - height + 1)
    top = max(0, min(top, count - height))
  }
}
