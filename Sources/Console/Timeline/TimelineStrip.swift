import CellGrid

/// The timeline on the first screen: a row, or an axis and three or five rows.
struct TimelineStrip {
  let chart: TimelineChart
  let bindings: Bindings

  /// How much time the first screen shows.
  static let zoom = TimelineZoom.day

  func paint(_ painter: inout Painter, in rect: CellRect) {
    guard rect.rows > 1 else { return paintOne(&painter, rect) }
    chart.paintAxis(&painter, in: rect, isRule: true)
    painter.write(
      [(bindings.text(of: .timeline(.show)), .key), (" timeline ", .title)], in: rect, column: 1)
    for (place, row) in rows(height: rect.rows - 1).enumerated() {
      chart.paint(row.rows, label: row.label, &painter, in: rect, row: 1 + place)
    }
  }

  private func paintOne(_ painter: inout Painter, _ rect: CellRect) {
    chart.paint(
      [.daily, .reminder, .dual, .prefetch], label: "3 timeline", &painter, in: rect, row: 0)
    let line = rect.split(left: TimelineChart.labelColumns).rest
    for tick in chart.window.ticks(chart.history.zones)
    where chart.isFree(tick.column..<tick.column + tick.label.count + 1) {
      painter.write(tick.label, .dim, in: line, column: tick.column)
    }
  }

  /// The rows that fit; each kind of notification has one of its own where that leaves two more.
  private func rows(height: Int) -> [(label: String, rows: [TimelineRow])] {
    let kinds = TimelineRow.allCases.filter { row in
      row.isOfNotifications
        && (chart.ahead.contains { $0.row == row } || chart.history.hasMarks(of: row))
    }
    let isApart = kinds.count > 1 && kinds.count + 2 <= height
    let notified: [(String, [TimelineRow])] =
      isApart ? kinds.map { ($0.label, [$0]) } : [("notified", [.daily, .reminder, .dual])]
    let others: [TimelineRow] = [.prefetch, .app, .phone, .permission]
    let all = notified + others.map { ($0.label, [$0]) }
    return all.prefix(height).map { (label: $0.0, rows: $0.1) }
  }

  /// What the first screen shows: a third of it is before now, in whole hours.
  static func window(columns: Int, now: Int64, _ zones: ZoneHistory) -> TimelineWindow {
    let step = zoom.step(columns: columns)
    let start = now - step * Int64(columns) / 3
    return TimelineWindow(
      start: TimelineWindow.aligned(start, step: max(step, 3_600_000), zones.zone(atWall: start)),
      step: step, columns: max(1, columns))
  }
}

extension TimelineChart {
  /// Whether no mark of a notification or a prefetch, nor now, is in a row of columns.
  fileprivate func isFree(_ columns: Range<Int>) -> Bool {
    let times = window.time(of: columns.lowerBound)..<window.time(of: columns.upperBound)
    func isDrawn(_ mark: TimelineMark) -> Bool {
      mark.row.isOfNotifications || mark.row == .prefetch
    }
    return !times.contains(now) && !history.marks(in: times).contains(where: isDrawn)
      && !ahead.contains { isDrawn($0) && times.contains($0.time) }
  }
}
