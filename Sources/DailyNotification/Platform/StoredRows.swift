/// A persisted schedule as stored: raw columns that may not decode.
///
/// Source: plugin requirements §2.1, thirteen fields, and kind, time, zone and revision.
public struct ScheduleRow: Hashable, Sendable {
  /// `alarm_id`: the schedule's name.
  public var id: String
  /// `trigger_time`: the earliest occurrence that is not accounted for, ms since the Unix epoch.
  public var triggerTime: Int64
  /// `repeat_rule`: NONE, DAILY, WEEKLY or CUSTOM.
  public var repeatRule: String
  /// `channel_id`: Android's channel; kept on iOS for parity.
  public var channelID: String
  /// `priority`: min, low, default, high or max.
  public var priority: String
  /// `title`: the default text's first line.
  public var title: String
  /// `body`: the default text.
  public var body: String
  /// `sound_enabled`.
  public var isSoundEnabled: Bool
  /// `vibration_enabled`.
  public var isVibrationEnabled: Bool
  /// `payload`: additional content, here the link to open.
  public var payload: String?
  /// `created_at`, ms since the Unix epoch.
  public var createdAt: Int64
  /// `updated_at`, ms since the Unix epoch.
  public var updatedAt: Int64
  /// `enabled`.
  public var isEnabled: Bool
  /// The kind of schedule: DAILY, REMINDER or DUAL.
  public var kind: String
  /// The wall time, HH:mm, or the cron expression.
  public var time: String
  /// The IANA zone; nil when the schedule floats with the device's zone.
  public var timezone: String?
  /// When the present revision began, ms since the Unix epoch: it names the revision.
  public var revision: Int64
  /// What the wall clock shows at `triggerTime`, in minutes since 1970-01-01 00:00 of the zone.
  public var wallMinute: Int64
  /// The zone in which `triggerTime` was worked out; another one means that the phone has moved.
  public var plannedZone: String
  /// How many minutes before this schedule's notifications its prefetch is due; nil as configured.
  public var leadMinutes: Int64?
  /// How often the row has been written: no two writes leave equal rows.
  public var writeCount: Int64 = 0
}

extension ScheduleRow {
  /// Whether the row is the one of a kind and an id.
  public func isNamed(_ id: String, _ kind: ScheduleKind) -> Bool {
    self.id == id && self.kind == kind.rawValue
  }

  /// The kind; nil when the column holds something else.
  public var decodedKind: ScheduleKind? { ScheduleKind(rawValue: kind) }
}

/// Fetched content as stored: bytes, so that a damaged cache can be told from a good one.
public struct ContentRow: Hashable, Sendable {
  /// The kind of schedule it was fetched for; daily and dual content never mix.
  public var kind: ScheduleKind
  /// The occurrence it was fetched for, ms since the Unix epoch.
  public var scheduledFor: Int64
  /// The payload as it came.
  public var bytes: [UInt8]
  /// When it was fetched, ms since the Unix epoch.
  public var fetchedAt: Int64
  /// The answer's entity tag.
  public var etag: String?
  /// The identity it was fetched for.
  public var identity: String?
  /// Where a notification with this content says its text came from: cache or live.
  public var source: ContentSource
  /// The address that it came from; nil for the plugin's own content.
  public var address: String?
  /// The answer's `Vary`: the headers of a request that the content depends on.
  public var vary: String?

  /// Makes a row.
  public init(
    kind: ScheduleKind = .daily, scheduledFor: Int64, bytes: [UInt8], fetchedAt: Int64,
    etag: String?, identity: String?, source: ContentSource, address: String? = nil,
    vary: String? = nil
  ) {
    self.kind = kind
    self.vary = vary
    self.scheduledFor = scheduledFor
    self.bytes = bytes
    self.fetchedAt = fetchedAt
    self.etag = etag
    self.identity = identity
    self.source = source
    self.address = address
  }

  /// The payload's hash: SHA-256 of its canonical JSON, first 12 hexadecimal digits.
  ///
  /// Made from the bytes when it is read, so that a damaged cache has another one.
  public var hash: String { ContentHash.payload(bytes) }
}

/// A notification that was found missed, as the plugin remembers it.
public struct MissedRow: Hashable, Sendable {
  /// The kind of schedule it belongs to.
  public var kind: ScheduleKind
  /// What was reported: whose it is, when it was planned and found, why and how certainly.
  public var report: MissedNotification
}

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
