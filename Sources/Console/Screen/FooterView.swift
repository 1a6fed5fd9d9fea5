import CellGrid
import SimulationCore

/// The bottom line: the progress of a jump, what follows the keys so far, a notice, or the most
/// needed keys.
struct FooterView {
  let jump: Jump?
  let now: SimulationInstant
  /// What follows the keys so far; nil when none has been pressed.
  let continuation: ContinuationView?
  let notice: Notice?
  /// The rows whose hints are shown, the most needed first.
  let hints: [Binding]

  func paint(_ painter: inout Painter, in rect: CellRect) {
    if let jump {
      let percent = jump.percent(at: now)
      let done = percent * 20 / 100
      let bar = String(repeating: "█", count: done) + String(repeating: "·", count: 20 - done)
      painter.write(
        " \(bar) \(percent) % · \(jump.events) events · Esc stops here", .title, in: rect)
    } else if let continuation {
      let rows = continuation.paint(&painter, in: rect)
      paintNotice(&painter, rect.line(-rows))
    } else if notice != nil {
      paintNotice(&painter, rect)
    } else {
      paintKeys(&painter, rect)
    }
  }

  private func paintNotice(_ painter: inout Painter, _ rect: CellRect) {
    guard let notice else { return }
    painter.writeUp(notice.text, notice.role, from: rect)
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
