import DeviceModel
import PlainText
import Scenarios
import SimulationCore

/// Walking back and forward in time: an earlier state is made again from the journal.
///
/// Nothing is lost by it: whoever does something there begins a branch, and the session keeps the
/// other one.
extension Model {
  /// Whether an earlier state of the phone is shown.
  public var isInPast: Bool { past != nil }

  /// Everything that was done, also what is ahead while an earlier state is shown.
  var journal: [JournalEntry] { past?.entries ?? run.presses.map(JournalEntry.init) }

  /// How many entries `journal` has.
  public var journalCount: Int { past?.entries.count ?? run.presses.count }

  /// Why time cannot be walked now; nil when it can.
  var walkRefusal: String? {
    if guide.run != nil {
      return "a scenario leads; \(bindings.text(of: .guide(.back))) goes back by a step"
    }
    return keeping.refusal
  }

  /// Goes back to the instant before this one that had an event or a command.
  mutating func stepBack() -> [Effect] {
    guard let target = previousInstant else {
      notice = .info("this is the beginning")
      return []
    }
    let entries = journal
    show(entries.prefix { $0.instant <= target }.count, of: entries, at: target, pastText)
    return []
  }

  /// Goes forward to the next instant that had an event or a command, at last to the present.
  mutating func stepForward() -> [Effect] {
    guard let past else {
      notice = .info("this is the present")
      return []
    }
    let records = run.device.os.trace.nextSequence
    // An event may leave no record; then nothing has happened that anybody could see.
    while run.device.os.trace.nextSequence == records {
      let done = run.presses.count
      let entry = done < past.entries.count ? past.entries[done].instant : nil
      guard let next = [run.nextInstant, entry].compactMap(\.self).min(), next <= past.end else {
        return goToPresent()
      }
      run.pass(to: next)
      for entry in past.entries[done...] where entry.instant <= next { run.follow(entry) }
    }
    if run.device.os.now == past.end, run.presses.count == past.entries.count {
      return goToPresent()
    }
    absorb()
    notice = .info(pastText)
    return []
  }

  /// Goes back to just before a row of the ledger, by its place from 0.
  mutating func goBefore(_ place: Int) {
    let rows = ledgerRows.rows
    guard rows.indices.contains(place) else { return }
    goBefore(rows[place])
  }

  private mutating func goBefore(_ row: LedgerRows.Row) {
    let entries = journal
    switch row {
    case .press(let place):
      let title = entries[place].title.shortened(bytesMax: 60)
      show(
        place, of: entries, at: entries[place].instant,
        "just before entry \(place + 1), \(title); \(pastText)")
    case .time(let after, let from, let to):
      let length = ClockText.length(to.milliseconds - from.milliseconds)
      show(after, of: entries, at: from, "just before \(length) passed; \(pastText)")
    }
  }

  /// Goes back over a row of the ledger: to just before what was done last, or before a jump.
  mutating func stepBackEntry() -> [Effect] {
    let (count, now) = (run.presses.count, run.device.os.now)
    let entries = journal
    let row = ledgerRows.rows.last { row in
      switch row {
      case .press(let place): place < count
      case .time(let after, let from, _): after < count || after == count && from < now
      }
    }
    guard let row else {
      // Less time than a row shows may have passed before the first one.
      if now > .zero { show(0, of: entries, at: .zero, pastText) }
      if now == .zero { notice = .info("this is the beginning") }
      return []
    }
    goBefore(row)
    return []
  }

  /// Goes forward over a row of the ledger, at last to the present.
  mutating func stepForwardEntry() -> [Effect] {
    guard let past else {
      notice = .info("this is the present")
      return []
    }
    let (count, now) = (run.presses.count, run.device.os.now)
    for row in ledgerRows.rows {
      switch row {
      case .press(let place) where place >= count:
        let instant = past.entries[place].instant
        if place + 1 == past.entries.count, instant == past.end { return goToPresent() }
        show(place + 1, of: past.entries, at: instant, pastText)
        return []
      case .time(let after, _, let to) where after == count && to > now:
        if to == past.end, after == past.entries.count { return goToPresent() }
        show(after, of: past.entries, at: to, pastText)
        return []
      case .press, .time: continue
      }
    }
    return goToPresent()
  }

  /// Leaves the past: shows the phone as it was left.
  mutating func goToPresent() -> [Effect] {
    guard let past else {
      notice = .info("this is the present")
      return []
    }
    let whole = JournalReplay(again: run, past.entries, until: past.end)
    begin(Replaying(replay: whole, purpose: .present))
    return []
  }

  /// Whoever does something to an earlier state begins a branch; returns whether one was begun.
  @discardableResult
  mutating func branchOffInPast() -> Bool {
    guard past != nil else { return false }
    past = nil
    line.begin(.branch(afterEntries: run.presses.count))
    notice = .info(
      keeping.isLostAtEnd
        ? "a branch begins here" : "a branch begins here; the session keeps the other one")
    return true
  }

  var pastText: String {
    let back = bindings.text(of: .session(.stepBack))
    let forward = bindings.text(of: .session(.stepForward))
    let present = bindings.text(of: .session(.present))
    return "in the past: \(back) \(forward) step, \(present) goes to the present; doing something "
      + "begins a branch"
  }

  /// The latest instant before this one that has a record; nil at the beginning.
  private var previousInstant: SimulationInstant? {
    let os = run.device.os
    var sequence = os.trace.nextSequence
    while sequence > os.trace.oldestSequence {
      sequence -= 1
      guard let record = os.trace.record(sequence) else { return nil }
      if record.instant < os.now { return record.instant }
    }
    return nil
  }

  private mutating func show(
    _ count: Int, of entries: [JournalEntry], at instant: SimulationInstant, _ words: String
  ) {
    let past = SessionPast(entries: entries, end: past?.end ?? run.device.os.now)
    let earlier = JournalReplay(again: run, Array(entries.prefix(count)), until: instant)
    begin(Replaying(replay: earlier, purpose: .past(past, words: words)))
  }
}
