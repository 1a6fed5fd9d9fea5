import Foundation
import Lines

/// A million lines in the log's store: filters, levels and what they take in memory.
enum LinesBench {
  private static let count = 1_000_000
  private static let runs = 7

  /// Prints the figures.
  static func run() {
    let before = residentBytes
    var store = LineStore(linesMax: 1 << 20)
    let loading = Stopwatch.seconds { fill(&store) }
    print(
      "log store, \(count) lines, \(store.byteCount / 1_000_000) MB: filled at "
        + "\((Double(count) / loading / 1e6).text(digits: 1)) M lines/s")
    for text in ["999999", "nowhere at all", "fetch", "BGAppRefreshTask"] { filter(store, text) }
    for level in 0..<LineKind.levelCount { toggle(store, level) }
    let held = residentBytes - before
    print("  memory: \(held / 1_048_576) MB (limit ≤ 150)")
  }

  private static func fill(_ store: inout LineStore) {
    for number in 0..<count {
      store.append(
        LineKind(level: number % 40 == 0 ? 2 : number % 7 == 0 ? 0 : 1, category: number % 11),
        time: Int64(number))
      store.append(
        text: "2025-11-15T05:42:30.\(100 + number % 900) [DNP-FETCH] BGAppRefreshTask scheduled "
          + "(earliestBeginDate=2025-11-15T05:48:00Z) \(number)")
    }
  }

  /// A filter by a string: until a first screen could be shown, and until every line is known.
  private static func filter(_ store: LineStore, _ text: String) {
    guard let pattern = TextPattern(text) else { return }
    let wanted = WantedLines(kinds: LineKinds { _ in true })
    var firsts: [Double] = []
    var wholes: [Double] = []
    var processor: [Double] = []
    var hits = 0
    for _ in 0..<runs {
      var matches = LineMatches(pattern)
      var index = LineIndex()
      let first = Stopwatch.seconds {
        _ = matches.extend(store, near: store.end, bytesMax: slice)
        index.rebuild(store, wanted.filtered(by: matches))
      }
      var rest = 0.0
      let used = Stopwatch.processorSeconds {
        rest = Stopwatch.seconds {
          while !matches.extend(store, near: store.end, bytesMax: slice) {}
          index.rebuild(store, wanted.filtered(by: matches))
        }
      }
      processor.append((first + used) * 1_000)
      hits = index.count
      firsts.append(first * 1_000)
      wholes.append((first + rest) * 1_000)
    }
    print(
      "  filter '\(text)', \(hits) lines: first screen \(Stopwatch.median(firsts).text()) ms "
        + "(limit ≤ 10), all \(Stopwatch.median(wholes).text()) ms (limit ≤ 50), "
        + "without what other programs took \(Stopwatch.median(processor).text()) ms")
  }

  /// How many bytes the console looks at in a slice.
  private static let slice = 8_388_608

  private static func toggle(_ store: LineStore, _ level: Int) {
    let wanted = WantedLines(kinds: LineKinds { $0.level >= level && $0.category != 3 })
    let times = (0..<runs).map { _ in
      var index = LineIndex()
      return Stopwatch.seconds { index.rebuild(store, wanted) } * 1_000
    }
    print("  level \(level) and above: \(Stopwatch.median(times).text()) ms (limit ≤ 5)")
  }

  /// How many bytes of memory the process holds; 0 where that is not known.
  private static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4_096
  }
}

extension WantedLines {
  /// The same lines, as far as they contain a string.
  fileprivate func filtered(by matches: LineMatches) -> WantedLines {
    WantedLines(kinds: kinds, filtered: matches)
  }
}
