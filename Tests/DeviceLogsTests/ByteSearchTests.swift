import SimulationCore
import Testing

@testable import DeviceLogs

@Suite("The search in memory")
struct ByteSearchTests {
  @Test("finds what a plain search finds, wherever it begins", arguments: 0..<200)
  func equalsPlainSearch(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("DNP-\ndailynotification x".utf8)
    var bytes = (0..<90).map { _ in letters[Int(generator.next() % UInt64(letters.count))] }
    let word = Array((seed % 2 == 0 ? "DNP-" : "dailynotification:").utf8)
    let place = Int(generator.next() % 70)
    bytes.replaceSubrange(place..<place + word.count, with: word)
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for from in 0...buffer.count {
        let feed = bytes[from...].firstIndex(of: 0x0A) ?? bytes.count
        #expect(ByteSearch.lineFeed(in: base, from: from, to: bytes.count) == feed)
        let mark = (from..<bytes.count).first { index in
          bytes[index...].starts(with: "DNP-".utf8)
            || bytes[index...].starts(with: "dailynotification:".utf8)
            || bytes[index...] == Array("dailynotification".utf8)[...]
        }
        #expect(ByteSearch.mark(in: base, from: from, to: bytes.count) == mark ?? bytes.count)
      }
    }
  }
}
