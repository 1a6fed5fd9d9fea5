import DailyNotification
public import DeviceModel
public import Invariants
public import Session
public import SimulationCore

/// A session that a person leads: presses and time, without expectations.
///
/// The invariants are checked throughout. Every press is kept for the run summary, at most
/// `pressesMax` of them.
public struct InteractiveRun: Sendable {
  /// The run's name in reports.
  public let name: String
  private let hidden: SecretTexts
  private(set) var session: Session<InteractiveObserver>

  /// Starts a phone.
  public init(name: String, configuration: DeviceConfiguration = DeviceConfiguration()) {
    self.init(name: name, configuration: configuration, hiding: SecretTexts([]))
  }

  /// Starts a phone of which some strings may not be shown.
  init(name: String, configuration: DeviceConfiguration, hiding secrets: SecretTexts) {
    self.name = name
    hidden = secrets
    session = Session(configuration, observer: InteractiveObserver())
  }

  /// Continues with the phone of a scenario's run, as it is now.
  init(name: String, _ runner: ScenarioRunner) {
    self.name = name
    hidden = runner.secrets
    session = Session(
      continuing: runner.session, observer: InteractiveObserver(runner.session.observer))
  }

  /// The phone.
  public var device: Device { session.device }

  /// Strings that no result and no recording may show.
  var secrets: SecretTexts { hidden.knowing(device.os.secrets) }

  /// The presses, in order.
  public var presses: [Press] { session.presses }

  /// What was done so far, enough to repeat it.
  public var journal: Journal {
    Journal(
      configuration: device.os.configuration, presses: presses, end: device.os.now,
      secrets: secrets)
  }

  /// The invariants with their results so far.
  public var invariants: InvariantChecker { session.invariants }

  /// The number of log lines at info and above.
  public var lineCount: Int { session.observer.lineCount }

  /// The maximum number of presses in a run; further ones are refused.
  public static let pressesMax = Session<InteractiveObserver>.pressesMax

  /// Whether the maximum number of presses was reached.
  public var isFull: Bool { session.isFull }

  /// When the next event is due; nil when nothing is scheduled.
  public var nextInstant: SimulationInstant? {
    mutating get { session.nextInstant }
  }

  /// Performs a press and returns it with its outcome so far.
  ///
  /// Each of several commands is performed after the previous one was answered with a value.
  /// Secrets are sealed first (see `JournalText`), so that the phone does the same when the press
  /// is read from a journal. Returns nil, and does nothing, when the run is full.
  public mutating func press(
    _ commands: [Command], title: String, isButton: Bool = false
  ) -> Press? {
    guard !isFull else { return nil }
    let sealed = session.sealed(commands)
    let index = session.press(
      sealed, title: device.os.secrets.redacted(title), isButton: isButton)
    guard let index else { return nil }
    settle()
    return presses[index]
  }

  /// Performs a press of a journal, whose secrets are sealed already.
  mutating func repeatEntry(_ entry: JournalEntry) {
    _ = session.press(entry.commands, title: entry.title, isButton: entry.isButton)
    settle()
  }

  /// Knows the secrets that were given to another run of the same session.
  public mutating func learnSecrets(from other: InteractiveRun) {
    var secrets = device.os.secrets
    secrets.learn(from: other.device.os.secrets)
    session.know(secrets)
  }

  /// Forgets the secrets of other runs: somebody else numbers those of the session now.
  public mutating func forgetOtherSecrets() {
    var secrets = device.os.secrets
    secrets.forgetOthers()
    session.know(secrets)
  }

  /// The requests that leave the simulation, oldest first, with the tokens that were given.
  public var awaitedFetches: [AwaitedFetch] {
    device.os.awaitedFetches.map { $0.revealed(device.os.secrets) }
  }

  /// Performs a press of a single command.
  public mutating func press(_ command: Command, title: String) -> Press? {
    press([command], title: title)
  }

  /// Whether time stops at a request that the world outside of the simulation is to answer.
  public var stopsForFetches: Bool {
    get { session.stopsForFetches }
    set { session.stopsForFetches = newValue }
  }

  /// Whether time stops now until a request is answered.
  public var isAwaiting: Bool { session.isAwaiting }

  /// Lets time pass up to an instant although a request is awaited.
  public mutating func passAwaiting(to target: SimulationInstant) throws(AdvanceError) {
    defer { settle() }
    try session.passAwaiting(to: target)
  }

  /// Takes an answer from outside, which enters as a press; one that nobody waits for is dropped.
  public mutating func take(_ live: LiveAnswer) throws(AdvanceError) {
    guard let end = session.instant(of: live) else { return }
    try passAwaiting(to: end)
    guard session.instant(of: live) != nil else { return }
    _ = press(.answerFetch(session.withoutSecrets(live.answer)), title: "answerFetch")
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

  /// Lets time pass as it did once, up to an instant of a journal; one in the past changes nothing.
  @discardableResult
  public mutating func pass(
    to instant: SimulationInstant, eventsMax: Int = .max
  ) -> Device.Advance {
    session.pass(to: instant, eventsMax: eventsMax)
  }

  private mutating func settle() { session.settlePressEnds() }
}
