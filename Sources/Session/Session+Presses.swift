import DailyNotification
public import DeviceModel
import SimulationCore

extension Session {
  /// How many presses a session remembers.
  public static var pressesMax: Int { 100_000 }

  /// Whether no further press can be remembered.
  public var isFull: Bool { presses.count >= Self.pressesMax }

  /// Does something to the phone and remembers it; returns its index in `presses`.
  ///
  /// Of several commands only the first is performed now: each of the others is performed once the
  /// call before it was answered by a value, at that instant. A session that is full does nothing
  /// and returns nil.
  public mutating func press(
    _ commands: [Command], title: String, isButton: Bool = false
  ) -> Int? {
    guard !isFull else { return nil }
    let press = presses.count
    let commands = commands.map(device.named)
    device.meetSecrets(of: commands)
    presses.append(
      Press(
        number: press + 1, title: title, isButton: isButton, commands: commands, on: device))
    perform(commands[...], of: press)
    return press
  }

  /// The next press whose waiting has ended, in the order in which they ended; nil when none has.
  ///
  /// A press goes on with its next command when its call was answered by a value; anything else
  /// ends it.
  public mutating func nextPressEnd() -> PressEnd? {
    settlePresses()
    return pressEnds.isEmpty ? nil : pressEnds.removeFirst()
  }

  /// Whether a press has commands left that wait for a reply.
  var hasRest: Bool { openPresses.contains { !$0.rest.isEmpty } }

  /// Goes on with every press whose call has ended, oldest call first.
  ///
  /// Time ends at each instant while a press has commands left, so that the next one is performed
  /// when its predecessor was answered, however an advance is cut into slices.
  mutating func settlePresses() {
    while let (open, end) = takeEndedPress() {
      presses[open.press].outcome = Press.Outcome(end.result)
      presses[open.press].endInstant = end.instant
      guard case .replied(.value) = end.result, !open.rest.isEmpty else {
        pressEnds.append(PressEnd(press: open.press, reason: .call(end)))
        continue
      }
      perform(open.rest, of: open.press)
      if case .refused(let refusal) = presses[open.press].outcome {
        pressEnds.append(PressEnd(press: open.press, reason: .refused(refusal)))
      }
    }
  }

  /// Leaves out the commands of a press that have not been performed yet.
  public mutating func dropRest(of press: Int) {
    for index in openPresses.indices where openPresses[index].press == press {
      openPresses[index].rest = []
    }
  }

  private mutating func takeEndedPress() -> (OpenPress, CallEnd)? {
    guard !watch.endedCalls.isEmpty else { return nil }
    for (index, open) in openPresses.enumerated() {
      guard let end = watch.endedCalls.firstIndex(where: { $0.call == open.call }) else { continue }
      return (openPresses.remove(at: index), watch.endedCalls.remove(at: end))
    }
    // The others are calls that no press made.
    watch.endedCalls.removeAll(keepingCapacity: true)
    return nil
  }

  /// Performs the first of a press's commands; a call keeps the others for its reply.
  private mutating func perform(_ commands: ArraySlice<Command>, of press: Int) {
    guard let command = commands.first else { return }
    let call = nextCall
    do {
      try perform(command)
    } catch {
      presses[press].outcome = .refused(error)
      return
    }
    // A verb of the test harness may make a call, too.
    guard nextCall > call else { return }
    presses[press].outcome = .waiting
    openPresses.append(
      OpenPress(call: nextCall - 1, press: press, rest: commands.dropFirst()))
  }
}

extension Press.Outcome {
  /// How a press ends whose last call ended so.
  fileprivate init(_ result: CallEnd.Result) {
    switch result {
    case .replied(let reply): self = .replied(reply)
    case .lost: self = .lost
    }
  }
}
