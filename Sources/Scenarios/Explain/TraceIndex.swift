import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// The requests, tasks, fetches, calls and conditions of a run, taken from its records.
struct TraceIndex: Sendable {
  private(set) var requests: [TracedRequest] = []
  private(set) var drops: [(identifier: String, sequence: UInt64)] = []
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
  private var conditions: [Timeline<String>]
  /// The indices in `requests` of those that have not ended, by identifier.
  private var openRequests: [String: Int] = [:]
  /// The times in the names of alarms that were set for later ones, by those names.
  private var namedTimes: [String: Int64] = [:]
  /// The zones by whose clock times had passed that were jumped over.
  private var jumpedZones: [JumpedTime: Zone] = [:]
  private var callPlaces: [Int64: Int] = [:]
  private var lastEndedFetch: Int?

  init(_ trace: RunTrace) {
    let start = TracePoint(
      sequence: 0, wallMilliseconds: trace.records.first?.wallMilliseconds ?? 0)
    conditions = DeviceCondition.allCases.map { condition in
      var timeline = Timeline<String>()
      timeline.note(condition.initialValue, at: start)
      return timeline
    }
    if trace.platform == .android { android = AndroidConditions(start: start) }
    for record in trace.records {
      android?.take(record)
      let role = RecordTable.role(of: record.payload)
      guard role != .none else { continue }
      take(record, role, RecordFields(record.payload), trace)
    }
    for place in showings.indices { assignRepeated(place, trace) }
  }

  /// The zone by whose clock a time had passed that was jumped over; nil where it came.
  func jumpedZone(_ scheduleID: String, _ planned: Int64) -> Zone? {
    jumpedZones[JumpedTime(scheduleID: scheduleID, planned: planned)]
  }

  /// A repeating request fires once for days that were jumped over, for the latest of them.
  ///
  /// On Android each day of a reminder has an alarm of its own.
  private mutating func assignRepeated(_ place: Int, _ trace: RunTrace) {
    let shown = showings[place].point.wallMilliseconds
    let id = showings[place].scheduleID
    guard trace.platform == .ios, id.hasPrefix(PlannedOccurrence.reminderPrefix),
      let plan = trace.schedules.first(where: { $0.id == id && $0.isStored(at: shown, in: trace) })
    else { return }
    let zone = trace.zone(at: showings[place].point.sequence)
    let day: Int64 = 86_400_000
    var time = plan.nextOccurrence(after: shown - day, in: zone)
    while let next = time, next <= shown {
      showings[place].planned = next
      time = plan.nextOccurrence(after: next, in: zone)
    }
  }

  /// The changes of a condition during the run.
  func timeline(of condition: DeviceCondition) -> Timeline<String> {
    conditions[condition.rawValue]
  }

  private mutating func take(
    _ record: Record<DeviceRecord>, _ role: RecordRole, _ fields: RecordFields,
    _ trace: RunTrace
  ) {
    let point = TracePoint(
      sequence: record.sequence, wallMilliseconds: record.wallMilliseconds)
    switch role {
    case .none: break
    case .call, .reply, .rejection, .callLost: takeCall(role, point, fields)
    case .requestBegins, .requestMoves, .requestEnds, .requestDropped, .delivered:
      takeRequest(role, point, fields, trace)
    case .taskSubmitted, .taskCancelled, .taskStarted, .taskRunEnds:
      takeTask(role, point, cause: record.cause, fields)
    case .taskRefused:
      if fields.text("by") != "other" { refusals.append(point) }
    case .contentLost: contentLosses.append(point)
    case .prefetchSkipped: skips.append(point)
    case .fetchStarted, .fetchEnded, .fetchCancelled: takeFetch(role, point, fields)
    case .fetchStored, .finding: takeFinding(role, point, cause: record.cause, fields)
    case .missReported:
      misses.append(
        ReportedMiss(
          id: fields.text("id"), planned: fields.time("plannedTime") ?? 0,
          sequence: record.sequence))
    case .condition(let condition, let field):
      conditions[condition.rawValue].note(fields.text(field), at: point)
    }
  }

  private mutating func takeCall(_ role: RecordRole, _ point: TracePoint, _ fields: RecordFields) {
    let number = fields.number("call") ?? 0
    if role == .call {
      callPlaces[number] = calls.count
      calls.append(
        TracedCall(
          number: number, called: point, method: fields.text("method"),
          options: fields.text("options")))
    } else if let place = callPlaces[number] {
      calls[place].answer = point.sequence
      calls[place].isDone = role == .reply
    }
  }

  private mutating func takeRequest(
    _ role: RecordRole, _ point: TracePoint, _ fields: RecordFields, _ trace: RunTrace
  ) {
    let identifier = fields.text("identifier")
    let isForeign = fields.text("by") == "other"
    // On Android a name of other code stands for nothing of the plugin's.
    if isForeign, trace.platform == .android { return }
    if role == .requestDropped {
      if !isForeign { drops.append((identifier, point.sequence)) }
      return
    }
    if role == .requestMoves || (role == .requestBegins && !isForeign) {
      return takeTrigger(fields.time("trigger") ?? 0, of: identifier, role, point, trace)
    }
    if let open = openRequests.removeValue(forKey: identifier) {
      requests[open].ends = point.sequence
      requests[open].isReplaced = role == .requestBegins
      requests[open].isDelivered = role == .delivered
    }
    // What other code adds and shows is no notification of a schedule.
    guard role == .delivered, !isForeign else { return }
    let planned = namedTimes[identifier] ?? fields.time("planned")
    showings.append(
      Showing(
        identifier: identifier, planned: planned ?? point.wallMilliseconds,
        source: fields.text("source"), point: point))
  }

  /// A request that begins or is moved.
  ///
  /// An alarm that is set again at another time of its name is the same one, moved by a change of
  /// zone.
  private mutating func takeTrigger(
    _ trigger: Int64, of identifier: String, _ role: RecordRole, _ point: TracePoint,
    _ trace: RunTrace
  ) {
    let open = openRequests[identifier]
    guard open != nil || role == .requestBegins else { return }
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
    if let open, role == .requestMoves || (isAlarm && requests[open].trigger != planned) {
      requests[open].trigger = planned
      requests[open].moves.append(point.sequence)
      requests[open].jumped = jumped
      return
    }
    if let open {
      requests[open].ends = point.sequence
      requests[open].isReplaced = true
    }
    openRequests[identifier] = requests.count
    requests.append(
      TracedRequest(
        identifier: identifier, trigger: planned, begins: point.sequence, jumped: jumped))
  }

  private mutating func takeTask(
    _ role: RecordRole, _ point: TracePoint, cause: UInt64?, _ fields: RecordFields
  ) {
    let (identifier, run) = (fields.text("identifier"), fields.number("run"))
    guard
      OperatingSystem.workIdentifiers.contains(identifier) || OperatingSystem.isPrefetch(identifier)
    else { return }
    if role == .taskRunEnds {
      let place = tasks.lastIndex { $0.run == run && $0.identifier == identifier }
      if let place { tasks[place].runEnds.append(point.sequence) }
      return
    }
    // There are few tasks, and the pending one is among the last.
    let waiting = tasks.suffix(16).lastIndex { $0.identifier == identifier && $0.isPending }
    guard role == .taskStarted else {
      if let waiting { tasks[waiting].withdrawn = point.sequence }
      guard role == .taskSubmitted else { return }
      tasks.append(
        TracedTask(
          identifier: identifier, begin: fields.time("earliestBeginDate"),
          submitted: point.sequence, cause: cause))
      return
    }
    guard let waiting else {
      return tasks.append(TracedTask(identifier: identifier, begin: nil, started: point, run: run))
    }
    tasks[waiting].started = point
    tasks[waiting].run = run
  }

  private mutating func takeFetch(_ role: RecordRole, _ point: TracePoint, _ fields: RecordFields) {
    let number = fields.number("number") ?? 0
    if role == .fetchStarted {
      return fetches.append(TracedFetch(number: number, started: point))
    }
    guard let place = fetches.lastIndex(where: { $0.number == number }) else { return }
    if role == .fetchEnded {
      fetches[place].ended = point
      lastEndedFetch = place
    } else {
      fetches[place].cancelled = point.sequence
    }
  }

  /// A finding after the end of a fetch, in the same event, is about that fetch; after the
  /// submission of a task it is about that task.
  private mutating func takeFinding(
    _ role: RecordRole, _ point: TracePoint, cause: UInt64?, _ fields: RecordFields
  ) {
    let place = lastEndedFetch.flatMap { fetches[$0].ended?.sequence == cause ? $0 : nil }
    let ended = place.flatMap { fetches[$0].ended?.sequence } ?? 0
    if role == .finding, let last = tasks.indices.last, tasks[last].isPending,
      tasks[last].cause == cause, tasks[last].submitted ?? 0 > ended
    {
      tasks[last].findings.append(point.sequence)
    } else if role == .fetchStored {
      guard let place else { return }
      fetches[place].storedFor = fields.time("scheduledFor")
      fetches[place].stored = point.sequence
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
