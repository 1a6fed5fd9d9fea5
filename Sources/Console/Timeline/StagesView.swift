import CellGrid
import CivilTime
import DeviceModel

/// The way of one notification on one line: which one it is, then its stages.
struct StagesView {
  let stages: Stages

  /// How much the line says: the longest form that fits is taken.
  ///
  /// The names of the stages become shorter before the day of what is not today's goes.
  private enum Form: CaseIterable {
    case spread
    case full
    case medium
    case short
    case bare
  }

  func paint(_ painter: inout Painter, in rect: CellRect) {
    painter.rule(rect)
    let tracked = stages.tracked
    let form =
      Form.allCases.first { columns($0, tracked) <= rect.columns - 1 } ?? .bare
    var column = 1
    if let head = head(tracked, form) {
      column += painter.write(" \(head)", .bold, in: rect, column: column)
    }
    for stage in Stage.allCases {
      let light = stages[stage]
      column += painter.write(
        " \(light.glyph) \(name(of: stage, form))", light.role, in: rect, column: column)
      if form == .spread {
        painter.write(" ", in: rect, column: column)
        column += 2
      }
    }
  }

  /// How many columns a form takes after the first one.
  private func columns(_ form: Form, _ tracked: TrackedNotification?) -> Int {
    let head = head(tracked, form).map { $0.count + 1 } ?? 0
    let between = form == .spread ? 2 : 0
    return Stage.allCases.reduce(head) { $0 + name(of: $1, form).count + 3 + between }
  }

  /// The notification: its time, with its day, unless that is today, and its kind where there is
  /// room.
  private func head(_ tracked: TrackedNotification?, _ form: Form) -> String? {
    guard let tracked else { return nil }
    let time = String(ClockText.time(tracked.time, stages.zone).prefix(5))
    let isToday = stages.zone.date(at: tracked.time) == stages.zone.date(at: stages.now)
    let day = isToday ? "" : ClockText.day(tracked.time, stages.zone) + " "
    switch form {
    case .spread, .full, .medium, .short: return "\(day)\(time) \(tracked.kind.word)"
    case .bare: return time
    }
  }

  private func name(of stage: Stage, _ form: Form) -> String {
    switch form {
    case .spread, .full: stage.label(on: stages.platform)
    case .medium: stage.shortLabel(on: stages.platform)
    case .short, .bare: stage.abbreviation(on: stages.platform)
    }
  }
}
