import CivilTime
public import DailyNotification
public import SimulationCore

/// The phone without the app's memory: each part owns its state, this type joins them.
///
/// Nobody but a part itself changes what it holds. What needs several parts, such as a record with
/// its time or an event with its cause, is a short function here or in `Device`.
public struct OperatingSystem: Sendable {
  /// What the run started from.
  public var configuration: DeviceConfiguration {
    @inline(__always) _read { yield start.configuration }
  }
  private let start: Start
  /// The simulation's time, the phone's clocks and its zone.
  public internal(set) var clocks: Clocks
  /// The records of the run.
  public private(set) var trace: Trace<DeviceRecord>
  /// The permission to notify.
  public internal(set) var authorizationMachine = AuthorizationMachine()
  /// The other code in the app.
  public internal(set) var otherCode = OtherCode()
  /// The app's process.
  public internal(set) var process = ProcessMachine()
  /// Power, battery and lock.
  public internal(set) var power = PowerMachine()
  /// What survives the process, as the app can read it now.
  public internal(set) var storage = DeviceStorage()
  /// What survives the process, while the app cannot read it.
  var dataProtection = DataProtection()
  /// The keys with which the app proves who it is.
  public internal(set) var keychain: Keychain
  /// The connection, the content API and the fetches under way.
  public internal(set) var network: NetworkMachine
  /// What it has of its own platform.
  var parts: PhoneParts<IOSParts, AndroidParts>
  /// What has passed between the app and the plugin.
  var traffic = PluginTraffic()
  /// The secrets that it has met.
  public internal(set) var secrets = SecretNumbers()
  var driftStream: SeededGenerator
  var latenessStream: SeededGenerator
  var removalStream: SeededGenerator

  private var queue = EventQueue<ScheduledEvent>()
  private var cause: UInt64?
  private var isCauseInherited = false
  /// Always nil: a value with an existential in it is looked at where it is stored.
  ///
  /// Without one the compiler moves all of the phone to the stack for a look at a few bytes
  /// (`docs/decisions.md`, *A phone is looked at where it is stored*).
  private let looksInPlace: (any Sendable)? = nil

  init(_ configuration: DeviceConfiguration) {
    start = Start(configuration)
    clocks = Clocks(configuration)
    trace = Trace(capacity: configuration.traceCapacity)
    parts =
      switch configuration.platform {
      case .ios: .ios(Boxed(IOSParts(configuration)))
      case .android: .android(Boxed(AndroidParts(configuration)))
      }
    keychain = configuration.keychain
    network = NetworkMachine(seed: configuration.seed)
    driftStream = SeededGenerator(seed: configuration.seed, stream: "deliveryDrift")
    latenessStream = SeededGenerator(seed: configuration.seed, stream: "taskLateness")
    removalStream = SeededGenerator(seed: configuration.seed, stream: "removal")
    switch parts {
    case .ios: break
    case .android: grantByDefault()
    }
  }

  /// The simulation's time.
  public var now: SimulationInstant { clocks.now }

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

  /// The requests that the world outside of the simulation is to answer, oldest first.
  public var awaitedFetches: [AwaitedFetch] { network.awaited }

  /// What survives the process, whether the app can read it now or not.
  public var storedData: DeviceStorage { dataProtection.everything(storage) }

  /// Whether the app can read what is stored; not before the first unlock after a start.
  public var isStorageReadable: Bool { !dataProtection.isSealed }

  /// The calls that have ended in the present event, in order.
  ///
  /// An observer reads them after each event. The trace may have dropped their records by then.
  public var endedCalls: [EndedCall] { traffic.ends }

  /// How many times plugin code has run to its end.
  public var entryCount: Int { traffic.entryCount }

  /// How many entries that re-plan have run to their end.
  public var plannedEntryCount: Int { traffic.plannedEntryCount }

  /// How many calls have been made.
  public var callCount: Int { traffic.callCount }

  /// Adds a record; within one event the first record is the cause of the others.
  mutating func record(_ payload: consuming DeviceRecord) {
    let sequence = trace.append(
      payload, instant: now, wallMilliseconds: wall(at: now), cause: cause)
    if isCauseInherited {
      cause = sequence
      isCauseInherited = false
    }
  }

  /// Begins an event: what follows comes from the record of a command or of what scheduled it.
  mutating func beginCause(_ sequence: UInt64?) {
    traffic.eventBegan()
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

  /// The instant of the next event; nil when nothing is scheduled.
  var nextInstant: SimulationInstant? {
    mutating get { queue.nextInstant }
  }

  /// How many events lie ahead.
  var eventCount: Int { queue.count }

  /// Takes out the next event that is due now; nil when there is none.
  mutating func nextDue() -> ScheduledEvent? { queue.pop(through: now)?.payload }
}

/// What a run started from, apart from the phone, which is copied: it is large and never changes.
private final class Start: Sendable {
  let configuration: DeviceConfiguration

  init(_ configuration: DeviceConfiguration) { self.configuration = configuration }
}
