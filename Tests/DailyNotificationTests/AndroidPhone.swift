import CivilTime
import JSONText
import Testing

@testable import DailyNotification

/// An Android phone: the system, the app's process while there is one, and time.
struct AndroidPhone {
  var system: AndroidSystem
  private(set) var plugin: Plugin<Android<AndroidSystem>>?
  /// How fetches end, and after how many milliseconds; nil: with the fixed content, after 200 ms.
  var outcome: FetchOutcome?
  var fetchMilliseconds: Int64 = 200
  /// Whether the server, too, has content for the notification that a request names.
  var hasServerContent = false
  /// Whether the system holds back work.
  var holdsWork = false
  /// Alarms that have fired and wait until the receiver before them is done.
  private var line: [Alarm] = []
  /// How many receivers have begun, without those that died with their process.
  private(set) var receiverCount = 0
  private var calls = 0
  private var tasks = 0
  private var isStopped = false

  init(zone: String = "UTC", at time: String = "2025-11-15T05:42:30Z") throws {
    system = AndroidSystem(zone: try Zone(identifier: zone))
    system.wallMilliseconds = try #require(ISO8601.parse(time))
  }

  // MARK: The process

  /// A person opens the app.
  mutating func launch() {
    isStopped = false
    startProcess()
    with { $0.launched(on: &$1) }
  }

  /// The process ends; alarms and work stay.
  mutating func kill() {
    plugin = nil
    system.fetches = []
    if !system.isReceiverDone { receiverCount -= 1 }
    system.receiverDied()
    for name in WorkName.all where system.works[name]?.running != nil {
      let work = system.works[name]
      system.works[name]?.running = nil
      system.works[name]?.waiting.insert(work?.running?.beginDate ?? 0, at: 0)
    }
  }

  /// The person stops the app in Settings; `keepsIntents`: as before Android 15.
  mutating func forceStop(keepsIntents: Bool = false) {
    kill()
    isStopped = true
    line = []
    system.alarms = [:]
    if !keepsIntents { system.intents = [] }
    system.works = [:]
    system.shade = []
  }

  /// The phone is off for a while and starts; what must wait for the unlock waits.
  mutating func reboot(minutesOff: Int64 = 0, isLocked: Bool = false) {
    kill()
    system.alarms = [:]
    system.intents = []
    system.shade = []
    system.wallMilliseconds += minutesOff * 60_000
    system.uptimeMilliseconds = 20_000
    system.isProtectedDataAvailable = !isLocked
    broadcast(isLocked ? .lockedBootCompleted : .bootCompleted)
  }

  /// The first unlock after a start.
  mutating func unlock() {
    system.isProtectedDataAvailable = true
    broadcast(.bootCompleted)
  }

  mutating func broadcast(_ broadcast: Broadcast) {
    guard !isStopped else { return }
    startProcess()
    with { $0.received(broadcast, on: &$1) }
  }

  private mutating func startProcess() {
    guard plugin == nil else { return }
    plugin = Plugin()
    with { $0.load(on: &$1) }
  }

  mutating func with(
    _ body: (inout Plugin<Android<AndroidSystem>>, inout AndroidSystem) -> Void
  ) {
    guard var plugin = self.plugin.take() else { return }
    body(&plugin, &system)
    self.plugin = plugin
  }

  @discardableResult
  mutating func call(_ method: String, _ options: JSONObject = [:]) -> PluginReply? {
    calls += 1
    let call = PluginCall(number: calls, method: method, options: options)
    with { $0.handle(call, on: &$1) }
    return system.replies[calls]
  }

  /// What a call replies, or the word of its rejection.
  mutating func value(_ method: String, _ options: JSONObject = [:]) -> JSONValue? {
    switch call(method, options) {
    case .value(let value): value
    case .rejected(let rejection): .string(rejection.kind.rawValue)
    case nil: nil
    }
  }

  // MARK: Time

  /// Lets time pass, with all that happens until then.
  mutating func advance(to text: String) throws {
    advance(to: try #require(ISO8601.parse(text)))
  }

  mutating func advance(to end: Int64) {
    while let time = nextTime, time <= end {
      pass(to: max(time, system.wallMilliseconds))
      happen()
    }
    pass(to: end)
  }

  /// The clock is set; nothing else happens than what the system does about it.
  mutating func setClock(to text: String) throws {
    system.wallMilliseconds = try #require(ISO8601.parse(text))
    while let time = nextTime, time <= system.wallMilliseconds { happen() }
    broadcast(.timeSet)
  }

  /// The phone arrives in another zone.
  mutating func travel(to zone: String) throws {
    system.zone = try Zone(identifier: zone)
    broadcast(.timezoneChanged)
    advance(to: system.wallMilliseconds)
  }

  mutating func pass(to time: Int64) {
    system.uptimeMilliseconds += time - system.wallMilliseconds
    system.wallMilliseconds = time
  }

  private var nextTime: Int64? {
    let works =
      isStopped || holdsWork
      ? [] : system.works.values.filter { $0.running == nil }.compactMap(\.waiting.first)
    let fetches = system.fetches.map { $0.startedAt + fetchMilliseconds(of: $0) }
    return (system.alarms.values.map(\.time) + works + fetches).min()
  }

  private func fetchMilliseconds(of fetch: AndroidSystem.Fetch) -> Int64 {
    min(fetchMilliseconds, fetch.timeout)
  }

  private mutating func happen() {
    let now = system.wallMilliseconds
    if let alarm = system.alarms.values.filter({ $0.time <= now }).min(by: {
      ($0.time, $0.identifier) < ($1.time, $1.identifier)
    }) {
      system.alarms[alarm.identifier] = nil
      system.intents.remove(alarm.identifier)
      line.append(alarm)
      return deliver()
    }
    if let fetch = system.fetches.first(where: { $0.startedAt + fetchMilliseconds(of: $0) <= now })
    {
      system.fetches.removeAll { $0 == fetch }
      let answer = hasServerContent ? fetch.contentOutcome : fetch.fixedOutcome
      let outcome: FetchOutcome =
        fetchMilliseconds > fetch.timeout ? .timedOut : self.outcome ?? answer
      with { $0.fetchEnded(fetch.number, outcome, on: &$1) }
      return deliver()
    }
    for name in WorkName.all where !holdsWork {
      guard let work = system.works[name], work.running == nil, let begin = work.waiting.first,
        begin <= now
      else { continue }
      tasks += 1
      let task = LaunchedTask(number: tasks, identifier: name, beginDate: begin)
      system.works[name]?.waiting.removeFirst()
      system.works[name]?.running = task
      startProcess()
      return with { $0.workStarted(task, on: &$1) }
    }
  }

  /// Calls receivers until one of them goes on after it has returned.
  private mutating func deliver() {
    while system.isReceiverDone, !line.isEmpty {
      let alarm = line.removeFirst()
      startProcess()
      system.receiverBegan()
      receiverCount += 1
      with { $0.alarmFired(alarm, on: &$1) }
    }
  }

  /// The system stops the worker that runs under a name; it starts again in a minute.
  mutating func stopWork(_ name: String) {
    guard let task = system.works[name]?.running else { return }
    system.works[name]?.running = nil
    system.works[name]?.waiting.insert(system.wallMilliseconds + 60_000, at: 0)
    with { $0.workStopped(task, on: &$1) }
  }

  // MARK: What was seen

  /// What was shown, as `<identifier> <source> <time>`.
  var shown: [String] {
    system.showings.map {
      "\($0.identifier) \($0.content.info.source.rawValue) \(ISO8601.text($0.shownAt))"
    }
  }

  /// What was reported missed, as `<id> <planned> <reason> <certainty>`.
  var missed: [String] {
    system.missed.map {
      "\($0.id) \(ISO8601.text($0.plannedTime)) \($0.reason.rawValue) \($0.certainty.rawValue)"
    }
  }

  /// The alarms that are set, as `<identifier> <time>`, in the order of their times.
  var alarms: [String] {
    system.alarms.values.sorted { ($0.time, $0.identifier) < ($1.time, $1.identifier) }
      .map { "\($0.identifier) \(ISO8601.text($0.time))" }
  }

  /// Whether the lines have one with a text in it.
  func hasLine(_ text: String) -> Bool { system.lines.contains { $0.contains(text) } }
}

extension AndroidSystem.Fetch {
  var timeout: Int64 {
    switch request {
    case .fixed(_, let timeout): timeout
    case .get(let request): request.timeoutMilliseconds
    }
  }

  /// Content for the notification that the request names, whoever answers it.
  var contentOutcome: FetchOutcome {
    guard case .get(let request) = request, let time = request.scheduledFor else {
      return fixedOutcome
    }
    let body = ContentPayload.bytes(title: "Title", body: ISO8601.text(time), for: time)
    return .response(FetchResponse(status: 200, body: body))
  }

  /// The plugin's own content; no server answers.
  var fixedOutcome: FetchOutcome {
    switch request {
    case .fixed(let body, _): .response(FetchResponse(status: 200, body: body))
    case .get: .unreachable
    }
  }
}
