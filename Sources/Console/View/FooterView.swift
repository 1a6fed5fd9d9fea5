import CellGrid
import DeviceModel
import Scenarios

/// The bottom line: a notice, the progress of a jump, or the keys that help most here.
struct FooterView {
  let model: Model

  func paint(_ painter: inout Painter, in rect: CellRect) {
    if let jump = model.jump {
      let percent = jump.percent(at: model.run.device.os.now)
      let done = percent * 20 / 100
      let bar = String(repeating: "█", count: done) + String(repeating: "·", count: 20 - done)
      painter.write(
        " \(bar) \(percent) % · \(jump.events) events · Esc stops here", .title, in: rect)
    } else if let notice = model.notice {
      painter.writeUp(notice.text, notice.role, from: rect)
    } else {
      paintKeys(&painter, rect)
    }
  }

  private func paintKeys(_ painter: inout Painter, _ rect: CellRect) {
    var column = 1
    for row in hints {
      guard let hint = row.hint else { continue }
      let width = row.key.text.count + hint.count + 3
      guard column + width <= rect.columns else { continue }
      painter.write([(row.key.text, .key), (" \(hint)", .dim)], in: rect, column: column)
      column += width
    }
  }

  /// The rows with a hint that count here, the nearest mode first, in the order of the table.
  private var hints: [Binding] {
    model.mode.chain.flatMap { mode in BindingTable.rows.filter { $0.mode == mode } }
      .filter { $0.hint != nil }
      .sorted { rank($0) < rank($1) }
  }

  /// Enter and Tab lead; help and export are worth more than search and filter.
  private func rank(_ row: Binding) -> Int {
    switch row.action {
    case .activate, .accept, .allow, .cancelJump: 0
    case .deny: 1
    case .nextPane, .complete: 2
    case .togglePace: 3
    case .help: 4
    case .nextEvent, .nextEntry: 5
    case .command: 6
    case .export: 7
    case .search: 8
    case .filter: 9
    default: 10
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
