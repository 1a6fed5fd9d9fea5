import Foundation
import HostileInput
import Testing

/// `DNP_CASES` says how many cases each of four seeds has; `make fuzz` runs many more.
@Suite("Hostile input")
struct HostileInputTests {
  private static let cases =
    ProcessInfo.processInfo.environment["DNP_CASES"].flatMap(Int.init) ?? 3_000

  @Test("is read or refused, and never crashes", arguments: 1...4)
  func cases(_ seed: UInt64) throws {
    let counts = try HostileInput.run(cases: HostileInputTests.cases, seed: seed)
    for (kind, tally) in zip(HostileInput.allCases, counts) {
      #expect(tally.held > tally.cases / 20, "\(kind): \(tally)")
      #expect(tally.idle < tally.cases / 2, "\(kind): \(tally)")
      switch kind {
      case .tokens, .requestLines, .answerLines, .json, .packed:
        #expect(tally.refused > 0, "\(kind): \(tally)")
      // Nothing of these is ever refused, or hardly anything.
      case .answers, .secrets, .logs: break
      }
    }
  }
}
