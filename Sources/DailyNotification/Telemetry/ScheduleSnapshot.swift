import CivilTime
public import JSONText

/// The state that a person compares after a run, as `DNP_ScheduleSnapshot` holds it.
///
/// It keeps values; JSON and hashes are made when it is read. Immutable and shared: it is compared
/// and read back each time that it is stored.
public final class ScheduleSnapshot: Hashable, Sendable {
  let lastSchedule: Int64?
  let lastPrefetch: Int64?
  let lastNotification: Int64?
  let isCachedContentUsed: Bool
  let content: [UInt8]?
  let rows: [ScheduleRow]

  /// Takes the snapshot of what is stored now.
  public init(of platform: borrowing some StorageAccess) {
    // Read in place: a row would be copied, text and all.
    let (history, contents) = (platform.historyRows, platform.contentRows)
    let (latest, newest) = (history.count - 1, contents.count - 1)
    lastSchedule = ScheduleSnapshot.time(platform.value(.earliestBeginDate))
    lastPrefetch = ScheduleSnapshot.time(platform.value(.lastPrefetch))
    lastNotification = latest < 0 ? nil : history[latest].deliveredAt
    isCachedContentUsed = latest >= 0 && history[latest].source == .cache
    content = newest < 0 ? nil : contents[newest].bytes
    rows = platform.scheduleRows
  }

  /// Whether every value is the same; the times come first, since they differ most often.
  public static func == (left: ScheduleSnapshot, right: ScheduleSnapshot) -> Bool {
    left === right
      || left.lastSchedule == right.lastSchedule && left.lastPrefetch == right.lastPrefetch
        && left.lastNotification == right.lastNotification
        && left.isCachedContentUsed == right.isCachedContentUsed && left.content == right.content
        && left.rows == right.rows
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(lastSchedule)
    hasher.combine(lastPrefetch)
    hasher.combine(lastNotification)
    hasher.combine(isCachedContentUsed)
    hasher.combine(content)
    hasher.combine(rows)
  }

  /// The seven fields; times as ISO 8601 UTC or null.
  public var json: JSONValue {
    [
      "last_schedule": ScheduleSnapshot.text(lastSchedule),
      "last_prefetch": ScheduleSnapshot.text(lastPrefetch),
      "last_notification": ScheduleSnapshot.text(lastNotification),
      "prefetch_success": .bool(lastPrefetch != nil),
      "cached_content_used": .bool(isCachedContentUsed),
      "contentHash": content.map { .string(ContentHash.payload($0)) } ?? .null,
      "scheduleHash": rows.isEmpty
        ? .null : .string(ContentHash.of(.array(rows.map(ScheduleSnapshot.hashedFields)))),
    ]
  }

  private static func time(_ value: StoredValue?) -> Int64? {
    guard case .integer(let time)? = value else { return nil }
    return time
  }

  private static func text(_ time: Int64?) -> JSONValue {
    time.map { .string(ISO8601.text($0)) } ?? .null
  }

  /// The persisted fields without created_at and updated_at.
  private static func hashedFields(_ row: ScheduleRow) -> JSONValue {
    var fields: JSONObject = [
      "alarm_id": .string(row.id),
      "trigger_time": .integer(row.triggerTime),
      "repeat_rule": .string(row.repeatRule),
      "channel_id": .string(row.channelID),
      "priority": .string(row.priority),
      "title": .string(row.title),
      "body": .string(row.body),
      "sound_enabled": .bool(row.isSoundEnabled),
      "vibration_enabled": .bool(row.isVibrationEnabled),
      "payload": row.payload.map(JSONValue.string) ?? .null,
      "enabled": .bool(row.isEnabled),
      "kind": .string(row.kind),
      "time": .string(row.time),
      "timezone": row.timezone.map(JSONValue.string) ?? .null,
    ]
    if let rollover = row.rollover {
      fields["rollover_interval_minutes"] = .integer(rollover.minutes)
    }
    return .object(fields)
  }
}
