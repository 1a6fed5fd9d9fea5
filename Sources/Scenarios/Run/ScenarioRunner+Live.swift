import DeviceModel
import Session
import SimulationCore

/// A run whose requests the world outside of the simulation answers.
extension ScenarioRunner {
  /// Lets requests leave the simulation from the first step on.
  mutating func beginLive() {
    guard let live, skipReason == nil else { return }
    session.stopsForFetches = true
    _ = session.press([.setLiveAPI(isOn: true)], title: "setLiveAPI")
    // What an earlier attempt has scripted is over; no script at all is none that can fail.
    _ = live.script(nil)
  }

  /// Hands a script on to the test API; throws when that does not take it.
  func scriptLive(_ commands: [Command]) throws(Mismatch) {
    guard let live else { return }
    for command in commands {
      guard case .scriptAPI(let responses) = command, let reason = live.script(responses) else {
        continue
      }
      throw Mismatch("the test API to take the script", reason)
    }
  }

  /// Waits for an answer while time passes, at most up to an instant; at once without a request.
  mutating func waitForAnswer(before target: SimulationInstant?) throws(AdvanceError) {
    guard let live, session.isAwaiting, target.map({ device.os.now < $0 }) ?? true else { return }
    try session.waitForAnswer(of: live, before: target)
  }

  /// Runs the next event, which may be an answer.
  mutating func moveToNextEvent() throws(AdvanceError) {
    guard session.isAwaiting else {
      try session.runToNextEvent()
      return
    }
    let count = device.os.trace.nextSequence
    while session.isAwaiting, device.os.trace.nextSequence == count {
      try waitForAnswer(before: nil)
    }
  }

  /// Runs until nothing is in flight; waits for answers.
  mutating func runUntilIdle(
    _ limit: Int, _ isInterrupted: Interruption
  ) throws(AdvanceError) {
    repeat {
      while session.isAwaiting {
        try waitForAnswer(before: nil)
        if isInterrupted(device.os.now) { return }
      }
      try session.runUntilIdle(limit: limit)
    } while session.isAwaiting
  }
}
