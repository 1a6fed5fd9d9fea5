public import DailyNotification

/// What lines of other dialects report and no line of the simulated plugin does.
///
/// What both report has one name: the plugin's own, see `DialectTable`.
public enum DialectEvent: String, Hashable, Sendable, CaseIterable {
  case alarmReceived
  case broadcastReceived
  case displayEnqueued
  case displayWorkStarted
  case displayStarted
  case contentFresh
  case contentBorderline
  case refetchScheduled
  case showStarted
  case fetchPlanStarted
  case fetchPlanCalculated
  case fetchPlanned
  case fetchTimePast
  case fetchPlanFailed
  case duplicateSkipped
  case rescheduleDuplicate
  case alarmTakenAsSet
  case dozeFallbackScheduled
  case dozeFallbackRearmed
  case alarmRearmed
  case rolloverNoted

  /// The part of the plugin that it is about.
  public var category: LogCategory { row.category }
  /// The least level at which it is written.
  public var level: LogLevel { row.level }
  /// How logs have it, without its values.
  public var wording: String { row.wording }
  /// The values that profiles can ask for; a line may lack any of them, and have more.
  public var fields: [LogField] { row.fields }

  /// The event that is written with a pipe and that name; nil for one that is not known.
  static func piped(_ name: String) -> DialectEvent? { pipedEvents[name] }

  private static let pipedEvents = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { event in
      event.wording.hasPrefix("DN|") ? (String(event.wording.dropFirst(3)), event) : nil
    })

  private struct Row {
    let category: LogCategory
    let level: LogLevel
    let wording: String
    let fields: [LogField]

    init(_ category: LogCategory, _ level: LogLevel, _ wording: String, _ fields: [LogField] = []) {
      (self.category, self.level, self.wording, self.fields) = (category, level, wording, fields)
    }
  }

  private static let id = LogField(name: "id", kind: .text)
  private static let action = LogField(name: "action", kind: .text)
  private static let ageMinutes = LogField(name: "ageMin", kind: .number)
  private static let nextRun = LogField(name: "nextRun", kind: .time)

  private var row: Row {
    let id = DialectEvent.id
    return switch self {
    case .alarmReceived: Row(.scheduler, .debug, "DN|RECEIVE_START", [DialectEvent.action])
    case .broadcastReceived:
      Row(.scheduler, .debug, "DN|RECEIVE_START (another action)", [DialectEvent.action])
    case .displayEnqueued:
      Row(
        .scheduler, .debug, "DN|WORK_ENQUEUE",
        [LogField(name: "display", kind: .text), LogField(name: "work_name", kind: .text)])
    case .displayWorkStarted:
      Row(.scheduler, .debug, "DN|WORK_START", [id, DialectEvent.action])
    case .displayStarted: Row(.scheduler, .debug, "DN|DISPLAY_START", [id])
    case .contentFresh:
      Row(
        .scheduler, .debug, "DN|JIT_FRESH",
        [LogField(name: "skip", kind: .flag), DialectEvent.ageMinutes])
    case .contentBorderline:
      Row(.scheduler, .debug, "DN|JIT_BORDERLINE", [id, DialectEvent.ageMinutes])
    case .refetchScheduled: Row(.scheduler, .debug, "DN|SOFT_REFETCH_SCHEDULED", [id])
    case .showStarted: Row(.scheduler, .debug, "DN|DISPLAY_NOTIF_START", [id])
    case .fetchPlanStarted: Row(.fetch, .debug, "DN|SCHEDULE_FETCH_START")
    case .fetchPlanCalculated: Row(.fetch, .debug, "DN|SCHEDULE_FETCH_CALC")
    case .fetchPlanned: Row(.fetch, .debug, "DN|SCHEDULE_FETCH_OK")
    case .fetchTimePast: Row(.fetch, .debug, "DN|SCHEDULE_FETCH_PAST")
    case .fetchPlanFailed: Row(.fetch, .debug, "DN|SCHEDULE_FETCH_ERR")
    case .duplicateSkipped:
      Row(
        .scheduler, .debug, "DN|SCHEDULE_DUPLICATE",
        [id, DialectEvent.nextRun, LogField(name: "source", kind: .text)])
    case .rescheduleDuplicate: Row(.scheduler, .debug, "DN|RESCHEDULE_DUPLICATE", [id])
    case .alarmTakenAsSet:
      Row(
        .scheduler, .debug, "Existing PendingIntent found for requestCode",
        [LogField(name: "requestCode", kind: .number)])
    case .dozeFallbackScheduled: Row(.scheduler, .debug, "DN|DOZE_FALLBACK_SCHEDULED", [id])
    case .dozeFallbackRearmed: Row(.scheduler, .debug, "DN|DOZE_FALLBACK_REARM_OK", [id])
    case .alarmRearmed:
      Row(
        .recovery, .debug, "Rescheduled alarm", [id, LogField(name: "time", kind: .time)])
    case .rolloverNoted: Row(.scheduler, .debug, "DNP-ROLLOVER", [id, DialectEvent.nextRun])
    }
  }
}
