import CivilTime
import DailyNotification
import JSONText

/// Finds the event that a message of another dialect reports.
enum DialectTable {
  /// An event and the values that the message has of it.
  struct Match {
    let event: LogEvent
    var fields: [LogEntry.Field]

    init(_ event: LogEvent, _ fields: [LogEntry.Field]) {
      (self.event, self.fields) = (event, fields)
    }
  }

  /// The event of a message; nil for a message that has none here.
  static func match(_ message: [UInt8], _ mark: LogMark) -> Match? {
    let text = String(decoding: message, as: UTF8.self)
    let found: Match? =
      switch mark.dialect {
      case .own, .classes: nil
      case .codes: coded(text, mark.code ?? "")
      case .rollover: Match(.dialect(.rolloverNoted), MessageFields.pairs(text))
      case .recovery: recovery(text)
      case .schedule: schedule(text)
      case .pipe: piped(text)
      }
    guard var match = found else { return nil }
    match.fields = match.fields.map { settled($0, match.event) }
    return match
  }

  /// What an event's code says: `FETCH-SUCCESS`.
  private static func coded(_ text: String, _ code: String) -> Match? {
    let fields = MessageFields.parts(text)
    return switch code {
    case "FETCH-SUCCESS": Match(.line(.prefetchSucceeded), fields)
    case "NOTIFY-SKIP":
      Match(.line(.notificationSkipped), fields + [field("reason", "noContent")])
    case "NOTIFY-SKIP-TTL": Match(.line(.notificationSkipped), fields + [field("reason", "ttl")])
    default: nil
    }
  }

  /// What a start or a boot found.
  private static func recovery(_ text: String) -> Match? {
    if let rearmed = rearmed(text) { return rearmed }
    var fields = MessageFields.pairs(text)
    let isEmpty = text.contains("No schedules found")
    let isSummary = ["missed", "rescheduled"].allSatisfy { name in
      fields.contains { $0.name == name }
    }
    guard isEmpty || isSummary else { return nil }
    let word = fields.first { $0.name == "scenario" }?.text ?? firstWord(text)
    guard let scenario = isEmpty ? RecoveryScenario.none : scenarios[word] else { return nil }
    fields.removeAll { $0.name == "scenario" }
    for name in ["missed", "verified", "rescheduled"]
    where isEmpty && !fields.contains(where: { $0.name == name }) {
      fields.append(field(name, "0"))
    }
    let line: LogLine = scenario.isQuiet ? .recoveredQuietly : .recovered
    return Match(.line(line), [field("scenario", scenario.rawValue)] + fields)
  }

  private static let scenarios: [String: RecoveryScenario] = [
    "BOOT": .boot, "FORCE_STOP": .termination, "COLD_START": .coldStart, "WARM_START": .warmStart,
    "NONE": RecoveryScenario.none,
  ]

  /// `Rescheduled alarm: daily for 2025-11-16T09:00:00Z`.
  private static func rearmed(_ text: String) -> Match? {
    let beginning = "Rescheduled alarm: "
    guard text.hasPrefix(beginning) else { return nil }
    let rest = text.dropFirst(beginning.count)
    guard let place = rest.firstRange(of: " for ") else { return nil }
    return Match(
      .dialect(.alarmRearmed),
      [
        field("id", String(rest[..<place.lowerBound])),
        field("time", String(rest[place.upperBound...])),
      ])
  }

  /// Which alarms were not set.
  private static func schedule(_ text: String) -> Match? {
    if text.hasPrefix("Skipping duplicate schedule") {
      return Match(.dialect(.duplicateSkipped), MessageFields.pairs(text))
    }
    guard text.hasPrefix("Existing PendingIntent found") else { return nil }
    return Match(.dialect(.alarmTakenAsSet), MessageFields.pairs(text))
  }

  /// `DISPLAY_NOTIF_OK id=notify_1731823200000`.
  private static func piped(_ text: String) -> Match? {
    let name = firstWord(text)
    let fields = MessageFields.pairs(text)
    if name == "DISPLAY_NOTIF_OK" { return Match(.line(.notificationDelivered), fields) }
    guard let event = DialectEvent.piped(name) else { return nil }
    let action = fields.first { $0.name == "action" }?.text
    let isOther = event == .alarmReceived && action.map { !$0.hasSuffix(".NOTIFICATION") } == true
    return Match(.dialect(isOther ? .broadcastReceived : event), fields)
  }

  private static func firstWord(_ text: String) -> String {
    String(text.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") })
  }

  private static func field(_ name: String, _ text: String) -> LogEntry.Field {
    LogEntry.Field(name: name, text: text)
  }

  /// A field as the plugin's own lines have it: times in ISO 8601.
  private static func settled(_ field: LogEntry.Field, _ event: LogEvent) -> LogEntry.Field {
    guard event.fields.contains(where: { $0.name == field.name && $0.isTime }),
      let milliseconds = Int64(field.text), MessageFields.times.contains(milliseconds)
    else { return field }
    return LogEntry.Field(name: field.name, text: ISO8601.text(milliseconds))
  }
}
