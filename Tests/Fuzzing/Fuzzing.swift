import Foundation
import HostileInput

/// Runs cases of hostile input: `dnp-fuzz CASES [SEED [KIND…]]`; exits with 1 at the first finding.
///
/// The kinds are `HostileInput`'s; without any, all of them.
@main
enum Fuzzing {
  /// How many cases are run between two lines of progress.
  private static let slice = 100_000

  static func main() {
    do {
      try run()
    } catch {
      print("\(error)")
      exit(1)
    }
    fflush(nil)
  }

  private static func run() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap { Int($0) }
    let named = arguments.compactMap { HostileInput(rawValue: $0) }
    let kinds = named.isEmpty ? HostileInput.allCases : named
    let cases = numbers.first ?? slice
    var seed = UInt64(numbers.dropFirst().first ?? 1)
    var counts = kinds.map { _ in HostileInput.Tally() }
    var done = 0
    while done < cases {
      let some = try HostileInput.run(kinds, cases: min(slice, cases - done), seed: seed)
      for (place, tally) in some.enumerated() { counts[place].add(tally) }
      done += some.map(\.cases).reduce(0, +)
      seed += 1
      print("\(done) cases")
      fflush(nil)
    }
    for (kind, count) in zip(kinds, counts) {
      print("\(kind.rawValue): \(count.held) held, \(count.refused) refused, \(count.idle) idle")
    }
  }
}
