import CellGrid

/// The bottom line: the progress of what takes a while, what follows the keys so far, or the most
/// needed keys; a message stands above it.
struct FooterView {
  /// What is under way; nil when nothing is.
  let progress: Progress?
  /// What follows the keys so far; nil when none has been pressed.
  let continuation: ContinuationView?
  let notice: Notice?
  /// The rows whose hints are shown, the most needed first.
  let hints: [Binding]

  /// Paints the line, and above it the rows of the message.
  func paint(_ painter: inout Painter, in rect: CellRect, _ message: [String]) {
    var rows = 1
    if let progress {
      let percent = progress.percent
      let done = min(20, max(0, percent * 20 / 100))
      let bar = String(repeating: "█", count: done) + String(repeating: "·", count: 20 - done)
      painter.write(
        " \(bar) \(percent) % · \(progress.words)", .title, in: rect)
    } else if let continuation {
      rows = continuation.paint(&painter, in: rect)
    } else {
      paintKeys(&painter, rect)
    }
    guard let notice else { return }
    for (index, row) in message.enumerated() {
      let line = rect.line(index - message.count - rows + 1)
      painter.fill(line, .text)
      painter.write(" \(row)", notice.role, in: line)
    }
  }

  private func paintKeys(_ painter: inout Painter, _ rect: CellRect) {
    for (row, column) in FooterView.places(of: hints, columns: rect.columns) {
      painter.write(
        [(row.text, .key), (" \(row.hint ?? "")", .dim)], in: rect, column: column)
    }
  }

  /// The hints that fit, and where each begins.
  private static func places(of hints: [Binding], columns: Int) -> [(Binding, column: Int)] {
    var places: [(Binding, column: Int)] = []
    var column = 1
    for row in hints {
      guard let hint = row.hint else { continue }
      let width = row.text.count + hint.count + 3
      guard column + width <= columns else { continue }
      places.append((row, column))
      column += width
    }
    return places
  }

  /// The hint at a column.
  static func hint(at column: Int, among hints: [Binding], columns: Int) -> Binding? {
    places(of: hints, columns: columns).last { $0.column <= column }
      .flatMap { row, start in
        column < start + row.text.count + (row.hint?.count ?? 0) + 1 ? row : nil
      }
  }
}

extension Notice {
  /// Its colour.
  var role: Role {
    switch kind {
    case .info: .message
    case .warning: .warning
    case .error: .error
    }
  }
}
