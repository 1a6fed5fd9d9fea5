import CivilTime
import DailyNotification
public import DeviceModel
import SimulationCore

/// The requests, tasks, fetches, calls and conditions of a run, taken from its records one by one.
///
/// A record takes amortised constant time; no text is made.
public struct HistoryIndex: Sendable {
  private(set) var requests = KeptList<TracedRequest>()
  /// The requests that the system did not take.
  public private(set) var drops: [(identifier: String, point: TracePoint)] = []
  private(set) var showings = KeptList<Showing>()
  private var tasks = KeptList<TracedTask>()
  /// The tasks that the system refused.
  public private(set) var refusals: [TracePoint] = []
  private var fetches = KeptList<TracedFetch>()
  /// When stored content was lost.
  public private(set) var contentLosses: [TracePoint] = []
  /// When the plugin found it too late for a prefetch.
  public private(set) var skips: [TracePoint] = []
  /// What only an Android phone has; nil for an iPhone.
  public private(set) var android: AndroidConditions?
  private var keptCalls = KeptList<TracedCall>()
  /// When the app's process ended, and in which state that left it.
  public private(set) var deaths: [(point: TracePoint, state: ProcessMachine.State)] = []
  /// When the phone was started.
  private(set) var starts: [TracePoint] = []
  /// The notifications of other code that were shown.
  public private(set) var foreign: [ForeignShowing] = []
  private var conditions: [Timeline<String>]
  /// The places in `requests` of those that have not ended, by identifier.
  private var openRequests: [String: Int] = [:]
  /// The places in `requests` of those that the scheduled summary holds.
  private var heldRequests: [HeldKey: Int] = [:]
  private var requestsOfDay = DayBuckets()
  private var showingsOfDay = DayBuckets()
  /// What was shown, by the day on which it was shown.
  private var showingsByDay = DayBuckets()
  private var tasksOfDay = DayBuckets()
  private var fetchesOfDay = DayBuckets()
  private var requestsOfName: [String: [Int]] = [:]
  /// What the plugin has told, by schedule and planned time.
  private var misses: [OccurrenceKey: [ReportedMiss]] = [:]
  private var deliveries: Set<OccurrenceKey> = []
  /// The times in the names of alarms that were set for later ones, by those names.
  private var namedTimes: [String: Int64] = [:]
  /// The zones by whose clock times had passed that were jumped over.
  private var jumpedZones: [OccurrenceKey: Zone] = [:]
  /// When the plugin found content too old, by the time that it was for.
  private var discards: [Int64: UInt64] = [:]
  /// When the plugin skipped a dual notification without fresh content, by its planned time.
  private var skipped: [Int64: UInt64] = [:]
  /// What the host has asked to skip and not taken back, by the schedule's name.
  private var skipRequests: [String: [SkipRequest]] = [:]
  private var callPlaces: [Int: Int] = [:]
  private var lastEndedFetch: Int?
  /// The last command that had the system lose what was pending.
  private var lastClearing: (sequence: UInt64, loss: AlarmLoss)?
  /// Whether the permission comes with a backup.
  private var restoresPermission = true

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
    jumpedZones[OccurrenceKey(id: scheduleID, planned: planned)]
  }

  /// Whether a change of zone jumped over a time.
  func isJumpedByZone(_ planned: Int64) -> Bool {
    jumpedZones.keys.contains { $0.planned == planned }
  }

  /// The record that the plugin found the content for a time too old; nil for none.
  func discard(for planned: Int64) -> UInt64? { discards[planned] }

  /// The record that the plugin skipped the dual notification of a time, since it had no fresh
  /// content; nil for none.
  public func skip(of planned: Int64) -> UInt64? { skipped[planned] }

  /// The record that the host asked to skip a notification of a schedule; nil for none.
  ///
  /// `wallMinute`: what the clock of the schedule's zone shows at the planned time, in minutes
  /// since 1970-01-01 00:00: in another zone the same date is skipped at another instant.
  func skipRequest(of id: String, at planned: Int64, wallMinute: Int64) -> UInt64? {
    skipRequests[id]?.last { $0.wallMinute == wallMinute || $0.planned == planned }?.sequence
  }

  /// The changes of a condition during the run.
  public func timeline(of condition: DeviceCondition) -> Timeline<String> {
    conditions[condition.rawValue]
  }

  /// The calls, oldest first.
  public var calls: [TracedCall] { keptCalls.kept }

  /// The names of the schedules of which something was requested or shown.
  public var scheduleIDs: Set<String> {
    Set(requests.kept.map(\.scheduleID)).union(showings.kept.map(\.scheduleID))
  }

  // MARK: Requests and what was shown

  /// The requests whose trigger is at most a day from a day of UTC, in their order.
  func requests(around day: CivilDate) -> [TracedRequest] {
    requestsOfDay.around(day).compactMap { requests[$0] }
  }

  /// The requests of a schedule with a trigger at a time, in their order.
  func requests(of scheduleID: String, at planned: Int64) -> [TracedRequest] {
    requestsOfDay.during(planned...planned).compactMap { requests[$0] }
      .filter { $0.trigger == planned && $0.scheduleID == scheduleID }
  }

  /// The request of a schedule with the latest trigger before a time.
  public func lastRequest(of scheduleID: String, before planned: Int64) -> TracedRequest? {
    requests.kept.filter { $0.scheduleID == scheduleID && $0.trigger < planned }
      .max { $0.trigger < $1.trigger }
  }

  /// Whether a request of a schedule is pending for a time.
  public func hasOpenRequest(of scheduleID: String, at planned: Int64) -> Bool {
    openRequests.values.contains { place in
      guard let request = requests[place] else { return false }
      return request.scheduleID == scheduleID && request.trigger == planned
    }
  }

  /// The first request with an identifier that began after a record.
  public func request(named identifier: String, after sequence: UInt64) -> TracedRequest? {
    var found: TracedRequest?
    for place in (requestsOfName[identifier] ?? []).reversed() {
      guard let request = requests[place], request.begins > sequence else { break }
      found = request
    }
    return found
  }

  /// What was shown for a time at most a day from a day of UTC, in its order.
  func showings(around day: CivilDate) -> [Showing] {
    showingsOfDay.around(day).compactMap { showings[$0] }
  }

  /// What was shown of a schedule for a time, in its order.
  func showings(of scheduleID: String, at planned: Int64) -> [Showing] {
    showingsOfDay.during(planned...planned).compactMap { showings[$0] }
      .filter { $0.planned == planned && $0.scheduleID == scheduleID }
  }

  /// What was shown at most a day from a day of UTC, in its order.
  func shown(around day: CivilDate) -> [Showing] {
    showingsByDay.around(day).compactMap { showings[$0] }
  }

  /// Everything of the plugin that was shown, oldest first.
  public var allShowings: [Showing] { showings.kept }

  // MARK: Reports of the plugin

  /// What the plugin reported of a notification as missed, in order.
  public func misses(of key: OccurrenceKey) -> [ReportedMiss] { misses[key] ?? [] }

  /// What the plugin has told of a notification in the end.
  func report(of key: OccurrenceKey) -> OccurrenceHistory.Report {
    // Its word for a delivery has the schedule's own name only.
    let own = OccurrenceKey(id: PlannedOccurrence.ownID(of: key.id), planned: key.planned)
    if deliveries.contains(own) { return .delivered }
    return misses[key]?.last.map { .missed($0.certainty) } ?? .nothing
  }

  // MARK: Tasks and fetches of a time

  /// The tasks that may begin in a stretch of wall time, in their order.
  func tasks(due times: ClosedRange<Int64>) -> [TracedTask] {
    tasksOfDay.during(times).compactMap { tasks[$0] }.filter { times.contains($0.due) }
  }

  /// The last task that fulfils a condition.
  public func lastTask(where condition: (TracedTask) -> Bool) -> TracedTask? {
    tasks.lastPlace(where: condition).flatMap { tasks[$0] }
  }

  /// The fetches that began in a stretch of wall time, in their order.
  func fetches(startedIn times: ClosedRange<Int64>) -> [TracedFetch] {
    fetchesOfDay.during(times).compactMap { fetches[$0] }
      .filter { times.contains($0.started.wallMilliseconds) }
  }

  /// The first fetch after a record that fulfils a condition.
  public func firstFetch(
    after sequence: UInt64, where condition: (TracedFetch) -> Bool
  ) -> TracedFetch? {
    fetches.kept.first { $0.started.sequence > sequence && condition($0) }
  }

  /// The task run in which a fetch began.
  public func task(of fetch: TracedFetch) -> TracedTask? { fetch.task.flatMap { tasks[$0] } }

  // MARK: Records

  /// The permission after the system has taken it back from an unused app.
  public static let permissionReset = "reset"

  /// Takes the next record of a run, of which the times are known.
  mutating func take(_ record: Record<DeviceRecord>, _ context: PhoneContext) {
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
    case .request(let request): take(request, point, cause: record.cause, context)
    case .android(.permissionReset): note(.permission, HistoryIndex.permissionReset, point)
    case .android(let android): take(android, point, context)
    case .notification(.delivered(let item)):
      endDue(item.identifier, item.occurrence, .delivered, point, item.content.owner, context)
      switch item.content.owner {
      case .plugin: take(shown: item, point, context)
      case .other:
        foreign.append(
          ForeignShowing(identifier: item.identifier, planned: item.occurrence, point: point))
      }
    case .notification(.notDelivered(let item)):
      endDue(
        item.identifier, item.occurrence, .notDelivered(item.reason), point, item.content.owner,
        context)
    case .notification(.heldForSummary(let item, let until)):
      hold(item, until: until, point, context)
    case .task(let task): take(task, point, cause: record.cause)
    case .fetch(.started(let number, let summary)):
      beginFetch(number, wanted: summary?.scheduledFor, point, cause: record.cause)
    case .fetch(.ended(let number, let result)):
      lastEndedFetch = place(ofFetch: number)
      change(fetch: lastEndedFetch) { fetch in
        fetch.ended = point
        fetch.serverAheadMilliseconds = result.serverAheadMilliseconds
      }
    case .fetch(.cancelled(let number)):
      change(fetch: place(ofFetch: number)) { $0.cancelled = point.sequence }
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
      callPlaces[call.number] = keptCalls.append(
        TracedCall(
          number: Int64(call.number), called: point, method: call.method, options: call.options))
    case .performed(.setPermission(let status)): note(.permission, status.replyWord, point)
    case .performed(.setBackgroundRefresh(let status)):
      note(.backgroundRefresh, status.rawValue, point)
    case .performed(.setLowPowerMode(let isOn)): note(.powerSaving, isOn ? "on" : "off", point)
    case .performed(.tamperCache): contentLosses.append(point)
    case .performed(.reboot), .performed(.powerOn): starts.append(point)
    case .performed(.clearPending): lastClearing = (point.sequence, .cleared)
    case .performed(.restoreBackup):
      lastClearing = (point.sequence, .restored)
      if !restoresPermission { note(.permission, "prompt", point) }
    case .began(let configuration):
      restoresPermission = configuration.knobs.restoreKeepsPermission == .yes
    case .performed, .refused: break
    }
  }

  private mutating func take(_ plugin: PluginRecord, _ point: TracePoint, cause: UInt64?) {
    switch plugin {
    case .replied(let call, let reply):
      answer(call) {
        $0.isDone = !reply.isRejected
        $0.answer = point.sequence
      }
    case .callLost(let call): answer(call) { $0.answer = point.sequence }
    case .hostEvent(.prefetchCompleted(let scheduledFor, _)):
      change(fetch: endedFetch(cause)) { fetch in
        fetch.storedFor = scheduledFor
        fetch.stored = point.sequence
      }
    case .hostEvent(.notificationMissed(let missed)):
      let miss = ReportedMiss(missed, sequence: point.sequence)
      misses[OccurrenceKey(id: miss.id, planned: miss.planned), default: []].append(miss)
    case .hostEvent(.notificationDelivered(let delivered)) where delivered.certainty == .certain:
      deliveries.insert(OccurrenceKey(id: delivered.id, planned: delivered.plannedTime))
    case .log(.quarantined): contentLosses.append(point)
    case .log(.prefetchSkipped): skips.append(point)
    case .log(let message):
      if case .contentDiscarded(let time, _, _) = message { discards[time] = point.sequence }
      if case .notificationSkipped(_, let time) = message { skipped[time] = point.sequence }
      takeSkip(message, point)
      guard let problem = PrefetchProblem(message) else { break }
      takeFinding(PrefetchFinding(problem: problem, sequence: point.sequence), cause: cause)
    case .entry, .hostEvent, .shown: break
    }
  }

  private mutating func takeSkip(_ message: LogMessage, _ point: TracePoint) {
    if case .skipRequested(let id, let kind, let planned, let wallMinute) = message {
      skipRequests[LostNotification.id(kind, id), default: []].append(
        SkipRequest(planned: planned, wallMinute: wallMinute, sequence: point.sequence))
    } else if case .skipUndone(let id, let kind, _, let wallMinute) = message {
      skipRequests[LostNotification.id(kind, id)]?.removeAll { $0.wallMinute == wallMinute }
    }
  }

  private mutating func answer(_ call: PluginCall, _ body: (inout TracedCall) -> Void) {
    if let place = callPlaces.removeValue(forKey: call.number) { keptCalls.change(place, body) }
  }

  // MARK: Requests and alarms

  private mutating func take(
    _ request: RequestRecord, _ point: TracePoint, cause: UInt64?, _ context: PhoneContext
  ) {
    switch request {
    case .added(let identifier, let trigger, _, .plugin):
      takeTrigger(trigger, of: identifier, isMove: false, point, context)
    // What other code adds is no notification of a schedule, but takes the name.
    case .added(let identifier, _, _, .other):
      end(identifier, .replaced, point, by: .other, context)
    case .moved(let identifier, let trigger):
      takeTrigger(trigger, of: identifier, isMove: true, point, context)
    case .dropped(let identifier, _, .plugin): drops.append((identifier, point))
    case .evicted(let identifier, let owner):
      end(identifier, .evicted, point, by: owner, context)
    case .removed(let identifier, let owner):
      // A tester had the system lose it, or it did not come with a backup.
      let loss = lastClearing.flatMap { $0.sequence == cause ? $0.loss : nil }
      end(identifier, loss.map { .lost($0) } ?? .removed, point, by: owner, context)
    case .categoryRegistered, .dropped, .removalStarted: break
    }
  }

  private mutating func take(_ android: AndroidRecord, _ point: TracePoint, _ context: PhoneContext)
  {
    switch android {
    case .alarmSet(let alarm, let time, _):
      guard alarm.payload.owner == .plugin else { break }
      takeTrigger(time, of: alarm.identifier, isMove: false, point, context)
    case .alarmRefused(let alarm, _):
      if alarm.payload.owner == .plugin { drops.append((alarm.identifier, point)) }
    case .alarmCancelled(let identifier, let owner):
      end(identifier, .removed, point, by: owner, context)
    case .alarmLost(let identifier, let loss, let owner):
      end(identifier, .lost(loss), point, by: owner, context)
    case .alarmFired(let alarm):
      end(alarm.identifier, .fired, point, by: alarm.payload.owner, context)
    case .workStopped(let task, _): endRun(of: task, point, isStop: true)
    case .alarmHeld, .channelChanged, .channelDeleted, .broadcast, .unreceived, .dozeChanged,
      .exactAlarmsChanged, .bucketChanged, .stoppedChanged, .permissionReset,
      .hibernationChanged, .settingsOpened, .exemptionDialogShown,
      .exemptionAnswered, .exemptionDismissed:
      break
    }
  }

  private mutating func end(
    _ identifier: String, _ how: TracedRequest.End, _ point: TracePoint, by owner: CodeOwner,
    _ context: PhoneContext
  ) {
    // On Android a name of other code stands for nothing of the plugin's.
    if owner == .other, context.platform == .android { return }
    guard let open = openRequests.removeValue(forKey: identifier) else { return }
    requests.change(open) { $0.end(how, point) }
    if how.isFiring { addRepetition(of: identifier, open, point, context) }
  }

  /// A request came due, and was shown or not, at once or after the summary had held it.
  private mutating func endDue(
    _ identifier: String, _ occurrence: Int64, _ how: TracedRequest.End, _ point: TracePoint,
    _ owner: CodeOwner, _ context: PhoneContext
  ) {
    let key = HeldKey(identifier: identifier, occurrence: occurrence)
    guard let held = heldRequests.removeValue(forKey: key) else {
      return end(identifier, how, point, by: owner, context)
    }
    requests.change(held) { $0.end(how, point) }
  }

  /// The summary holds a request, which leaves its name to the next one, or holds it until another
  /// time.
  private mutating func hold(
    _ item: VisibleNotification, until: Int64, _ point: TracePoint, _ context: PhoneContext
  ) {
    let key = HeldKey(identifier: item.identifier, occurrence: item.occurrence)
    let place = heldRequests[key] ?? openRequests.removeValue(forKey: item.identifier)
    guard let place else { return }
    if heldRequests.updateValue(place, forKey: key) == nil {
      addRepetition(of: item.identifier, place, point, context)
    }
    requests.change(place) { $0.summary = (until, point.sequence) }
  }

  private mutating func addRepetition(
    of identifier: String, _ place: Int, _ point: TracePoint, _ context: PhoneContext
  ) {
    guard let trigger = requests[place]?.trigger,
      let next = repetition(
        of: identifier, after: max(trigger, point.wallMilliseconds), point, context)
    else { return }
    add(
      TracedRequest(identifier: identifier, trigger: next, begins: point.sequence, jumped: nil))
  }

  /// The next time of a request that has fired and repeats each day; nil where it does not.
  ///
  /// On an iPhone one request stands for all days of a reminder that repeats.
  private func repetition(
    of identifier: String, after milliseconds: Int64, _ point: TracePoint,
    _ context: PhoneContext
  ) -> Int64? {
    guard context.platform == .ios, identifier.hasPrefix(PlannedOccurrence.reminderPrefix) else {
      return nil
    }
    return context.schedules.last { $0.id == identifier && $0.until == nil && $0.onlyTime == nil }?
      .nextOccurrence(after: milliseconds, in: context.zone(at: point.sequence))
  }

  private mutating func add(_ request: TracedRequest) {
    let omitted = requests.omittedCount
    let place = requests.append(request)
    openRequests[request.identifier] = place
    requestsOfDay.add(place, at: request.trigger)
    requestsOfName[request.identifier, default: []].append(place)
    if requests.omittedCount > omitted { forgetRequests() }
  }

  /// A request that begins or is moved.
  ///
  /// An alarm that is set again at another time of its name is the same one, moved by a change of
  /// zone.
  private mutating func takeTrigger(
    _ trigger: Int64, of identifier: String, isMove: Bool, _ point: TracePoint,
    _ context: PhoneContext
  ) {
    let open = openRequests[identifier]
    guard open != nil || !isMove else { return }
    let isAlarm = context.platform == .android
    let zone = context.zone(at: point.sequence)
    let named = isAlarm ? AlarmNames.passed(identifier, before: trigger, in: zone) : nil
    let planned = named ?? trigger
    namedTimes[identifier] = named
    let hasPassed = planned < point.wallMilliseconds
    if hasPassed {
      let id = PlannedOccurrence.scheduleID(of: identifier)
      jumpedZones[OccurrenceKey(id: id, planned: planned)] = zone
    }
    let jumped = hasPassed ? point.sequence : nil
    if let open, let before = requests[open]?.trigger, isMove || (isAlarm && before != planned) {
      requestsOfDay.move(open, from: before, to: planned)
      requests.change(open) { request in
        request.trigger = planned
        request.moves.append(point.sequence)
        request.jumped = jumped
      }
      return
    }
    if let open { requests.change(open) { $0.end(.replaced, point) } }
    add(
      TracedRequest(
        identifier: identifier, trigger: planned, begins: point.sequence, jumped: jumped))
  }

  private mutating func forgetRequests() {
    let first = requests.omittedCount
    requestsOfDay.forget(before: first)
    openRequests = openRequests.filter { $0.value >= first }
    heldRequests = heldRequests.filter { $0.value >= first }
    requestsOfName = requestsOfName.compactMapValues { places in
      let kept = places.filter { $0 >= first }
      return kept.isEmpty ? nil : kept
    }
    // What is told of times that long ago goes with them.
    let oldest = requests[first]?.trigger ?? .min
    misses = misses.filter { $0.key.planned >= oldest }
    deliveries = deliveries.filter { $0.planned >= oldest }
    jumpedZones = jumpedZones.filter { $0.key.planned >= oldest }
    discards = discards.filter { $0.key >= oldest }
    skipped = skipped.filter { $0.key >= oldest }
    skipRequests = skipRequests.mapValues { $0.filter { $0.planned >= oldest } }
  }

  private mutating func take(
    shown item: VisibleNotification, _ point: TracePoint, _ context: PhoneContext
  ) {
    let info = item.content.info
    var showing = Showing(
      identifier: item.identifier, planned: namedTimes[item.identifier] ?? item.occurrence,
      recorded: item.occurrence, kind: info.kind, source: info.source, purpose: info.purpose,
      point: point, item.presentation)
    showing.planned = max(showing.planned, lastRepeat(of: showing, context) ?? .min)
    let omitted = showings.omittedCount
    let place = showings.append(showing)
    showingsOfDay.add(place, at: showing.planned)
    showingsByDay.add(place, at: point.wallMilliseconds)
    guard showings.omittedCount > omitted else { return }
    showingsOfDay.forget(before: showings.omittedCount)
    showingsByDay.forget(before: showings.omittedCount)
  }

  /// A repeating request fires once for days that were jumped over, for the latest of them.
  ///
  /// On Android each day of a reminder has an alarm of its own.
  private func lastRepeat(of showing: Showing, _ context: PhoneContext) -> Int64? {
    let shown = showing.point.wallMilliseconds
    let id = showing.scheduleID
    guard context.platform == .ios, id.hasPrefix(PlannedOccurrence.reminderPrefix),
      let plan = context.schedules.first(where: {
        $0.id == id && $0.isStored(at: shown, in: context)
      })
    else { return nil }
    let zone = context.zone(at: showing.point.sequence)
    var last: Int64?
    var time = plan.nextOccurrence(after: shown - 86_400_000, in: zone)
    while let next = time, next <= shown {
      last = next
      time = plan.nextOccurrence(after: next, in: zone)
    }
    return last
  }

  // MARK: Tasks and fetches

  private mutating func take(_ record: TaskRecord, _ point: TracePoint, cause: UInt64?) {
    switch record {
    case .submitted(let identifier, let begin, _, let owner):
      // On Android the worker of other code is another one.
      guard HistoryIndex.isPrefetch(identifier), android == nil || owner == .plugin else { break }
      withdraw(identifier, point)
      add(
        TracedTask(
          identifier: identifier, begin: begin, submitted: point, cause: cause))
    case .refused(_, _, .plugin): refusals.append(point)
    case .cancelled(let identifier, _): withdraw(identifier, point)
    case .launched(let task):
      guard HistoryIndex.isPrefetch(task.identifier) else { break }
      let run = Int64(task.number)
      guard let waiting = waitingTask(task.identifier) else {
        add(
          TracedTask(
            identifier: task.identifier, begin: nil, started: point, startCause: cause, run: run))
        break
      }
      tasks.change(waiting) { task in
        task.started = point
        task.startCause = cause
        task.run = run
      }
    case .expired(let task), .completed(let task, _), .lost(let task): endRun(of: task, point)
    case .handlerRegistered, .refused, .completedTwice: break
    }
  }

  private static func isPrefetch(_ identifier: String) -> Bool {
    OperatingSystem.workIdentifiers.contains(identifier) || OperatingSystem.isPrefetch(identifier)
  }

  private mutating func add(_ task: TracedTask) {
    let omitted = tasks.omittedCount
    tasksOfDay.add(tasks.append(task), at: task.due)
    if tasks.omittedCount > omitted { tasksOfDay.forget(before: tasks.omittedCount) }
  }

  /// The place of the task that waits; there are few, and the pending one is among the last.
  private func waitingTask(_ identifier: String) -> Int? {
    tasks.lastPlace(within: 16) { $0.identifier == identifier && $0.isPending }
  }

  private mutating func withdraw(_ identifier: String, _ point: TracePoint) {
    guard HistoryIndex.isPrefetch(identifier), let waiting = waitingTask(identifier) else {
      return
    }
    tasks.change(waiting) { $0.withdrawn = point }
  }

  private mutating func endRun(of task: LaunchedTask, _ point: TracePoint, isStop: Bool = false) {
    let run = Int64(task.number)
    let place = tasks.lastPlace { $0.run == run && $0.identifier == task.identifier }
    let end = RunEnd(sequence: point.sequence, isStop: isStop)
    if let place { tasks.change(place) { $0.runEnds.append(end) } }
  }

  private mutating func beginFetch(
    _ number: Int, wanted: Int64?, _ point: TracePoint, cause: UInt64?
  ) {
    let task = run(begunBy: cause)
    let omitted = fetches.omittedCount
    let place = fetches.append(
      TracedFetch(number: Int64(number), started: point, task: task, wanted: wanted))
    fetchesOfDay.add(place, at: point.wallMilliseconds)
    if fetches.omittedCount > omitted { fetchesOfDay.forget(before: fetches.omittedCount) }
  }

  /// The task whose run began with a record, or with one of the same event.
  private func run(begunBy cause: UInt64?) -> Int? {
    guard let cause else { return nil }
    return tasks.lastPlace(within: 64) { task in
      task.started.map { $0.sequence == cause || task.startCause == cause } ?? false
    }
  }

  private func place(ofFetch number: Int) -> Int? {
    fetches.lastPlace { $0.number == Int64(number) }
  }

  private mutating func change(fetch place: Int?, _ body: (inout TracedFetch) -> Void) {
    if let place { fetches.change(place, body) }
  }

  /// The fetch that has ended in the event of a record with that cause.
  private func endedFetch(_ cause: UInt64?) -> Int? {
    lastEndedFetch.flatMap { fetches[$0]?.ended?.sequence == cause ? $0 : nil }
  }

  /// A finding after the end of a fetch, in the same event, is about that fetch; after the
  /// submission of a task it is about that task.
  ///
  /// A failed fetch that never began is about the task in whose run it was to begin.
  private mutating func takeFinding(_ finding: PrefetchFinding, cause: UInt64?) {
    let place = endedFetch(cause)
    let ended = place.flatMap { fetches[$0]?.ended?.sequence } ?? 0
    if place == nil, finding.problem.isOfFetch, let run = run(begunBy: cause) {
      tasks.change(run) { $0.findings.append(finding) }
    } else if let last = tasks.last, last.isPending, last.cause == cause,
      last.submitted?.sequence ?? 0 > ended
    {
      tasks.change(tasks.endIndex - 1) { $0.findings.append(finding) }
    } else {
      change(fetch: place) { $0.findings.append(finding) }
    }
  }
}

/// A notification that the summary holds, by its name and the time that it stands for.
private struct HeldKey: Hashable {
  let identifier: String
  let occurrence: Int64
}

/// A notification that the host asked to skip.
private struct SkipRequest: Sendable {
  /// What it was planned for then, in milliseconds since the Unix epoch.
  let planned: Int64
  /// What the clock of its zone shows then, in minutes since 1970-01-01 00:00.
  let wallMinute: Int64
  let sequence: UInt64
}
