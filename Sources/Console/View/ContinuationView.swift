import CellGrid
import Scenarios

/// What can be pressed behind the keys so far, at the foot of the screen.
struct ContinuationView {
  let model: Model

  /// A key that goes on, and where it leads.
  struct Entry: Hashable {
    let key: String
    let label: String
    /// Whether everything there is off.
    var isOff: Bool
  }

  /// Paints as many rows as are needed, the last one at the foot; returns how many.
  func paint(_ painter: inout Painter, in rect: CellRect) -> Int {
    let rows = rows(columns: rect.columns)
    for (index, row) in rows.enumerated() {
      let line = CellRect(
        row: rect.row - rows.count + 1 + index, column: rect.column, rows: 1,
        columns: rect.columns)
      painter.fill(line, .text)
      painter.write(row, in: line)
    }
    return rows.count
  }

  /// The entries: the groups first, then a group's buttons.
  var entries: [Entry] {
    var entries: [Entry] = []
    let count = model.pendingKeys.count
    for row in model.continuations {
      let key = row.keys[count].text
      let isOff = model.reasonAgainst(row.action) != nil
      if let place = entries.firstIndex(where: { $0.key == key }) {
        entries[place].isOff = entries[place].isOff && isOff
      } else {
        entries.append(Entry(key: key, label: label(row), isOff: isOff))
      }
    }
    return entries
  }

  /// A group's name while more than one key is missing, a button's name before the last one.
  private func label(_ row: Binding) -> String {
    guard case .press(let id) = row.action, let control = ControlTable.control(id: id) else {
      return row.label
    }
    return row.keys.count - model.pendingKeys.count > 1 ? control.group.rawValue : control.label
  }

  private func rows(columns: Int) -> [[(text: String, role: Role)]] {
    let typed = model.pendingKeys.map(\.text).joined()
    let missing = (model.continuations.first?.keys.count ?? 0) - model.pendingKeys.count
    let start = " \(typed) and \(missing == 1 ? "a letter" : "two letters"):"
    var rows: [[(text: String, role: Role)]] = [[(start, .title)]]
    var column = start.count
    for entry in entries + [Entry(key: Key.escape.text, label: "cancels", isOff: false)] {
      let width = entry.key.count + entry.label.count + 3
      if column + width > columns {
        rows.append([])
        column = 0
      }
      rows[rows.count - 1] += [
        ("  \(entry.key)", entry.isOff ? .disabled : .key),
        (" \(entry.label)", entry.isOff ? .disabled : .text),
      ]
      column += width
    }
    return rows
  }
}
