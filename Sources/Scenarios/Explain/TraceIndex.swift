import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// The requests, tasks, fetches, calls and conditions of a run, taken from its records one by one.
///
/// A record takes amortised constant time; no text is made.
struct TraceIndex: Sendable {
  private(set) var requests: [TracedRequest] = []
  private(set) var drops: [(identifier: String, point: TracePoint)] = []
  private(set) var showings: [Showing] = []
  private(set) var tasks: [TracedTask] = []
  private(set) var refusals: [TracePoint] = []
  private(set) var fetches: [TracedFetch] = []
  private(set) var contentLosses: [TracePoint] = []
  private(set) var skips: [TracePoint] = []
  private(set) var misses: [ReportedMiss] = []
  /// What only an Android phone has; nil for an iPhone.
  private(set) var android: AndroidConditions?
  private(set) var calls: [TracedCall] = []
  /// When the app's process ended, and in which state that left it.
  private(set) var deaths: [(point: TracePoint, state: ProcessMachine.State)] = []
  private var conditions: [Timeline<String>]
  /// The indices in `requests` of those that have not ended, by identifier.
  private var openRequests: [String: Int] = [:]
  /// The indices of those whose trigger is on a day of UTC, and of what was shown for one.
  private var requestsOfDay: [Int64: [Int]] = [:]
  private var showingsOfDay: [Int64: [Int]] = [:]
  private var requestsOfName: [String: [Int]] = [:]
  /// The times in the names of alarms that were set for later ones, by those names.
  private var namedTimes: [String: Int64] = [:]
  /// The zones by whose clock times had passed that were jumped over.
  private var jumpedZones: [JumpedTime: Zone] = [:]
  private var callPlaces: [Int: Int] = [:]
  private var lastEndedFetch: Int?

  /// Nothing yet of a run that begins at a time of its wall clock, in milliseconds since the Unix
  /// epoch.
  init(_ platform: DevicePlatform, startMilliseconds: Int64) {
    let start = TracePoint(sequence: 0, wallMilliseconds: startMilliseconds)
    conditions = DeviceCondition.allCases.map { condition in
      var timeline = Timeline<String>()
      timeline.note(condition.initialValue, at: start)
      return timeline
    }
    if platform == .android { android = AndroidConditions(start: start) }
  }

  /// The zone by whose clock a time had passed that was jumped over; nil where it came.
  func jumpedZone(_ scheduleID: String, _ planned: Int64) -> Zone? {
    jumpedZones[JumpedTime(scheduleID: scheduleID, planned: planned)]
  }

  /// The changes of a condition during the run.
  func timeline(of condition: DeviceCondition) -> Timeline<String> {
    conditions[condition.rawValue]
  }

  // MARK: By day

  private static let dayMilliseconds: Int64 = 86_400_000

  private static func day(of milliseconds: Int64) -> Int64 {
    Int64((Double(milliseconds) / Double(dayMilliseconds)).rounded(.down))
  }

  /// The requests whose trigger is at most so many days from a day of UTC, in their order.
  func requests(around day: CivilDate, days: Int64 = 1) -> [TracedRequest] {
    let middle = Int64(day.daysSinceEpoch)
    return (middle - days...middle + days).flatMap { requestsOfDay[$0] ?? [] }.sorted()
      .map { requests[$0] }
  }

  /// The requests of a schedule with a trigger at a time, in their order.
  func requests(of scheduleID: String, at planned: Int64) -> [TracedRequest] {
    (requestsOfDay[TraceIndex.day(of: planned)] ?? []).sorted().map { requests[$0] }
      .filter { $0.trigger == planned && $0.scheduleID == scheduleID }
  }

  /// Whether a request of a schedule is pending for a time.
  func hasOpenRequest(of scheduleID: String, at planned: Int64) -> Bool {
    openRequests.values.contains { place in
      let request = requests[place]
      return request.scheduleID == scheduleID && request.trigger == planned
    }
  }

  /// The first request with an identifier that began after a record.
  func request(named identifier: String, after sequence: UInt64) -> TracedRequest? {
    let later = (requestsOfName[identifier] ?? []).reversed().prefix {
      requests[$0].begins > sequence
    }
    return later.last.map { requests[$0] }
  }

  /// What was shown for a time at most a day from a day of UTC, in its order.
  func showings(around day: CivilDate) -> [Showing] {
    let middle = Int64(day.daysSinceEpoch)
    return (middle - 1...middle + 1).flatMap { showingsOfDay[$0] ?? [] }.sorted()
      .map { showings[$0] }
  }

  /// What was shown of a schedule for a time, in its order.
  func showings(of scheduleID: String, at planned: Int64) -> [Showing] {
    (showingsOfDay[TraceIndex.day(of: planned)] ?? []).sorted().map { showings[$0] }
      .filter { $0.planned == planned && $0.scheduleID == scheduleID }
  }

  // MARK: Records

  /// Takes the next record of a run, of which the times are known.
  mutating func take(_ record: Record<DeviceRecord>, _ trace: RunTrace) {
    let point = TracePoint(
      sequence: record.sequence, wallMilliseconds: record.wallMilliseconds)
    android?.take(record.payload, at: point)
    switch record.payload {
    case .command(let command): take(command, point)
    case .plugin(let plugin): take(plugin, point, cause: record.cause)
    case .power(.changed(let state)): note(.power, state.rawValue, point)
    case .process(.changed(let state)):
      note(.process, state.rawValue, point)
      if !state.isAlive { deaths.append((point, state)) }
    case .authorization(.dialogAnswered(let isAllowed)):
      note(.permission, String(isAllowed), point)
    case .request(let request): take(request, point, trace)
    case .android(let android): take(android, point, trace)
    case .notification(.delivered(let item)):
      end(item.identifier, .delivered, point, by: item.content.owner, trace)
      if item.content.owner == .plugin { take(shown: item, point, trace) }
    case .notification(.notDelivered(let item)):
      end(item.identifier, .notDelivered(item.reason), point, by: item.content.owner, trace)
    case .task(let task): take(task, point, cause: record.cause)
    case .fetch(.started(let number, _)):
      fetches.append(TracedFetch(number: Int64(number), started: point))
    case .fetch(.ended(let number, _)):
      guard let place = place(ofFetch: number) else { break }
      fetches[place].ended = point
      lastEndedFetch = place
    case .fetch(.cancelled(let number)):
      if let place = place(ofFetch: number) { fetches[place].cancelled = point.sequence }
    case .power(.protectedDataAvailable), .process(.crashed), .authorization,
      .notification(.tapped), .notification(.dismissed), .storage:
      break
    }
  }

  private mutating func note(
    _ condition: DeviceCondition, _ value: String, _ point: TracePoint
  ) {
    conditions[condition.rawValue].note(value, at: point)
  }

  private mutating func take(_ command: CommandRecord, _ point: TracePoint) {
    switch command {
    case .called(let call):
      callPlaces[call.number] = calls.count
      calls.append(
        TracedCall(
          number: Int64(call.number), called: point, method: call.method, options: call.options))
    case .performed(.setPermission(let status)): note(.permission, status.replyWord, point)
    case .performed(.setBackgroundRefresh(let status)):
      note(.backgroundRefresh, status.rawValue, point)
    case .performed(.setLowPowerMode(let isOn)): note(.powerSaving, isOn ? "on" : "off", point)
    case .performed(.tamperCache): contentLosses.append(point)
    case .began, .performed, .refused: break
    }
  }

  private mutating func take(_ plugin: PluginRecord, _ point: TracePoint, cause: UInt64?) {
    switch plugin {
    case .replied(let call, let reply):
      guard let place = callPlaces[call.number] else { break }
      calls[place].answer = point.sequence
      calls[place].isDone = !reply.isRejected
    case .callLost(let call):
      if let place = callPlaces[call.number] { calls[place].answer = point.sequence }
    case .hostEvent(.prefetchCompleted(let scheduledFor, _)):
      guard let place = endedFetch(cause) else { break }
      fetches[place].storedFor = scheduledFor
      fetches[place].stored = point.sequence
    case .hostEvent(.notificationMissed(let missed)):
      misses.append(ReportedMiss(missed, sequence: point.sequence))
    case .log(.quarantined): contentLosses.append(point)
    case .log(.prefetchSkipped): skips.append(point)
    case .log(.persistFailed), .log(.prefetchFailed), .log(.contentIgnored), .log(.contentEmpty),
      .log(.fetcherMissing):
      takeFinding(point, cause: cause)
    case .entry, .log, .hostEvent, .shown: break
    }
  }

  // MARK: Requests and alarms

  private mutating func take(_ request: RequestRecord, _ point: TracePoint, _ trace: RunTrace) {
    switch request {
    case .added(let identifier, let trigger, _, .plugin):
      takeTrigger(trigger, of: identifier, isMove: false, point, trace)
    // What other code adds is no notification of a schedule, but takes the name.
    case .added(let identifier, _, _, .other):
      end(identifier, .replaced, point, by: .other, trace)
    case .moved(let identifier, let trigger):
      takeTrigger(trigger, of: identifier, isMove: true, point, trace)
    case .dropped(let identifier, _, .plugin): drops.append((identifier, point))
    case .evicted(let identifier, let owner):
      end(identifier, .evicted, point, by: owner, trace)
    case .removed(let identifier, let owner):
      end(identifier, .removed, point, by: owner, trace)
    case .categoryRegistered, .dropped, .removalStarted: break
    }
  }

  private mutating func take(_ android: AndroidRecord, _ point: TracePoint, _ trace: RunTrace) {
    switch android {
    case .alarmSet(let alarm, let time, _):
      guard alarm.payload.owner == .plugin else { break }
      takeTrigger(time, of: alarm.identifier, isMove: false, point, trace)
    case .alarmRefused(let alarm, _):
      if alarm.payload.owner == .plugin { drops.append((alarm.identifier, point)) }
    case .alarmCancelled(let identifier, let owner):
      end(identifier, .removed, point, by: owner, trace)
    case .alarmLost(let identifier, let loss, let owner):
      end(identifier, .lost(loss), point, by: owner, trace)
    case .alarmFired(let alarm):
      end(alarm.identifier, .fired, point, by: alarm.payload.owner, trace)
    case .workStopped(let task, _): endRun(of: task, point)
    case .alarmHeld, .channelChanged, .channelDeleted, .broadcast, .unreceived, .dozeChanged,
      .exactAlarmsChanged, .stoppedChanged, .settingsOpened, .exemptionDialogShown,
      .exemptionAnswered, .exemptionDismissed:
      break
    }
  }

  private mutating func end(
    _ identifier: String, _ how: TracedRequest.End, _ point: TracePoint, by owner: CodeOwner,
    _ trace: RunTrace
  ) {
    // On Android a name of other code stands for nothing of the plugin's.
    if owner == .other, trace.platform == .android { return }
    guard let open = openRequests.removeValue(forKey: identifier) else { return }
    requests[open].end(how, point)
  }

  /// A request that begins or is moved.
  ///
  /// An alarm that is set again at another time of its name is the same one, moved by a change of
  /// zone.
  private mutating func takeTrigger(
    _ trigger: Int64, of identifier: String, isMove: Bool, _ point: TracePoint,
    _ trace: RunTrace
  ) {
    let open = openRequests[identifier]
    guard open != nil || !isMove else { return }
    let isAlarm = trace.platform == .android
    let zone = trace.zone(at: point.sequence)
    let named = isAlarm ? AlarmNames.passed(identifier, before: trigger, in: zone) : nil
    let planned = named ?? trigger
    namedTimes[identifier] = named
    let hasPassed = planned < point.wallMilliseconds
    if hasPassed {
      let id = PlannedOccurrence.scheduleID(of: identifier)
      jumpedZones[JumpedTime(scheduleID: id, planned: planned)] = zone
    }
    let jumped = hasPassed ? point.sequence : nil
    if let open, isMove || (isAlarm && requests[open].trigger != planned) {
      file(request: open, under: planned)
      requests[open].trigger = planned
      requests[open].moves.append(point.sequence)
      requests[open].jumped = jumped
      return
    }
    if let open { requests[open].end(.replaced, point) }
    openRequests[identifier] = requests.count
    requests.append(
      TracedRequest(
        identifier: identifier, trigger: planned, begins: point.sequence, jumped: jumped))
    requestsOfDay[TraceIndex.day(of: planned), default: []].append(requests.count - 1)
    requestsOfName[identifier, default: []].append(requests.count - 1)
  }

  private mutating func file(request place: Int, under planned: Int64) {
    let (old, new) = (TraceIndex.day(of: requests[place].trigger), TraceIndex.day(of: planned))
    guard old != new else { return }
    requestsOfDay[old]?.removeAll { $0 == place }
    requestsOfDay[new, default: []].append(place)
  }

  private mutating func take(
    shown item: VisibleNotification, _ point: TracePoint, _ trace: RunTrace
  ) {
    var showing = Showing(
      identifier: item.identifier, planned: namedTimes[item.identifier] ?? item.occurrence,
      source: item.content.info.source, point: point)
    showing.planned = lastRepeat(of: showing, trace) ?? showing.planned
    showingsOfDay[TraceIndex.day(of: showing.planned), default: []].append(showings.count)
    showings.append(showing)
  }

  /// A repeating request fires once for days that were jumped over, for the latest of them.
  ///
  /// On Android each day of a reminder has an alarm of its own.
  private func lastRepeat(of showing: Showing, _ trace: RunTrace) -> Int64? {
    let shown = showing.point.wallMilliseconds
    let id = showing.scheduleID
    guard trace.platform == .ios, id.hasPrefix(PlannedOccurrence.reminderPrefix),
      let plan = trace.schedules.first(where: { $0.id == id && $0.isStored(at: shown, in: trace) })
    else { return nil }
    let zone = trace.zone(at: showing.point.sequence)
    var last: Int64?
    var time = plan.nextOccurrence(after: shown - TraceIndex.dayMilliseconds, in: zone)
    while let next = time, next <= shown {
      last = next
      time = plan.nextOccurrence(after: next, in: zone)
    }
    return last
  }

  // MARK: Tasks and fetches

  private mutating func take(_ record: TaskRecord, _ point: TracePoint, cause: UInt64?) {
    switch record {
    case .submitted(let identifier, let begin, _, _):
      guard TraceIndex.isPrefetch(identifier) else { break }
      withdraw(identifier, point)
      tasks.append(
        TracedTask(
          identifier: identifier, begin: begin, submitted: point.sequence, cause: cause))
    case .refused(_, _, .plugin): refusals.append(point)
    case .cancelled(let identifier, _): withdraw(identifier, point)
    case .launched(let task):
      guard TraceIndex.isPrefetch(task.identifier) else { break }
      let run = Int64(task.number)
      guard let waiting = waitingTask(task.identifier) else {
        tasks.append(
          TracedTask(identifier: task.identifier, begin: nil, started: point, run: run))
        break
      }
      tasks[waiting].started = point
      tasks[waiting].run = run
    case .expired(let task), .completed(let task, _), .lost(let task): endRun(of: task, point)
    case .handlerRegistered, .refused, .completedTwice: break
    }
  }

  private static func isPrefetch(_ identifier: String) -> Bool {
    OperatingSystem.workIdentifiers.contains(identifier) || OperatingSystem.isPrefetch(identifier)
  }

  /// The place of the task that waits; there are few, and the pending one is among the last.
  private func waitingTask(_ identifier: String) -> Int? {
    tasks.suffix(16).lastIndex { $0.identifier == identifier && $0.isPending }
  }

  private mutating func withdraw(_ identifier: String, _ point: TracePoint) {
    guard TraceIndex.isPrefetch(identifier), let waiting = waitingTask(identifier) else { return }
    tasks[waiting].withdrawn = point.sequence
  }

  private mutating func endRun(of task: LaunchedTask, _ point: TracePoint) {
    let run = Int64(task.number)
    let place = tasks.lastIndex { $0.run == run && $0.identifier == task.identifier }
    if let place { tasks[place].runEnds.append(point.sequence) }
  }

  private func place(ofFetch number: Int) -> Int? {
    fetches.lastIndex { $0.number == Int64(number) }
  }

  /// The fetch that has ended in the event of a record with that cause.
  private func endedFetch(_ cause: UInt64?) -> Int? {
    lastEndedFetch.flatMap { fetches[$0].ended?.sequence == cause ? $0 : nil }
  }

  /// A finding after the end of a fetch, in the same event, is about that fetch; after the
  /// submission of a task it is about that task.
  private mutating func takeFinding(_ point: TracePoint, cause: UInt64?) {
    let place = endedFetch(cause)
    let ended = place.flatMap { fetches[$0].ended?.sequence } ?? 0
    if let last = tasks.indices.last, tasks[last].isPending, tasks[last].cause == cause,
      tasks[last].submitted ?? 0 > ended
    {
      tasks[last].findings.append(point.sequence)
    } else if let place {
      fetches[place].findings.append(point.sequence)
    }
  }
}

/// A time of a schedule that a change of zone has jumped over.
private struct JumpedTime: Hashable, Sendable {
  let scheduleID: String
  let planned: Int64
}
