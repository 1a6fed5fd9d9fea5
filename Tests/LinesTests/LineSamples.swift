import SimulationCore

@testable import Lines

/// Logs to try, and the plain way to answer the same questions.
struct LineSamples {
  private(set) var store: LineStore
  /// What the store was given, from its first line on.
  private(set) var texts: [String] = []
  private(set) var kinds: [LineKind] = []

  private static let words = [
    "fetch", "Fetch", "schedule", "scheduled", "é", "DNP-FETCH", "aa", "aaa", "…", "10:00", "",
    "x",
  ]

  init(count: Int, seed: UInt64, linesMax: Int = 1 << 20) {
    store = LineStore(linesMax: linesMax)
    var generator = SeededGenerator(seed: seed)
    for number in 0..<count {
      let words = (0..<Int(generator.next() % 6)).map { _ in
        LineSamples.words[Int(generator.next() % UInt64(LineSamples.words.count))]
      }
      let text = words.joined(separator: generator.next() % 2 == 0 ? " " : "") + "\(number % 997)"
      append(
        text, LineKind(level: Int(generator.next() % 4), category: Int(generator.next() % 12)))
    }
  }

  mutating func append(_ text: String, _ kind: LineKind) {
    store.append(kind, time: Int64(texts.count))
    store.append(text: text)
    texts.append(text)
    kinds.append(kind)
  }

  /// The numbers of the kept lines of wanted kinds that contain a string, or do not.
  func lines(
    _ kinds: LineKinds, with text: String? = nil, isNegated: Bool = false
  ) -> [Int] {
    (store.first..<store.end).filter { line in
      guard kinds.contains(self.kinds[line]) else { return false }
      guard let text else { return true }
      return LineSamples.contains(texts[line], text) != isNegated
    }
  }

  /// Whether a string contains another, by smart case.
  static func contains(_ text: String, _ wanted: String) -> Bool {
    let foldsCase = !wanted.contains { $0.isUppercase }
    let haystack = Array(text.utf8).map { byte in
      foldsCase && byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
    }
    let needle = Array(wanted.utf8)
    guard needle.count <= haystack.count else { return false }
    return (0...haystack.count - needle.count).contains { start in
      Array(haystack[start..<start + needle.count]) == needle
    }
  }
}

extension LineIndex {
  /// The numbers of its lines.
  var lines: [Int] { (0..<count).map { self[$0] } }
}
