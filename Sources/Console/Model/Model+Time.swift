import DailyNotification
import DeviceModel
import JSONText
import Scenarios
import SimulationCore

extension Model {
  /// How many events one tick may take; a phone busier than that lags behind the clock.
  private static let tickEvents = 2_000

  /// Host time has passed.
  mutating func tick(_ microseconds: Int64) {
    guard jump == nil, guide == nil else { return }
    let milliseconds = pace.virtualMilliseconds(of: microseconds)
    guard milliseconds > 0 else { return }
    let target = run.device.os.now.advanced(byMilliseconds: milliseconds)
    do {
      _ = try withRun { run throws(AdvanceError) in
        try run.advance(to: target, eventsMax: Model.tickEvents)
      }
    } catch {
      stopTime(error)
    }
  }

  /// A slice of unfinished work: a jump, a filter or a search.
  mutating func proceed() {
    guard var jump else { return absorb() }
    do {
      let step = try withRun { run throws(AdvanceError) in
        try run.advance(to: jump.target, eventsMax: Jump.sliceEvents)
      }
      jump.events += step.events
      self.jump = step.isComplete ? nil : jump
      if step.isComplete { notice = .info(arrival(jump)) }
    } catch {
      self.jump = nil
      stopTime(error)
    }
  }

  /// Begins to go to an instant.
  mutating func startJump(to target: SimulationInstant) {
    jump = Jump(start: run.device.os.now, target: target)
    proceed()
  }

  /// Goes a length ahead.
  mutating func startJump(byMilliseconds milliseconds: Int64) {
    startJump(to: run.device.os.now.advanced(byMilliseconds: milliseconds))
  }

  /// Goes to a time that was typed; the reason when it is none.
  mutating func startJump(_ text: String) -> String? {
    do {
      startJump(to: try target(text))
      return nil
    } catch {
      return error.description
    }
  }

  private func target(_ text: String) throws(TimeTarget.Failure) -> SimulationInstant {
    let os = run.device.os
    return os.instant(
      ofWall: try TimeTarget.wallMilliseconds(text, now: os.wallMilliseconds, zone: os.zone))
  }

  mutating func cancelJump() {
    guard let jump else { return }
    self.jump = nil
    notice = .info("stopped after \(jump.events) events; time stands here")
    pace.isRunning = false
  }

  /// Goes to the next event, or to the time from which the task may run if that comes first.
  mutating func runToNextEvent() {
    let due = taskDue
    guard let next = [nextInstant, due].compactMap(\.self).min() else {
      notice = .info("nothing is scheduled; no event will come")
      return
    }
    do {
      let before = run.device.os.now
      let first = run.device.os.trace.nextSequence
      try withRun { run throws(AdvanceError) in _ = try run.advance(to: next) }
      let length = ClockText.length(next.milliseconds - before.milliseconds)
      notice = .info("\(length) later: \(happened(since: first, isTaskDue: next == due))")
    } catch {
      stopTime(error)
    }
  }

  /// When the pending task may begin, if that is to come.
  private var taskDue: SimulationInstant? {
    guard let begin = facts.taskBegin, begin > run.device.os.wallMilliseconds else { return nil }
    return run.device.os.instant(ofWall: begin)
  }

  /// What an event led to, in a line.
  private func happened(since sequence: UInt64, isTaskDue: Bool) -> String {
    let trace = run.device.os.trace
    let records = trace.records(from: sequence, limit: 50)
    let told = records.first {
      LogText.isOfPlugin($0.payload) && LogText.level($0.payload) > .debug
    }
    if let told = told ?? records.first {
      return LogText.line(told.payload).shortened(bytesMax: 160)
    }
    if isTaskDue { return "the prefetch may run from now on" }
    return facts.isOneDue ? "a notification's time has come; on its way" : "nothing to see"
  }

  mutating func runUntilIdle() {
    do {
      let settled = try withRun { run throws(AdvanceError) in
        try run.runUntilIdle(limit: 10_000)
      }
      notice =
        settled.isWaitingForDialog
        ? .info("only the dialog waits for an answer")
        : .info("nothing is in flight; \(counted(settled.events, "event"))")
    } catch {
      stopTime(error)
    }
  }

  private func arrival(_ jump: Jump) -> String {
    let length = jump.target.milliseconds - jump.start.milliseconds
    return "\(ClockText.length(length)) later, \(counted(jump.events, "event"))"
  }

  private func counted(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  private mutating func stopTime(_ error: AdvanceError) {
    pace.isRunning = false
    notice = .error("time stands still: \(error.description)")
  }
}
