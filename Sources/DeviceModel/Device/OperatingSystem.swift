import CivilTime
public import DailyNotification
public import SimulationCore

/// The phone without the app's memory: clocks, queue, machines, settings, storage, trace.
public struct OperatingSystem: Sendable {
  /// What the run started from.
  public let configuration: DeviceConfiguration
  /// The phone's clocks.
  public internal(set) var clocks: Clocks
  /// The simulation's time.
  public internal(set) var now = SimulationInstant.zero
  /// The records of the run.
  public internal(set) var trace: Trace<DeviceRecord>
  /// The permission to notify.
  public internal(set) var authorizationMachine = AuthorizationMachine()
  /// The notification center.
  public internal(set) var center = NotificationCenterMachine()
  /// The background task scheduler.
  public internal(set) var scheduler: TaskSchedulerMachine
  /// The app's process.
  public internal(set) var process = ProcessMachine()
  /// Power and lock.
  public internal(set) var power = PowerMachine()
  /// What survives the process, as the app can read it now.
  public internal(set) var storage = DeviceStorage()
  /// What survives the process, while the app cannot read it.
  var sealedStorage: DeviceStorage?
  /// Whether the app was on the screen when the phone was locked.
  var isBehindLock = false
  /// Background App Refresh as set.
  public internal(set) var backgroundRefreshSetting = BackgroundRefreshStatus.available
  /// Whether Low Power Mode is on.
  public internal(set) var isLowPowerModeOn = false
  /// The battery.
  public internal(set) var battery = BatteryState(level: 80, isCharging: false)
  /// The connection and the content API.
  public internal(set) var network: NetworkMachine
  /// How many times plugin code has run to its end.
  public internal(set) var entryCount = 0
  /// How many entries that re-plan have run to their end.
  public internal(set) var plannedEntryCount = 0
  /// How many calls have been made.
  public internal(set) var callCount = 0

  /// The latest replies whose records had something taken out; the caller gets them whole.
  var originalReplies: [(call: Int, reply: PluginReply)] = []
  static let originalRepliesMax = 64
  var queue = EventQueue<ScheduledEvent>()
  var cause: UInt64?
  var isCauseInherited = false
  var removals: [Removal] = []
  var fetches: [Fetch] = []
  /// What was removed while the app was suspended and could not be told.
  var heldRemovals: [String] = []
  /// Whether the dialog was answered and the app was not told.
  var isAnswerHeld = false
  var nextBatch = 1
  var nextFetch = 1
  var suspension: EventToken?
  /// Why the system ends the process as soon as the plugin's code returns.
  var pendingCrash: String?
  var driftStream: SeededGenerator
  var latenessStream: SeededGenerator
  var removalStream: SeededGenerator
  private var zones: [String: Zone] = [:]

  /// A removal that was asked for and has not taken effect.
  struct Removal: Sendable {
    let batch: Int
    let identifiers: [String]
  }

  /// A fetch under way.
  struct Fetch: Sendable {
    let number: Int
    let answer: NetworkMachine.Answer
    let token: EventToken
    /// Whether it has ended while the app was suspended.
    var isHeld = false
  }

  init(_ configuration: DeviceConfiguration) {
    self.configuration = configuration
    clocks = Clocks(configuration)
    trace = Trace(capacity: configuration.traceCapacity)
    scheduler = TaskSchedulerMachine(infoPlist: configuration.infoPlist)
    network = NetworkMachine(seed: configuration.seed)
    driftStream = SeededGenerator(seed: configuration.seed, stream: "deliveryDrift")
    latenessStream = SeededGenerator(seed: configuration.seed, stream: "taskLateness")
    removalStream = SeededGenerator(seed: configuration.seed, stream: "removal")
  }

  /// The wall clock at an instant as it is set now, in milliseconds since the Unix epoch.
  public func wall(at instant: SimulationInstant) -> Int64 {
    clocks.wall(at: instant)
  }

  /// The instant at which the wall clock, as it is set now, shows a time.
  public func instant(ofWall milliseconds: Int64) -> SimulationInstant {
    clocks.instant(ofWall: milliseconds)
  }

  /// The latest answer that the app got from the content API, as it came.
  public var lastResponse: RawResponse? { network.lastResponse }

  /// What survives the process, whether the app can read it now or not.
  public var storedData: DeviceStorage { sealedStorage ?? storage }

  /// Whether the app can read what is stored; not before the first unlock after a start.
  public var isStorageReadable: Bool { sealedStorage == nil }

  /// The reply to a call as the caller gets it, if its record had something taken out.
  public func originalReply(to call: Int) -> PluginReply? {
    originalReplies.last { $0.call == call }?.reply
  }

  /// Whether a removal has been asked for whose effect the app has not been told.
  public var isRemovalInFlight: Bool { !removals.isEmpty || !heldRemovals.isEmpty }

  /// Adds a record; within one event the first record is the cause of the others.
  mutating func record(_ payload: consuming DeviceRecord) {
    let sequence = trace.append(
      payload, instant: now, wallMilliseconds: wall(at: now), cause: cause)
    if isCauseInherited {
      cause = sequence
      isCauseInherited = false
    }
  }

  /// Makes what follows come from a record: of a command, or of whatever scheduled an event.
  mutating func beginCause(_ sequence: UInt64?) {
    cause = sequence
    isCauseInherited = true
  }

  @discardableResult
  mutating func schedule(_ event: DeviceEvent, at instant: SimulationInstant) -> EventToken {
    queue.schedule(ScheduledEvent(event: event, cause: cause), at: max(instant, now))
  }

  mutating func cancel(_ token: EventToken?) {
    if let token { queue.cancel(token) }
  }

  mutating func lookUpZone(_ identifier: String) -> Zone? {
    if let zone = zones[identifier] { return zone }
    guard let zone = try? Zone(identifier: identifier) else { return nil }
    zones[identifier] = zone
    return zone
  }

  /// When a repeating trigger that has just fired fires next, in wall ms; nil when it never does.
  ///
  /// Under the knob's `freeze` the zone may have changed meanwhile; no date is shown twice.
  mutating func nextTrigger(_ trigger: NotificationTrigger, firedAt fired: Int64) -> Int64? {
    guard case .daily(let time, let zoneName) = trigger, let zone = triggerZone(zoneName) else {
      return nextTrigger(trigger)
    }
    var through = max(wallMilliseconds, fired)
    if configuration.knobs.floatingTriggerOnZoneChange == .freeze, zoneName == nil {
      through = max(through, zone.occurrence(of: time, on: zone.date(at: fired)) ?? through)
    }
    return zone.nextOccurrence(of: time, after: through)
  }

  /// When a trigger next fires strictly after now, in wall ms; nil when it never does.
  ///
  /// Source: measured by others on the iOS 18.5 simulator (zone, floating, gap, overlap).
  mutating func nextTrigger(_ trigger: NotificationTrigger) -> Int64? {
    let wallNow = wall(at: now)
    switch trigger {
    case .calendar(let wallTime, let zoneName):
      guard let zone = triggerZone(zoneName), let time = zone.instant(of: wallTime),
        time > wallNow
      else { return nil }
      return time
    case .daily(let time, let zoneName):
      return triggerZone(zoneName)?.nextOccurrence(of: time, after: wallNow)
    case .interval(let milliseconds, _): return wallNow + milliseconds
    }
  }

  mutating func triggerZone(_ name: String?) -> Zone? {
    guard let name else { return zone }
    return lookUpZone(name)
  }

  /// How late a due notification is shown, in milliseconds.
  ///
  /// Source: the plugin's requirements design for ±180 s; that it is never early is Apple's wording
  /// for triggers. The shape (mostly a few seconds) is an assumption.
  mutating func drawDrift() -> Int64 {
    guard configuration.variant == .device else { return 0 }
    switch configuration.knobs.deliveryDrift {
    case .none: return 0
    case .bounded180:
      let draw = driftStream.integer(in: 0...1000)
      return 180 * draw * draw * draw / 1_000_000
    case .beyond: return driftStream.integer(in: 0...900_000)
    }
  }

  /// How late after its begin date a task may run, in milliseconds; nil for never.
  ///
  /// Source: Apple, "Starting and terminating tasks during development" (the delay can be many
  /// hours). The shares of the heavy tail are an assumption.
  mutating func drawLateness() -> Int64? {
    switch configuration.knobs.taskLateness {
    case .fixed: return 0
    case .never: return nil
    case .heavyTail:
      let share = latenessStream.below(1000)
      let minute: Int64 = 60_000
      switch share {
      case 0..<600: return latenessStream.integer(in: 0...minute)
      case 600..<850: return latenessStream.integer(in: minute...(10 * minute))
      case 850..<950: return latenessStream.integer(in: (10 * minute)...(60 * minute))
      case 950..<980: return latenessStream.integer(in: (60 * minute)...(360 * minute))
      case 980..<990: return latenessStream.integer(in: (360 * minute)...(1440 * minute))
      default: return nil
      }
    }
  }

  /// Whether the system lets a task run now.
  ///
  /// Source: Apple Developer Forums 793189 for processing tasks after a force-quit, seen from iOS
  /// 18.3 on; 119758 says the opposite (knob `forceQuitProcessing`). That nothing runs before the
  /// first unlock is assumed; that Low Power Mode holds processing tasks too.
  func allowsTask(_ identifier: String) -> Bool {
    guard power.hasBeenUnlocked, backgroundRefresh == .available, !isLowPowerModeOn else {
      return false
    }
    return process.allowsTaskLaunch
      || !process.state.isOnScreen && runsAfterForceQuit(identifier)
  }

  private func runsAfterForceQuit(_ identifier: String) -> Bool {
    TaskSchedulerMachine.Kind(of: identifier) == .processing
      && configuration.knobs.forceQuitProcessing == .byVersion
      && configuration.isVersion(atLeast: [18, 3])
  }

  /// The first task that would run and whose conditions hold.
  var runnableTask: String? {
    for index in scheduler.pending.indices
    where scheduler.pending[index].isReady && allowsTask(scheduler.pending[index].identifier) {
      return scheduler.pending[index].identifier
    }
    return nil
  }
}
