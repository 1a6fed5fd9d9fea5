import DailyNotification
import DeviceModel
import SimulationCore

/// The log as it is read: which lines, where in them, and whether the end is followed.
///
/// Places are record numbers, not rows, so new lines never move what is being read. Following means
/// being at the last line.
struct LogPane: Sendable {
  /// Which records are lines.
  private(set) var filter = LogFilter()
  private(set) var index = LogIndex()
  private(set) var search: LogSearch?
  private(set) var isFollowing = true
  /// How far the text is scrolled to the right, in characters.
  private(set) var column = 0
  /// The record of the top line while the end is not followed.
  private var top: UInt64 = 0
  /// The record of the line the cursor is on while the end is not followed.
  private var cursor: UInt64 = 0
  /// The first record that had not been looked at when following ended.
  private var seenEnd: UInt64 = 0
  private(set) var isComplete = true
  /// How many lines the pane shows.
  private(set) var height = 1

  /// How far the text can be scrolled.
  static let columnMax = LogText.bytesMax

  /// How many lines are new since following ended.
  var newCount: Int { isFollowing ? 0 : index.count - index.position(of: seenEnd) }

  /// Whether a search has neither found its first hit nor reached its end.
  var isSeeking: Bool { search?.seeking != nil }

  /// Whether a search or a filter has not seen every record yet.
  var isBusy: Bool { !isComplete || search.map { $0.cursor < searchEnd } == true }

  private var searchEnd: UInt64 { index.last.map { $0 + 1 } ?? 0 }

  /// The place of the line the cursor is on; 0 when there is none.
  var selected: Int {
    isFollowing ? max(0, index.count - 1) : min(index.position(of: cursor), max(0, index.count - 1))
  }

  /// The record the cursor is on.
  var selectedSequence: UInt64? { index.count > 0 ? index[selected] : nil }

  /// The place of the first line that is shown.
  var topPosition: Int {
    let last = max(0, index.count - height)
    return isFollowing ? last : min(index.position(of: top), last)
  }

  /// Takes in new records, and goes on with a search, one slice.
  mutating func extend(_ trace: borrowing Trace<DeviceRecord>) {
    isComplete = index.extend(trace, filter, limit: filter.sliceRecords)
    search?.drop(before: trace.oldestSequence)
    guard let isDone = search?.extend(index, trace), let start = search?.seeking else { return }
    let hit = search?.hit(from: start) ?? (isDone && isComplete ? search?.hits.first : nil)
    if let hit { go(to: hit) }
    if hit != nil || isDone && isComplete { search?.seeking = nil }
  }

  /// Shows other records; the line the cursor is on, or the next one that is shown, stays.
  mutating func show(_ filter: LogFilter, _ trace: borrowing Trace<DeviceRecord>) {
    if let sequence = selectedSequence, !isFollowing { cursor = sequence }
    self.filter = filter
    index = LogIndex()
    if let pattern = search?.pattern { search = LogSearch(pattern: pattern, seeking: nil) }
    extend(trace)
  }

  /// Starts over with the trace of another phone; the filter stays.
  mutating func begin(_ trace: borrowing Trace<DeviceRecord>) {
    let filter = filter
    self = LogPane()
    show(filter, trace)
  }

  /// Begins a search at the cursor, or ends the present one.
  mutating func find(_ pattern: TextPattern?, _ trace: borrowing Trace<DeviceRecord>) {
    let start = isFollowing ? selectedSequence ?? 0 : cursor
    search = pattern.map { LogSearch(pattern: $0, seeking: start) }
    extend(trace)
  }

  /// Goes to the next or the previous hit; false when there is none.
  mutating func goToHit(isForward: Bool) -> Bool {
    let here = selectedSequence ?? 0
    let hit = isForward ? search?.next(after: here) : search?.previous(before: here)
    guard let hit else { return false }
    search?.seeking = nil
    go(to: hit)
    return true
  }

  /// Goes to the next or the previous line at a level or above; false when there is none.
  mutating func go(
    toLevel level: LogLevel, isForward: Bool, _ trace: borrowing Trace<DeviceRecord>
  ) -> Bool {
    var position = selected + (isForward ? 1 : -1)
    while position >= 0, position < index.count {
      if let record = trace.record(index[position]), LogText.level(record.payload) >= level {
        search?.seeking = nil
        go(to: index[position])
        return true
      }
      position += isForward ? 1 : -1
    }
    return false
  }

  /// Moves the cursor by lines; reaching the end follows it.
  mutating func move(by lines: Int) {
    guard index.count > 0 else { return }
    search?.seeking = nil
    let position = min(max(selected + lines, 0), index.count - 1)
    if position == index.count - 1, lines > 0, isComplete { return follow() }
    stopFollowing()
    cursor = index[position]
    reveal(position)
  }

  /// Goes to the end and stays there.
  mutating func follow() {
    search?.seeking = nil
    isFollowing = true
  }

  /// Puts the cursor on a record, or on the next one that is a line.
  mutating func show(_ sequence: UInt64) {
    search?.seeking = nil
    go(to: sequence)
  }

  /// Scrolls to the side.
  mutating func scroll(by columns: Int) {
    column = min(max(column + columns, 0), LogPane.columnMax)
  }

  /// Puts the cursor on a record; following ends unless it is the last line.
  private mutating func go(to sequence: UInt64) {
    if isComplete, sequence == index.last {
      isFollowing = true
      return
    }
    stopFollowing()
    cursor = sequence
    reveal(selected)
  }

  /// Keeps the cursor inside a pane of a height, in lines.
  mutating func settle(height: Int) {
    self.height = max(height, 1)
    guard !isFollowing, index.count > 0 else { return }
    reveal(selected)
  }

  private mutating func stopFollowing() {
    guard isFollowing, index.count > 0 else { return }
    top = index[topPosition]
    cursor = index[index.count - 1]
    seenEnd = index.cursor
    isFollowing = false
  }

  private mutating func reveal(_ position: Int) {
    let first = topPosition
    if position < first {
      top = index[position]
    } else if position >= first + height {
      top = index[position - height + 1]
    }
  }
}
