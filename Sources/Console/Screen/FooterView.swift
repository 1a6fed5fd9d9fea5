import CellGrid
import SimulationCore

/// The bottom line: the progress of a jump, what follows the keys so far, or the most needed keys;
/// a message stands above it.
struct FooterView {
  let jump: Jump?
  let now: SimulationInstant
  /// What follows the keys so far; nil when none has been pressed.
  let continuation: ContinuationView?
  let notice: Notice?
  /// The rows whose hints are shown, the most needed first.
  let hints: [Binding]

  /// Paints the line, and above it the rows of the message.
  func paint(_ painter: inout Painter, in rect: CellRect, _ message: [String]) {
    var rows = 1
    if let jump {
      let percent = jump.percent(at: now)
      let done = percent * 20 / 100
      let bar = String(repeating: "█", count: done) + String(repeating: "·", count: 20 - done)
      painter.write(
        " \(bar) \(percent) % · \(jump.events) events · Esc stops here", .title, in: rect)
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
    var column = 1
    for row in hints {
      guard let hint = row.hint else { continue }
      let width = row.text.count + hint.count + 3
      guard column + width <= rect.columns else { continue }
      painter.write([(row.text, .key), (" \(hint)", .dim)], in: rect, column: column)
      column += width
    }
  }
}

extension Notice {
  /// Its colour.
  var role: Role {
    switch kind {
    case .info: .title
    case .warning: .warning
    case .error: .error
    }
  }
}
