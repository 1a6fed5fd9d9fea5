/// Compares the lines of a log with those that it should consist of.
enum LineComparison {
  /// One difference.
  struct Difference: Hashable {
    /// The expected line at which it is, from 0; the number of lines for the log's end.
    let index: Int
    let expected: String
    let found: String
  }

  /// The most lines that are compared, of both lists together, without equal ones at both ends.
  static let linesMax = 2_000

  /// The lines that are missing, unexpected or different, in their order.
  ///
  /// At most `JSONMatch.differencesMax`; the last one says when more may follow. Both lists are
  /// aligned so that as many lines as possible are equal.
  static func differences(_ expected: [String], _ found: [String]) -> [Difference] {
    let prefix = zip(expected, found).prefix { $0 == $1 }.count
    let rest = (expected.dropFirst(prefix), found.dropFirst(prefix))
    let suffix = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    let lines = Array(rest.0.dropLast(suffix))
    let others = Array(rest.1.dropLast(suffix))
    guard lines.count + others.count <= linesMax else {
      let expectedLine = lines.first.map(quoted) ?? end
      let foundLine = others.first.map(quoted) ?? end
      return [
        Difference(
          index: prefix, expected: "log line \(prefix + 1) \(expectedLine)",
          found: foundLine + cut("more than \(linesMax) lines differ"))
      ]
    }
    var list: [Difference] = []
    for gap in gaps(lines, others) {
      list += differences(in: gap, from: prefix, expected, others)
    }
    let countMax = JSONMatch.differencesMax
    guard list.count > countMax, let last = list.prefix(countMax).last else { return list }
    return list.prefix(countMax - 1) + [
      Difference(
        index: last.index, expected: last.expected,
        found: last.found + cut("after \(countMax) differences"))
    ]
  }

  private static let end = "the end of the log"

  private static func quoted(_ line: String) -> String { "'\(line)'" }

  private static func cut(_ reason: String) -> String {
    "; what follows was not compared, \(reason)"
  }

  /// A place at which the lists differ: what each of them has there.
  private struct Gap {
    let missing: Range<Int>
    let unexpected: Range<Int>
  }

  private static func gaps(_ lines: [String], _ others: [String]) -> [Gap] {
    var isMissing = [Bool](repeating: false, count: lines.count)
    var isUnexpected = [Bool](repeating: false, count: others.count)
    for change in others.difference(from: lines) {
      switch change {
      case .remove(let offset, _, _): isMissing[offset] = true
      case .insert(let offset, _, _): isUnexpected[offset] = true
      }
    }
    var gaps: [Gap] = []
    var (line, other) = (0, 0)
    while line < lines.count || other < others.count {
      let start = (line, other)
      while line < lines.count, isMissing[line] { line += 1 }
      while other < others.count, isUnexpected[other] { other += 1 }
      if start != (line, other) {
        gaps.append(Gap(missing: start.0..<line, unexpected: start.1..<other))
      }
      // The next line is in both lists.
      (line, other) = (line + 1, other + 1)
    }
    return gaps
  }

  /// What one gap means: pairs differ, what is left of either list is missing or unexpected.
  private static func differences(
    in gap: Gap, from prefix: Int, _ expected: [String], _ others: [String]
  ) -> [Difference] {
    let next = prefix + gap.missing.upperBound
    let following = expected.indices.contains(next) ? quoted(expected[next]) : nil
    return (0..<max(gap.missing.count, gap.unexpected.count)).map { offset in
      let other = gap.unexpected.dropFirst(offset).first.map { quoted(others[$0]) }
      guard let line = gap.missing.dropFirst(offset).first else {
        let found = other ?? end
        // After the last expected line, each has a number of its own.
        let number = following == nil ? next + offset - gap.missing.count : next
        return Difference(
          index: next, expected: "log line \(number + 1) \(following ?? end)",
          found: following == nil ? found : "\(found) before it")
      }
      let missing = following.map { "missing before \($0)" } ?? end
      return Difference(
        index: prefix + line,
        expected: "log line \(prefix + line + 1) \(quoted(expected[prefix + line]))",
        found: other ?? missing)
    }
  }
}
