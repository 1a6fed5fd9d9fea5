import CivilTime

/// The names of the plugin's alarms: whose they are, and for which occurrence.
///
/// `daily_<id>_<date>T<time>` and `reminder_<id>_<date>T<time>`, followed by `_<zone>` where the
/// schedule has a zone of its own: when its time or zone is changed, the new alarm of a date must
/// not replace the one that is on its way. `dual_notify_<date>T<time>_<instant>`, since a cron
/// expression may fire several times in a date, at one instant for two dates when a flight has
/// jumped over the first, and in a repeated hour twice at one time. What is armed cannot be listed,
/// so that a name has to follow from what the ledger says of an occurrence.
enum AlarmName {
  static func text(
    _ kind: ScheduleKind, _ id: String, _ zone: String?, _ occurrence: Occurrence
  ) -> String {
    let time = occurrence.wallTime
    let suffix = zone.map { "_" + $0 } ?? ""
    return switch kind {
    case .daily: time.minuteText(after: "daily_" + id + "_") + suffix
    case .reminder: time.minuteText(after: "reminder_" + id + "_") + suffix
    case .dual: time.minuteText(after: "dual_notify_") + "_" + ISO8601.text(occurrence.time)
    }
  }
}

/// An alarm as the plugin knows it to be set.
struct SetAlarm: Sendable {
  let identifier: String
  let kind: ScheduleKind
  let scheduleID: String
  let revision: Int64
  let occurrence: Occurrence
  /// When it was set to fire at once, in ms since the Unix epoch; nil while it is set for its time.
  ///
  /// Its time had passed by its schedule's clock.
  var hurriedAt: Int64?
  /// The schedule whose text it carries; nil where that is not known.
  private var schedule: Schedule?

  /// The alarm of an occurrence that is to be armed.
  init(_ schedule: Schedule, _ occurrence: Occurrence) {
    identifier = AlarmName.text(
      schedule.kind, schedule.row.id, schedule.row.timezone, occurrence)
    kind = schedule.kind
    scheduleID = schedule.row.id
    revision = schedule.row.revision
    self.occurrence = occurrence
    self.schedule = schedule
  }

  /// The alarm of an occurrence that was armed.
  init(_ row: LedgerRow, _ entry: ArmedOccurrence) {
    occurrence = Occurrence(time: entry.plannedTime, wallMinute: entry.wallMinute)
    identifier = AlarmName.text(row.kind, row.scheduleID, row.timezone, occurrence)
    kind = row.kind
    scheduleID = row.scheduleID
    revision = row.revision
  }

  /// The same with a schedule's present text, set for its time.
  func renewed(for schedule: Schedule) -> SetAlarm {
    var alarm = self
    alarm.hurriedAt = nil
    alarm.schedule = schedule
    return alarm
  }

  /// Whether it is the alarm of an occurrence of a schedule's present revision.
  func isAlarm(of schedule: Schedule, _ occurrence: Occurrence) -> Bool {
    self.occurrence == occurrence && revision == schedule.revision && kind == schedule.kind
      && scheduleID == schedule.id
  }

  /// Whether it is set for the same occurrence, with the same text as far as that is known.
  func stands(for wanted: SetAlarm) -> Bool {
    identifier == wanted.identifier && revision == wanted.revision
      && occurrence == wanted.occurrence && carriesText(of: wanted)
  }

  private func carriesText(of wanted: SetAlarm) -> Bool {
    guard let schedule, let other = wanted.schedule else { return true }
    return schedule.row.title == other.row.title && schedule.row.body == other.row.body
      && schedule.row.isSoundEnabled == other.row.isSoundEnabled
      && schedule.priority == other.priority && schedule.url == other.url
  }

  /// Whether it belongs to an occurrence that was armed of a revision.
  func isOf(_ row: LedgerRow, _ entry: ArmedOccurrence) -> Bool {
    revision == row.revision && occurrence.wallMinute == entry.wallMinute
      && scheduleID == row.scheduleID && kind == row.kind
  }

  /// Whether it belongs to a schedule.
  func isOf(_ id: String, _ kind: ScheduleKind) -> Bool { scheduleID == id && self.kind == kind }
}
