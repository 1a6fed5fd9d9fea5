import CellGrid
import DeviceModel
import Scenarios

/// The bottom line: a notice, the progress of a jump, the keys that go on, or those that help most.
struct FooterView {
  let model: Model

  func paint(_ painter: inout Painter, in rect: CellRect) {
    if let jump = model.jump {
      let percent = jump.percent(at: model.run.device.os.now)
      let done = percent * 20 / 100
      let bar = String(repeating: "█", count: done) + String(repeating: "·", count: 20 - done)
      painter.write(
        " \(bar) \(percent) % · \(jump.events) events · Esc stops here", .title, in: rect)
    } else if !model.pendingKeys.isEmpty {
      let rows = ContinuationView(model: model).paint(&painter, in: rect)
      paintNotice(
        &painter,
        CellRect(row: rect.row - rows, column: rect.column, rows: 1, columns: rect.columns))
    } else if model.notice != nil {
      paintNotice(&painter, rect)
    } else {
      paintKeys(&painter, rect)
    }
  }

  private func paintNotice(_ painter: inout Painter, _ rect: CellRect) {
    guard let notice = model.notice else { return }
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

  /// The rows with a hint that count here and can be done now, by their ranks.
  private var hints: [Binding] {
    let rows = model.mode.chain.flatMap { mode in BindingTable.rows.filter { $0.mode == mode } }
      .filter { $0.hint != nil && model.reasonAgainst($0.action) == nil }
    return rows.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
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
