import DailyNotification
import DeviceModel
import SimulationCore

/// What the records of a run say about requests, tasks, fetches, calls and conditions.
struct TraceIndex: Sendable {
  private(set) var requests: [RequestLife] = []
  private(set) var drops: [(identifier: String, sequence: UInt64)] = []
  private(set) var showings: [Showing] = []
  private(set) var tasks: [TaskLife] = []
  private(set) var refusals: [Moment] = []
  private(set) var fetches: [FetchLife] = []
  private(set) var contentLosses: [Moment] = []
  private(set) var skips: [Moment] = []
  private(set) var misses: [NoticedMiss] = []
  private(set) var calls: [CallLife] = []
  private var conditions: [Timeline<String>]
  /// The places in `requests` of those that have not ended.
  private var openRequests: [String: Int] = [:]
  private var callPlaces: [Int64: Int] = [:]
  private var lastEndedFetch: Int?

  init(_ trace: RunTrace) {
    let start = Moment(
      sequence: 0, wallMilliseconds: trace.records.first?.wallMilliseconds ?? 0)
    conditions = Condition.allCases.map { condition in
      var timeline = Timeline<String>()
      timeline.note(condition.initialValue, at: start)
      return timeline
    }
    for record in trace.records {
      guard let role = RecordTable.row(of: record.payload)?.role, role != .told else { continue }
      take(record, role, RecordFields(record.payload))
    }
    for place in showings.indices { aimRepeated(place, trace) }
  }

  /// What the system repeats comes once for days that were jumped over, and stands for the latest.
  private mutating func aimRepeated(_ place: Int, _ trace: RunTrace) {
    let shown = showings[place].moment.wallMilliseconds
    let id = showings[place].scheduleID
    guard id.hasPrefix(PlannedOccurrence.reminderPrefix),
      let plan = trace.plans.first(where: { $0.id == id && $0.stands(at: shown) })
    else { return }
    let day: Int64 = 86_400_000
    var time = plan.nextOccurrence(after: shown - day, trace)
    while let next = time, next <= shown {
      showings[place].planned = next
      time = plan.nextOccurrence(after: next, trace)
    }
  }

  /// How a condition changed during the run.
  func timeline(of condition: Condition) -> Timeline<String> { conditions[condition.rawValue] }

  private mutating func take(
    _ record: Record<DeviceRecord>, _ role: RecordRole, _ fields: RecordFields
  ) {
    let moment = Moment(
      sequence: record.sequence, wallMilliseconds: record.wallMilliseconds)
    switch role {
    case .told: break
    case .call, .reply, .rejection, .callLost: takeCall(role, moment, fields)
    case .requestBegins, .requestEnds, .requestDropped, .showing:
      takeRequest(role, moment, fields)
    case .taskAsked, .taskWithdrawn, .taskStarted, .taskRunEnds:
      takeTask(role, moment, cause: record.cause, fields)
    case .taskRefused: refusals.append(moment)
    case .contentLost: contentLosses.append(moment)
    case .prefetchSkipped: skips.append(moment)
    case .fetchStarted, .fetchEnded, .fetchCancelled: takeFetch(role, moment, fields)
    case .fetchStored, .finding: takeFinding(role, moment, cause: record.cause, fields)
    case .missNoticed:
      misses.append(
        NoticedMiss(
          id: fields.text("id"), planned: fields.time("plannedTime") ?? 0,
          sequence: record.sequence))
    case .condition(let condition, let field):
      conditions[condition.rawValue].note(fields.text(field), at: moment)
    }
  }

  private mutating func takeCall(_ role: RecordRole, _ moment: Moment, _ fields: RecordFields) {
    let number = fields.number("call") ?? 0
    if role == .call {
      callPlaces[number] = calls.count
      calls.append(
        CallLife(
          number: number, called: moment, method: fields.text("method"),
          options: fields.text("options")))
    } else if let place = callPlaces[number] {
      calls[place].answer = moment.sequence
      calls[place].isDone = role == .reply
    }
  }

  private mutating func takeRequest(
    _ role: RecordRole, _ moment: Moment, _ fields: RecordFields
  ) {
    let identifier = fields.text("identifier")
    if role == .requestDropped { return drops.append((identifier, moment.sequence)) }
    if let open = openRequests.removeValue(forKey: identifier) {
      requests[open].ends = moment.sequence
      requests[open].isReplaced = role == .requestBegins
      requests[open].isDelivered = role == .showing
    }
    if role == .requestBegins {
      openRequests[identifier] = requests.count
      requests.append(
        RequestLife(
          identifier: identifier, trigger: fields.time("trigger") ?? 0, begins: moment.sequence))
    } else if role == .showing {
      showings.append(
        Showing(
          identifier: identifier, planned: fields.time("planned") ?? moment.wallMilliseconds,
          source: fields.text("source"), moment: moment))
    }
  }

  private mutating func takeTask(
    _ role: RecordRole, _ moment: Moment, cause: UInt64?, _ fields: RecordFields
  ) {
    let (identifier, run) = (fields.text("identifier"), fields.number("run"))
    if role == .taskRunEnds {
      let place = tasks.lastIndex { $0.run == run && $0.identifier == identifier }
      if let place { tasks[place].runEnds.append(moment.sequence) }
      return
    }
    // There are few tasks, and the one that waits is among the last.
    let waiting = tasks.suffix(16).lastIndex { $0.identifier == identifier && $0.isPending }
    switch (role, waiting) {
    case (.taskStarted, let waiting?):
      tasks[waiting].started = moment
      tasks[waiting].run = run
    case (.taskStarted, nil):
      tasks.append(TaskLife(identifier: identifier, begin: nil, started: moment, run: run))
    default:
      if let waiting { tasks[waiting].withdrawn = moment.sequence }
      guard role == .taskAsked else { return }
      tasks.append(
        TaskLife(
          identifier: identifier, begin: fields.time("earliestBeginDate"), asked: moment.sequence,
          cause: cause))
    }
  }

  private mutating func takeFetch(_ role: RecordRole, _ moment: Moment, _ fields: RecordFields) {
    let number = fields.number("number") ?? 0
    if role == .fetchStarted {
      return fetches.append(FetchLife(number: number, started: moment))
    }
    guard let place = fetches.lastIndex(where: { $0.number == number }) else { return }
    if role == .fetchEnded {
      fetches[place].ended = moment
      lastEndedFetch = place
    } else {
      fetches[place].cancelled = moment.sequence
    }
  }

  /// What follows the end of a fetch in the same event is about that fetch; what follows the
  /// request of a task is about that.
  private mutating func takeFinding(
    _ role: RecordRole, _ moment: Moment, cause: UInt64?, _ fields: RecordFields
  ) {
    let place = lastEndedFetch.flatMap { fetches[$0].ended?.sequence == cause ? $0 : nil }
    if role == .fetchStored {
      guard let place else { return }
      fetches[place].storedFor = fields.time("scheduledFor")
      fetches[place].stored = moment.sequence
    } else if let place {
      fetches[place].findings.append(moment.sequence)
    } else if let last = tasks.indices.last, tasks[last].isPending, tasks[last].cause == cause {
      tasks[last].findings.append(moment.sequence)
    }
  }
}
