import DeviceModel
import Invariants
import JSONText
import Session
import SimulationCore

extension BridgeSession {
  /// Advances by a duration or to a time; what happens is sent after each slice.
  mutating func advance(
    _ parameters: ParameterReader, id: RequestID?, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    var progress = BridgeProgress(id, shell)
    // Not within the call of `passed`, which would look at the phone as it was before.
    let events = try pass(to: try target(parameters), &progress, shell: &shell)
    return .object(passed(events))
  }

  /// Lets time pass up to an instant, slice by slice; returns how many events happened.
  private mutating func pass(
    to target: SimulationInstant, _ progress: inout BridgeProgress, shell: inout some BridgeShell
  ) throws(BridgeError) -> Int {
    var events = 0
    while true {
      let step: Device.Advance
      do {
        step = try session.advance(to: target, eventsMax: BridgeLimits.sliceEvents)
      } catch {
        throw .time(error, events: events)
      }
      events += step.events
      if step.isComplete { return events }
      flush(to: &shell)
      try progress.report(passed(events), to: &shell)
    }
  }

  /// Runs all events of the next instant that has any; `limit` is checked but has no effect.
  mutating func runToNextEvent(
    _ parameters: ParameterReader, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    _ = try limit(parameters)
    if let next = session.nextInstant { try checkCalendar(session.device.os.wall(at: next)) }
    let step: Device.Advance
    do {
      step = try session.runToNextEvent()
    } catch {
      throw .time(error, events: 0)
    }
    return .object(passed(step.events))
  }

  /// Runs until nothing is in flight, or only a person's answer is missing.
  mutating func runUntilIdle(
    _ parameters: ParameterReader, id: RequestID?, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    let limit = try limit(parameters)
    var progress = BridgeProgress(id, shell)
    var events = 0
    while true {
      let slice = min(BridgeLimits.sliceEvents, limit - events)
      do {
        let settled = try session.runUntilIdle(limit: slice)
        let waiting = settled.isWaitingForDialog ? "dialog" : nil
        return .object(passed(events + settled.events, waiting: waiting))
      } catch {
        guard case .notIdle(let done) = error, done >= slice, events + done < limit else {
          throw .time(error, events: events)
        }
        events += done
      }
      flush(to: &shell)
      try progress.report(passed(events), to: &shell)
    }
  }

  /// Ends all faults, lets a day pass and looks whether everything has come to rest.
  ///
  /// The invariants that were broken on the way are counted too.
  mutating func quiesce(
    id: RequestID?, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    var progress = BridgeProgress(id, shell)
    let brokenBefore = session.invariants.violationCount
    var events = 0
    for step in QuietPhase.steps {
      switch step {
      case .perform(let command): try perform(command)
      case .wait(let milliseconds):
        try checkCalendar(session.device.os.wallMilliseconds + milliseconds)
        let target = session.device.os.now.advanced(byMilliseconds: milliseconds)
        events += try pass(to: target, &progress, shell: &shell)
      }
    }
    let finding = session.quietPhaseEnded()
    return [
      "now": .integer(session.device.os.wallMilliseconds),
      "events": .integer(Int64(events)),
      "isConverged": .bool(finding == nil),
      "finding": finding.map(JSONValue.string) ?? .null,
      "broken": .integer(Int64(session.invariants.violationCount - brokenBefore)),
    ]
  }

  /// Does something of the quiet phase, which the phone may refuse.
  private mutating func perform(_ command: Command) throws(BridgeError) {
    do {
      try session.perform(command)
    } catch {
      guard error == .eventStorm else { return }
      throw .notSettled(reason: "eventStorm", "\(error)", events: 0)
    }
  }

  private func target(_ parameters: ParameterReader) throws(BridgeError) -> SimulationInstant {
    let length = try parameters.integer("by", in: 0...BridgeLimits.advanceMilliseconds)
    let time = try parameters.time("to")
    let now = session.device.os.wallMilliseconds
    switch (length, time) {
    case (let length?, nil):
      try checkCalendar(now + length)
      return session.device.os.now.advanced(byMilliseconds: length)
    case (nil, let time?):
      guard time >= now else {
        throw .wrong("'to' lies \(now - time) ms in the past; time only goes forward")
      }
      guard time - now <= BridgeLimits.advanceMilliseconds else {
        throw .wrong("'to' is more than 200 years ahead; advance in steps")
      }
      return session.device.os.instant(ofWall: time)
    default: throw .wrong("time.advance takes exactly one of 'by' and 'to'")
    }
  }

  private func checkCalendar(_ time: Int64) throws(BridgeError) {
    guard BridgeLimits.wallMilliseconds.contains(time) else {
      throw .wrong("the phone's calendar ends with the year 9999; start a new session")
    }
  }

  private func limit(_ parameters: ParameterReader) throws(BridgeError) -> Int {
    Int(try parameters.integer("limit", in: 1...BridgeLimits.idleEventsMax) ?? 10_000)
  }

  private func passed(_ events: Int, waiting: String? = nil) -> JSONObject {
    var result: JSONObject = [
      "now": .integer(session.device.os.wallMilliseconds),
      "events": .integer(Int64(events)),
    ]
    if let waiting { result["waiting"] = .string(waiting) }
    return result
  }
}

extension BridgeError {
  fileprivate static func time(_ error: AdvanceError, events: Int) -> BridgeError {
    switch error {
    case .inThePast, .tooFar: .wrong("\(error)")
    case .eventStorm: .notSettled(reason: "eventStorm", "\(error)", events: events)
    case .notIdle(let more):
      .notSettled(
        reason: "notIdle", "\(AdvanceError.notIdle(afterEvents: events + more)); raise 'limit'",
        events: events + more)
    }
  }
}
