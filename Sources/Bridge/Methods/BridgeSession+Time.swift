import DeviceModel
import JSONText
import Session
import SimulationCore

extension BridgeSession {
  /// Advances by a duration or to a time; what happens is sent after each slice.
  mutating func advance(
    _ parameters: ParameterReader, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    let target = try target(parameters)
    var events = 0
    while true {
      let step: Device.Advance
      do {
        step = try session.advance(to: target, eventsMax: BridgeLimits.sliceEvents)
      } catch {
        throw .time(error, events: events)
      }
      events += step.events
      if step.isComplete { return passed(events) }
      flush(to: &shell)
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
    return passed(step.events)
  }

  /// Runs until nothing is in flight, or only a person's answer is missing.
  mutating func runUntilIdle(
    _ parameters: ParameterReader, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    let limit = try limit(parameters)
    var events = 0
    while true {
      let slice = min(BridgeLimits.sliceEvents, limit - events)
      do {
        let settled = try session.runUntilIdle(limit: slice)
        let waiting = settled.isWaitingForDialog ? "dialog" : nil
        return passed(events + settled.events, waiting: waiting)
      } catch {
        guard case .notIdle(let done) = error, done >= slice, events + done < limit else {
          throw .time(error, events: events)
        }
        events += done
      }
      flush(to: &shell)
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

  private func passed(_ events: Int, waiting: String? = nil) -> JSONValue {
    var result: JSONObject = [
      "now": .integer(session.device.os.wallMilliseconds),
      "events": .integer(Int64(events)),
    ]
    if let waiting { result["waiting"] = .string(waiting) }
    return .object(result)
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
