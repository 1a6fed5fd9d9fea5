import Foundation
import ProjectFiles
import Testing

@testable import CivilTime

/// Compares cron expressions with the fixtures that `Tests/oracles/cron.py` writes from cronsim.
@Suite("Cron oracle")
struct CronOracleTests {
  /// Answers that differ from cronsim's; the headers of the fixtures say who is right, and why.
  private static let exceptions: Set = [
    "half-hour", "odd-minute", "back-over-midnight", "gap-at-midnight", "skipped-date",
    "three-hours", "moved-by-gap", "second-pass", "one-value-range", "cronsim-only", "to-sunday",
    "never",
  ]

  /// The lines of a fixture, split into fields, without the header.
  private static func rows(_ name: String) throws -> [[String]] {
    let text = try ProjectFile.text("Tests/CivilTimeTests/Fixtures/\(name)")
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The firings after `start`, up to `end` if there is one, as seconds since the epoch.
  private static func firings(
    _ expression: CronExpression, in zone: Zone, after start: Int64, through end: Int64?
  ) -> [String] {
    var firings: [String] = []
    var last = start * 1_000
    while firings.count < 6, let next = expression.nextOfEveryPass(after: last, in: zone)?.instant,
      next <= (end ?? .max / 1_000) * 1_000
    {
      firings.append(String(next / 1_000))
      last = next
    }
    return firings
  }

  @Test(
    "has the same firings around transitions and over the years",
    arguments: [
      "America/New_York", "Europe/London", "Europe/Riga", "Australia/Lord_Howe",
      "America/Sao_Paulo", "America/St_Johns", "America/Nuuk", "America/Havana", "Pacific/Apia",
      "Africa/Casablanca", "Africa/Cairo", "Antarctica/Troll", "Antarctica/Casey",
      "Asia/Kathmandu", "Pacific/Kiritimati", "UTC",
    ])
  func hasSameFirings(identifier: String) throws {
    let zone = try Zone(identifier: identifier)
    let rows = try Self.rows("cron-occurrences.txt").filter { $0[0] == identifier }
    #expect(rows.count >= 30)
    for row in rows {
      let expression = try CronExpression(row[3])
      let firings = Self.firings(
        expression, in: zone, after: try #require(Int64(row[1])), through: Int64(row[2]))
      #expect(firings.joined(separator: " ") == row[5], "\(row)")
    }
  }

  @Test("accepts the same expressions")
  func acceptsSameTexts() throws {
    let rows = try Self.rows("cron-syntax.txt")
    #expect(rows.filter { $0[0] == "accept" }.count > 200)
    for row in rows {
      let isAccepted = (try? CronExpression(row[2])) != nil
      #expect(isAccepted == (row[0] == "accept"), "\(row)")
    }
  }

  @Test("differs from cronsim only in the listed exceptions")
  func departsOnlyByException() throws {
    let sources = try Self.rows("cron-occurrences.txt").map { $0[4] }
    let verdicts = try Self.rows("cron-syntax.txt").map { $0[1] }
    #expect(Set(sources + verdicts) == Self.exceptions.union(["cronsim"]))
    #expect(sources.filter { $0 == "cronsim" }.count > 2_000)
    let others = sources.filter { $0 != "cronsim" && $0 != "moved-by-gap" }
    #expect(others.count < sources.count / 10)
  }
}
