import CellGrid
import CivilTime
import History

/// Draws rows of the timeline: states as lines and bars, marks on top of them.
struct TimelineChart {
  let history: TimelineHistory
  /// What is planned, in the order of time.
  let ahead: [TimelineMark]
  let window: TimelineWindow
  /// The phone's wall clock, in milliseconds since the Unix epoch.
  let now: Int64

  /// The columns before the chart, where a row's name stands.
  static let labelColumns = 12

  /// Draws the axis: hours and days, and where now is.
  func paintAxis(_ painter: inout Painter, in rect: CellRect, row: Int = 0, isRule: Bool) {
    if isRule { painter.rule(rect, row: row) }
    let line = rect.split(left: TimelineChart.labelColumns).rest
    let now = window.column(of: now)
    // The sign of now covers no part of a day's name: that one moves, and hours make room for it.
    var taken = -1
    for tick in window.ticks(history.zones) {
      let columns = tick.column..<tick.column + tick.label.count
      let isCovered = now.map(columns.contains) ?? false
      if tick.column <= taken || isCovered && !tick.isDay { continue }
      let column = isCovered ? (now ?? 0) + 1 : tick.column
      if isCovered { taken = column + columns.count }
      painter.write(tick.label, tick.isDay ? .bold : .dim, in: line, row: row, column: column)
    }
    if let now { painter.write("▼", .title, in: line, row: row, column: now) }
  }

  /// Draws the marks and states of rows of the timeline into one row of the screen.
  func paint(
    _ rows: [TimelineRow], label: String, _ painter: inout Painter, in rect: CellRect, row: Int
  ) {
    painter.write(" \(label)", .dim, in: rect, row: row)
    let line = rect.split(left: TimelineChart.labelColumns).rest
    paintDays(&painter, line, row)
    for kind in rows { paintStates(kind, &painter, line, row) }
    if let column = window.column(of: now) {
      painter.write("│", .title, in: line, row: row, column: column)
    }
    paintMarks(rows, &painter, line, row)
  }

  /// A dim line where a day begins.
  private func paintDays(_ painter: inout Painter, _ line: CellRect, _ row: Int) {
    for tick in window.ticks(history.zones) where tick.isDay {
      painter.write("│", .line, in: line, row: row, column: tick.column)
    }
  }

  private func paintStates(
    _ kind: TimelineRow, _ painter: inout Painter, _ line: CellRect, _ row: Int
  ) {
    let states = history.states(of: kind)
    let end = min(now + 1, window.end)
    for (place, state) in states.enumerated() {
      let until = min(place + 1 < states.count ? states[place + 1].time : .max, end)
      guard until > window.start, state.time < end, until > state.time else { continue }
      let first = window.nearestColumn(of: max(state.time, window.start))
      let last = window.nearestColumn(of: until - 1)
      if state.look != .none {
        let style = painter.theme.style(state.look.role)
        for column in first...max(first, last) {
          painter.grid.put(
            Glyph(state.look.glyph), row: line.row + row, column: line.column + column,
            style: style)
        }
      }
      // The word stands only where all of it has room.
      if state.look.hasWord, state.word.count < last - first + 1 || state.look == .trouble {
        let room = line.split(left: last + 1).left
        painter.write(
          String(state.word.prefix(last - first + 1)), state.look.role, in: room, row: row,
          column: first)
      }
    }
  }

  private func paintMarks(
    _ rows: [TimelineRow], _ painter: inout Painter, _ line: CellRect, _ row: Int
  ) {
    var weights = [Int](repeating: -1, count: window.columns)
    func put(_ mark: TimelineMark) {
      guard rows.contains(mark.row), mark.sign.isDrawn else { return }
      if let since = mark.since { paintWait(since, mark.time, &painter, line, row, weights) }
      guard let column = window.column(of: mark.time), weights[column] < mark.sign.weight
      else { return }
      weights[column] = mark.sign.weight
      painter.grid.put(
        Glyph(mark.sign.glyph), row: line.row + row, column: line.column + column,
        style: painter.theme.style(mark.sign.role))
    }
    history.marks(in: window.times).forEach(put)
    for mark in ahead {
      put(mark)
      // A due task waits until now.
      if mark.sign == .earliest, mark.time < now, rows.contains(.prefetch) {
        paintWait(mark.time, now, &painter, line, row, weights)
      }
    }
    if rows.contains(.zone) { offsets.forEach(put) }
  }

  private func paintWait(
    _ since: Int64, _ until: Int64, _ painter: inout Painter, _ line: CellRect, _ row: Int,
    _ weights: [Int]
  ) {
    guard until > window.start, since < window.end else { return }
    let first = window.nearestColumn(of: since)
    let last = window.nearestColumn(of: until)
    let style = painter.theme.style(.pending)
    for column in first..<max(first, last) where weights[column] < 0 {
      painter.grid.put(
        Glyph("╌"), row: line.row + row, column: line.column + column, style: style)
    }
  }

  /// Where the clocks of the zone go forward or back, inside the window.
  var offsets: [TimelineMark] {
    let changes = history.zones.changes
    return changes.enumerated().flatMap { place, change -> [TimelineMark] in
      let from = max(window.start, place == 0 ? .min : change.point.wallMilliseconds)
      let next = place + 1 < changes.count ? changes[place + 1].point.wallMilliseconds : .max
      let until = min(window.end, next)
      guard from < until else { return [] }
      let years = change.value.date(at: from).year...change.value.date(at: until).year
      return change.value.transitions(fromYear: years.lowerBound, throughYear: years.upperBound)
        .filter { $0.instant >= from && $0.instant < until }
        .map {
          TimelineMark(
            row: .zone, sign: .offset(from: $0.offsetBefore, to: $0.offsetAfter), time: $0.instant)
        }
    }
  }
}

extension TimelineSign {
  /// Whether it is drawn as a mark; what a state's line shows already is not.
  fileprivate var isDrawn: Bool {
    switch self {
    case .phone, .app, .appStopped, .permission, .upkeep, .network, .zone, .dialogShown: false
    case .shown, .shownWithDefault, .notShown, .missed, .planned, .overdue, .ran, .fetched,
      .fetchFailed, .taskExpired, .taskLost, .taskNeverRan, .earliest, .crashed, .rebooted,
      .alarmLost, .setting, .offset, .clockSet:
      true
    }
  }
}
