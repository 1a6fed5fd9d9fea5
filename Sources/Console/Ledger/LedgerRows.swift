import DeviceModel
import Scenarios
import Session
import SimulationCore

/// The rows of the ledger: what was done, and the time that passed in between.
struct LedgerRows {
  enum Row: Hashable {
    /// What was done, by its place in the journal from 0.
    case press(Int)
    /// Time that passed after so many entries of the journal.
    case time(after: Int, from: SimulationInstant, to: SimulationInstant)
  }

  let rows: [Row]
  /// What is ahead while an earlier state is shown.
  let ahead: ArraySlice<JournalEntry>

  /// The shortest time that is a row of its own, in milliseconds.
  private static let timeMin: Int64 = 60_000

  /// The rows of a run, and of what is ahead of it.
  init(_ run: InteractiveRun, _ past: SessionPast?) {
    let presses = run.presses
    let ahead = past?.entries.dropFirst(presses.count) ?? []
    var rows: [Row] = []
    rows.reserveCapacity(presses.count + ahead.count + 8)
    var since = SimulationInstant.zero
    func pass(to instant: SimulationInstant, after count: Int) {
      guard instant.milliseconds - since.milliseconds >= LedgerRows.timeMin else { return }
      rows.append(.time(after: count, from: since, to: instant))
    }
    for (place, press) in presses.enumerated() {
      pass(to: press.instant, after: place)
      rows.append(.press(place))
      since = press.endInstant
      // The call may have been answered after the next press.
      if place + 1 < presses.count { since = min(since, presses[place + 1].instant) }
    }
    for (place, entry) in zip(presses.count..., ahead) {
      pass(to: entry.instant, after: place)
      rows.append(.press(place))
      since = entry.instant
    }
    pass(to: past?.end ?? run.device.os.now, after: presses.count + ahead.count)
    self.rows = rows
    self.ahead = ahead
  }

  /// Whether a row lies before the state that is shown.
  func isDone(_ row: Row, _ run: InteractiveRun) -> Bool {
    switch row {
    case .press(let place): place < run.presses.count
    case .time(_, _, let to): to <= run.device.os.now
    }
  }

  /// What a row is called.
  func title(_ row: Row, _ run: InteractiveRun) -> String {
    switch row {
    case .press(let place):
      place < run.presses.count
        ? run.presses[place].title : ahead[ahead.startIndex + place - run.presses.count].title
    case .time(_, let from, let to):
      "› \(ClockText.length(to.milliseconds - from.milliseconds)) passed"
    }
  }

  /// The records of a row that is done: those up to the next row.
  func records(_ row: Row, _ run: InteractiveRun) -> Range<UInt64> {
    let trace = run.device.os.trace
    switch row {
    case .press(let place):
      let press = run.presses[place]
      let next = nextPress(place + 1, run)
      let gap = next.instant.milliseconds - press.endInstant.milliseconds
      let end =
        gap >= LedgerRows.timeMin ? LedgerRows.first(after: press.endInstant, trace) : next.record
      return press.recordCount..<max(press.recordCount, min(end, next.record))
    case .time(let after, let from, _):
      let floor = after == 0 ? 0 : run.presses[after - 1].recordCount
      let first = max(floor, LedgerRows.first(after: from, trace))
      return first..<max(first, nextPress(after, run).record)
    }
  }

  /// When the press of a place was done and how many records there were; the end for one after the
  /// last.
  private func nextPress(
    _ place: Int, _ run: InteractiveRun
  ) -> (instant: SimulationInstant, record: UInt64) {
    guard place < run.presses.count else {
      return (run.device.os.now, run.device.os.trace.nextSequence)
    }
    return (run.presses[place].instant, run.presses[place].recordCount)
  }

  /// The number of the first record after an instant; found in a few steps, since records are in
  /// order.
  private static func first(
    after instant: SimulationInstant, _ trace: borrowing Trace<DeviceRecord>
  ) -> UInt64 {
    var (low, high) = (trace.oldestSequence, trace.nextSequence)
    while low < high {
      let middle = (low + high) / 2
      if let record = trace.record(middle), record.instant <= instant {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
