import Lines

/// A search through the lines that are shown; hits are numbers of lines, oldest first.
struct LogSearch: Sendable {
  private(set) var matches: LineMatches
  /// The hits among the lines that are shown.
  private(set) var hits = LineIndex()
  /// The line from which on the first hit is still to be found; nil when that is done.
  var seeking: Int?
  /// Whether every line has been searched.
  private(set) var isComplete = false
  private var slices = Slices()

  /// A search that has found nothing yet.
  init(pattern: TextPattern, seeking: Int?) {
    matches = LineMatches(pattern)
    self.seeking = seeking
  }

  /// What is searched for.
  var pattern: TextPattern { matches.pattern }

  /// Searches the next lines, those near a line first.
  mutating func extend(
    _ store: borrowing LineStore, _ shown: WantedLines, near line: Int, bytesMax: Int
  ) {
    isComplete =
      matches.extend(store, near: line, bytesMax: bytesMax) && store.textEnd == store.end
    var wanted = shown
    wanted.found = matches
    switch slices.next(isDone: isComplete) {
    case .extend: hits.extend(store, wanted)
    case .rebuild: hits.rebuild(store, wanted)
    case .wait: break
    }
  }

  /// Other lines are shown: the hits among them are found anew, without looking at lines again.
  mutating func showOthers() {
    slices = Slices()
    isComplete = false
  }

  /// Forgets what is known of the last line, which is about to change.
  mutating func forget(_ line: Int) {
    matches.forget(line)
    hits.remove(line)
  }

  /// The first hit at or after a line; nil when there is none.
  func hit(from line: Int) -> Int? {
    let place = hits.place(of: line)
    return place < hits.count ? hits[place] : nil
  }

  /// The hit after a line, or the first one; nil when there is none.
  func next(after line: Int) -> Int? { hit(from: line + 1) ?? (hits.count > 0 ? hits[0] : nil) }

  /// The hit before a line, or the last one; nil when there is none.
  func previous(before line: Int) -> Int? {
    let place = hits.place(of: line)
    return place > 0 ? hits[place - 1] : hits.last
  }

  /// The number of the hit that is a line, from 1.
  func number(of line: Int) -> Int? {
    let place = hits.place(of: line)
    return place < hits.count && hits[place] == line ? place + 1 : nil
  }
}

/// When an index is made anew while lines are looked at slice by slice: at the first slice, so that
/// something is seen at once, ever more rarely after that, and at the end.
struct Slices: Sendable {
  enum Step {
    /// Everything before is known: only what is new is added.
    case extend
    case rebuild
    case wait
  }

  private var count = 0
  /// Whether the index is that of all lines that were there.
  private var isWhole = false

  mutating func next(isDone: Bool) -> Step {
    if isWhole { return .extend }
    count += 1
    isWhole = isDone
    return isDone || count & (count - 1) == 0 ? .rebuild : .wait
  }
}
