import SimulationCore
import Testing

@testable import Lines

@Suite("Lines of a log")
struct LineStoreTests {
  @Test("each line keeps its text, kind and time")
  func columns() {
    let samples = LineSamples(count: 10_000, seed: 2)
    for line in stride(from: 0, to: 10_000, by: 37) {
      #expect(samples.store.text(of: line) == samples.texts[line])
      #expect(samples.store.kind(of: line) == samples.kinds[line])
      #expect(samples.store.time(of: line) == Int64(line))
    }
    #expect(samples.store.kind(of: 10_000) == nil)
    #expect(samples.store.text(of: 5, bytesMax: 0) == "")
    let bytes = samples.texts.reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(samples.store.byteCount == bytes)
  }

  @Test("a line's text may be added later, in the order of lines")
  func later() {
    var store = LineStore(linesMax: 1 << 20, first: 100)
    for _ in 0..<5_000 { store.append(LineKind(level: 1, category: 0), time: 0) }
    #expect(store.text(of: 100) == "")
    for number in 0..<5_000 { store.append(text: "\(number)") }
    store.append(text: "one too many")
    #expect(store.text(of: 100) == "0")
    #expect(store.text(of: 5_099) == "4999")
    #expect(store.textEnd == store.end)
  }

  @Test("malformed bytes are replaced, and empty lines are lines")
  func malformed() {
    var store = LineStore(linesMax: 1 << 20)
    let kind = LineKind(level: 0, category: 63)
    for bytes in [[0xFF, 0x41], [], [0x0A]] as [[UInt8]] {
      bytes.withUnsafeBufferPointer { store.append(kind, text: $0) }
    }
    #expect(store.text(of: 0) == "\u{FFFD}A")
    #expect(store.text(of: 1) == "")
    #expect(store.text(of: 2) == "\n")
    #expect(store.time(of: 0) == nil)
    #expect(store.kind(of: 0)?.category == 63)
  }

  @Test("a pattern is found at every place of a string")
  func places() throws {
    let pattern = try #require(TextPattern("needle"))
    for before in 0..<70 {
      for after in [0, 1, 15, 16, 40] {
        let text =
          String(repeating: "n", count: before) + "Needle" + String(repeating: "e", count: after)
        #expect(pattern.ranges(in: text) == [before..<before + 6], "\(before) \(after)")
        #expect(pattern.matches(text))
      }
    }
    #expect(!pattern.matches("needl"))
    #expect(try #require(TextPattern("Needle")).ranges(in: "needle needle") == [])
    #expect(try #require(TextPattern("aa")).ranges(in: "aaaaa") == [0..<2, 2..<4])
    #expect(TextPattern("") == nil)
  }
}
