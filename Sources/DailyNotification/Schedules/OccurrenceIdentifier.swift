import CivilTime

/// The name by which the system knows an armed occurrence: whose it is, and for reserves which.
///
/// A schedule's next occurrence is named `daily_<id>`, `reminder_<id>` or
/// `dual_daily_notification`; a reserve's name goes on with `_` and its date, or its instant where
/// a date may have several.
public struct OccurrenceIdentifier: Hashable, Sendable {
  /// The kind of schedule.
  public let kind: ScheduleKind
  /// The schedule's id.
  public let scheduleID: String
  /// The reserve's date or instant; nil for the schedule's next occurrence.
  public let reserve: String?

  /// The name of a schedule's next occurrence, or of a reserve.
  public init(_ kind: ScheduleKind, _ scheduleID: String, reserve: String? = nil) {
    self.kind = kind
    self.scheduleID = scheduleID
    self.reserve = reserve
  }

  /// Reads a name; nil when the plugin makes no such name.
  public init?(_ text: String) {
    if text.hasPrefix(OccurrenceIdentifier.dual) {
      let rest = text.dropFirst(OccurrenceIdentifier.dual.count)
      guard rest.isEmpty || rest.hasPrefix("_") else { return nil }
      self.init(
        .dual, DualConfiguration.scheduleID, reserve: rest.isEmpty ? nil : String(rest.dropFirst()))
      return
    }
    for kind in [ScheduleKind.daily, .reminder] where text.hasPrefix(kind.identifierPrefix) {
      let name = text.dropFirst(kind.identifierPrefix.count)
      if let reserve = OccurrenceIdentifier.instantReserve(of: name) {
        self.init(kind, String(name.dropLast(reserve.count + 1)), reserve: reserve)
        return
      }
      let date = String(name.suffix(10))
      guard name.hasSuffix("_" + date), CivilDate(text: date) != nil else {
        self.init(kind, String(name))
        return
      }
      self.init(kind, String(name.dropLast(11)), reserve: date)
      return
    }
    return nil
  }

  /// The name as the system has it.
  public var text: String {
    let name = kind == .dual ? OccurrenceIdentifier.dual : kind.identifierPrefix + scheduleID
    return reserve.map { "\(name)_\($0)" } ?? name
  }

  /// The instant, or the wall time to the minute, at the end of a reserve's name; nil for another.
  private static func instantReserve(of name: Substring) -> String? {
    guard let mark = name.lastIndex(of: "_") else { return nil }
    let end = String(name[name.index(after: mark)...])
    guard end.contains("T") else { return nil }
    return ISO8601.parse(end) ?? ISO8601.parse(end + "Z") == nil ? nil : end
  }

  /// The dual notification's name; no schedule's id may be the same.
  static let dual = "dual_daily_notification"
}

extension ScheduleKind {
  fileprivate var identifierPrefix: String {
    switch self {
    case .daily: "daily_"
    case .reminder: "reminder_"
    case .dual: "dual_"
    }
  }
}

extension Schedule {
  /// The identifier of an occurrence's reserve: its date, or its instant where a date has several.
  func reserveIdentifier(_ occurrence: Occurrence) -> String {
    if isNamedByInstant { return reservePrefix + ISO8601.text(occurrence.time) }
    return occurrence.date.text(after: reservePrefix)
  }

  /// Whether a reserve is named by its instant, since a date may have several.
  var isNamedByInstant: Bool { !recurrence.isOncePerDate }
}
