import SimulationCore
import Testing

@testable import DailyNotification

@Suite("The log lines")
struct LogLineTests {
  static let first: Int64 = 1_763_185_980_000
  static let second: Int64 = 1_763_185_680_120

  static let plugin: [(LogMessage, LogLevel, String)] = [
    (.called(method: "configure"), .info, "[DNP-PLUGIN] configure() called"),
    (.called(method: "getLastNotification"), .debug, "[DNP-PLUGIN] getLastNotification() called"),
    (
      .called(method: "cancelAllNotifications"), .info,
      "[DNP-PLUGIN] cancelAllNotifications() called"
    ),
    (.called(method: "pauseDualSchedule"), .info, "[DNP-PLUGIN] pauseDualSchedule() called"),
    (.called(method: "resumeDualSchedule"), .info, "[DNP-PLUGIN] resumeDualSchedule() called"),
    (.ready, .info, "[DNP-PLUGIN] status = ready"),
    (
      .permissionsRequested(answer: "granted"), .info,
      "[DNP-PLUGIN] requestPermissions() → granted"
    ),
    (
      .notificationsDenied(method: "updateSettings"), .warning,
      "[DNP-PLUGIN] notifications_denied for updateSettings"
    ),
    (
      .unknownOption(method: "configure", keys: "a,b"), .warning,
      "[DNP-PLUGIN] Unknown option ignored (method=configure, key=a,b)"
    ),
    (
      .settingsRead(status: .provisional), .debug,
      "[DNP-PLUGIN] Notification settings read (status=provisional)"
    ),
  ]

  static let fetch: [(LogMessage, LogLevel, String)] = [
    (
      .prefetchPlanned(notificationTime: first), .info,
      "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z"
    ),
    (.prefetchSkipped(aheadSeconds: -7), .info, "[DNP-FETCH] Prefetch skipped (ahead=-7s)"),
    (
      .taskScheduled(beginDate: second), .info,
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00.120Z)"
    ),
    (
      .taskReadBack(beginDate: nil), .debug,
      "[DNP-FETCH] Pending task read back (earliestBeginDate=none)"
    ),
    (
      .taskRefused(code: 3), .warning,
      "[DNP-FETCH] Background fetch scheduling failed (code=3)"
    ),
    (
      .taskRefusedOnSimulator, .warning,
      "[DNP-FETCH] Background fetch scheduling failed (expected on simulator)"
    ),
    (
      .taskStarted(beginDate: first, actual: first + 61_000, lateSeconds: 61), .info,
      """
      [DNP-FETCH] BGTask started (earliestBeginDate=2025-11-15T05:53:00Z, \
      actual=2025-11-15T05:54:01Z, late=61s)
      """
    ),
    (.taskCompleted(isSuccess: false), .info, "[DNP-FETCH] BGTask completed (success=false)"),
    (.taskExpired, .warning, "[DNP-FETCH] BGTask expired"),
    (.taskMissed, .warning, "[DNP-FETCH] BGTask missed window; rescheduling"),
    (
      .prefetchSucceeded(status: 200, bytes: 170), .info,
      "[DNP-FETCH] Prefetch succeeded (status=200, bytes=170)"
    ),
    (
      .prefetchFailed(reason: .rateLimit, status: 429), .warning,
      "[DNP-FETCH] Prefetch failed (reason=RATE_LIMIT, status=429)"
    ),
    (
      .prefetchFailed(reason: .timeout, status: nil), .warning,
      "[DNP-FETCH] Prefetch failed (reason=TIMEOUT, status=none)"
    ),
    (
      .contentEmpty(notificationTime: first, result: .synthetic), .info,
      "[DNP-FETCH] Nothing new for 2025-11-15T05:53:00Z (result=synthetic)"
    ),
    (
      .contentIgnored(scheduledFor: first, notificationTime: second), .info,
      """
      [DNP-FETCH] Content stored, not used (scheduled_for=2025-11-15T05:53:00Z, \
      wanted=2025-11-15T05:48:00.120Z)
      """
    ),
    (
      .contentDiscarded(notificationTime: first, ageSeconds: 301, ttlSeconds: 300), .info,
      "[DNP-FETCH] Content discarded: too old for 2025-11-15T05:53:00Z (age=301s, ttl=300s)"
    ),
  ]

  /// The words of a system whose background work is no task.
  static let work: [(LogMessage, LogLevel, String)] = [
    (
      .workScheduled(beginDate: first), .info,
      "[DNP-FETCH] Work scheduled (earliestBeginDate=2025-11-15T05:53:00Z)"
    ),
    (
      .workReadBack(beginDate: first), .debug,
      "[DNP-FETCH] Pending work read back (earliestBeginDate=2025-11-15T05:53:00Z)"
    ),
    (
      .workStarted(beginDate: first, actual: first, lateSeconds: 4), .info,
      """
      [DNP-FETCH] Work started (earliestBeginDate=2025-11-15T05:53:00Z, \
      actual=2025-11-15T05:53:00Z, late=4s)
      """
    ),
    (.workCompleted(isSuccess: true), .info, "[DNP-FETCH] Work completed (success=true)"),
    (.workExpired, .warning, "[DNP-FETCH] Work expired"),
    (.workMissed, .warning, "[DNP-FETCH] Work missed window; rescheduling"),
  ]

  static let others: [(LogMessage, LogLevel, String)] = [
    (
      .dailyScheduled(notificationTime: first), .info,
      "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z"
    ),
    (
      .notificationPlanned(time: first), .info,
      "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z"
    ),
    (
      .requestReadBack(identifier: "daily_a"), .debug,
      "[DNP-SCHEDULER] Pending request read back (daily_a)"
    ),
    (
      .notificationDelivered(id: "a", source: .live, plannedTime: first), .info,
      "[DNP-SCHEDULER] Notification delivered (id=a, source=live, planned=2025-11-15T05:53:00Z)"
    ),
    (
      .notificationPostponed(id: "a", until: first), .info,
      "[DNP-SCHEDULER] Notification postponed (id=a, until=2025-11-15T05:53:00Z)"
    ),
    (
      .exactAlarmsDenied(schedules: 2), .warning,
      "[DNP-SCHEDULER] Exact alarms are denied: nothing is armed (schedules=2)"
    ),
    (
      .alarmRefused(id: "a", plannedTime: first), .warning,
      "[DNP-SCHEDULER] Alarm refused (id=a, planned=2025-11-15T05:53:00Z)"
    ),
    (.drifted(seconds: 200), .warning, "[DNP-SCHEDULER] notification drift > 180s"),
    (
      .notificationMissed(
        MissedNotification(
          .daily, id: "a", plannedTime: first, wallMinute: first / 60_000, detectedTime: first + 1,
          certainty: .unknown, reason: .notDelivered)), .warning,
      """
      [DNP-RECOVERY] Notification missed (id=a, planned=2025-11-15T05:53:00Z, \
      reason=notDelivered, certainty=unknown)
      """
    ),
    (
      .missesLeftOut(id: "a", from: first, before: first + 1000), .warning,
      """
      [DNP-RECOVERY] Older misses not listed (id=a, from=2025-11-15T05:53:00Z, \
      before=2025-11-15T05:53:01Z)
      """
    ),
    (
      .skipsLeftOut(id: "a", from: first, before: first + 1000), .info,
      """
      [DNP-DUAL] Older skipped notifications not listed (id=a, from=2025-11-15T05:53:00Z, \
      before=2025-11-15T05:53:01Z)
      """
    ),
    (.rearmed(count: 2), .info, "[DNP-RECOVERY] Re-armed (count=2)"),
    (
      .recovered(scenario: .coldStart, missed: 1, verified: 2, rescheduled: 3), .info,
      "[DNP-RECOVERY] scenario=coldStart missed=1 verified=2 rescheduled=3"
    ),
    (
      .recovered(scenario: .boot, missed: 1, verified: 8, rescheduled: 0), .info,
      "[DNP-RECOVERY] scenario=boot missed=1 verified=8 rescheduled=0"
    ),
    (
      .recovered(scenario: .termination, missed: 0, verified: 0, rescheduled: 8), .info,
      "[DNP-RECOVERY] scenario=termination missed=0 verified=0 rescheduled=8"
    ),
    (
      .recovered(scenario: .warmStart, missed: 0, verified: 8, rescheduled: 0), .debug,
      "[DNP-RECOVERY] scenario=warmStart missed=0 verified=8 rescheduled=0"
    ),
    (
      .recovered(scenario: .none, missed: 0, verified: 0, rescheduled: 0), .debug,
      "[DNP-RECOVERY] scenario=none missed=0 verified=0 rescheduled=0"
    ),
    (
      .schedulePersisted(id: "a", kind: "DAILY", time: "05:53", next: first), .info,
      """
      [DNP-STORAGE] Persisted schedule to DB (id=a, type=DAILY, time=05:53, \
      next=2025-11-15T05:53:00Z)
      """
    ),
    (.persistFailed(what: "schedule a"), .error, "[DNP-STORAGE] Persist failed (schedule a)"),
    (.quarantined(what: "schedule a"), .warning, "[DNP-STORAGE] Quarantined (schedule a)"),
    (
      .zoneFollowed(id: "a", zone: "Asia/Tokyo", next: first), .info,
      "[DNP-SCHEDULER] Zone followed (id=a, zone=Asia/Tokyo, next=2025-11-15T05:53:00Z)"
    ),
    (
      .channelDecides(channel: "timesafari.daily", asked: "sound,priority"), .info,
      """
      [DNP-SCHEDULER] Channel decides, see openChannelSettings (channel=timesafari.daily, \
      asked=sound,priority)
      """
    ),
    (
      .skipRequested(id: "a", kind: .daily, plannedTime: first, wallMinute: first / 60_000), .info,
      """
      [DNP-SCHEDULER] Notification skipped as the host asked (id=a, type=DAILY, \
      date=2025-11-15, planned=2025-11-15T05:53:00Z)
      """
    ),
    (
      .skipUndone(id: "a", kind: .daily, plannedTime: first, wallMinute: first / 60_000), .info,
      """
      [DNP-SCHEDULER] Notification no longer skipped (id=a, type=DAILY, date=2025-11-15, \
      planned=2025-11-15T05:53:00Z)
      """
    ),
    (
      .notificationSkipped(id: "dual", plannedTime: first), .info,
      """
      [DNP-DUAL] Notification skipped without fresh content (id=dual, \
      planned=2025-11-15T05:53:00Z)
      """
    ),
    (
      .delegateTaken, .warning,
      "[DNP-SCHEDULER] Notification delegate taken by other code of the app"
    ),
    (
      .dualFetchPlanned(schedule: "40 17 * * *", date: first), .info,
      """
      [DNP-DUAL] Content fetch planned (schedule=40 17 * * *, \
      earliestBeginDate=2025-11-15T05:53:00Z)
      """
    ),
    (
      .tokenIssued(expiresAt: first, signer: "keychain"), .debug,
      "[DNP-IDENTITY] Token issued (expires=2025-11-15T05:53:00Z, signer=keychain)"
    ),
    (
      .keyMissing(did: "did:ethr:0x1"), .warning,
      "[DNP-IDENTITY] No key in the keychain (did=did:ethr:0x1)"
    ),
    (
      .keychainLocked(did: "did:ethr:0x1"), .warning,
      "[DNP-IDENTITY] Keychain locked with the phone (did=did:ethr:0x1)"
    ),
    (.fetcherRegistered, .info, "[DNP-FETCH] Native fetcher registered"),
    (
      .fetcherMissing, .warning,
      "[DNP-FETCH] No native fetcher registered: the plugin's own content instead"
    ),
    (.identityChanged(cleared: 2), .debug, "[DNP-IDENTITY] Identity changed (cleared=2)"),
    (
      .adaptiveSet(isEnabled: true, leadMinutes: 15), .debug,
      "[DNP-POWER] Adaptive scheduling set (enabled=true, lead=15min)"
    ),
  ]

  static let all = plugin + fetch + work + others

  @Test("have the contract's text and level", arguments: all)
  func text(message: LogMessage, level: LogLevel, text: String) {
    #expect(message.text == text)
    #expect(message.level == level)
  }

  @Test("are at one of their line's levels", arguments: all.map(\.0))
  func levels(message: LogMessage) {
    #expect(message.line.levels.contains(message.level))
    #expect(message.line.levels.min() == message.line.level)
  }

  @Test("of calls are at info for those that take back or restore what is planned")
  func planCalls() {
    let methods = PluginMethod.allCases.filter { method in
      LogMessage.called(method: method.rawValue).level == .info && method != .configure
    }
    #expect(
      methods == [
        .cancelAllNotifications, .cancelDailyReminder, .cancelDualSchedule, .pauseDualSchedule,
        .resumeDualSchedule,
      ])
  }

  @Test("are all tested, without an unfilled placeholder", arguments: LogLine.allCases)
  func everyLine(line: LogLine) {
    let messages = Self.all.map(\.0).filter { $0.line == line }
    #expect(!messages.isEmpty)
    for message in messages { #expect(!message.text.contains { "{}".contains($0) }) }
  }

  @Test("show the fields that their line declares", arguments: all.map(\.0))
  func fields(message: LogMessage) {
    var shown = ShownFields()
    let line = message.visitFields(&shown)
    #expect(line == message.line)
    #expect(shown.fields.map(\.name).sorted() == line.fields.map(\.name).sorted())
    for (name, kinds) in shown.fields {
      let declared = line.fields.first { $0.name == name }?.kind
      #expect(declared.map(kinds.contains) == true, "\(line): \(name)")
    }
  }

  /// The fields of a message, each with the kinds that its value may be of.
  private struct ShownFields: FieldVisitor {
    private(set) var fields: [(name: String, kinds: [LogField.Kind])] = []

    mutating func field(_ name: StaticString, _ value: String) {
      fields.append((name.description, [.text]))
    }

    mutating func field(_ name: StaticString, _ value: Int64) {
      fields.append((name.description, [.number, .seconds]))
    }

    mutating func field(_ name: StaticString, _ value: Bool) {
      fields.append((name.description, [.flag]))
    }

    mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
      let isNone = epochMilliseconds == nil
      fields.append((name.description, isNone ? [.optionalTime] : [.time, .optionalTime]))
    }

    mutating func number(_ name: StaticString, _ value: Int64?) {
      fields.append((name.description, [.optionalNumber]))
    }

    mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
      Issue.record("no log line has JSON")
    }
  }

  @Test("keep braces that are part of a value")
  func braces() {
    #expect(
      LogMessage.persistFailed(what: "{what}").text == "[DNP-STORAGE] Persist failed ({what})")
  }

  @Test("belong to a subsystem, and order their levels")
  func levels() {
    #expect(LogCategory.subsystem == "com.timesafari.dailynotification")
    #expect(LogLevel.allCases == [.debug, .info, .warning, .error])
    #expect(LogLevel.allCases.sorted() == LogLevel.allCases)
  }
}
