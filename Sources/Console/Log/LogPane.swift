import DailyNotification
import Lines

/// A log as it is read: which lines, where in them, and whether the end is followed.
///
/// Places are numbers of lines, not rows, so new lines never move what is being read. Following
/// means being at the last line.
struct LogPane: Sendable {
  /// How many bytes are looked at in a slice; a key never waits for more.
  static let sliceBytes = 8_388_608
  /// How many lines a person can mark.
  static let marksMax = 10_000

  /// The lines, oldest first, shown or not.
  var store: LineStore
  /// The keys that it names.
  let bindings: Bindings
  /// The categories of lines.
  var topics: LogTopics
  /// Which of them are shown.
  private(set) var filter = LogFilter()
  /// The lines with the filter's string.
  private(set) var filtered: LineMatches?
  /// The lines that are shown.
  private(set) var index = LineIndex()
  private(set) var search: LogSearch?
  private(set) var isFollowing = true
  /// How far the text is scrolled to the right, in characters.
  private(set) var column = 0
  /// Whether long lines are wrapped.
  private(set) var isWrapped = false
  /// Whether each line has its time before it.
  private(set) var showsTimes = true
  /// The lines that the person marked, in ascending order.
  private(set) var marks: [Int] = []
  /// The top line while the end is not followed.
  private var top = 0
  /// The line the cursor is on while the end is not followed.
  private var cursor = 0
  /// The first line that had not been looked at when following ended.
  private var seenEnd = 0
  /// Whether every line has been looked at.
  private(set) var isComplete = true
  private var slices = Slices()
  /// How it stood before something was typed that is tried at once.
  private(set) var before: Standing?
  /// How many rows the pane has.
  private(set) var height = 1
  /// The place of the first line that is shown while long lines are wrapped and the end followed.
  private var wrappedTop = 0
  /// How many bytes are looked at in a slice.
  var sliceBytes = LogPane.sliceBytes

  /// What a string that is being typed changes.
  struct Standing {
    let filter: LogFilter
    let search: LogSearch?
    let isFollowing: Bool
    let top: Int
    let cursor: Int
    let seenEnd: Int
  }

  /// How far the text can be scrolled.
  static let columnMax = LogText.bytesMax

  /// An empty log.
  init(topics: LogTopics, linesMax: Int, first: Int = 0, bindings: Bindings = .standard) {
    self.topics = topics
    self.bindings = bindings
    store = LineStore(linesMax: linesMax, first: first)
  }

  /// How many lines are new since following ended.
  var newCount: Int { isFollowing ? 0 : index.count - index.place(of: seenEnd) }

  /// Whether a search has neither found its first hit nor reached its end.
  var isSeeking: Bool { search?.seeking != nil }

  /// Whether a search or a filter has not seen every line yet.
  var isBusy: Bool { !isComplete || search?.isComplete == false }

  /// The filter in a few words.
  var filterText: String { filter.text(topics) }

  /// The place of the line the cursor is on; 0 when there is none.
  var selected: Int {
    isFollowing ? max(0, index.count - 1) : min(index.place(of: cursor), max(0, index.count - 1))
  }

  /// The line the cursor is on.
  var selectedLine: Int? { index.count > 0 ? index[selected] : nil }

  /// The place of the first line that is shown.
  var topPosition: Int {
    if isWrapped {
      return min(isFollowing ? wrappedTop : index.place(of: top), max(0, index.count - 1))
    }
    let last = max(0, index.count - height)
    return isFollowing ? last : min(index.place(of: top), last)
  }

  /// Whether a line is shown.
  func isShown(_ line: Int) -> Bool {
    let place = index.place(of: line)
    return place < index.count && index[place] == line
  }

  /// What is there now is not new to the reader.
  mutating func markSeen() { seenEnd = index.end }

  private var shown: WantedLines {
    WantedLines(kinds: filter.kinds(topics), filtered: filtered, isNegated: filter.isNegated)
  }

  /// Takes in new lines, and goes on with a filter and a search, one slice.
  mutating func extend() {
    let near = isFollowing ? store.end : cursor
    var isDone = true
    if filtered != nil {
      isDone = filtered?.extend(store, near: near, bytesMax: sliceBytes) ?? true
      isDone = isDone && store.textEnd == store.end
    }
    isComplete = isDone
    switch slices.next(isDone: isDone) {
    case .extend: index.extend(store, shown)
    case .rebuild: index.rebuild(store, shown)
    case .wait: break
    }
    if marks.first.map({ $0 < store.first }) ?? false { marks.removeAll { $0 < store.first } }
    goOnSearching(near)
  }

  private mutating func goOnSearching(_ near: Int) {
    guard search != nil else { return }
    let start = search?.seeking
    let shown = shown
    search?.extend(store, shown, near: start ?? near, bytesMax: sliceBytes)
    guard let search, let start else { return }
    let isDone = search.isComplete && isComplete
    let hit = search.hit(from: start) ?? (isDone ? search.next(after: start) : nil)
    if let hit { go(to: hit) }
    if hit != nil || isDone { self.search?.seeking = nil }
  }

  /// Shows other lines; the line the cursor is on, or the next one that is shown, stays.
  mutating func show(_ filter: LogFilter) {
    if let line = selectedLine, !isFollowing { cursor = line }
    if filter.pattern != self.filter.pattern { filtered = filter.pattern.map(LineMatches.init) }
    self.filter = filter
    slices = Slices()
    search?.showOthers()
    extend()
  }

  /// Starts over with an empty log, whose first line will have a number; the filter stays.
  mutating func begin(first: Int) {
    var fresh = LogPane(
      topics: topics, linesMax: store.linesMax, first: first, bindings: bindings)
    fresh.filter = filter
    fresh.filtered = filter.pattern.map(LineMatches.init)
    fresh.isWrapped = isWrapped
    fresh.showsTimes = showsTimes
    fresh.height = height
    fresh.sliceBytes = sliceBytes
    self = fresh
  }

  /// Takes the newest line away, which is about to change.
  mutating func removeLast() {
    let line = store.end - 1
    guard store.removeLast() else { return }
    index.remove(line)
    filtered?.forget(line)
    search?.forget(line)
  }

  /// Begins a search at the cursor, or ends the present one.
  mutating func find(_ pattern: TextPattern?) {
    let start = isFollowing ? selectedLine ?? 0 : cursor
    search = pattern.map { LogSearch(pattern: $0, seeking: start) }
    extend()
  }

  /// Goes to the next or the previous hit; false when there is none.
  mutating func goToHit(isForward: Bool) -> Bool {
    let here = selectedLine ?? 0
    let hit = isForward ? search?.next(after: here) : search?.previous(before: here)
    guard let hit else { return false }
    search?.seeking = nil
    go(to: hit)
    return true
  }

  /// Goes to the next or the previous line at a level or above; false when there is none.
  mutating func go(toLevel level: LogLevel, isForward: Bool) -> Bool {
    var position = selected + (isForward ? 1 : -1)
    while position >= 0, position < index.count {
      let line = index[position]
      if let kind = store.kind(of: line), kind.level >= level.number {
        search?.seeking = nil
        go(to: line)
        return true
      }
      position += isForward ? 1 : -1
    }
    return false
  }

  // MARK: Trying what is being typed

  /// A string is about to be typed that is tried at once.
  mutating func beginTrying() {
    before = Standing(
      filter: filter, search: search, isFollowing: isFollowing, top: top, cursor: cursor,
      seenEnd: seenEnd)
  }

  /// Searches for what has been typed so far, from where the cursor was.
  mutating func trySearch(_ text: String) {
    guard before != nil else { return }
    restorePlace()
    find(TextPattern(text))
  }

  /// Filters by what has been typed so far.
  mutating func tryFilter(_ text: String) {
    guard let before else { return }
    var filter = before.filter
    filter.pattern = TextPattern(text)
    filter.isNegated = false
    show(filter)
  }

  /// What was typed is not wanted: everything stands as before.
  mutating func stopTrying() {
    guard let before else { return }
    restorePlace()
    self.before = nil
    search = before.search
    show(before.filter)
  }

  /// What was typed is kept.
  mutating func keepTried() {
    before = nil
  }

  private mutating func restorePlace() {
    guard let before else { return }
    (isFollowing, top, cursor) = (before.isFollowing, before.top, before.cursor)
    seenEnd = before.seenEnd
  }

  // MARK: Moving

  /// Moves the cursor; at the last line the end is followed.
  mutating func move(by lines: Int) {
    guard index.count > 0 else { return }
    search?.seeking = nil
    let position = min(max(selected + lines, 0), index.count - 1)
    if position == index.count - 1 {
      isFollowing = true
      return
    }
    stopFollowing()
    cursor = index[position]
    reveal(position)
  }

  /// Puts the cursor on the line in a row of the pane; true when it was there already.
  mutating func click(row: Int) -> Bool {
    let position = topPosition + row
    guard !isWrapped, position < index.count else { return false }
    if position == selected { return true }
    move(by: position - selected)
    return false
  }

  /// Goes to the end and stays there.
  mutating func follow() {
    search?.seeking = nil
    isFollowing = true
  }

  /// Puts the cursor on a line, or on the next one that is shown.
  mutating func show(_ sequence: UInt64) {
    search?.seeking = nil
    go(to: Int(clamping: sequence))
  }

  /// Scrolls to the side.
  mutating func scroll(by columns: Int) {
    column = min(max(column + columns, 0), LogPane.columnMax)
  }

  /// Wraps long lines, or cuts them at the edge.
  mutating func toggleWrapping() {
    isWrapped.toggle()
    if isWrapped { column = 0 }
  }

  /// Shows each line's time, or hides it.
  mutating func toggleTimes() {
    showsTimes.toggle()
  }

  // MARK: Marks

  /// Marks the line the cursor is on, or takes its mark away; false when there is no room.
  mutating func toggleMark() -> Bool {
    guard let line = selectedLine else { return true }
    let place = marks.firstIndex { $0 >= line } ?? marks.count
    if place < marks.count, marks[place] == line {
      marks.remove(at: place)
      return true
    }
    guard marks.count < LogPane.marksMax else { return false }
    marks.insert(line, at: place)
    return true
  }

  /// Whether the person marked a line.
  func isMarked(_ line: Int) -> Bool {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle] < line { low = middle + 1 } else { high = middle }
    }
    return low < marks.count && marks[low] == line
  }

  /// Goes to the next or the previous marked line that is shown; false when there is none.
  mutating func goToMark(isForward: Bool) -> Bool {
    let here = selectedLine ?? 0
    let others = isForward ? marks.filter { $0 > here } : marks.filter { $0 < here }.reversed()
    for line in others {
      guard isShown(line) else { continue }
      search?.seeking = nil
      go(to: line)
      return true
    }
    return false
  }

  /// Puts the cursor on a line, in the middle of the pane where the line was outside of it.
  ///
  /// Following ends unless it is the last line.
  private mutating func go(to line: Int) {
    if isComplete, line == index.last {
      isFollowing = true
      return
    }
    stopFollowing()
    cursor = line
    let (position, first) = (selected, topPosition)
    guard position < first || position >= first + height else { return }
    top = index[max(0, position - height / 2)]
  }

  /// Keeps the cursor inside a pane of a height, in rows.
  ///
  /// - Parameter rows: how many rows a line takes, where long lines are wrapped.
  mutating func settle(height: Int, rows: (Int) -> Int = { _ in 1 }) {
    self.height = max(height, 1)
    guard index.count > 0 else { return }
    if isWrapped {
      // The first line from which everything down to the cursor has room.
      var first = selected
      var left = self.height - rows(index[first])
      while first > 0 {
        left -= rows(index[first - 1])
        if left < 0 { break }
        first -= 1
      }
      wrappedTop = first
      if !isFollowing { top = index[min(max(topPosition, first), selected)] }
    } else if !isFollowing {
      reveal(selected)
    }
  }

  private mutating func stopFollowing() {
    guard isFollowing, index.count > 0 else { return }
    top = index[topPosition]
    cursor = index[index.count - 1]
    seenEnd = index.end
    isFollowing = false
  }

  private mutating func reveal(_ position: Int) {
    let first = topPosition
    if position < first {
      top = index[position]
    } else if !isWrapped, position >= first + height {
      top = index[position - height + 1]
    }
  }
}
