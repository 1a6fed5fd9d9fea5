/// One occurrence of a sequence, as far as it was read.
struct SequencePass {
  /// A line of the log that matches a step.
  struct Occurrence {
    let number: Int
    let line: LogEvent
    let fields: [LogEntry.Field]
    let time: LogTime?

    init(_ entry: LogEntry, _ line: LogEvent) {
      (number, self.line, fields, time) = (entry.number, line, entry.fields, entry.time)
    }
  }

  /// A line with a hidden message, which may be any of several steps.
  struct Hidden {
    let number: Int
    let lines: [LogEvent]
  }

  /// The maximum number of hidden lines kept.
  static let hiddenMax = 64

  /// The first line of each step.
  private(set) var firsts: [Occurrence?]
  private(set) var counts: [Int]
  /// For each step, the first line beyond the allowed number.
  private(set) var surplus: [Int?]
  private(set) var hidden: [Hidden] = []
  /// Whether a line shows that it was cut short.
  private(set) var isCut = false

  /// What lines have shown of notifications that are denied.
  var denial = NextTask.Denial.unknown

  init(steps: Int) {
    firsts = Array(repeating: nil, count: steps)
    counts = Array(repeating: 0, count: steps)
    surplus = Array(repeating: nil, count: steps)
  }

  mutating func take(_ occurrence: Occurrence, step: Int, countMax: Int?) {
    counts[step] += 1
    if firsts[step] == nil { firsts[step] = occurrence }
    if let countMax, counts[step] == countMax + 1 { surplus[step] = occurrence.number }
  }

  /// Whether each step after the first one that was seen has been seen, too, or a line is enough.
  func isComplete(_ profile: LogProfile) -> Bool {
    guard let first = firsts.firstIndex(where: { $0 != nil }) else { return false }
    let steps = profile.steps
    return isEnough(profile)
      || steps.indices[first...].allSatisfy { counts[$0] >= steps[$0].countMin }
  }

  /// Notes that nothing more of it can come; one that has its last step had its end before.
  mutating func cut(_ profile: LogProfile) {
    guard let last = counts.last, let step = profile.steps.last else { return }
    if last < step.countMin { isCut = true }
  }

  /// Whether it has a line that makes it whole, and none that forbids that.
  func isEnough(_ profile: LogProfile) -> Bool {
    guard let enough = profile.enough else { return false }
    return firsts.contains { $0.map(enough.match.holds) ?? false } && !begins(with: enough.without)
  }

  /// Whether the first line of a step is one of these.
  func begins(with lines: [LogEvent]) -> Bool {
    firsts.contains { $0.map { lines.contains($0.line) } ?? false }
  }

  /// Whether it goes on while a line begins another pass: nothing of it was missing so far, it was
  /// not cut short, and it began not long before; without times, it lacks more than its end.
  func isOpen(beside entry: LogEntry, _ profile: LogProfile) -> Bool {
    guard let overlap = profile.overlapMilliseconds, !isCut, !isComplete(profile),
      NextTask.step(of: profile).map({ !lacksOnly(nextTask: $0, profile) }) ?? true
    else { return false }
    let begun = firsts.lazy.compactMap { $0 }.first?.time
    guard let begun, let time = entry.time else {
      return profile.steps.indices.count { counts[$0] < profile.steps[$0].countMin } > 1
    }
    let passed = time.milliseconds &- begun.milliseconds
    return passed >= 0 && passed <= overlap
  }

  mutating func take(_ entry: LogEntry) {
    guard hidden.count < SequencePass.hiddenMax else { return }
    hidden.append(Hidden(number: entry.number, lines: entry.events))
  }

  /// Adds what came before this pass began: the steps before one, and hidden lines.
  mutating func absorb(_ earlier: SequencePass, before step: Int) {
    for index in 0..<step {
      if let first = earlier.firsts[index] { take(first, step: index, countMax: nil) }
    }
    hidden = earlier.hidden + hidden
  }

  /// The steps that are out of order: the smallest set that explains it.
  var misplaced: [Int] {
    let present = firsts.indices.filter { firsts[$0] != nil }
    let order = present.sorted { (firsts[$0]?.number ?? 0) < (firsts[$1]?.number ?? 0) }
    let kept = SequencePass.longestRise(order)
    return present.filter { !kept.contains($0) }
  }

  /// A hidden line that may be a missing step, between its neighbours.
  func standIn(for step: LogProfile.Step, at index: Int) -> Hidden? {
    let before = firsts[..<index].last { $0 != nil }??.number ?? 0
    let after = firsts[(index + 1)...].first { $0 != nil }??.number ?? .max
    return hidden.first { line in
      line.number > before && line.number < after && line.lines.contains(where: step.lines.contains)
    }
  }

  /// The number of the last line that came before a missing step.
  func numberBefore(_ index: Int) -> Int? {
    firsts[..<index].last { $0 != nil }??.number
  }

  /// One of the longest rising subsequences of distinct numbers.
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    var best: [[Int]] = []
    for number in numbers {
      let longest = best.filter { ($0.last ?? -1) < number }.max { $0.count < $1.count } ?? []
      best.append(longest + [number])
    }
    return best.max { $0.count < $1.count } ?? []
  }
}
