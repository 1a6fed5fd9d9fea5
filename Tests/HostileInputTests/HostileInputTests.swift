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
    #expect(counts.count == HostileInput.allCases.count)
    #expect(counts.allSatisfy { $0 > 0 } && counts.reduce(0, +) == HostileInputTests.cases)
  }
}
