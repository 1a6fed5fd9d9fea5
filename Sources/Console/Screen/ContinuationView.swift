import CellGrid
import Scenarios

/// What can be pressed after the keys so far, at the foot of the screen.
struct ContinuationView {
  /// The keys that have been pressed.
  let typed: [Key]
  /// The bindings that begin with them.
  let continuations: [Binding]
  /// Why an action cannot be done now; nil when it can.
  let reasonAgainst: (Action) -> String?

  /// A next key, and where it leads.
  struct Entry: Hashable {
    let key: String
    let label: String
    /// Whether every button that it leads to is off.
    var isOff: Bool
  }

  /// Paints as many rows as are needed, the last one in `rect`; returns how many.
  func paint(_ painter: inout Painter, in rect: CellRect) -> Int {
    let rows = rows(columns: rect.columns)
    for (index, row) in rows.enumerated() {
      let line = rect.line(index + 1 - rows.count)
      painter.fill(line, .text)
      painter.write(row, in: line)
    }
    return rows.count
  }

  /// The entries: the groups first, then a group's buttons.
  var entries: [Entry] {
    var entries: [Entry] = []
    for row in continuations {
      let key = row.keys[typed.count].text
      let isOff = reasonAgainst(row.action) != nil
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
    guard case .controls(.press(let id)) = row.action, let control = ControlTable.control(id: id)
    else { return row.label }
    return row.keys.count - typed.count > 1 ? control.group.rawValue : control.label
  }

  private func rows(columns: Int) -> [[(text: String, role: Role)]] {
    let missing = (continuations.first?.keys.count ?? 0) - typed.count
    let start = " \(typed.map(\.text).joined()) and \(missing == 1 ? "a letter" : "two letters"):"
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
