import CivilTime
import DailyNotification
import DeviceModel
import Invariants
import PlainText
import Scenarios
import SimulationCore

/// The search for an event that is ahead, on a copy of the phone: where none comes, nothing has
/// happened.
struct EventSearch: Sendable {
  /// How far ahead it looks: 366 days.
  static let horizonMilliseconds: Int64 = 31_622_400_000
  /// How many instants a slice takes.
  static let sliceInstants = 500

  let event: AwaitedEvent
  let start: SimulationInstant
  /// How far it looks.
  let end: SimulationInstant
  /// What was done later than the state that is shown, in the past.
  private let entries: [JournalEntry]
  /// The phone as it will be.
  private(set) var run: InteractiveRun
  /// The timeline as it will be.
  private(set) var happened: TimelineHistory
  /// The event, in words; nil until it has been found.
  private(set) var found: String?
  /// How many events there have been.
  private(set) var events = 0

  /// Begins to look ahead from a phone.
  ///
  /// - Parameter past: What is ahead while an earlier state is shown; the search ends with it.
  init(
    _ event: AwaitedEvent, from run: InteractiveRun, _ happened: TimelineHistory,
    past: SessionPast?
  ) {
    self.event = event
    self.run = run
    self.happened = happened
    self.happened.watch(for: event)
    start = run.device.os.now
    end = past?.end ?? start.advanced(byMilliseconds: EventSearch.horizonMilliseconds)
    entries = past?.entries ?? []
  }

  /// How much of the way it has looked at, in percent.
  var percent: Int {
    let whole = end.milliseconds - start.milliseconds
    guard whole > 0 else { return 100 }
    return Int(Double(run.device.os.now.milliseconds - start.milliseconds) / Double(whole) * 100)
  }

  /// Goes on for a slice; true when the search is over.
  mutating func proceed() throws(AdvanceError) -> Bool {
    for _ in 0..<EventSearch.sliceInstants {
      guard let next = nextInstant, next <= end else { return true }
      try step(to: next)
      if found != nil { return true }
    }
    return false
  }

  /// The next instant at which anything can happen; nil when nothing will.
  private var nextInstant: SimulationInstant? {
    mutating get {
      let done = run.presses.count
      let entry = done < entries.count ? entries[done].instant : nil
      // A loss needs no event.
      let loss = event == .miss ? run.nextLossInstant : nil
      return [run.nextInstant, entry, clockChange?.instant, loss].compactMap(\.self).min()
    }
  }

  /// The next change of the zone's clocks, where that is what is looked for.
  private var clockChange: (instant: SimulationInstant, mark: TimelineMark)? {
    let os = run.device.os
    var time = os.wallMilliseconds
    while event.isOfClocks, let next = os.zone.nextTransition(after: time) {
      time = next.instant
      let instant = os.instant(ofWall: time)
      if instant > end { return nil }
      guard event.isClockChange(from: next.offsetBefore, to: next.offsetAfter) else { continue }
      let sign = TimelineSign.offset(from: next.offsetBefore, to: next.offsetAfter)
      return (instant, TimelineMark(row: .zone, sign: sign, time: time))
    }
    return nil
  }

  private mutating func step(to next: SimulationInstant) throws(AdvanceError) {
    let change = clockChange
    let first = run.device.os.trace.nextSequence
    let violations = run.invariants.violationCount
    events += try run.advance(to: next).events
    for entry in entries.dropFirst(run.presses.count) where entry.instant <= next {
      run.follow(entry)
      if event == .dst, entry.commands.contains(.shiftDST) { found = "Simulate DST Shift" }
    }
    happened.read(run)
    if let change, change.instant == next { found = change.mark.text }
    if let mark = happened.awaitedMark { found = mark.text }
    if event == .failure { lookForFailure(since: first, violations) }
  }

  private mutating func lookForFailure(since sequence: UInt64, _ violations: Int) {
    if run.invariants.violationCount > violations, let broken = run.invariants.violations.last {
      found = "an invariant broke: \(broken.name): \(broken.message)"
      return
    }
    let trace = run.device.os.trace
    let error = trace.records(from: sequence, limit: Int(trace.nextSequence - sequence)).first {
      LogText.level($0.payload) == .error
    }
    if let error { found = LogText.line(error.payload).shortened(bytesMax: 160) }
  }

  /// What was found, and what else happened on the way, in words.
  mutating func arrival() -> String? {
    guard let found else { return nil }
    let length = ClockText.length(run.device.os.now.milliseconds - start.milliseconds)
    let seen = happened.takeTally()
    let rest =
      seen.text(run.device.os.zone).flatMap { $0 == found ? nil : "; on the way: \($0)" } ?? ""
    return "\(length) later: \(found)\(rest)"
  }

  /// Why nothing was found, in words.
  var failure: String {
    if !entries.isEmpty { return "there is no \(event.text) before the present" }
    if event.isOfClocks {
      let zone = run.device.os.zone.identifier
      let change = event == .dst ? "change" : event == .fallBack ? "go back" : "go forward"
      return "no \(event.text): the clocks of \(zone) do not \(change) within 366 days; "
        + ":setZone takes another zone"
    }
    let reason =
      events == 0 ? run.device.os.nothingAhead : "none comes within 366 days as things stand"
    return "no \(event.text): \(reason); the clock stays where it is"
  }
}
