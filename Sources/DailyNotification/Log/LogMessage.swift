import CivilTime
public import SimulationCore

/// What the plugin logs: an event with its values; its string comes from the row in `LogLine`.
///
/// A new line is a case here with its fields below, and its wording in `LogLine`.
public enum LogMessage: Hashable, Sendable {
  case called(method: String)
  case ready
  case permissionsRequested(answer: String)
  case notificationsDenied(method: String)
  case unknownOption(method: String, keys: String)
  case settingsRead(status: AuthorizationStatus)
  case dailyScheduled(notificationTime: Int64)
  case prefetchPlanned(notificationTime: Int64)
  case prefetchSkipped(aheadSeconds: Int64)
  case taskScheduled(beginDate: Int64)
  case taskReadBack(beginDate: Int64?)
  case taskRefused(code: Int)
  case taskRefusedOnSimulator
  case taskStarted(beginDate: Int64?, actual: Int64, lateSeconds: Int64)
  case taskCompleted(isSuccess: Bool)
  case taskExpired
  case taskMissed
  case workScheduled(beginDate: Int64)
  case workReadBack(beginDate: Int64?)
  case workStarted(beginDate: Int64?, actual: Int64, lateSeconds: Int64)
  case workCompleted(isSuccess: Bool)
  case workExpired
  case workMissed
  case prefetchSucceeded(status: Int, bytes: Int)
  case prefetchFailed(reason: FailureReason, status: Int?)
  case contentIgnored(scheduledFor: Int64, notificationTime: Int64)
  case contentEmpty(notificationTime: Int64, result: PluginChoices.EmptyResult)
  case contentDiscarded(notificationTime: Int64, ageSeconds: Int64, ttlSeconds: Int64)
  case notificationPlanned(time: Int64)
  case requestReadBack(identifier: String)
  case exactAlarmsDenied(schedules: Int)
  case alarmRefused(id: String, plannedTime: Int64)
  case notificationDelivered(id: String, source: ContentSource, plannedTime: Int64)
  case notificationMissed(MissedNotification)
  case missesLeftOut(id: String, from: Int64, before: Int64)
  case skipsLeftOut(id: String, from: Int64, before: Int64)
  case notificationPostponed(id: String, until: Int64)
  case drifted(seconds: Int64)
  case rearmed(count: Int)
  case recovered(scenario: RecoveryScenario, missed: Int, verified: Int, rescheduled: Int)
  case schedulePersisted(id: String, kind: String, time: String, next: Int64)
  case persistFailed(what: String)
  case quarantined(what: String)
  case zoneFollowed(id: String, zone: String, next: Int64)
  case notificationSkipped(id: String, plannedTime: Int64)
  case channelDecides(channel: String, asked: String)
  case skipRequested(id: String, kind: ScheduleKind, plannedTime: Int64, wallMinute: Int64)
  case skipUndone(id: String, kind: ScheduleKind, plannedTime: Int64, wallMinute: Int64)
  case delegateTaken
  case dualFetchPlanned(schedule: String, date: Int64)
  case tokenIssued(expiresAt: Int64, signer: String)
  case keyMissing(did: String)
  case keychainLocked(did: String)
  case fetcherRegistered
  case fetcherMissing
  case identityChanged(cleared: Int)
  case adaptiveSet(isEnabled: Bool, leadMinutes: Int64)
}

extension LogMessage {
  /// The row of the line table that this message belongs to.
  public var line: LogLine {
    var nobody = NoFields()
    return visitFields(&nobody)
  }

  /// The level at which it is written.
  public var level: LogLevel {
    if case .called(let method) = self, PlanCall(method: method) != nil { return .info }
    return line.level
  }

  /// Whether it says that background work has not run in its window, in the words of any system.
  public var isWorkMissed: Bool {
    if case .taskMissed = self { return true }
    if case .workMissed = self { return true }
    return false
  }

  /// Shows the message's fields, named and ordered as in its line, and returns the line.
  @discardableResult
  public func visitFields(_ visitor: inout some FieldVisitor) -> LogLine {
    switch self {
    case .called(let method):
      visitor.field("method", method)
      return method == "configure" ? .configureCalled : .called
    case .ready: return .ready
    case .permissionsRequested(let answer):
      visitor.field("answer", answer)
      return .permissionsRequested
    case .notificationsDenied(let method):
      visitor.field("method", method)
      return .notificationsDenied
    case .unknownOption(let method, let keys):
      visitor.field("method", method)
      visitor.field("key", keys)
      return .unknownOption
    case .settingsRead(let status):
      visitor.field("status", status.rawValue)
      return .settingsRead
    case .dailyScheduled(let time):
      visitor.time("time", time)
      return .dailyScheduled
    case .prefetchPlanned(let time):
      visitor.time("time", time)
      return .prefetchPlanned
    case .prefetchSkipped(let seconds):
      visitor.field("seconds", seconds)
      return .prefetchSkipped
    case .taskScheduled(let date):
      visitor.time("date", date)
      return .taskScheduled
    case .taskReadBack(let date):
      visitor.time("date", date)
      return .taskReadBack
    case .taskRefused(let code):
      visitor.field("code", Int64(code))
      return .taskRefused
    case .taskRefusedOnSimulator: return .taskRefusedOnSimulator
    case .taskStarted(let date, let actual, let late):
      visitor.time("date", date)
      visitor.time("actual", actual)
      visitor.field("late", late)
      return .taskStarted
    case .taskCompleted(let isSuccess):
      visitor.field("success", isSuccess)
      return .taskCompleted
    case .taskExpired: return .taskExpired
    case .taskMissed: return .taskMissed
    case .workScheduled(let date):
      visitor.time("date", date)
      return .workScheduled
    case .workReadBack(let date):
      visitor.time("date", date)
      return .workReadBack
    case .workStarted(let date, let actual, let late):
      visitor.time("date", date)
      visitor.time("actual", actual)
      visitor.field("late", late)
      return .workStarted
    case .workCompleted(let isSuccess):
      visitor.field("success", isSuccess)
      return .workCompleted
    case .workExpired: return .workExpired
    case .workMissed: return .workMissed
    case .prefetchSucceeded(let status, let bytes):
      visitor.field("status", Int64(status))
      visitor.field("bytes", Int64(bytes))
      return .prefetchSucceeded
    case .prefetchFailed(let reason, let status):
      visitor.field("reason", reason.rawValue)
      visitor.number("status", status.map(Int64.init))
      return .prefetchFailed
    case .contentIgnored(let scheduledFor, let time):
      visitor.time("scheduledFor", scheduledFor)
      visitor.time("time", time)
      return .contentIgnored
    case .contentEmpty(let time, let result):
      visitor.time("time", time)
      visitor.field("result", result.rawValue)
      return .contentEmpty
    case .contentDiscarded(let time, let age, let ttl):
      visitor.time("time", time)
      visitor.field("age", age)
      visitor.field("ttl", ttl)
      return .contentDiscarded
    case .notificationPlanned(let time):
      visitor.time("time", time)
      return .notificationPlanned
    case .requestReadBack(let identifier):
      visitor.field("identifier", identifier)
      return .requestReadBack
    case .exactAlarmsDenied(let schedules):
      visitor.field("schedules", Int64(schedules))
      return .exactAlarmsDenied
    case .alarmRefused(let id, let time):
      visitor.field("id", id)
      visitor.time("time", time)
      return .alarmRefused
    case .notificationDelivered(let id, let source, let time):
      visitor.field("id", id)
      visitor.field("source", source.rawValue)
      visitor.time("time", time)
      return .notificationDelivered
    case .notificationMissed(let missed):
      visitor.field("id", missed.id)
      visitor.time("time", missed.plannedTime)
      visitor.field("reason", missed.reason.rawValue)
      visitor.field("certainty", missed.certainty.rawValue)
      return .notificationMissed
    case .missesLeftOut(let id, let from, let before):
      visitor.field("id", id)
      visitor.time("from", from)
      visitor.time("before", before)
      return .missesLeftOut
    case .skipsLeftOut(let id, let from, let before):
      visitor.field("id", id)
      visitor.time("from", from)
      visitor.time("before", before)
      return .skipsLeftOut
    case .notificationPostponed(let id, let time):
      visitor.field("id", id)
      visitor.time("time", time)
      return .notificationPostponed
    case .drifted(let seconds):
      visitor.field("seconds", seconds)
      return .drifted
    case .rearmed(let count):
      visitor.field("count", Int64(count))
      return .rearmed
    case .recovered(let scenario, let missed, let verified, let rescheduled):
      visitor.field("scenario", scenario.rawValue)
      visitor.field("missed", Int64(missed))
      visitor.field("verified", Int64(verified))
      visitor.field("rescheduled", Int64(rescheduled))
      return scenario.isQuiet ? .recoveredQuietly : .recovered
    case .schedulePersisted(let id, let kind, let time, let next):
      visitor.field("id", id)
      visitor.field("type", kind)
      visitor.field("time", time)
      visitor.time("next", next)
      return .schedulePersisted
    case .persistFailed(let what):
      visitor.field("what", what)
      return .persistFailed
    case .quarantined(let what):
      visitor.field("what", what)
      return .quarantined
    case .zoneFollowed(let id, let zone, let next):
      visitor.field("id", id)
      visitor.field("zone", zone)
      visitor.time("next", next)
      return .zoneFollowed
    case .notificationSkipped(let id, let time):
      visitor.field("id", id)
      visitor.time("time", time)
      return .notificationSkipped
    case .channelDecides(let channel, let asked):
      visitor.field("channel", channel)
      visitor.field("asked", asked)
      return .channelDecides
    case .skipRequested(let id, let kind, let time, let wallMinute):
      visitor.skip(id, kind, time, wallMinute)
      return .skipRequested
    case .skipUndone(let id, let kind, let time, let wallMinute):
      visitor.skip(id, kind, time, wallMinute)
      return .skipUndone
    case .delegateTaken: return .delegateTaken
    case .dualFetchPlanned(let schedule, let date):
      visitor.field("schedule", schedule)
      visitor.time("date", date)
      return .dualFetchPlanned
    case .tokenIssued(let expiresAt, let signer):
      visitor.time("time", expiresAt)
      visitor.field("signer", signer)
      return .tokenIssued
    case .keyMissing(let did):
      visitor.field("did", did)
      return .keyMissing
    case .keychainLocked(let did):
      visitor.field("did", did)
      return .keychainLocked
    case .fetcherRegistered: return .fetcherRegistered
    case .fetcherMissing: return .fetcherMissing
    case .identityChanged(let cleared):
      visitor.field("cleared", Int64(cleared))
      return .identityChanged
    case .adaptiveSet(let isEnabled, let minutes):
      visitor.field("enabled", isEnabled)
      visitor.field("minutes", minutes)
      return .adaptiveSet
    }
  }
}

extension LogMessage {
  /// The message without secrets, for records; new ones are met.
  public func redacted(_ secrets: inout SecretNumbers) -> LogMessage {
    if case .persistFailed(let what) = self {
      .persistFailed(what: secrets.redact(what))
    } else if case .quarantined(let what) = self {
      .quarantined(what: secrets.redact(what))
    } else {
      self
    }
  }
}

extension FieldVisitor {
  /// Which notification of which schedule is skipped, or is not any more.
  fileprivate mutating func skip(
    _ id: String, _ kind: ScheduleKind, _ time: Int64, _ wallMinute: Int64
  ) {
    field("id", id)
    field("type", kind.rawValue)
    field("date", WallTime(minutesSinceEpoch: wallMinute).date.text)
    self.time("time", time)
  }
}

/// Looks at no field.
private struct NoFields: FieldVisitor {
  mutating func field(_ name: StaticString, _ value: String) {}
  mutating func field(_ name: StaticString, _ value: Int64) {}
  mutating func field(_ name: StaticString, _ value: Bool) {}
  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {}
  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {}
}
