import JSONText

/// The plugin as it lives in one app process; it dies with the process.
///
/// What must survive is in the platform's storage. Every mutating method is one run of plugin code
/// ("an entry"); it ends before the next one begins, so any number of callers see one order.
public struct Plugin: Sendable {
  var configuration = PluginConfiguration()
  var openCalls: [OpenCall] = []
  /// Identifiers whose removal was asked for and has not taken effect yet.
  var removing: [String] = []
  /// Whether a request could not be added because of a removal in flight or a full window.
  var isReplanOwed = false
  /// Whether submitting failed; a scheduling call, a launch, a resume or a run tries again.
  var isSubmissionSuspended = false
  /// Why the system refused the last task.
  var lastTaskError: TaskSubmissionError?
  /// What the latest re-planning did.
  var lastReplan = ReplanResult()
  var fetch: RunningFetch?
  var endpointTests: [EndpointTest] = []
  /// The dual schedule's configuration as read last, with the text it was read from.
  var dual: (text: String, configuration: DualConfiguration)?
  /// The native fetcher's configuration as read last, with the text it was read from.
  private var fetcher: (text: String, configuration: NativeFetcher)?
  /// The text that `configuration` was read from.
  private var configurationText: String?
  var cachedToken: IssuedToken?
  var lifecycle = LifecycleEvent.launch
  /// Whether the next call 2 gives its schedule a lead of one minute.
  var isNextLeadShort = false
  /// The calls that do so and are not answered yet.
  var shortLeadCalls: [Int] = []
  /// The bytes of content read last, and what they say.
  var lastPayload: (bytes: [UInt8], payload: ContentPayload)?
  /// The stored rows as read last, and the schedules they decode to.
  var lastSchedules: (rows: [ScheduleRow], zone: String, maximum: Int64, schedules: [Schedule])?

  /// How many calls may wait at once.
  static let openCallsMax = 10_000
  /// The category of every request.
  public static let category = "DAILY_NOTIFICATION"

  /// Makes the plugin of a process that has just started.
  public init() {}

  /// Registers category, delegate and launch handlers; belongs to the launch, before it finishes.
  public mutating func load(on platform: inout some Platform) {
    platform.registerCategory(Plugin.category)
    platform.registerTaskHandler(TaskIdentifier.fetch)
    platform.registerTaskHandler(TaskIdentifier.notify)
    refreshConfiguration(on: &platform)
  }

  /// The native fetcher, once `configureNativeFetcher` was called.
  var nativeFetcher: NativeFetcher? { fetcher?.configuration }

  /// Reads what is configured again where the stored text is another one than was read last.
  ///
  /// The store of a phone that was never unlocked since its start reads as empty, so that what a
  /// process read at its launch need not be all there is.
  mutating func refreshConfiguration(on platform: inout some Platform) {
    let stored = text(.configuration, platform)
    if stored != configurationText {
      configuration = stored.flatMap(PluginConfiguration.init) ?? PluginConfiguration()
      configurationText = stored
      if let stored, PluginConfiguration(stored: stored) == nil {
        quarantine(.configuration, "configuration", on: &platform)
        configurationText = nil
      }
    }
    let dualText = text(.dualConfiguration, platform)
    if dualText != dual?.text {
      dual = dualText.flatMap { text in
        DualConfiguration(stored: text).map { (text, $0) }
      }
      if dualText != nil, dual == nil {
        quarantine(.dualConfiguration, "dual schedule", on: &platform)
      }
    }
    let fetcherText = text(.nativeFetcher, platform)
    if fetcherText != fetcher?.text {
      fetcher = fetcherText.flatMap { text in NativeFetcher(stored: text).map { (text, $0) } }
      if fetcherText != nil, fetcher == nil {
        quarantine(.nativeFetcher, "native fetcher", on: &platform)
      }
    }
  }

  private func quarantine(_ key: StorageKey, _ what: String, on platform: inout some Platform) {
    platform.setValue(nil, for: key)
    platform.log(.quarantined(what: what))
  }

  /// The app was launched by a person.
  public mutating func launched(on platform: inout some Platform) {
    lifecycle = .launch
    run(.launch, on: &platform) { plugin, platform in plugin.cleanUp(&platform) }
  }

  /// The app came back to the foreground.
  public mutating func resumed(on platform: inout some Platform) {
    lifecycle = .foreground
    run(.resume, on: &platform) { _, _ in }
  }

  /// The system launched the app in the background; the task it was launched for comes next.
  public mutating func launchedInBackground(on platform: inout some Platform) {
    run(.backgroundLaunch, on: &platform) { plugin, platform in plugin.cleanUp(&platform) }
  }

  /// The clock was set or the zone changed while the app runs.
  public mutating func timeChanged(on platform: inout some Platform) {
    run(.timeChange, on: &platform) { _, _ in }
  }

  /// The host made a call; its reply is settled now or when what it waits for has come.
  public mutating func handle(_ call: PluginCall, on platform: inout some Platform) {
    guard let method = PluginMethod(rawValue: call.method) else {
      platform.settle(call, with: .rejected(.unimplemented(call.method)))
      return
    }
    run(.call, on: &platform) { plugin, platform in
      plugin.logCall(call, method, on: &platform)
      plugin.answer(call, method, on: &platform)
    }
  }

  /// The person answered the permission dialog; calls that wait for it restart in their order.
  public mutating func authorizationAnswered(on platform: inout some Platform) {
    run(.authorization, on: &platform) { plugin, platform in
      plugin.restartCalls(waitingFor: .authorization, on: &platform)
    }
  }

  /// Requests that were to be removed are gone; what was held back by that goes on.
  ///
  /// What an earlier process had asked to remove may be what this one relies on, so it is planned
  /// anew.
  public mutating func removalsSettled(
    _ identifiers: [String], on platform: inout some Platform
  ) {
    if identifiers.contains(where: { !removing.contains($0) }) { isReplanOwed = true }
    removing.removeAll { identifiers.contains($0) }
    run(.removal, on: &platform) { plugin, platform in
      if plugin.isReplanOwed { plugin.replanStored(on: &platform) }
      if plugin.removing.isEmpty {
        plugin.restartCalls(waitingFor: .removals, on: &platform)
      }
    }
  }

  /// The numbers and methods of the calls that have no reply yet, in the order they came.
  public var unansweredCalls: [PluginCall] { openCalls.map(\.call) }

  /// Runs plugin code for one reason: first the steps every entry takes, then its own.
  mutating func run<P: Platform>(
    _ entry: PluginEntry, on platform: inout P,
    _ body: (inout Plugin, inout P) -> Void
  ) {
    platform.entryBegan(entry)
    // What reads as empty says nothing: with it the plugin would take itself for newly installed.
    if entry.hasEntrySteps, platform.isProtectedDataAvailable {
      takeEntrySteps(entry, on: &platform)
    }
    body(&self, &platform)
    platform.entryEnded(entry)
  }

  mutating func answer(_ call: PluginCall, _ method: PluginMethod, on platform: inout some Platform)
  {
    do throws(Rejection) {
      if isNextLeadShort, method == .scheduleDailyNotification {
        isNextLeadShort = false
        shortLeadCalls.append(call.number)
      }
      // A call that changes schedules does not overtake one that waits for room.
      let isOrdered = method.changesSchedules && openCalls.contains { $0.awaited == .removals }
      switch isOrdered
        ? .waiting(.removals) : try outcome(of: call, method, on: &platform)
      {
      case .reply(let value):
        shortLeadCalls.removeAll { $0 == call.number }
        platform.settle(call, with: .value(value))
      case .waiting(let awaited):
        guard openCalls.count < Plugin.openCallsMax else {
          throw Rejection.tooManyWaiting(Plugin.openCallsMax)
        }
        openCalls.append(OpenCall(call: call, method: method, awaited: awaited))
      }
    } catch {
      shortLeadCalls.removeAll { $0 == call.number }
      platform.settle(call, with: .rejected(error))
    }
  }

  private mutating func restartCalls(waitingFor awaited: Awaited, on platform: inout some Platform)
  {
    let restarting = openCalls.filter { $0.awaited == awaited }
    openCalls.removeAll { $0.awaited == awaited }
    for open in restarting { answer(open.call, open.method, on: &platform) }
  }

  private func logCall(
    _ call: PluginCall, _ method: PluginMethod, on platform: inout some Platform
  ) {
    platform.log(.called(method: method.rawValue))
    let unknown = call.options.keys.filter { !method.optionKeys.contains($0) }
    if !unknown.isEmpty {
      let keys = unknown.sorted().prefix(8).map { Redaction.text(Rejection.shortened($0)) }
        .joined(separator: ",")
      platform.log(.unknownOption(method: method.rawValue, keys: keys))
    }
  }
}
