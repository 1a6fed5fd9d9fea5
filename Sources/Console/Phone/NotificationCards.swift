import CellGrid
import CivilTime
import DailyNotification
import DeviceModel

/// What Notification Center shows, as cards: title with its age, and the text below it.
struct NotificationCards {
  let os: OperatingSystem
  /// The marked card, from 0 for the newest; nil while the keyboard is elsewhere.
  let marked: Int?

  /// Paints a heading and the cards, the newest first, as many as have room.
  func paint(_ painter: inout Painter, in rect: CellRect) {
    guard rect.rows > 0 else { return }
    let count = os.delivered.count
    painter.write(
      [
        (" \(os.configuration.shadeTitle) ", .title),
        ((count == 0 ? "empty" : "\(count)") + held, .dim),
      ], in: rect)
    let bodies = bodies(columns: rect.columns, rows: rect.rows)
    var row = 1
    let top = top(bodies, rows: rect.rows - 1)
    var shown = 0
    for place in top..<max(top, count) where row + bodies[place].count < rect.rows {
      paint(
        os.delivered[count - 1 - place], bodies[place], isMarked: place == marked, &painter, rect,
        row)
      row += 1 + bodies[place].count
      shown += 1
    }
    let left = count - top - shown
    if left > 0, row < rect.rows {
      painter.write("  \(left) more", .dim, in: rect, row: row)
    }
  }

  /// How many the scheduled summary holds, and until when; empty where it holds none.
  private var held: String {
    guard let (count, until) = os.heldForSummary else { return "" }
    return " · \(count) held for the summary at \(os.zone.wallTime(at: until).timeOfDay.text)"
  }

  /// How many rows a heading and all cards take when `rowsMax` are free.
  func rows(columns: Int, rowsMax: Int) -> Int {
    let bodies = bodies(columns: columns, rows: rowsMax)
    return 1 + max(2, bodies.reduce(0) { $0 + 1 + $1.count })
  }

  /// The rows of each card's text, the newest first: all of them where every card has room, else
  /// one each.
  private func bodies(columns: Int, rows: Int) -> [[String]] {
    let texts = os.delivered.reversed().map(\.content.body)
    let short = texts.map { [$0] }
    guard texts.count * 2 < rows else { return short }
    let wrapped = texts.map { text in
      let rows = ParagraphText.rows(text, width: max(8, columns - 4))
      return rows.isEmpty ? [text] : rows
    }
    return wrapped.reduce(1, { $0 + 1 + $1.count }) <= rows ? wrapped : short
  }

  /// The first card that is shown, so that the marked one is.
  private func top(_ bodies: [[String]], rows: Int) -> Int {
    guard !bodies.isEmpty else { return 0 }
    var top = min(max(0, marked ?? 0), bodies.count - 1)
    var needed = 1 + bodies[top].count
    while top > 0, needed + 1 + bodies[top - 1].count <= rows {
      top -= 1
      needed += 1 + bodies[top].count
    }
    return top
  }

  private func paint(
    _ card: VisibleNotification, _ body: [String], isMarked: Bool, _ painter: inout Painter,
    _ rect: CellRect, _ row: Int
  ) {
    let area = CellRect(
      row: rect.row + row, column: rect.column + 1, rows: 1 + body.count,
      columns: max(0, rect.columns - 2))
    let role: Role = isMarked ? .marked : .dialog
    painter.fill(area, role)
    let title = "\(isMarked ? "▸" : " ")\(card.content.title)"
    let age = age(of: card, room: area.columns - TextWidth.columns(of: title) - 1)
    let (text, right) = area.line(0).split(left: max(0, area.columns - age.count - 1))
    painter.write(title, role, in: text)
    painter.write(age, role, in: right, column: 1)
    for (place, line) in body.enumerated() {
      painter.write(" \(line)", role, in: area, row: 1 + place)
    }
  }

  /// How long a card has been there, in the longest form that leaves its title whole; empty where
  /// none does.
  ///
  /// What was not seen or heard of it comes first: `silent · 2 min ago`.
  private func age(of card: VisibleNotification, room: Int) -> String {
    let milliseconds = os.wallMilliseconds - card.deliveredAt
    let rough = ClockText.length(milliseconds)
    let unit = rough.prefix { !$0.isLetter } + rough.drop { !$0.isLetter }.prefix { $0.isLetter }
    let ages = ["\(rough) ago ", "\(unit) ago ", "\(unit) "]
    let missing = card.presentation.words.map { words in ages.map { "\(words) · \($0)" } } ?? []
    let alone = card.presentation.words.map { ["\($0) "] } ?? []
    return (missing + alone + ages).first { $0.count <= room } ?? ""
  }
}
