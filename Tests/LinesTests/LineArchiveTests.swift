import Testing

@testable import Lines

@Suite("Lines whose bytes a file has")
struct LineArchiveTests {
  /// A file in memory, which can become shorter.
  private final class File: LineArchive {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func withBytes(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
      let there = bytes[range.clamped(to: 0..<bytes.count)]
      let missing = range.count - there.count
      (Array(there) + [UInt8](repeating: 0x20, count: missing)).withUnsafeBufferPointer(body)
    }
  }

  private static let kind = LineKind(level: 1, category: 3)
  private static let texts = (0..<20_000).map { number in
    number % 7 == 0 ? "" : "line \(number) says \(number % 13 == 0 ? "Fetch" : "nothing")"
  }

  private static func append(
    _ text: String, to store: inout LineStore, inFile range: Range<Int>
  ) {
    Array(text.utf8).withUnsafeBufferPointer {
      store.append(kind, text: $0, inFile: range)
    }
  }

  /// A store of the sample lines, each with an ending in the file, and how long the file is.
  private static func store(
    _ ending: (Int) -> String, bytesMax: Int = .max
  ) -> LineStore {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for (number, text) in texts.enumerated() {
      let start = bytes.count
      bytes += Array((text + ending(number)).utf8)
      ranges.append(start..<bytes.count)
    }
    var store = LineStore(linesMax: 1 << 20)
    store.archive = File(Array(bytes.prefix(bytesMax)))
    for (text, range) in zip(texts, ranges) { append(text, to: &store, inFile: range) }
    return store
  }

  @Test(
    "are the same lines, whatever ends them in the file",
    arguments: ["\n", "\r\n", "\u{1B}[0m\r\n"])
  func endings(ending: String) throws {
    let store = Self.store { _ in ending }
    let pattern = try #require(TextPattern("Fetch"))
    var matches = LineMatches(pattern)
    let isComplete = matches.extend(store, near: 0, bytesMax: .max)
    #expect(isComplete)
    for (number, text) in Self.texts.enumerated() {
      #expect(store.text(of: number) == text)
      #expect(matches.contains(number) == pattern.matches(text))
    }
  }

  @Test("are held in memory where one is not in the file as the others are")
  func odd() {
    let store = Self.store { $0 == 5_000 ? "\r\n" : "\n" }
    for (number, text) in Self.texts.enumerated() { #expect(store.text(of: number) == text) }
  }

  @Test("may be taken away and come again, also where a stretch begins or ends")
  func unfinished() {
    var bytes: [UInt8] = []
    var store = LineStore(linesMax: 1 << 20)
    store.archive = File(Array((Self.texts.joined(separator: "\n") + "\n").utf8))
    for text in Self.texts {
      let start = bytes.count
      // The beginning of a line is shown before its end has come.
      let beginning = String(text.prefix(3))
      Self.append(beginning, to: &store, inFile: start..<start + beginning.utf8.count)
      let isRemoved = store.removeLast()
      #expect(isRemoved)
      bytes += Array((text + "\n").utf8)
      Self.append(text, to: &store, inFile: start..<bytes.count)
    }
    for (number, text) in Self.texts.enumerated() { #expect(store.text(of: number) == text) }
  }

  @Test("are blank as far as the file has become shorter")
  func cut() {
    let store = Self.store({ _ in "\n" }, bytesMax: 100)
    #expect(store.text(of: 1) == Self.texts[1])
    #expect(store.text(of: 4_001).allSatisfy { $0 == " " })
    #expect(store.text(of: 19_999) == Self.texts[19_999])
  }
}
