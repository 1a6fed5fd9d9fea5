import DeviceLogs
import HostileInput
import ProjectFiles
import Testing

/// `make fuzz` runs many more.
@Suite("Hostile input")
struct HostileInputTests {
  private static let cases = SampleSize.of(1_000, long: 12_000)

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
      case .answers, .secrets, .logs, .records: break
      }
    }
  }

  @Test("shows a bug that is planted in what reads it", arguments: PlantedBug.all)
  func plant(_ plant: PlantedBug) {
    #expect(throws: HostileInput.Finding.self) {
      try HostileInput.run([plant.kind], cases: 4_000, seed: 11, plant.readers)
    }
  }

  @Test("has a planted bug for each kind")
  func allKinds() {
    #expect(Set(PlantedBug.all.map(\.kind)) == Set(HostileInput.allCases))
  }

  /// Half a character at the end made the judge count a line that the viewer had not.
  @Test(
    "is UTF-16 that ends in the middle of a character", arguments: [0x41, 0x0A, 0xD8] as [UInt8])
  func halfCharacter(_ last: UInt8) throws {
    let text = Array("11-15 06:00:00.000  1  1 I a: b\n".utf16).flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    let bytes = [0xFF, 0xFE] + text + [last]
    let readers = HostileReaders()
    #expect(readers.log(bytes, 7)?.tally.lines == 2)
    #expect(readers.shownLines(bytes) == 2)
  }
}
