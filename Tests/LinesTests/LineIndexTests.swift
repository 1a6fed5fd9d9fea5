import SimulationCore
import Testing

@testable import Lines

@Suite("Lines that are shown")
struct LineIndexTests {
  private static let all = LineKinds { _ in true }

  @Test("kinds select lines as looking at each line does", arguments: 0..<4)
  func kinds(level: Int) {
    let samples = LineSamples(count: 10_000, seed: UInt64(level))
    let kinds = LineKinds { $0.level >= level && $0.category != 3 }
    var index = LineIndex()
    index.rebuild(samples.store, WantedLines(kinds: kinds))
    #expect(index.lines == samples.lines(kinds))
  }

  @Test(
    "a string selects lines as looking at each line does",
    arguments: ["fetch", "Fetch", "é", "a", "aaa", "xx", "nowhere", "DNP-FETCH10", "997", "ed é"])
  func strings(text: String) throws {
    let samples = LineSamples(count: 9_000, seed: 7)
    let kinds = LineKinds { $0.level >= 1 }
    var matches = LineMatches(try #require(TextPattern(text)))
    var slices = 1
    while !matches.extend(samples.store, near: 5_000, bytesMax: 10_000) { slices += 1 }
    #expect(slices > 1)
    for isNegated in [false, true] {
      var index = LineIndex()
      index.rebuild(
        samples.store, WantedLines(kinds: kinds, filtered: matches, isNegated: isNegated))
      #expect(index.lines == samples.lines(kinds, with: text, isNegated: isNegated))
    }
  }

  @Test("lines that arrive are added, whatever is looked at first")
  func grows() throws {
    var samples = LineSamples(count: 3_000, seed: 3)
    var matches = LineMatches(try #require(TextPattern("fetch")))
    var index = LineIndex()
    var generator = SeededGenerator(seed: 5)
    for round in 0..<200 {
      for _ in 0..<generator.next() % 100 {
        samples.append("fetch \(round)", LineKind(level: round % 4, category: 1))
        samples.append("other \(round)", LineKind(level: 3, category: 2))
      }
      _ = matches.extend(
        samples.store, near: samples.store.end, bytesMax: Int(generator.next() % 3_000))
      index.extend(samples.store, WantedLines(kinds: Self.all, filtered: matches))
    }
    while !matches.extend(samples.store, near: 0, bytesMax: 1_000) {}
    index.extend(samples.store, WantedLines(kinds: Self.all, filtered: matches))
    #expect(index.lines == samples.lines(Self.all, with: "fetch"))
  }

  @Test("hits of a search are among the lines of a filter")
  func both() throws {
    let samples = LineSamples(count: 8_000, seed: 9)
    var filtered = LineMatches(try #require(TextPattern("schedule")))
    var found = LineMatches(try #require(TextPattern("fetch")))
    while !filtered.extend(samples.store, near: 0, bytesMax: 50_000) {}
    while !found.extend(samples.store, near: 0, bytesMax: 50_000) {}
    var index = LineIndex()
    index.rebuild(
      samples.store,
      WantedLines(kinds: Self.all, filtered: filtered, isNegated: true, found: found))
    let without = samples.lines(Self.all, with: "schedule", isNegated: true)
    let with = Set(samples.lines(Self.all, with: "fetch"))
    #expect(index.lines == without.filter(with.contains))
    #expect(index.count > 100)
  }

  @Test("what the store drops is dropped, and places stay right")
  func drops() throws {
    var samples = LineSamples(count: 0, seed: 1, linesMax: 3 * LineChunk.lineCount)
    var matches = LineMatches(try #require(TextPattern("7")))
    var index = LineIndex()
    for number in 0..<40_000 {
      samples.append("\(number)", LineKind(level: number % 4, category: 0))
      guard number % 333 == 0 else { continue }
      _ = matches.extend(samples.store, near: samples.store.end, bytesMax: .max)
      index.extend(samples.store, WantedLines(kinds: Self.all, filtered: matches))
    }
    #expect(samples.store.count <= 3 * LineChunk.lineCount)
    #expect(index.droppedCount > 1_000)
    let wanted = samples.lines(Self.all, with: "7").filter { $0 < index.end }
    #expect(index.lines == wanted)
    let middle = index[index.count / 2]
    #expect(index.place(of: middle) == index.count / 2)
    #expect(index.place(of: middle + 1) == index.count / 2 + 1)
    #expect(samples.store.text(of: middle) == "\(middle)")
    #expect(samples.store.text(of: samples.store.first - 1) == "")
  }

  @Test("the last line can be taken away and comes back longer")
  func changes() throws {
    var store = LineStore(linesMax: 1 << 20)
    var matches = LineMatches(try #require(TextPattern("whole")))
    var index = LineIndex()
    let kind = LineKind(level: 1, category: 0)
    func add(_ text: String) {
      var text = text
      text.withUTF8 { store.append(kind, text: $0) }
      _ = matches.extend(store, near: 0, bytesMax: .max)
      index.extend(store, WantedLines(kinds: Self.all, filtered: matches))
    }
    add("the whole")
    add("half")
    #expect(index.lines == [0])
    for text in ["half whole", "whole no more", "half"] {
      let line = store.end - 1
      let isTaken = store.removeLast()
      #expect(isTaken)
      matches.forget(line)
      index.remove(line)
      add(text)
      #expect(store.text(of: 1) == text)
      #expect(index.lines == (text.contains("whole") ? [0, 1] : [0]))
    }
    #expect(index.total == 1)
  }
}
