/// A notification that was delivered, as the plugin remembers it.
///
/// Immutable and shared: the oldest row leaves at nearly every delivery, and all others move up.
public struct HistoryRow: Hashable, Sendable {
  private let columns: HistoryColumns

  /// Makes a row; times are in ms since the Unix epoch.
  public init(
    kind: ScheduleKind, scheduleID: String, plannedTime: Int64, wallMinute: Int64,
    certainty: Certainty = .certain, dateCount: Int64 = 1, deliveredAt: Int64, title: String,
    body: String, url: String?, source: ContentSource
  ) {
    columns = HistoryColumns(
      HistoryValues(
        kind: kind, scheduleID: scheduleID, plannedTime: plannedTime, wallMinute: wallMinute,
        certainty: certainty, dateCount: dateCount, deliveredAt: deliveredAt, title: title,
        body: body, url: url, source: source))
  }

  /// Whether every column is the same.
  public static func == (left: HistoryRow, right: HistoryRow) -> Bool {
    left.columns === right.columns || left.columns.values == right.columns.values
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(columns.values) }
}

extension HistoryRow {
  /// The kind of schedule it belongs to.
  public var kind: ScheduleKind { columns.values.kind }
  /// The schedule it belongs to.
  public var scheduleID: String { columns.values.scheduleID }
  /// The occurrence it stood for, ms since the Unix epoch.
  public var plannedTime: Int64 { columns.values.plannedTime }
  /// What the wall clock of its zone showed then, in minutes since 1970-01-01 00:00.
  public var wallMinute: Int64 { columns.values.wallMinute }
  /// How many dates it stands for.
  public var dateCount: Int64 { columns.values.dateCount }
  /// Whether that occurrence is known.
  public var certainty: Certainty { columns.values.certainty }
  /// When it was shown, ms since the Unix epoch.
  public var deliveredAt: Int64 { columns.values.deliveredAt }
  /// The first line that was shown.
  public var title: String { columns.values.title }
  /// The text that was shown.
  public var body: String { columns.values.body }
  /// The link it carried.
  public var url: String? { columns.values.url }
  /// Where its text came from.
  public var source: ContentSource { columns.values.source }
}

private struct HistoryValues: Hashable {
  let kind: ScheduleKind
  let scheduleID: String
  let plannedTime: Int64
  let wallMinute: Int64
  let certainty: Certainty
  let dateCount: Int64
  let deliveredAt: Int64
  let title: String
  let body: String
  let url: String?
  let source: ContentSource
}

/// Columns that copies of a row share.
private final class HistoryColumns: Sendable {
  let values: HistoryValues

  init(_ values: HistoryValues) { self.values = values }
}
