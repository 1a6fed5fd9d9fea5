import DailyNotification
import DeviceModel
import History
import PlainText
import Scenarios
import Session
import SimulationCore

/// How the phone's time passes: by itself at a rate, event by event, or in a jump.
struct TimeControl: Sendable {
  /// How fast time passes by itself.
  private(set) var pace: Pace
  /// The jump that is under way.
  private(set) var jump: Jump?
  /// The search for an event that is under way.
  private(set) var search: EventSearch?
  /// When the next event is due; nil when none is.
  private(set) var nextInstant: SimulationInstant?

  /// How many events one tick may take; a phone busier than that lags behind the clock.
  private static let tickEvents = 2_000

  /// How many events running until idle may take.
  private static let idleEventsMax = 10_000

  /// Whether a jump, or a search for its end, is under way.
  var isJumping: Bool { jump != nil || search != nil }

  init(isRunning: Bool) {
    pace = Pace()
    pace.isRunning = isRunning
  }

  /// Does what a key stands for.
  mutating func update(
    _ action: TimeAction, _ run: inout InteractiveRun, _ happened: inout TimelineHistory
  ) -> [PaneEffect] {
    switch action {
    case .toggle: pace.isRunning.toggle()
    case .faster:
      pace.faster()
      pace.isRunning = true
    case .slower: pace.slower()
    case .nextEvent: return runToNextEvent(&run, &happened)
    case .untilIdle: return runUntilIdle(&run, &happened)
    case .advanceMinute: return startJump(byMilliseconds: 60_000, &run, &happened)
    case .advanceHour: return startJump(byMilliseconds: 3_600_000, &run, &happened)
    case .advanceDay: return startJump(byMilliseconds: 86_400_000, &run, &happened)
    case .ask: return [.open(.prompt(Prompt(.time)))]
    case .cancelJump: return cancelJump()
    }
    return []
  }

  /// Stops the clock and ends a jump where it is.
  mutating func stop() {
    pace.isRunning = false
    jump = nil
    search = nil
  }

  /// Lets time pass by itself, at another rate where one is given.
  mutating func start(_ rate: Pace.Rate? = nil) {
    if let rate { pace.rate = rate }
    pace.isRunning = true
  }

  /// Stops the clock; a jump goes on.
  mutating func pause() {
    pace.isRunning = false
  }

  /// Reads when the next event is due.
  mutating func readNextInstant(of run: inout InteractiveRun) {
    nextInstant = run.nextInstant
  }

  /// Host time has passed, in microseconds.
  mutating func tick(_ microseconds: Int64, _ run: inout InteractiveRun) -> [PaneEffect] {
    if run.isAwaiting { return tickAwaiting(microseconds, &run) }
    let milliseconds = pace.virtualMilliseconds(of: microseconds)
    guard milliseconds > 0 else { return [] }
    let target = run.device.os.now.advanced(byMilliseconds: milliseconds)
    do {
      _ = try run.advance(to: target, eventsMax: TimeControl.tickEvents)
      return [.phoneChanged]
    } catch {
      return [.phoneChanged] + stopped(by: error)
    }
  }

  // MARK: Requests that left the simulation

  /// How often an answer is looked for, in microseconds.
  static let awaitingMicroseconds: Int64 = 5_000

  private static let waiting = "a request is under way; time passes as fast as real time"

  /// Whether a jump, or the search for its end, can go on for a slice; both wait for answers.
  func canProceed(_ run: InteractiveRun) -> Bool {
    guard run.isAwaiting else { return isJumping }
    return jump.map { run.device.os.now >= $0.target } ?? false
  }

  /// Lets time pass as fast as real time, whatever the pace; a jump goes no further than it would.
  private mutating func tickAwaiting(
    _ microseconds: Int64, _ run: inout InteractiveRun
  ) -> [PaneEffect] {
    let milliseconds = pace.realMilliseconds(of: microseconds)
    guard milliseconds > 0 else { return [] }
    let target = run.device.os.now.advanced(byMilliseconds: milliseconds)
    do {
      try run.passAwaiting(to: jump.map { min(target, $0.target) } ?? target)
      return [.phoneChanged]
    } catch {
      return [.phoneChanged] + stopped(by: error)
    }
  }

  /// Takes an answer from outside.
  mutating func take(_ answer: LiveAnswer, _ run: inout InteractiveRun) -> [PaneEffect] {
    do {
      try run.take(answer)
      return [.phoneChanged]
    } catch {
      return [.phoneChanged] + stopped(by: error)
    }
  }

  // MARK: Jumps

  /// Goes to a time that was typed; throws when it cannot be reached.
  mutating func startJump(
    _ text: String, _ run: inout InteractiveRun, _ happened: inout TimelineHistory
  ) throws(TimeTarget.Failure) -> [PaneEffect] {
    let wall = try TimeTarget.wallMilliseconds(
      text, now: run.device.os.wallMilliseconds, zone: run.device.os.zone)
    return startJump(to: run.device.os.instant(ofWall: wall), &run, &happened)
  }

  private mutating func startJump(
    byMilliseconds milliseconds: Int64, _ run: inout InteractiveRun,
    _ happened: inout TimelineHistory
  ) -> [PaneEffect] {
    startJump(to: run.device.os.now.advanced(byMilliseconds: milliseconds), &run, &happened)
  }

  private mutating func startJump(
    to target: SimulationInstant, _ run: inout InteractiveRun, _ happened: inout TimelineHistory
  ) -> [PaneEffect] {
    jump = Jump(start: run.device.os.now, target: target)
    happened.takeTally()
    return proceed(&run, &happened)
  }

  /// Goes on with a jump for a slice; without one, what is new may be read.
  mutating func proceed(
    _ run: inout InteractiveRun, _ happened: inout TimelineHistory
  ) -> [PaneEffect] {
    guard var jump else { return [.phoneChanged] }
    do {
      let step = try run.advance(to: jump.target, eventsMax: Jump.sliceEvents)
      jump.events += step.events
      self.jump = step.isComplete ? nil : jump
      guard step.isComplete else { return [.phoneChanged] }
      happened.read(run)
      return [
        .phoneChanged, .notify(.info(jump.arrival(happened.takeTally(), run.device.os.zone))),
      ]
    } catch {
      self.jump = nil
      return [.phoneChanged] + stopped(by: error)
    }
  }

  private mutating func cancelJump() -> [PaneEffect] {
    if search != nil {
      search = nil
      return [.notify(.info("stopped; the clock stays where it is"))]
    }
    guard let jump else { return [] }
    stop()
    return [.notify(.info("stopped after \(jump.events) events; time stands here"))]
  }

  // MARK: Events

  /// Begins to look for an event, to go there once it has been found.
  mutating func begin(_ search: EventSearch) {
    self.search = search
  }

  /// Goes on with a search for a slice; returns it once it is over.
  mutating func proceedSearch() throws(AdvanceError) -> EventSearch? {
    // One owner, so that the phone is not copied for each slice.
    guard var search else { return nil }
    self.search = nil
    guard try search.proceed() else {
      self.search = search
      return nil
    }
    return search
  }

  /// How many events without anything to see `>` goes through at once.
  private static let unseenMax = 1_000

  /// Goes to the next thing that a person can see: on the phone, in the log, or the time from which
  /// the task may run.
  mutating func runToNextEvent(
    _ run: inout InteractiveRun, _ happened: inout TimelineHistory
  ) -> [PaneEffect] {
    let before = run.device.os.now
    let first = run.device.os.trace.nextSequence
    let wasOneDue = TimeControl.isOneDue(run.device.os)
    happened.takeTally()
    for count in 0... {
      if run.isAwaiting { return [.phoneChanged, .notify(.info(TimeControl.waiting))] }
      let due = TimeControl.taskDue(run.device.os)
      // The phases of Doze go on for ever, and nobody sees them.
      let event = run.device.os.isOnlyUpkeepAhead ? nil : run.nextInstant
      // A loss needs no event.
      guard let next = [event, due, run.nextLossInstant].compactMap(\.self).min() else {
        let words = count == 0 ? "no event will come" : "nothing more to see"
        return [.phoneChanged, .notify(.info("\(run.device.os.nothingAhead); \(words)"))]
      }
      do {
        _ = try run.advance(to: next)
      } catch {
        return [.phoneChanged] + stopped(by: error)
      }
      happened.read(run)
      let length = ClockText.length(next.milliseconds - before.milliseconds)
      let words =
        happened.takeTally().text(run.device.os.zone) ?? TimeControl.line(
          since: first, run.device.os)
        ?? (next == due ? TimeControl.taskMayRun(run.device.os) : nil)
        ?? (!wasOneDue && TimeControl.isOneDue(run.device.os)
          ? TimeControl.comes(run.device.os) : nil)
      if let words {
        return [.phoneChanged, .notify(.info("\(length) later: \(words)"))]
      }
      if count == TimeControl.unseenMax {
        return [
          .phoneChanged, .notify(.info("\(length) later: nothing to see so far; > goes on")),
        ]
      }
    }
    return []
  }

  private static func comes(_ os: OperatingSystem) -> String {
    let due = os.pending.map { PlannedNotification($0, os) }.filter(\.isDue)
    let hold = due.allSatisfy { $0.hold != nil } ? due.first?.hold : nil
    return "a notification's time has come; "
      + (hold.map { "held: \($0.present)" } ?? "on its way")
  }

  private static func isOneDue(_ os: OperatingSystem) -> Bool {
    os.pending.contains { PlannedNotification($0, os).isDue }
  }

  private static func taskMayRun(_ os: OperatingSystem) -> String {
    "the prefetch may run from now on"
      + (os.prefetchHold.map { "; it waits: \($0.present)" } ?? "")
  }

  /// The first line of the plugin's since a record; nil when there is none.
  private static func line(since sequence: UInt64, _ os: OperatingSystem) -> String? {
    os.trace.records(from: sequence, limit: 50).first {
      LogText.isOfPlugin($0.payload) && LogText.level($0.payload) > .debug
    }.map { LogText.line($0.payload).shortened(bytesMax: 160) }
  }

  /// When the next pending task may begin; nil when all may already, or none is pending.
  private static func taskDue(_ os: OperatingSystem) -> SimulationInstant? {
    guard os.isPrefetchKnown else { return nil }
    let now = os.wallMilliseconds
    let begins = os.backgroundWork.filter { $0.isPrefetch && $0.beginDate > now }.map(\.beginDate)
    return begins.min().map(os.instant(ofWall:))
  }

  /// Runs until nothing is in flight.
  mutating func runUntilIdle(
    _ run: inout InteractiveRun, _ happened: inout TimelineHistory
  ) -> [PaneEffect] {
    happened.takeTally()
    do {
      let settled = try run.runUntilIdle(limit: TimeControl.idleEventsMax)
      happened.read(run)
      let seen = happened.takeTally().text(run.device.os.zone) ?? settled.events.counted("event")
      if run.isAwaiting { return [.phoneChanged, .notify(.info(TimeControl.waiting))] }
      let text =
        settled.isWaitingForDialog
        ? "only the dialog waits for an answer" : "nothing is in flight; \(seen)"
      return [.phoneChanged, .notify(.info(text))]
    } catch {
      return [.phoneChanged] + stopped(by: error)
    }
  }

  private mutating func stopped(by error: AdvanceError) -> [PaneEffect] {
    pace.isRunning = false
    return [.notify(.error("time stands still: \(error.description)"))]
  }
}
