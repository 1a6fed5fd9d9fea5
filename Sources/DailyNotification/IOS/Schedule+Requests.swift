import CivilTime

/// A schedule's requests and triggers.
extension Schedule {
  /// Whether its one request repeats: the system arms each next occurrence by itself.
  var hasRepeatingRequest: Bool {
    if kind == .reminder, case .daily = recurrence { true } else { false }
  }

  /// Whether a request of this schedule is a reserve: its identifier carries a date.
  func isReserve(_ request: NotificationRequest) -> Bool {
    request.identifier.utf8.count > identifier.utf8.count
  }

  /// The trigger that fires at an occurrence; it floats when the schedule names no zone.
  ///
  /// A repeating trigger begins with the next time of day there is. Where that one has fired
  /// already, by an earlier clock or zone, a trigger for the one after it is used until then.
  func trigger(at occurrence: Occurrence, now: Int64) -> NotificationTrigger {
    if case .daily(let time) = recurrence, isRepeatable(from: occurrence, now: now) {
      return .daily(time, zone: row.timezone)
    }
    return .calendar(occurrence.wallTime, zone: row.timezone)
  }

  private func isRepeatable(from occurrence: Occurrence, now: Int64) -> Bool {
    hasRepeatingRequest && recurrence.first(after: now, in: zone)?.time == occurrence.time
  }

  /// Whether a request was made for an occurrence as it is now and has the trigger it would get.
  func hasTrigger(
    at index: Int, in pending: [NotificationRequest], for occurrence: Occurrence, now: Int64
  ) -> Bool {
    switch pending[index].trigger {
    case .calendar(let wallTime, let zone):
      return wallTime.hour * 60 + wallTime.minute == occurrence.minuteOfDay
        && zone == row.timezone && !isRepeatable(from: occurrence, now: now)
        && pending[index].content.info.plannedTime == occurrence.time
    case .daily(let time, let zone):
      guard hasRepeatingRequest, case .daily(let wanted) = recurrence else { return false }
      return time == wanted && zone == row.timezone
        && (isOfThisZone(pending[index]) || !isRepeatable(from: occurrence, now: now))
    case .interval: return false
    }
  }

  /// Whether a request was made in this schedule's present zone.
  private func isOfThisZone(_ request: NotificationRequest) -> Bool {
    let info = request.content.info
    return zone.instant(of: WallTime(minutesSinceEpoch: info.wallMinute)) == info.plannedTime
  }

  /// Whether a request shows this schedule's default text with its present sound and priority.
  func hasDefaultContent(at index: Int, in pending: [NotificationRequest]) -> Bool {
    let content = pending[index].content
    return content.info.source == .default && content.title == row.title
      && content.body == row.body && content.hasSound == row.isSoundEnabled
      && content.priority == priority && content.info.url == url
  }

  /// The place of the request that stands for a planned one; the search begins at a place.
  func index(
    of planned: PlannedRequest, in pending: [NotificationRequest], from hint: Int
  ) -> Int? {
    for offset in pending.indices {
      let index = hint + offset < pending.count ? hint + offset : hint + offset - pending.count
      if hasRepeatingRequest {
        if owns(pending[index].content.info) { return index }
      } else if isFor(pending[index].content.info, planned.occurrence),
        isReserve(pending[index]) == planned.isReserve
      {
        return index
      }
    }
    return nil
  }

  /// When a request fires: as planned, or where a change of zone has moved a floating trigger.
  func triggerTime(at index: Int, in pending: [NotificationRequest]) -> Int64 {
    guard row.timezone == nil, case .calendar(let wallTime, zone: nil) = pending[index].trigger,
      let moved = zone.instant(of: wallTime)
    else { return pending[index].content.info.plannedTime }
    return moved
  }

  /// Whether the next occurrence must keep its reserve: the schedule's own identifier is taken by a
  /// request that the system has yet to show, or the reserve is about to fire.
  func isNextHeld(now: Int64, _ pending: [NotificationRequest]) -> Bool {
    let limit = now + RequestWindowLimits.settledMilliseconds
    for index in pending.indices
    where owns(pending[index].content.info) {
      let time = triggerTime(at: index, in: pending)
      guard time <= limit else { continue }
      let isOverdue = time <= now
      if isOverdue != isReserve(pending[index]) { return true }
    }
    return false
  }
}
