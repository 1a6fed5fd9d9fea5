import DeviceModel
import Session
import SimulationCore

extension ScenarioRunner {
  /// Lets time pass.
  mutating func move(
    _ advance: Step.Advance, _ index: Int, _ isInterrupted: Interruption
  ) throws(Mismatch) {
    do {
      switch advance {
      case .by(let milliseconds):
        try pass(to: device.os.now.advanced(byMilliseconds: milliseconds), isInterrupted)
      case .to(let wallMilliseconds):
        try pass(to: device.os.instant(ofWall: wallMilliseconds), isInterrupted)
      case .nextEvent: try moveToNextEvent()
      case .idle(let limit): try runUntilIdle(limit, isInterrupted)
      }
    } catch {
      throw storm(error, index) ?? Mismatch("time to pass (\(advance.text))", error.description)
    }
    if isInterrupted(device.os.now) { interrupt(index) }
  }

  /// Lets time pass in slices, so that an interruption is noticed.
  private mutating func pass(
    to target: SimulationInstant, _ isInterrupted: Interruption
  ) throws(AdvanceError) {
    while try !session.advance(to: target, eventsMax: ScenarioRunner.sliceEvents).isComplete {
      try waitForAnswer(before: target)
      if isInterrupted(device.os.now) { return }
    }
  }

  private mutating func interrupt(_ index: Int) {
    abort(index, "the run to end by itself", "it was interrupted")
  }

  private mutating func storm(_ error: AdvanceError, _ index: Int) -> Mismatch? {
    guard case .eventStorm = error else { return nil }
    let expected = "at most \(Device.eventsAtOneInstantMax) events at one instant"
    abort(index, expected, "more")
    return Mismatch(expected, "more")
  }

  // MARK: Expectations that take time

  /// Checks now, or after each event until all hold or the duration is over.
  mutating func expect(
    _ expectations: [Expectation], within limit: Int64?, _ index: Int,
    _ isInterrupted: Interruption
  ) throws(Mismatch) {
    guard let limit else { return try checkAll(expectations) }
    let deadline = device.os.now.advanced(byMilliseconds: limit)
    while !expectations.allSatisfy(holds) {
      guard try !isMoved(towards: deadline, index, isInterrupted) else { continue }
      do {
        return try checkAll(expectations)
      } catch {
        var late = Mismatch(
          "\(error.expected) within \(Step.Advance.by(milliseconds: limit).words)", error.found,
          at: error.path)
        late.others = error.others
        throw late
      }
    }
  }

  /// Checks that none of them holds, now and after each event until the duration is over.
  ///
  /// Lines and records from before the step do not count.
  mutating func expectNever(
    _ expectations: [Expectation], within limit: Int64?, _ index: Int,
    _ isInterrupted: Interruption
  ) throws(Mismatch) {
    let deadline = device.os.now.advanced(byMilliseconds: limit ?? 0)
    let (line, event) = (checkedLines, checkedEvents)
    defer { (checkedLines, checkedEvents) = (line, event) }
    checkedLines = observer.lines.lines.count
    checkedEvents = observer.kept.items.count
    repeat {
      for expectation in expectations {
        guard let mismatch = mismatch(of: expectation) else {
          throw Mismatch("never \(expectation.text)", "it holds")
        }
        // An exceeded limit must not look like an expectation that does not hold.
        if mismatch.isBroken { throw mismatch }
      }
    } while try isMoved(towards: deadline, index, isInterrupted)
  }

  private func checkAll(_ expectations: [Expectation]) throws(Mismatch) {
    if let mismatch = Mismatch(all: expectations.compactMap { self.mismatch(of: $0) }) {
      throw mismatch
    }
  }

  private func mismatch(of expectation: Expectation) -> Mismatch? {
    do throws(Mismatch) {
      try check(expectation)
      return nil
    } catch {
      return error
    }
  }

  /// Runs the next instant before the deadline, or advances to it; false if it was reached before.
  private mutating func isMoved(
    towards deadline: SimulationInstant, _ index: Int, _ isInterrupted: Interruption
  ) throws(Mismatch) -> Bool {
    guard device.os.now < deadline, abortion == nil else { return false }
    do {
      if session.isAwaiting {
        try waitForAnswer(before: deadline)
      } else if let next = session.nextInstant, next <= deadline {
        try session.runToNextEvent()
      } else {
        try session.advance(to: deadline)
      }
    } catch {
      throw storm(error, index) ?? Mismatch("time to pass", error.description)
    }
    settleCalls()
    if isInterrupted(device.os.now) { interrupt(index) }
    return true
  }
}

extension Step.Advance {
  /// The duration as words.
  fileprivate var words: String {
    text.replacing("advance ", with: "")
  }
}
