/// The plugin as it lives in one app process; it dies with the process.
///
/// It dispatches entries and holds the parts, each of which owns its state. What must survive is in
/// the platform's storage. Every mutating method is one run of plugin code ("an entry"); it ends
/// before the next one begins, so any number of callers see one order.
public struct Plugin<Family: PlatformFamily>: Sendable {
  /// What it does where its versions differ.
  let choices: PluginChoices
  /// What `configure` set.
  var storedConfiguration = StoredCopy<PluginConfiguration>(.configuration, name: "configuration")
  var calls = OpenCalls()
  var callbacks = HostCallbacks()
  var schedules = Schedules()
  var ledger = Ledger()
  /// Wall clock and uptime of the latest entry, in milliseconds; nil before the first.
  var lastClocks: (wall: Int64, uptime: Int64)?
  /// What the latest plan was made from; nil where time alone changes it.
  var planned: PlannedSpan?
  /// What the latest re-planning did.
  var lastReplan = ReplanResult()
  /// Deliveries that could not be written to the history yet.
  var unwrittenHistory: [HistoryRow] = []
  /// Misses that could not be written to the history yet; they are reported already.
  var unwrittenMisses: [MissedNotification] = []
  /// Whether the calls are answered that waited for the person, so that none asks again.
  var isTellingAnswer = false
  var contents: Contents
  var dual = DualSchedule()
  var identity = Identity()
  /// Whether this process has a fetcher: the plugin's own, or one that the host registered.
  private(set) var hasFetcher: Bool
  var delivery = Family.Delivery()
  var prefetch: Prefetch<Family.Work>

  /// Makes the plugin of a process that has just started.
  public init(_ choices: PluginChoices = PluginChoices()) {
    self.choices = choices
    contents = Contents(choices)
    prefetch = Prefetch(choices)
    hasFetcher = choices.nativeFetcher != .forgotten
  }

  /// Whether the host has to register a fetcher, and has not in this process.
  public var isFetcherMissing: Bool { !hasFetcher }

  /// The calls that have no reply yet, in the order they came.
  public var unansweredCalls: [PluginCall] { calls.unanswered }

  // MARK: Entries

  /// Registers with the system; belongs to the launch, before it finishes.
  public mutating func load(on platform: inout Family.System) {
    delivery.load(on: &platform)
    prefetch.work.load(on: &platform)
    refreshConfiguration(on: &platform)
  }

  /// The app was launched by a person.
  public mutating func launched(on platform: inout Family.System) {
    run(.launch, on: &platform) { plugin, platform in plugin.removeExpired(on: &platform) }
  }

  /// The app came back to the foreground.
  public mutating func resumed(on platform: inout Family.System) {
    run(.resume, on: &platform) { _, _ in }
  }

  /// The system launched the app in the background; the task it was launched for comes next.
  public mutating func launchedInBackground(on platform: inout Family.System) {
    run(.backgroundLaunch, on: &platform) { plugin, platform in
      plugin.removeExpired(on: &platform)
    }
  }

  /// The clock was set or the zone changed while the app runs.
  public mutating func timeChanged(on platform: inout Family.System) {
    run(.timeChange, on: &platform) { _, _ in }
  }

  /// The person tapped a notification, which the system still shows.
  public mutating func tapped(on platform: inout Family.System) {
    run(.tap, on: &platform) { _, _ in }
  }

  /// The person dismissed a notification, which the system still shows while this runs.
  public mutating func dismissed(on platform: inout Family.System) {
    run(.dismissal, on: &platform) { _, _ in }
  }

  /// The host registered its native fetcher; it holds until the process ends.
  public mutating func registerFetcher(on platform: inout Family.System) {
    run(.harness, on: &platform) { plugin, platform in
      plugin.hasFetcher = true
      platform.log(.fetcherRegistered)
    }
  }

  /// The host made a call; it is answered now, or when what it waits for has arrived.
  public mutating func handle(_ call: PluginCall, on platform: inout Family.System) {
    guard let method = PluginMethod(rawValue: call.method) else {
      platform.settle(call, with: .rejected(.unimplemented(call.method, on: Family.name)))
      return
    }
    let call = method.unwrapped(call)
    run(.call, on: &platform) { plugin, platform in
      method.log(call, on: &platform)
      plugin.answer(call, method, on: &platform)
    }
  }

  /// The person answered the permission dialog; calls that wait for it restart in their order.
  public mutating func authorizationAnswered(on platform: inout Family.System) {
    run(.authorization, on: &platform) { plugin, platform in
      plugin.isTellingAnswer = true
      plugin.restartCalls(waitingFor: .authorization, on: &platform)
      plugin.isTellingAnswer = false
    }
  }

  // MARK: Running code

  /// Runs plugin code for one reason: first the steps every entry takes, then its own.
  mutating func run(
    _ entry: PluginEntry, on platform: inout Family.System,
    _ body: (inout Plugin, inout Family.System) -> Void
  ) {
    platform.entryBegan(entry)
    // A sealed store reads as empty: with it the plugin would take itself for newly installed.
    if entry.hasEntrySteps, !entry.showsFirst, platform.isProtectedDataAvailable {
      takeEntrySteps(entry, on: &platform)
    }
    body(&self, &platform)
    settleShares(on: &platform)
    platform.entryEnded(entry)
  }

  private func removeExpired(on platform: inout Family.System) {
    guard platform.isProtectedDataAvailable else { return }
    Contents.removeExpired(retentionDays: configuration.retentionDays, on: &platform)
  }

  /// Answers a call, or lets it wait.
  ///
  /// - Parameter isAnswered: Whether it has its reply and only acts again.
  private mutating func answer(
    _ call: PluginCall, _ method: PluginMethod, isAnswered: Bool = false,
    on platform: inout Family.System
  ) {
    // Calls before it that wait for the person have armed nothing yet.
    let mustActAgain = method.actsOnArmed && calls.isAnyWaitingToArm
    do throws(Rejection) {
      if method.needsStoredData, !platform.isProtectedDataAvailable {
        throw .lockedUntilFirstUnlock(method).named(choices.errorNames, isSealed: true)
      }
      calls.began(call, method)
      // A call that changes schedules does not overtake one that waits for withdrawals.
      let isOrdered = method.changesSchedules && calls.isAnyWaitingForRemovals
      switch isOrdered ? .waiting(.removals) : try outcome(of: call, method, on: &platform) {
      case .reply(let value):
        if mustActAgain { _ = try? wait(call, method, for: .authorization, isAnswered: true) }
        calls.ended(call)
        if !isAnswered { platform.settle(call, with: .value(value)) }
      case .waiting(let awaited):
        try wait(call, method, for: awaited, isAnswered: isAnswered)
      }
    } catch {
      // What it refers to may be what those calls will arm.
      if mustActAgain, (try? wait(call, method, for: .authorization)) != nil { return }
      calls.ended(call)
      guard !isAnswered else { return }
      platform.settle(call, with: .rejected(error.named(choices.errorNames)))
    }
  }

  private mutating func wait(
    _ call: PluginCall, _ method: PluginMethod, for awaited: Awaited, isAnswered: Bool = false
  ) throws(Rejection) {
    try calls.wait(
      OpenCall(call: call, method: method, awaited: awaited, isAnswered: isAnswered))
  }

  /// Restarts the calls that wait for something that has arrived, in their order.
  ///
  /// A cancellation that came after them and was answered acts again, in its place.
  mutating func restartCalls(waitingFor awaited: Awaited, on platform: inout Family.System) {
    for open in calls.take(waitingFor: awaited) {
      answer(open.call, open.method, isAnswered: open.isAnswered, on: &platform)
    }
  }
}
