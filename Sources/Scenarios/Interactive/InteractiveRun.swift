import DailyNotification
public import DeviceModel
public import Invariants
public import Session
public import SimulationCore

/// A session that a person leads: presses, time that passes, and nothing that is expected.
///
/// The invariants are checked throughout. Every press is remembered for the run summary, at most
/// `pressesMax` of them.
public struct InteractiveRun: Sendable {
  /// The run's name in reports.
  public let name: String
  /// What no result and no recording may show.
  let secrets: SecretTexts
  private(set) var session: Session<InteractiveObserver>

  /// Starts a phone.
  public init(name: String, configuration: DeviceConfiguration = DeviceConfiguration()) {
    self.name = name
    secrets = SecretTexts([])
    session = Session(configuration, observer: InteractiveObserver())
  }

  /// Goes on with the phone of a scenario's run, as it is now.
  init(name: String, _ runner: ScenarioRunner) {
    self.name = name
    secrets = runner.secrets
    session = Session(
      continuing: runner.session, observer: InteractiveObserver(runner.session.observer))
  }

  /// The phone.
  public var device: Device { session.device }

  /// What was pressed, in order.
  public var presses: [Press] { session.presses }

  /// What was done so far, from which the same can be done again.
  public var journal: Journal {
    Journal(
      configuration: device.os.configuration, presses: presses, end: device.os.now,
      secrets: secrets)
  }

  /// The invariants with what they have seen.
  public var invariants: InvariantChecker { session.invariants }

  /// How many log lines at info and above there were.
  public var lineCount: Int { session.observer.lineCount }

  /// How many presses a run remembers; the next one is refused.
  public static let pressesMax = Session<InteractiveObserver>.pressesMax

  /// Whether no further press can be remembered.
  public var isFull: Bool { session.isFull }

  /// When the next event is due; nil when nothing is scheduled.
  public var nextInstant: SimulationInstant? {
    mutating get { session.nextInstant }
  }

  /// Does something to the phone and remembers it; returns it with its outcome so far.
  ///
  /// Of several commands each is given once the one before was answered by a value. A run that is
  /// full does nothing and returns nil.
  public mutating func press(
    _ commands: [Command], title: String, isButton: Bool = false
  ) -> Press? {
    guard let index = session.press(commands, title: title, isButton: isButton) else {
      return nil
    }
    settle()
    return presses[index]
  }

  /// Does one thing to the phone.
  public mutating func press(_ command: Command, title: String) -> Press? {
    press([command], title: title)
  }

  /// Lets time pass up to an instant, or through a slice of at least `eventsMax` events.
  @discardableResult
  public mutating func advance(
    to target: SimulationInstant, eventsMax: Int = .max
  ) throws(AdvanceError) -> Device.Advance {
    defer { settle() }
    return try session.advance(to: target, eventsMax: eventsMax)
  }

  /// Runs everything that is due at the next instant.
  public mutating func runToNextEvent() throws(AdvanceError) -> Device.Advance {
    defer { settle() }
    return try session.runToNextEvent()
  }

  /// Runs until nothing is in flight, or only a person's answer is missing.
  public mutating func runUntilIdle(limit: Int) throws(AdvanceError) -> Device.Settled {
    defer { settle() }
    return try session.runUntilIdle(limit: limit)
  }

  /// Lets every press whose call has ended go on; nothing is expected of how it ends.
  private mutating func settle() {
    while session.nextPressEnd() != nil {}
  }
}
