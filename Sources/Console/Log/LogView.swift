import CellGrid
import CivilTime
import DailyNotification
import DeviceModel
import Scenarios
import SimulationCore

/// The log: a title with what is shown, and the lines without a frame, so that they copy clean.
struct LogView {
  let log: LogPane
  let os: OperatingSystem
  /// The zones that the phone has been in: a line keeps the one that it was written in.
  let zones: ZoneHistory
  let hasFocus: Bool
  /// Whether a scenario leads, so that a hint at the first keys would mislead.
  let isGuided: Bool

  /// Paints the log; a message covers so many of the last rows, and the line that is being read
  /// stays in sight.
  func paint(_ painter: inout Painter, title: CellRect, lines whole: CellRect, covered: Int) {
    paintTitle(&painter, title)
    let rect = whole.split(bottom: min(covered, max(0, whole.rows - 1))).0
    let top = max(log.topPosition, log.selected - rect.rows + 1)
    let shown = top..<max(top, min(top + rect.rows, log.index.count))
    let hasDates = spansDays(shown)
    for (row, position) in shown.enumerated() {
      guard let record = os.trace.record(log.index[position]) else { continue }
      let stamp = stamp(record, hasDate: hasDates, isWide: rect.columns >= 100)
      paint(
        record, stamp, zoneMark(at: position), isMarked: position == log.selected, &painter, rect,
        row)
    }
    if log.index.count == 0 { paintEmpty(&painter, rect) }
  }

  /// Whether a line is of another day than the phone's present one: a time alone would mislead.
  private func spansDays(_ positions: Range<Int>) -> Bool {
    let today = os.zone.date(at: os.wallMilliseconds)
    return positions.contains { position in
      guard let record = os.trace.record(log.index[position]) else { return false }
      return zones.zone(at: record.sequence).date(at: record.wallMilliseconds) != today
    }
  }

  private func stamp(_ record: Record<DeviceRecord>, hasDate: Bool, isWide: Bool) -> String {
    let wall = record.wallMilliseconds
    let zone = zones.zone(at: record.sequence)
    let time = isWide ? RecordText.timeOfDay(wall, zone) : ClockText.time(wall, zone)
    guard hasDate else { return time }
    let date = zone.date(at: wall)
    let isThisYear = date.year == os.zone.date(at: os.wallMilliseconds).year
    return "\(isThisYear ? ClockText.day(wall, zone) : date.text) \(time)"
  }

  /// What is different about the clock than on the line before: the zone, or its summer time.
  private func zoneMark(at position: Int) -> String? {
    guard position > 0, let record = os.trace.record(log.index[position]),
      let before = os.trace.record(log.index[position - 1])
    else { return nil }
    let (zone, old) = (zones.zone(at: record.sequence), zones.zone(at: before.sequence))
    let isSame =
      zone == old
      && zone.offsetSeconds(at: record.wallMilliseconds)
        == old.offsetSeconds(at: before.wallMilliseconds)
    if isSame { return nil }
    let offset = ClockText.offset(record.wallMilliseconds, zone)
    return zone == old ? "↯ clocks changed, \(offset)" : "\(zone.shortName) \(offset)"
  }

  private func paintEmpty(_ painter: inout Painter, _ rect: CellRect) {
    let text =
      log.isBusy
      ? "looking …"
      : os.trace.nextSequence == 0 || log.filter == LogFilter()
        ? "Nothing logged yet."
          + (!isGuided ? " Press \(keys): status, permission, schedule." : "")
        : "No line passes the filter (\(log.filter.text)). "
          + "\(BindingTable.text(of: .log(.filter))) changes the text, "
          + "\(BindingTable.text(of: .log(.cycleLevel))) the level."
    painter.write(text, .dim, in: rect, column: 1)
  }

  /// The keys of the first run.
  private var keys: String {
    ["checkPluginStatus", "requestPermissions", "scheduleTestNotification"]
      .map { ControlKeys.text(of: $0) }.joined(separator: ", then ")
  }

  private func paintTitle(_ painter: inout Painter, _ rect: CellRect) {
    painter.rule(rect)
    painter.write(
      [(" Log ", hasFocus ? .marked : .title), (" \(log.filter.text) ", .dim)], in: rect, column: 1)
    painter.grid.writeRight(" \(standing) ", in: rect, style: painter.theme.style(.bold))
  }

  /// Where the reader is: `FOLLOW 128`, `12/128, 3 new`, with the search's hits before it.
  private var standing: String {
    let count = log.index.count
    var parts: [String] = []
    if let search = log.search {
      let number = log.selectedSequence.flatMap { search.number(of: $0) }.map(String.init) ?? "-"
      parts.append("/\(search.pattern.text.prefix(20)) \(number) of \(search.hits.count)")
    }
    if log.isBusy { parts.append("looking …") }
    if log.index.droppedCount > 0 { parts.append("\(log.index.droppedCount) dropped") }
    if log.column > 0 { parts.append("→\(log.column)") }
    if log.isFollowing {
      parts.append("FOLLOW \(count)")
    } else {
      parts.append("\(count == 0 ? 0 : log.selected + 1)/\(count)")
      if log.newCount > 0 {
        parts.append("\(log.newCount) new (\(BindingTable.text(of: .log(.follow))))")
      }
    }
    return parts.joined(separator: " · ")
  }

  private func paint(
    _ record: Record<DeviceRecord>, _ stamp: String, _ zone: String?, isMarked: Bool,
    _ painter: inout Painter, _ rect: CellRect, _ row: Int
  ) {
    let level = LogText.level(record.payload)
    let isAct = LogText.isAct(record.payload)
    var column = painter.write("\(stamp) ", .dim, in: rect, row: row)
    column += painter.write(
      "\(LogText.sign(record.payload)) ", isAct ? .title : level.role, in: rect, row: row,
      column: column)
    if let zone {
      column += painter.write(zone, .badge, in: rect, row: row, column: column)
      column += painter.write(" ", in: rect, row: row, column: column)
    }
    let text = LogText.body(record.payload)
    paint(text, of: record, level, &painter, rect, row, column)
    guard isMarked, hasFocus else { return }
    let marked = painter.theme.style(.marked)
    painter.grid.restyle(rect.line(row)) { style in
      if style != painter.theme.style(.hit) { style = marked }
    }
  }

  private func paint(
    _ text: String, of record: Record<DeviceRecord>, _ level: LogLevel, _ painter: inout Painter,
    _ rect: CellRect, _ row: Int, _ column: Int
  ) {
    let shown = log.column == 0 ? text : String(text.dropFirst(log.column))
    let bytes = Array(shown.utf8)
    painter.write(shown, role(record.payload, level), in: rect, row: row, column: column)
    if level < .warning, log.column == 0, let end = shown.firstIndex(of: "]"), shown.first == "[" {
      painter.write(shown[...end], .key, in: rect, row: row, column: column)
    }
    guard let pattern = log.search?.pattern else { return }
    for range in pattern.ranges(in: shown) {
      let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
      let hit = String(decoding: bytes[range], as: UTF8.self)
      let area = CellRect(
        row: rect.row + row, column: rect.column + column + TextWidth.columns(of: before),
        rows: 1, columns: TextWidth.columns(of: hit)
      ).intersection(rect)
      let style = painter.theme.style(.hit)
      painter.grid.restyle(area) { $0 = style }
    }
  }

  private func role(_ payload: DeviceRecord, _ level: LogLevel) -> Role {
    if level >= .warning { return level.role }
    if LogText.isAct(payload) { return .bold }
    return LogText.isOfPlugin(payload) && level == .info ? .text : .dim
  }
}

extension LogLevel {
  /// One letter, so that a level shows without colour.
  var letter: String {
    switch self {
    case .debug: "D"
    case .info: "I"
    case .warning: "W"
    case .error: "E"
    }
  }

  /// Its colour.
  var role: Role {
    switch self {
    case .debug: .dim
    case .info: .ok
    case .warning: .warning
    case .error: .error
    }
  }
}
