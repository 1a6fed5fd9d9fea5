/// A notification that was delivered, as the plugin remembers it.
public struct HistoryRow: Hashable, Sendable {
  /// The kind of schedule it belongs to.
  public var kind: ScheduleKind
  /// The schedule it belongs to.
  public var scheduleID: String
  /// The occurrence it stood for, ms since the Unix epoch.
  public var plannedTime: Int64
  /// When it was shown, ms since the Unix epoch.
  public var deliveredAt: Int64
  /// The first line that was shown.
  public var title: String
  /// The text that was shown.
  public var body: String
  /// The link it carried.
  public var url: String?
  /// Where its text came from.
  public var source: ContentSource
}
