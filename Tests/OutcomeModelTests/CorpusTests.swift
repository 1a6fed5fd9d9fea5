import OutcomeModel
import ProjectFiles
import Testing

@testable import dnp_histories

/// A random history that once disagreed, or that disagrees still: a row of `seeds.tsv`.
struct CorpusRow: Sendable, CustomTestStringConvertible {
  let seed: String
  /// The further arguments of `dnp-histories`.
  let options: [String]
  /// The classes in which the phone and the model differ; empty for a fault that was corrected.
  let classes: Set<String>
  let testDescription: String

  init?(_ line: Substring) {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard columns.count == 4, !columns.contains("") else { return nil }
    seed = columns[0]
    options = columns[1] == "-" ? [] : columns[1].split(separator: " ").map(String.init)
    classes = columns[2] == "-" ? [] : Set(columns[2].split(separator: ",").map(String.init))
    testDescription = "\(columns[0]) \(columns[1]): \(columns[3])"
  }
}

@Suite("The random histories that found something")
struct CorpusTests {
  static let path = "Tests/OutcomeHistories/seeds.tsv"
  static let lines = ((try? ProjectFile.text(path)) ?? "").split(separator: "\n").dropFirst()
  static let rows = lines.compactMap { CorpusRow($0) }

  @Test("have a seed, options, classes and what it was, once each")
  func table() {
    #expect(Self.rows.count == Self.lines.count && Self.rows.count > 100)
    #expect(Set(Self.rows.map { [$0.seed] + $0.options }).count == Self.rows.count)
    // Otherwise the replay could not fail.
    #expect(Self.rows.contains { !$0.classes.isEmpty })
  }

  @Test("agree with the model, or differ as it is written down", arguments: rows)
  func replay(row: CorpusRow) throws {
    let options = try OutcomeHistories.read(["--show", row.seed] + row.options)
    let history = OutcomeHistories.history(try #require(options.shown), options)
    let found = OutcomeRun.run(history, options.limits).disagreements
    #expect(Set(found.map(\.className)) == row.classes, "\(found.map(\.text))")
  }
}
