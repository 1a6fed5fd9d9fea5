import CivilTime

/// The alarms that should be set, and what becomes of those that are.
struct AlarmPlan {
  /// An occurrence that should have an alarm.
  struct Wanted {
    /// The schedule's index in the list that is planned.
    let schedule: Int
    let alarm: SetAlarm
    /// Whether it is known to be set for this occurrence with this text.
    let isKnown: Bool
    /// Whether the system has an alarm under its name, as far as that can be known.
    let isThere: Bool
  }

  var wanted: [Wanted] = []
  /// The alarms whose time has come and that have not fired: they are left to fire.
  var onItsWay: [SetAlarm] = []
  /// The alarms that no schedule asks for any more.
  var extra: [SetAlarm] = []
}

extension AlarmWindow {
  /// The alarms that should be set: for the next occurrence of every schedule, and the one after.
  ///
  /// It changes nothing: the same schedules, ledger, contents, alarms, clock and zone give the same
  /// plan.
  func plan(
    _ schedules: [Schedule], _ ledger: Ledger, _ contents: Contents, on platform: System
  ) -> AlarmPlan {
    let known = known(ledger)
    var plan = AlarmPlan()
    for place in schedules.indices {
      forEachWanted(schedules[place], contents, on: platform) { occurrence in
        let alarm = wanted(schedules[place], occurrence)
        // What this process has set last under a name stands, whatever the ledger says: of a call
        // that could not be written the alarms are there and the rows are not.
        let own = alarms.first { $0.identifier == alarm.identifier }
        plan.wanted.append(
          AlarmPlan.Wanted(
            schedule: place, alarm: alarm,
            isKnown: own.map { $0.stands(for: alarm) }
              ?? known.contains { $0.stands(for: alarm) },
            isThere: isSet(alarm.identifier, on: platform)))
      }
    }
    for alarm in known
    where !plan.wanted.contains(where: { $0.alarm.identifier == alarm.identifier })
      && platform.hasPendingIntent(alarm.identifier)
    {
      if isOnItsWay(alarm, ledger) {
        plan.onItsWay.append(alarm)
      } else {
        plan.extra.append(alarm)
      }
    }
    return plan
  }

  /// Hands out the occurrences of a schedule that should have an alarm.
  ///
  /// What is chained to its fetch has none before that.
  func forEachWanted(
    _ schedule: Schedule, _ contents: Contents, on platform: System, _ body: (Occurrence) -> Void
  ) {
    var next = schedule.nextOccurrence(after: platform.wallMilliseconds)
    for _ in 0..<AlarmLimits.ahead {
      guard let occurrence = next else { return }
      next = schedule.unsettledOccurrence(after: occurrence)
      if !contents.isAwaitingFetch(schedule, occurrence, on: platform) { body(occurrence) }
    }
  }

  /// The alarm that an occurrence is to have; the name of one that this process knows is not made
  /// again.
  private func wanted(_ schedule: Schedule, _ occurrence: Occurrence) -> SetAlarm {
    for alarm in alarms where alarm.isAlarm(of: schedule, occurrence) {
      return alarm.renewed(for: schedule)
    }
    return SetAlarm(schedule, occurrence)
  }

  /// Alarms of the present plan, and those that the ledger names.
  func known(_ ledger: Ledger) -> [SetAlarm] {
    var all = alarms
    for page in ledger.pages {
      for entry in page.row.armed where !entry.isWithdrawn {
        if all.contains(where: { $0.isOf(page.row, entry) }) { continue }
        all.append(SetAlarm(page.row, entry))
      }
    }
    return all
  }

  /// Whether an alarm's time has come and it has not fired yet, by the clock of its schedule.
  private func isOnItsWay(_ alarm: SetAlarm, _ ledger: Ledger) -> Bool {
    guard let index = ledger.index(alarm.kind, alarm.scheduleID, alarm.revision) else {
      return false
    }
    let row = ledger.pages[index].row
    return row.armed.contains {
      alarm.isOf(row, $0) && !$0.isWithdrawn && $0.wallMinute <= row.settledThrough
    }
  }
}
