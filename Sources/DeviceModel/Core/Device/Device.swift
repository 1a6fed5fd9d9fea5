public import SimulationCore

/// A simulated phone with the plugin's test app on it.
///
/// Two entry points move it: `perform` gives it a command at the present instant, `advance` lets
/// time pass. Same configuration, same (instant, command) list: byte-identical trace.
public struct Device: Sendable {
  /// The phone.
  public internal(set) var os: OperatingSystem
  /// The app's memory; nil while no process is alive.
  public internal(set) var app: AppProcess?

  /// How many events may happen at one instant before the run is given up.
  public static let eventsAtOneInstantMax = 10_000

  /// How far a run may go: 2^48 ms, some 8,900 years.
  public static let instantMax = SimulationInstant(milliseconds: 1 << 48)

  /// Makes a phone and, unless the configuration says otherwise, launches the app.
  public init(_ configuration: DeviceConfiguration = DeviceConfiguration()) {
    os = OperatingSystem(configuration)
    os.record(.command(.began(configuration)))
    os.beginCause(0)
    if configuration.isLaunchedAtStart { launchByPerson() }
  }

  /// Does something to the phone, then runs what is due now.
  public mutating func perform(_ command: Command) throws(CommandRefusal) {
    var nobody = NoObserver()
    try perform(command, observing: &nobody)
  }

  /// Does something to the phone, then runs what is due now; the observer is told of each event.
  public mutating func perform(
    _ command: Command, observing observer: inout some DeviceObserver
  ) throws(CommandRefusal) {
    let command = named(command)
    meetSecrets(of: [command])
    if let refusal = refusal(of: command) {
      os.beginCause(nil)
      os.record(.command(.refused(command.redacted(os.secrets), refusal)))
      observer.eventHappened(on: self)
      observer.instantEnded(on: self)
      throw refusal
    }
    os.beginCause(nil)
    execute(command)
    observer.eventHappened(on: self)
    var count = 0
    while let next = os.nextDue() {
      run(next)
      observer.eventHappened(on: self)
      count += 1
      if count > Device.eventsAtOneInstantMax { throw .eventStorm }
    }
    observer.instantEnded(on: self)
  }

  /// How far an advance came.
  public struct Advance: Hashable, Sendable {
    /// How many events happened.
    public let events: Int
    /// Whether the target instant was reached; otherwise `eventsMax` ended the slice.
    public let isComplete: Bool

    /// Describes how far an advance came.
    public init(events: Int, isComplete: Bool) {
      self.events = events
      self.isComplete = isComplete
    }
  }

  /// Lets time pass up to an instant.
  ///
  /// A slice ends between instants once at least `eventsMax` events have happened; going on from
  /// there gives the same trace as one advance. Throws for an instant in the past and for more than
  /// 10,000 events at one instant.
  @discardableResult
  public mutating func advance(
    to target: SimulationInstant, eventsMax: Int = .max,
    observing observer: inout some DeviceObserver
  ) throws(AdvanceError) -> Advance {
    guard target >= os.now else { throw .inThePast(now: os.now, target: target) }
    guard target <= Device.instantMax else { throw .tooFar(target) }
    var events = 0
    var next = os.nextInstant
    while let instant = next, instant <= target {
      if events >= eventsMax { return Advance(events: events, isComplete: false) }
      os.clocks.advance(to: instant)
      next = try runInstant(observing: &observer, count: &events)
    }
    os.clocks.advance(to: target)
    return Advance(events: events, isComplete: true)
  }

  /// Lets time pass up to an instant, without an observer.
  @discardableResult
  public mutating func advance(
    to target: SimulationInstant, eventsMax: Int = .max
  ) throws(AdvanceError) -> Advance {
    var nobody = NoObserver()
    return try advance(to: target, eventsMax: eventsMax, observing: &nobody)
  }

  /// The instant of the next event.
  public var nextInstant: SimulationInstant? {
    mutating get { os.nextInstant }
  }

  /// Runs all events of this instant, and adds their number to `count`; returns the next instant,
  /// or nil when nothing is scheduled.
  private mutating func runInstant(
    observing observer: inout some DeviceObserver, count: inout Int
  ) throws(AdvanceError) -> SimulationInstant? {
    let countMax = count + Device.eventsAtOneInstantMax
    while let event = os.nextDue() {
      run(event)
      count += 1
      if count > countMax {
        reportEvent(to: &observer)
        throw .eventStorm(at: os.now)
      }
      let next = os.nextInstant
      if next != os.now {
        // An observer cannot change the device: nothing else is due.
        reportLastEvent(to: &observer)
        return next
      }
      reportEvent(to: &observer)
    }
    return os.nextInstant
  }

  /// Does not mutate and is not inlined, so that the device is handed on and not copied.
  @inline(never)
  private func reportEvent(to observer: inout some DeviceObserver) {
    observer.eventHappened(on: self)
  }

  /// The last event of an instant, and its end.
  @inline(never)
  private func reportLastEvent(to observer: inout some DeviceObserver) {
    observer.eventHappened(on: self)
    observer.instantEnded(on: self)
  }
}

/// Why time could not pass.
public enum AdvanceError: Error, Hashable, Sendable, CustomStringConvertible {
  case inThePast(now: SimulationInstant, target: SimulationInstant)
  case eventStorm(at: SimulationInstant)
  case notIdle(afterEvents: Int)
  case tooFar(SimulationInstant)

  public var description: String {
    switch self {
    case .inThePast(let now, let target):
      "the target lies \(now.milliseconds - target.milliseconds) ms in the past; "
        + "time only goes forward"
    case .eventStorm(let instant):
      "more than \(Device.eventsAtOneInstantMax) events at instant \(instant.milliseconds) ms"
    case .tooFar(let target):
      "the target lies \(target.milliseconds) ms after the start; a run ends after "
        + "\(Device.instantMax.milliseconds) ms"
    case .notIdle(let events): "the phone is still busy after \(events) events"
    }
  }
}
