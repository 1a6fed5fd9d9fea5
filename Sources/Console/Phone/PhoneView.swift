import CellGrid
import CivilTime
import DailyNotification
import DeviceModel
import PlainText
import SimulationCore

/// The phone's settings and numbers, where there is a column for them.
struct PhoneView {
  let facts: PhoneFacts
  /// How many invariants are checked.
  let invariantCount: Int
  /// The invariants that broke, in words; nil when all hold.
  let broken: String?

  private static let labelColumns = 11

  func paint(_ painter: inout Painter, in rect: CellRect) {
    for (row, line) in lines.prefix(rect.rows).enumerated() {
      painter.write(line.light.glyph, line.light.role, in: rect, row: row, column: 1)
      painter.write(line.label, .bold, in: rect, row: row, column: 3)
      painter.write(
        line.text, line.light == .error ? .error : .text, in: rect, row: row,
        column: 3 + PhoneView.labelColumns)
    }
    paintDay(&painter, in: rect, row: lines.count + 1)
  }

  private var os: OperatingSystem { facts.os }

  private var lines: [StatusRow] {
    let telemetry = os.storage.telemetry
    return [
      row(os.process.state.isAlive ? .ok : .error, "App", os.process.state.title),
      row(os.isPowerSavingOn ? .pending : .ok, "Low power", os.isPowerSavingOn ? "on" : "off"),
      row(
        os.storage.isFull || os.storage.failingWrites > 0 ? .error : .ok, "Storage",
        os.storage.isFull
          ? "disk full"
          : os.storage.failingWrites > 0
            ? "next \(os.storage.failingWrites) writes fail" : "writable"),
      row(os.storage.schedules.isEmpty ? .off : .ok, "Schedules", schedules),
      row(.off, "Delivered", "\(os.delivered.count) in Notification Center"),
      row(
        telemetry.missed(.certain) > 0 ? .error : telemetry.missed(.unknown) > 0 ? .pending : .off,
        "Missed",
        "\(telemetry.missed(.certain)) certain, \(telemetry.missed(.unknown)) unknown, "
          + telemetry.prefetchMissed.counted("prefetch", plural: "prefetches")),
      row(
        broken == nil ? .ok : .error, "Invariants", broken ?? "all \(invariantCount) hold"),
      row(.off, "Seed", "\(os.configuration.seed), trace \(os.trace.hash.text.prefix(8))"),
    ]
  }

  /// The stored schedules by their kind: `1 daily, 2 reminder, 1 dual`.
  private var schedules: String {
    let counts = ScheduleKind.allCases.compactMap { kind -> String? in
      let count = os.storage.schedules.count { $0.kind == kind.rawValue && $0.isEnabled }
      return count == 0 ? nil : "\(count) \(kind.word)"
    }
    return counts.isEmpty ? "none" : counts.joined(separator: ", ")
  }

  private func row(_ light: Light, _ label: String, _ text: String) -> StatusRow {
    StatusRow(rank: 0, light: light, label: label, text: text)
  }

  /// The phone's day, an hour in one or two columns: now, the prefetch, the notifications.
  private func paintDay(_ painter: inout Painter, in rect: CellRect, row: Int) {
    guard row + 1 < rect.rows else { return }
    let columns = rect.columns - 4 >= 48 ? 48 : 24
    let today = facts.zone.date(at: facts.now)
    func column(_ time: Int64) -> Int? {
      let wall = facts.zone.wallTime(at: time)
      guard wall.date == today else { return nil }
      return (wall.hour * 60 + wall.minute) * columns / 1_440
    }
    painter.write(
      String(repeating: "·", count: columns), .dim, in: rect, row: row, column: 3)
    func mark(_ time: Int64, _ sign: String, _ role: Role) {
      if let place = column(time) {
        painter.write(sign, role, in: rect, row: row, column: 3 + place)
      }
    }
    for notification in os.delivered { mark(notification.deliveredAt, "●", .ok) }
    for plan in facts.plans { mark(plan.time, "N", .bold) }
    if let begin = facts.taskBegin { mark(begin, "P", .pending) }
    mark(facts.now, "│", .title)
    for (line, legend) in ["today, 24 h: │ now  P prefetch", "N notification  ● shown"].enumerated()
    {
      painter.write(legend, .dim, in: rect, row: row + 1 + line, column: 3)
    }
  }
}
