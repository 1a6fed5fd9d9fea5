import CivilTime

/// A schedule's requests and triggers.
extension Schedule {
  /// Whether a request of this schedule is a reserve: its identifier carries a date.
  func isReserve(_ request: NotificationRequest) -> Bool {
    request.identifier.utf8.count > identifier.utf8.count
  }

  /// The identifier of an occurrence's request.
  func identifier(_ occurrence: Occurrence, _ name: PlannedRequest.Name) -> String {
    switch name {
    case .next: identifier
    case .reserve: reserveIdentifier(occurrence)
    case .instant:
      // A reserve named by its instant may have been named by the zone before: then by wall time.
      isNamedByInstant
        ? reservePrefix + occurrence.date.text + "T" + occurrence.timeOfDayText
        : reservePrefix + ISO8601.text(occurrence.time)
    }
  }

  /// The trigger that fires at an occurrence; it floats when the schedule names no zone.
  ///
  /// A repeating trigger begins with the next time of day there is. Where that one has fired
  /// already, by an earlier clock or zone, each date has its own request until then.
  func trigger(at occurrence: Occurrence, now: Int64) -> NotificationTrigger {
    if case .daily(let time) = recurrence, isRepeatable(from: occurrence, now: now) {
      return .daily(time, zone: row.timezone)
    }
    return .calendar(occurrence.wallTime, zone: row.timezone)
  }

  /// Whether a repeating request that is added now fires at an occurrence first.
  func isRepeatable(from occurrence: Occurrence, now: Int64) -> Bool {
    hasRepeatingRequest && recurrence.first(after: now, in: zone)?.time == occurrence.time
  }

  /// Whether a request repeats at this schedule's time and in its zone.
  func hasRepeatingTrigger(_ request: NotificationRequest) -> Bool {
    guard case .daily(let time, let zone) = request.trigger, case .daily(let wanted) = recurrence
    else { return false }
    return time == wanted && zone == row.timezone
  }

  /// Whether content is this schedule's default text with its present sound and priority.
  @inline(__always)
  func hasDefaultContent(_ content: NotificationContent) -> Bool {
    content.info.source == .default && content.title == row.title
      && content.body == row.body && content.hasSound == row.isSoundEnabled
      && content.priority == priority && content.info.url == url
  }

  /// The index of the request for a planned one that does not repeat; the search begins at `hint`.
  @inline(__always)
  func index(
    of planned: PlannedRequest, in pending: [NotificationRequest], from hint: Int
  ) -> Int? {
    for index in min(hint, pending.count)..<pending.count where isFor(pending[index], planned) {
      return index
    }
    for index in 0..<min(hint, pending.count) where isFor(pending[index], planned) { return index }
    return nil
  }

  /// Whether a request fires once and stands for a planned one.
  @inline(__always)
  private func isFor(_ request: NotificationRequest, _ planned: PlannedRequest) -> Bool {
    request.content.info.wallMinute == planned.occurrence.wallMinute
      && request.content.info.revision == revision && owns(request.content)
      && request.trigger.isOneDate && isReserve(request) == planned.isReserve
  }

  /// Whether a request was made for an occurrence as it is now and has the trigger it would get.
  @inline(__always)
  func hasTrigger(_ request: NotificationRequest, for occurrence: Occurrence) -> Bool {
    guard request.content.info.plannedTime == occurrence.time,
      case .calendar(let wallTime, _) = request.trigger, request.zoneName == row.timezone
    else { return false }
    return wallTime.hour * 60 + wallTime.minute == occurrence.minuteOfDay
  }

  /// The index of this revision's repeating request.
  func repeatingIndex(in pending: [NotificationRequest]) -> Int? {
    guard hasRepeatingRequest else { return nil }
    return pending.firstIndex { request in
      guard case .daily = request.trigger else { return false }
      return owns(request.content.info) && request.content.info.revision == row.revision
    }
  }
}

extension NotificationTrigger {
  /// Whether it fires at one date of the calendar.
  var isOneDate: Bool {
    if case .calendar = self { true } else { false }
  }

  /// Whether it fires each day.
  var isRepeating: Bool {
    if case .daily = self { true } else { false }
  }
}

extension NotificationRequest {
  /// Whether the plugin made it, by what it carries; a name could be anybody's.
  var isOfPlugin: Bool { content.info.purpose != .foreign }

  /// The zone that its trigger names; nil when it floats.
  var zoneName: String? {
    switch trigger {
    case .calendar(_, let zone), .daily(_, let zone): zone
    case .interval: nil
    }
  }
}

extension RequestInfo {
  /// The wall time of the occurrence.
  var wallTime: WallTime { WallTime(minutesSinceEpoch: wallMinute) }
}

extension NotificationContent {
  /// The same content, standing for an occurrence.
  func standing(for occurrence: Occurrence) -> NotificationContent {
    NotificationContent(
      title: title, body: body, hasSound: hasSound, priority: priority,
      categoryIdentifier: categoryIdentifier,
      info: RequestInfo(
        kind: info.kind, scheduleID: info.scheduleID, revision: info.revision,
        plannedTime: occurrence.time,
        wallMinute: occurrence.wallMinute, source: info.source, fetchedAt: info.fetchedAt,
        url: info.url))
  }
}
