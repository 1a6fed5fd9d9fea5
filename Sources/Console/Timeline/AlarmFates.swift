import DailyNotification

/// What became of alarms that never showed what they were set for, by schedule and planned time.
struct AlarmFates: Hashable, Sendable {
  private struct Occurrence: Hashable {
    let kind: ScheduleKind
    let schedule: String
    let planned: Int64
  }

  /// How many alarms are remembered before old ones are forgotten.
  private static let countMax = 2_000
  /// How long after its time an alarm is remembered then, in milliseconds: a week.
  private static let keptMilliseconds: Int64 = 604_800_000

  private var alarms: [String: Occurrence] = [:]
  private var fates: [Occurrence: String] = [:]

  /// An alarm is set, at a wall time.
  mutating func set(
    _ identifier: String, _ kind: ScheduleKind, _ schedule: String, _ planned: Int64,
    at wall: Int64
  ) {
    let occurrence = Occurrence(kind: kind, schedule: schedule, planned: planned)
    alarms[identifier] = occurrence
    fates[occurrence] = nil
    guard alarms.count > AlarmFates.countMax || fates.count > AlarmFates.countMax else { return }
    let oldest = wall - AlarmFates.keptMilliseconds
    alarms = alarms.filter { $0.value.planned >= oldest }
    fates = fates.filter { $0.key.planned >= oldest }
  }

  /// An alarm ended without showing anything; other names are nobody's alarm.
  mutating func end(_ identifier: String, _ words: String) {
    if let occurrence = alarms[identifier] { fates[occurrence] = words }
  }

  /// What became of the alarm for a planned time of a schedule; nil where nothing is known.
  func fate(_ kind: ScheduleKind, _ schedule: String, _ planned: Int64) -> String? {
    fates[Occurrence(kind: kind, schedule: schedule, planned: planned)]
  }
}
