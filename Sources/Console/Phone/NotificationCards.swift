import CellGrid
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
        (count == 0 ? "empty" : "\(count)", .dim),
      ], in: rect)
    var row = 1
    let top = NotificationCards.top(marked: marked ?? 0, height: rect.rows - 1, count: count)
    for place in top..<max(top, count) where row + 1 < rect.rows {
      paint(os.delivered[count - 1 - place], isMarked: place == marked, &painter, rect, row)
      row += NotificationCards.height
    }
    let left = count - top - (row - 1) / NotificationCards.height
    if left > 0, row < rect.rows {
      painter.write("  \(left) more", .dim, in: rect, row: row)
    }
  }

  /// How many rows a card takes.
  private static let height = 2

  /// The first card that is shown, so that the marked one is.
  private static func top(marked: Int, height: Int, count: Int) -> Int {
    let shown = max(1, height / self.height)
    return max(0, min(marked - shown + 1, count - shown))
  }

  private func paint(
    _ card: VisibleNotification, isMarked: Bool, _ painter: inout Painter, _ rect: CellRect,
    _ row: Int
  ) {
    let area = CellRect(
      row: rect.row + row, column: rect.column + 1, rows: NotificationCards.height,
      columns: max(0, rect.columns - 2))
    painter.fill(area, isMarked ? .marked : .dialog)
    let age = ClockText.length(os.wallMilliseconds - card.deliveredAt) + " ago "
    let (text, right) = area.line(0).split(left: max(0, area.columns - age.count - 1))
    painter.write(
      "\(isMarked ? "▸" : " ")\(card.content.title)", isMarked ? .marked : .dialog, in: text)
    painter.write(age, isMarked ? .marked : .dialog, in: right, column: 1)
    painter.write(" \(card.content.body)", isMarked ? .marked : .dialog, in: area, row: 1)
  }
}
