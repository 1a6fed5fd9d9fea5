import DeviceModel
import SimulationCore

/// The timeline as it is read: how much time is shown, and where the cursor is.
struct TimelinePane: Hashable, Sendable {
  private(set) var zoom = TimelineZoom.day
  /// Where the cursor is, in milliseconds since the Unix epoch; nil while it goes with the clock.
  private(set) var cursor: Int64?
  /// What is shown; its first column moves only when the cursor would leave it.
  private(set) var window = TimelineWindow(start: 0, step: 60_000, columns: 1)

  /// The time that the cursor's column begins with.
  func cursorTimes(now: Int64) -> Range<Int64> {
    let start = window.time(of: window.nearestColumn(of: cursor ?? now))
    return start..<start + window.step
  }

  /// What happened and what is planned in the cursor's column.
  func marksAtCursor(
    _ history: TimelineHistory, _ ahead: [TimelineMark], now: Int64
  ) -> [TimelineMark] {
    let times = cursorTimes(now: now)
    return history.marks(in: times) + ahead.filter { times.contains($0.time) }
  }

  /// Does what a key stands for.
  mutating func update(
    _ action: TimelineAction, _ history: TimelineHistory, _ facts: PhoneFacts
  ) -> [PaneEffect] {
    switch action {
    case .show: return [.show(.timeline)]
    case .earlier: cursor = place(facts) - window.step
    case .later: cursor = place(facts) + window.step
    case .closer: return change(to: zoom.closer, facts)
    case .wider: return change(to: zoom.wider, facts)
    case .nextPlanned:
      let after = cursorTimes(now: facts.now).upperBound
      let ahead = TimelineAhead.marks(facts)
      // After the last one it begins again.
      guard let next = ahead.first(where: { $0.time >= after }) ?? ahead.first else {
        return [.notify(.info("nothing is planned"))]
      }
      cursor = next.time
      return [.notify(.info("\(ClockText.instant(next.time, facts.zone)): \(next.text)"))]
    }
    return []
  }

  /// Goes to another mark, or shows the log at the cursor.
  mutating func update(
    _ action: ListAction, _ history: TimelineHistory, _ facts: PhoneFacts
  ) -> [PaneEffect] {
    switch action {
    case .move(.up): step(to: before(place(facts), history, facts), "nothing is known before")
    case .move(.down): step(to: after(place(facts), history, facts), "nothing is planned after it")
    case .move(.pageUp): step(to: place(facts) - window.step * Int64(window.columns), "")
    case .move(.pageDown): step(to: place(facts) + window.step * Int64(window.columns), "")
    case .move(.first): step(to: history.start, "nothing has happened yet")
    case .move(.last):
      follow()
    case .activate: showLog(history, facts)
    }
  }

  /// Goes with the clock again.
  private mutating func follow() -> [PaneEffect] {
    cursor = nil
    return []
  }

  private mutating func step(to time: Int64?, _ failure: String) -> [PaneEffect] {
    guard let time else { return [.notify(.info(failure))] }
    cursor = time
    return []
  }

  private mutating func change(to zoom: TimelineZoom, _ facts: PhoneFacts) -> [PaneEffect] {
    guard zoom != self.zoom else {
      return [.notify(.info("this is the \(zoom == .hour ? "closest" : "widest") there is"))]
    }
    self.zoom = zoom
    // The column under the cursor stays where it is, as far as that goes.
    window = TimelineWindow(start: 0, step: window.step, columns: 0)
    return []
  }

  /// Where the cursor is.
  private func place(_ facts: PhoneFacts) -> Int64 { cursor ?? facts.now }

  /// The last mark before the cursor's column.
  private func before(
    _ time: Int64, _ history: TimelineHistory, _ facts: PhoneFacts
  ) -> Int64? {
    let start = cursorTimes(now: time).lowerBound
    let past = history.place(after: start - 1)
    let ahead = TimelineAhead.marks(facts).last { $0.time < start }
    let times = [past > 0 ? history.marks[past - 1].time : nil, ahead?.time]
    return times.compactMap(\.self).max()
  }

  /// The first mark after the cursor's column.
  private func after(
    _ time: Int64, _ history: TimelineHistory, _ facts: PhoneFacts
  ) -> Int64? {
    let end = cursorTimes(now: time).upperBound
    let next = history.place(after: end - 1)
    let ahead = TimelineAhead.marks(facts).first { $0.time >= end }
    let times = [next < history.marks.count ? history.marks[next].time : nil, ahead?.time]
    return times.compactMap(\.self).min()
  }

  /// The log at the first mark of the cursor's column, or where the clock showed its time.
  private func showLog(_ history: TimelineHistory, _ facts: PhoneFacts) -> [PaneEffect] {
    let times = cursorTimes(now: facts.now)
    let trace = facts.os.trace
    if let mark = history.marks(in: times).first(where: { $0.sequence != nil }),
      let sequence = mark.sequence
    {
      return [.showLog(sequence)]
    }
    guard times.lowerBound <= facts.now else {
      return [.notify(.info("this is still ahead; y says what would come of it"))]
    }
    return [.showLog(TimelinePane.record(atWall: times.lowerBound, trace))]
  }

  /// The first record at or after a time of the wall clock; with a clock that was set, near it.
  static func record(atWall time: Int64, _ trace: borrowing Trace<DeviceRecord>) -> UInt64 {
    var low = trace.oldestSequence
    var high = trace.nextSequence
    while low < high {
      let middle = low + (high - low) / 2
      if let record = trace.record(middle), record.wallMilliseconds < time {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Fits the window to a width and moves it until the cursor is inside.
  mutating func settle(columns: Int, now: Int64, _ zones: ZoneHistory) {
    let columns = max(1, columns)
    let step = zoom.step(columns: columns)
    let place = cursor ?? now
    let span = step * Int64(columns)
    var start = window.start
    // A third of what is shown is before now.
    if step != window.step || columns != window.columns { start = place - span / 3 }
    if cursor == nil {
      // The clock goes on: what is ahead stays in sight.
      if place < start || place >= start + span * 3 / 4 { start = place - span / 3 }
    } else if place < start {
      start = place - span / 8
    } else if place >= start + span {
      start = place - span + span / 8
    }
    start = TimelineWindow.aligned(start, step: step, zones.zone(atWall: start))
    window = TimelineWindow(start: start, step: step, columns: columns)
  }
}
