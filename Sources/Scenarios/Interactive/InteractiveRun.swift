import DailyNotification
public import DeviceModel
public import Invariants
public import SimulationCore

/// A phone under a person's hands: presses as they come, time as it is let pass, nothing expected.
///
/// The invariants are watched all along. Every press is remembered for the run summary; at most
/// `pressesMax` of them.
public struct InteractiveRun: Sendable {
  /// How many presses a run remembers; the next one is refused.
  public static let pressesMax = 100_000

  /// The run's name in reports.
  public let name: String
  /// What no result and no recording may show.
  let secrets: SecretTexts
  /// The phone.
  public private(set) var device: Device
  /// What was pressed, in order.
  public private(set) var presses: [Press] = []
  private(set) var observer = InteractiveObserver()
  private var open: [OpenPress] = []

  /// A press whose call has no reply yet, by the call's number.
  private struct OpenPress: Sendable {
    let call: Int
    /// Its place in `presses`.
    let index: Int
    /// What is to be done when the reply is a value.
    let rest: ArraySlice<Command>
  }

  /// Starts a phone.
  public init(name: String, configuration: DeviceConfiguration = DeviceConfiguration()) {
    self.name = name
    secrets = SecretTexts([])
    device = Device(configuration)
    observer.eventHappened(on: device)
    observer.instantEnded(on: device)
  }

  /// Goes on with the phone of a scenario's run, as it stands now.
  init(name: String, _ runner: ScenarioRunner) {
    self.name = name
    secrets = runner.secrets
    device = runner.device
    presses = runner.presses
    observer = InteractiveObserver(runner.observer, on: runner.device)
    open = runner.openCalls.map { call in
      OpenPress(call: call.number, index: call.pressIndex, rest: call.rest)
    }
  }

  /// What was done so far, from which the same can be done again.
  public var journal: Journal {
    Journal(
      configuration: device.os.configuration, entries: presses.map(\.entry), end: device.os.now,
      secrets: secrets)
  }

  /// The invariants with what they have seen.
  public var invariants: InvariantChecker { observer.invariants }

  /// How many log lines at info and above there were.
  public var lineCount: Int { observer.lineCount }

  /// Whether no further press can be remembered.
  public var isFull: Bool { presses.count >= InteractiveRun.pressesMax }

  /// When the next event is due; nil when nothing is scheduled.
  public var nextInstant: SimulationInstant? {
    mutating get { device.nextInstant }
  }

  /// Does something to the phone and remembers it; returns it as it came out by now.
  ///
  /// Of several commands the next is given when the call before was answered by a value. A run that
  /// is full does nothing and returns nil.
  public mutating func press(
    _ commands: [Command], title: String, control: Control? = nil
  ) -> Press? {
    guard !isFull else { return nil }
    let index = presses.count
    presses.append(
      Press(
        number: index + 1, title: title, commands: commands, control: control, on: device))
    perform(commands[...], index)
    settle()
    return presses[index]
  }

  /// Does one thing to the phone.
  public mutating func press(_ command: Command, title: String) -> Press? {
    press([command], title: title)
  }

  /// Gives the first of a press's commands; the others wait for its reply.
  private mutating func perform(_ commands: ArraySlice<Command>, _ index: Int) {
    guard let command = commands.first else { return }
    let callsBefore = device.os.callCount
    do {
      try device.perform(command, observing: &observer)
      // A button that is no call may make one, and ends as it does.
      guard device.os.callCount > callsBefore else { return }
      presses[index].outcome = .waiting
      open.append(
        OpenPress(call: device.os.callCount, index: index, rest: commands.dropFirst()))
    } catch {
      presses[index].outcome = .refused(error)
    }
  }

  /// Lets time pass up to an instant, at least `eventsMax` events a slice.
  @discardableResult
  public mutating func advance(
    to target: SimulationInstant, eventsMax: Int = .max
  ) throws(AdvanceError) -> Device.Advance {
    defer { settle() }
    return try device.advance(to: target, eventsMax: eventsMax, observing: &observer)
  }

  /// Runs everything that is due at the next instant.
  public mutating func runToNextEvent() throws(AdvanceError) -> Device.Advance {
    defer { settle() }
    return try device.runToNextEvent(observing: &observer)
  }

  /// Runs until nothing is in flight, or only a person's answer is missing.
  public mutating func runUntilIdle(limit: Int) throws(AdvanceError) -> Device.Settled {
    defer { settle() }
    return try device.runUntilIdle(limit: limit, observing: &observer)
  }

  /// Notes how calls have ended since the last look, and goes on with what waited for that.
  private mutating func settle() {
    while true {
      let settled = observer.takeSettled()
      guard !settled.isEmpty else { return }
      for (number, outcome, instant) in settled {
        guard let place = open.firstIndex(where: { $0.call == number }) else { continue }
        let press = open.remove(at: place)
        presses[press.index].outcome = outcome
        presses[press.index].endInstant = instant
        if case .replied(.value) = outcome { perform(press.rest, press.index) }
      }
    }
  }
}
