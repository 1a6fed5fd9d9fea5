import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel
import JSONText
import Scenarios

/// Reads what happened on a phone from the lines of an app.
struct ObservationReader {
  /// A schedule as its last row has it.
  struct Row {
    let kind: ScheduleKind
    let time: String
  }

  /// A call whose lines have begun.
  struct OpenCall {
    var daily: Int64?
    var fetch: String?
  }

  let platform: DevicePlatform
  let entries: [LogEntry]
  let evidence: [LogEvidence]
  let givenZone: LogZone?
  var run: ObservedRun
  var stretch: ObservedStretch?
  /// The time of the line before, of the first of those that are written together with it, and of
  /// the last one before those.
  var last: Int64?
  var burst: Int64 = 0
  var before: Int64?
  /// How many entries there were.
  var entryNumber = 0
  var lastPid: Int?
  var rows: [String: Row] = [:]
  var openCall = OpenCall()
  var isAllowed: Bool?
  var areAlarmsAllowed: Bool?
  var isRefreshOff = false
  var isFetcherConfigured = false
  /// The kinds of schedules whose channels are blocked.
  var blocked: Set<ScheduleKind> = []
  var zone: Zone = .utc
  /// The earliest time of the task or work that was started last.
  var taskBegin: Int64?
  var hasTaskRun = false

  /// How far apart the lines of one entry are at most.
  static let burstMilliseconds: Int64 = 5_000
  /// How much older than the one before a line is where the clock was set back.
  static let disorderMilliseconds: Int64 = 600_000
  /// How late a notification is that its line does not explain.
  static let lateMilliseconds: Int64 = 180_000
  static let second: Int64 = 1_000
  /// How often a run tries to fetch: once, and three times more.
  static let triesMax = 4

  init(
    _ platform: DevicePlatform, _ app: ReadLog.App, _ evidence: [LogEvidence], _ zone: LogZone?
  ) {
    self.platform = platform
    entries = app.entries.filter { $0.time?.isAbsolute == true }
    self.evidence = evidence
    givenZone = zone
    run = ObservedRun(platform: platform)
  }

  /// What the lines tell, up to the end of the log.
  mutating func read(through end: Int64?) -> ObservedRun {
    let evidence = ZoneEvidence(entries, given: givenZone)
    zone = evidence.zone
    run.zone = zone
    run.remarks += evidence.remark.map { [$0] } ?? []
    for index in entries.indices { take(index) }
    closeStretch()
    readEvidence()
    run.lastLine = last ?? 0
    run.end = max(end ?? 0, run.lastLine)
    run.hasIdleTasks = run.hasIdleTasks && !hasTaskRun
    return run
  }

  // MARK: Lines

  mutating func take(_ index: Int) {
    let entry = entries[index]
    guard let now = entry.time?.milliseconds else { return }
    if let last, now < last - ObservationReader.disorderMilliseconds { closeStretch() }
    if stretch == nil { stretch = ObservedStretch(start: now) }
    let isSameProcess = entry.pid == nil || lastPid == nil || entry.pid == lastPid
    let isSameEntry = last.map { now <= $0 + ObservationReader.burstMilliseconds } ?? false
    if !isSameProcess || !isSameEntry {
      (burst, before) = (now, last)
      entryNumber += 1
      openCall = OpenCall()
    }
    takeProcess(entry, index, now)
    if case .line(let line) = entry.event { take(line, entry, index, now) }
    last = now
    lastPid = entry.pid ?? lastPid
  }

  mutating func closeStretch() {
    if let stretch { run.stretches.append(stretch) }
    (stretch, before) = (nil, nil)
  }

  mutating func add(
    _ deed: Observation.Deed, at time: Int64, _ phase: Observation.Phase, _ number: Int,
    _ remark: String? = nil
  ) {
    guard let start = stretch?.start else { return }
    // What ends with the lines before belongs to their entry.
    let isBefore = phase == .afterwards && time == before
    stretch?.observations.append(
      Observation(
        deed: deed, at: max(time, start), entry: isBefore ? entryNumber - 1 : entryNumber,
        phase: phase, number: number, remark: remark))
  }

  mutating func take(_ line: LogLine, _ entry: LogEntry, _ index: Int, _ now: Int64) {
    let number = entry.number
    switch line.meaning {
    case .configureCalled, .called: takeCall(entry.field("method"), index, number, now)
    case .permissionsRequested: takeAnswer(entry.field("answer"), number, now)
    case .notificationsDenied: setAllowed(false, at: burst, number)
    case .dailyScheduled:
      setAllowed(true, at: now, number)
      openCall.daily = now
    case .dualFetchPlanned: openCall.fetch = entry.field("schedule")
    case .schedulePersisted: takeRow(entry, index, now)
    case .exactAlarmsDenied: setAlarmsAllowed(false, at: burst, number)
    case .taskScheduled: setRefreshOff(false, at: burst, number)
    case .taskRefused: takeRefusal(entry.field("code"), number)
    case .taskRefusedOnSimulator: run.isSimulator = true
    case .taskStarted:
      hasTaskRun = true
      taskBegin = entry.field("date").flatMap(ISO8601.parse) ?? now
    case .taskMissed: run.hasIdleTasks = true
    case .prefetchFailed: takeFailure(entry, number, now)
    case .notificationDelivered: takeDelivery(entry, now)
    case .notificationMissed: takeMiss(entry, now)
    case .recovered: takeRecovery(entry, index, now)
    case .rearmed: setAlarmsAllowed(true, at: now, number)
    case .zoneFollowed: takeZone(entry.field("zone"), number)
    case .skipRequested: takeSkip("skipNext", entry, now)
    case .skipUndone: takeSkip("undoSkip", entry, now)
    case .notificationPostponed: takePostponement(entry, now)
    case .delegateTaken:
      add(
        .command(.otherCode(.setDelegate(presents: false))), at: burst, .condition, number)
    case .fetcherRegistered: add(.command(.harness(.registerNativeFetcher)), at: now, .act, number)
    case .notificationPlanned, .alarmRefused, .ready, .unknownOption, .settingsRead,
      .prefetchPlanned, .prefetchSkipped, .taskReadBack,
      .taskCompleted, .taskExpired, .prefetchSucceeded, .contentIgnored, .contentEmpty,
      .contentDiscarded, .requestReadBack, .missesLeftOut, .skipsLeftOut, .drifted,
      .recoveredQuietly, .persistFailed, .quarantined, .notificationSkipped, .channelDecides,
      .tokenIssued, .keyMissing, .keychainLocked, .fetcherMissing, .identityChanged, .adaptiveSet,
      .workScheduled, .workReadBack, .workStarted, .workCompleted, .workExpired, .workMissed:
      break
    }
  }
}
