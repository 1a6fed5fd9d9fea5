/// A persisted schedule as stored: raw columns that may not decode.
///
/// What changes with every occurrence stands in the row itself, the other columns in a shared box:
/// rows are copied and compared at every entry. Source: plugin requirements §2.1, thirteen fields,
/// and kind, time, zone and revision.
public struct ScheduleRow: Hashable, Sendable {
  private var columns: Columns
  /// `trigger_time`: the earliest occurrence that is not accounted for, ms since the Unix epoch.
  public var triggerTime: Int64
  /// What the wall clock shows at `triggerTime`, in minutes since 1970-01-01 00:00 of the zone.
  public var wallMinute: Int64

  /// Makes a row.
  init(
    id: String, triggerTime: Int64, repeatRule: String, channelID: String, priority: String,
    title: String, body: String, isSoundEnabled: Bool, isVibrationEnabled: Bool, payload: String?,
    createdAt: Int64, updatedAt: Int64, isEnabled: Bool, kind: String, time: String,
    timezone: String?, revision: Int64, wallMinute: Int64, plannedZone: String, leadMinutes: Int64?,
    rollover: Rollover?
  ) {
    columns = Columns(
      ColumnValues(
        id: id, repeatRule: repeatRule, channelID: channelID, priority: priority, title: title,
        body: body, isSoundEnabled: isSoundEnabled, isVibrationEnabled: isVibrationEnabled,
        payload: payload, createdAt: createdAt, updatedAt: updatedAt, isEnabled: isEnabled,
        kind: kind, time: time, timezone: timezone, revision: revision, plannedZone: plannedZone,
        leadMinutes: leadMinutes, rollover: rollover))
    self.triggerTime = triggerTime
    self.wallMinute = wallMinute
  }

  /// Whether every column is the same.
  public static func == (left: ScheduleRow, right: ScheduleRow) -> Bool {
    left.triggerTime == right.triggerTime && left.wallMinute == right.wallMinute
      && (left.columns === right.columns || left.columns.values == right.columns.values)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(triggerTime)
    hasher.combine(wallMinute)
    hasher.combine(columns.values)
  }
}

/// The columns that mostly stay as they are from one occurrence to the next.
private struct ColumnValues: Hashable {
  var id: String
  var repeatRule: String
  var channelID: String
  var priority: String
  var title: String
  var body: String
  var isSoundEnabled: Bool
  var isVibrationEnabled: Bool
  var payload: String?
  var createdAt: Int64
  var updatedAt: Int64
  var isEnabled: Bool
  var kind: String
  var time: String
  var timezone: String?
  var revision: Int64
  var plannedZone: String
  var leadMinutes: Int64?
  var rollover: Rollover?
}

/// Columns that rows share; a changed column makes a box of its own.
private final class Columns: Sendable {
  let values: ColumnValues
  /// The kind, nil when the column holds something else; read once, since every entry asks for it.
  let kind: ScheduleKind?
  /// Whether a date may have several of its occurrences.
  let firesOften: Bool

  init(_ values: ColumnValues) {
    self.values = values
    kind = ScheduleKind(rawValue: values.kind)
    firesOften = values.rollover != nil || kind == .dual
  }

  /// The same columns but for one; the same box when that one has the value already.
  func with<Value: Equatable>(
    _ column: WritableKeyPath<ColumnValues, Value>, _ value: Value
  ) -> Columns {
    if values[keyPath: column] == value { return self }
    var values = values
    values[keyPath: column] = value
    return Columns(values)
  }
}

extension ScheduleRow {
  /// `alarm_id`: the schedule's name.
  public var id: String {
    get { columns.values.id }
    set { columns = columns.with(\.id, newValue) }
  }
  /// `repeat_rule`: NONE, DAILY, WEEKLY or CUSTOM.
  public var repeatRule: String {
    get { columns.values.repeatRule }
    set { columns = columns.with(\.repeatRule, newValue) }
  }
  /// `channel_id`: Android's channel; kept on iOS for parity.
  public var channelID: String {
    get { columns.values.channelID }
    set { columns = columns.with(\.channelID, newValue) }
  }
  /// `priority`: min, low, default, high or max.
  public var priority: String {
    get { columns.values.priority }
    set { columns = columns.with(\.priority, newValue) }
  }
  /// `title`: the default text's first line.
  public var title: String {
    get { columns.values.title }
    set { columns = columns.with(\.title, newValue) }
  }
  /// `body`: the default text.
  public var body: String {
    get { columns.values.body }
    set { columns = columns.with(\.body, newValue) }
  }
  /// `sound_enabled`.
  public var isSoundEnabled: Bool {
    get { columns.values.isSoundEnabled }
    set { columns = columns.with(\.isSoundEnabled, newValue) }
  }
  /// `vibration_enabled`.
  public var isVibrationEnabled: Bool {
    get { columns.values.isVibrationEnabled }
    set { columns = columns.with(\.isVibrationEnabled, newValue) }
  }
  /// `payload`: additional content, here the link to open.
  public var payload: String? {
    get { columns.values.payload }
    set { columns = columns.with(\.payload, newValue) }
  }
  /// `created_at`, ms since the Unix epoch.
  public var createdAt: Int64 {
    get { columns.values.createdAt }
    set { columns = columns.with(\.createdAt, newValue) }
  }
  /// `updated_at`, ms since the Unix epoch.
  public var updatedAt: Int64 {
    get { columns.values.updatedAt }
    set { columns = columns.with(\.updatedAt, newValue) }
  }
  /// `enabled`.
  public var isEnabled: Bool {
    get { columns.values.isEnabled }
    set { columns = columns.with(\.isEnabled, newValue) }
  }
  /// The kind of schedule: DAILY, REMINDER or DUAL.
  public var kind: String {
    get { columns.values.kind }
    set { columns = columns.with(\.kind, newValue) }
  }
  /// The wall time, HH:mm, or the cron expression.
  public var time: String {
    get { columns.values.time }
    set { columns = columns.with(\.time, newValue) }
  }
  /// The IANA zone; nil when the schedule floats with the device's zone, UTC with an interval.
  public var timezone: String? {
    get { columns.values.timezone }
    set { columns = columns.with(\.timezone, newValue) }
  }
  /// When the present revision began, ms since the Unix epoch: it names the revision.
  public var revision: Int64 {
    get { columns.values.revision }
    set { columns = columns.with(\.revision, newValue) }
  }
  /// The zone in which `triggerTime` was worked out; another one means that the phone has moved.
  public var plannedZone: String {
    get { columns.values.plannedZone }
    set { columns = columns.with(\.plannedZone, newValue) }
  }
  /// How many minutes before this schedule's notifications its prefetch is due; nil as configured.
  public var leadMinutes: Int64? {
    get { columns.values.leadMinutes }
    set { columns = columns.with(\.leadMinutes, newValue) }
  }
  /// How its occurrences follow one another by an interval; nil when they follow the wall clock.
  public var rollover: Rollover? {
    get { columns.values.rollover }
    set { columns = columns.with(\.rollover, newValue) }
  }
}

extension ScheduleRow {
  /// Whether the row is the one of a kind and an id.
  public func isNamed(_ id: String, _ kind: ScheduleKind) -> Bool {
    decodedKind == kind && self.id == id
  }

  /// Whether a date may have several of its occurrences.
  var firesOften: Bool { columns.firesOften }

  /// The kind; nil when the column holds something else.
  public var decodedKind: ScheduleKind? { columns.kind }
}
