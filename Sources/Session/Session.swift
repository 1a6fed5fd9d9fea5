public import DailyNotification
public import DeviceModel
public import Invariants
public import SimulationCore

/// A phone, what is done to it, and all that watches it: the one place that moves a device.
///
/// Every command goes through `perform`, all time through `advance` and the two methods built on
/// it. The scenario runner, the interactive run and the bridge are callers; each brings an observer
/// for the records that it needs. After each event the observer sees the new records, and the
/// invariants are checked.
public struct Session<Observer: SessionObserver>: Sendable {
  /// The phone.
  public internal(set) var device: Device
  /// What was pressed, in order.
  public internal(set) var presses: [Press] = []
  var watch: Watch<Observer>
  /// The presses whose call has no reply yet, in the order in which the calls were made.
  var openPresses: [OpenPress] = []
  /// The presses that have ended since somebody asked, in order.
  var pressEnds: [PressEnd] = []
  /// Whether time stops at the instant of a request that the world outside is to answer.
  ///
  /// Only a caller that brings the answer sets it; a journal has the answer as a command.
  public var stopsForFetches = false
  /// An answer of the network that comes before the phone's time is where it enters.
  var earlyAnswer: LiveAnswer?

  /// Starts a phone and shows the observer its first records.
  ///
  /// Unless `isStartChecked` is false, the invariants are checked, and counted, at the start too.
  public init(
    _ configuration: DeviceConfiguration, observer: Observer, isStartChecked: Bool = true
  ) {
    device = Device(configuration)
    watch = Watch(observer)
    if isStartChecked {
      watch.eventHappened(on: device)
      watch.instantEnded(on: device)
    } else {
      watch.readRecords(of: device)
    }
  }

  /// Goes on with the phone of another session, as it is now.
  public init<Other>(continuing other: Session<Other>, observer: Observer) {
    device = other.device
    presses = other.presses
    openPresses = other.openPresses
    pressEnds = other.pressEnds
    stopsForFetches = other.stopsForFetches
    earlyAnswer = other.earlyAnswer
    watch = Watch(continuing: other.watch, observer, on: other.device)
  }

  /// The caller's observer.
  public var observer: Observer {
    _read { yield watch.observer }
    _modify { yield &watch.observer }
  }

  /// The invariants with what they have seen.
  public var invariants: InvariantChecker { watch.invariants }

  /// Checks what has to hold when the state is written to a report.
  public mutating func willExport() {
    watch.invariants.willExport(device)
  }

  /// When the next event is due; nil when nothing is scheduled.
  public var nextInstant: SimulationInstant? {
    mutating get { device.nextInstant }
  }

  /// Does something to the phone, then runs what is due now.
  ///
  /// Throws when the phone refuses it. The ends of calls are in `takeEndedCalls`.
  public mutating func perform(_ command: Command) throws(CommandRefusal) {
    try device.perform(command, observing: &watch)
  }

  /// The number that the next call of the plugin gets.
  public var nextCall: Int { device.os.callCount + 1 }

  /// The calls that have ended since this was asked last, in order.
  ///
  /// A caller that presses takes the ends of its presses with `nextPressEnd` instead.
  public mutating func takeEndedCalls() -> [CallEnd] {
    guard !watch.endedCalls.isEmpty else { return [] }
    defer { watch.endedCalls.removeAll(keepingCapacity: true) }
    return watch.endedCalls
  }

  /// Knows the secrets of its phone as they are now: numbers were given for it.
  public mutating func know(_ secrets: SecretNumbers) { device.know(secrets) }

  // MARK: Time

  /// Lets time pass up to an instant, or through a slice of at least `eventsMax` events.
  ///
  /// A slice ends between two instants, and where a request begins that the world outside is to
  /// answer. Where an advance is cut into slices changes no record.
  @discardableResult
  public mutating func advance(
    to target: SimulationInstant, eventsMax: Int = .max
  ) throws(AdvanceError) -> Device.Advance {
    var events = 0
    while hasRest || stopsForFetches, let next = nextInstant, next <= target {
      if events >= eventsMax || isAwaiting {
        return Device.Advance(events: events, isComplete: false)
      }
      events += try runToNextEvent().events
    }
    if isAwaiting { return Device.Advance(events: events, isComplete: device.os.now == target) }
    let last = try device.advance(
      to: target, eventsMax: max(0, eventsMax - events), observing: &watch)
    return Device.Advance(events: events + last.events, isComplete: last.isComplete)
  }

  /// Lets time pass as it did once, up to an instant of a journal; one in the past changes nothing.
  ///
  /// What ended an advance when it was done first ends it again, and is no error then: an advance
  /// that ends so is complete.
  @discardableResult
  public mutating func pass(
    to instant: SimulationInstant, eventsMax: Int = .max
  ) -> Device.Advance {
    let done = Device.Advance(events: 0, isComplete: true)
    guard instant >= device.os.now else { return done }
    let advance = (try? advance(to: instant, eventsMax: eventsMax)) ?? done
    settlePressEnds()
    return advance
  }

  /// Continues every press whose call has ended; nobody asks for the outcome.
  public mutating func settlePressEnds() {
    while nextPressEnd() != nil {}
  }

  /// Lets time pass in slices; ends before the target when it is interrupted between two slices.
  public mutating func advance(
    to target: SimulationInstant, eventsASlice: Int, isInterrupted: () -> Bool
  ) throws(AdvanceError) {
    while try !advance(to: target, eventsMax: eventsASlice).isComplete, !isInterrupted() {}
  }

  /// Runs everything that is due at the next instant with an event.
  @discardableResult
  public mutating func runToNextEvent() throws(AdvanceError) -> Device.Advance {
    let advance = try device.runToNextEvent(observing: &watch)
    if hasRest { settlePresses() }
    return advance
  }

  /// Runs until nothing is in flight, or only a person's answer is missing.
  ///
  /// Ends also where a request begins that the world outside is to answer. Throws when the phone
  /// is still busy after `limit` events.
  @discardableResult
  public mutating func runUntilIdle(limit: Int) throws(AdvanceError) -> Device.Settled {
    var events = 0
    while hasRest || stopsForFetches, events < limit, !device.isSettled, !isAwaiting,
      nextInstant != nil
    {
      events += try runToNextEvent().events
    }
    if isAwaiting { return Device.Settled(events: events, isWaitingForDialog: false) }
    let settled = try device.runUntilIdle(limit: limit - events, observing: &watch)
    return Device.Settled(
      events: events + settled.events, isWaitingForDialog: settled.isWaitingForDialog)
  }
}
