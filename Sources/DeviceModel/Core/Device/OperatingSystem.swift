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
  /// Whether the phone saves power by holding back work: Low Power Mode.
  public internal(set) var isPowerSavingOn = false
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
}
