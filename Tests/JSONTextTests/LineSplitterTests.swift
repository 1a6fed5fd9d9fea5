import JSONText
import SimulationCore
import Testing

@Suite("line splitter")
struct LineSplitterTests {
  private func items(_ text: String, chunk: Int, bytesMax: Int = 8) -> [LineSplitter.Item] {
    var splitter = LineSplitter(bytesMax: bytesMax)
    var items: [LineSplitter.Item] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      items += splitter.take(Array(rest.prefix(chunk)))
      #expect(splitter.heldBytes <= bytesMax)
      rest = rest.dropFirst(chunk)
    }
    if let last = splitter.finish() { items.append(last) }
    return items
  }

  private func lines(_ texts: String...) -> [LineSplitter.Item] {
    texts.map { .line(Array($0.utf8)) }
  }

  @Test("finds the same lines however the bytes are chunked", arguments: 1...9)
  func cuts(chunk: Int) {
    #expect(items("one\ntwo\r\n\n\r\nthree", chunk: chunk) == lines("one", "two", "three"))
  }

  @Test("accepts a line of the maximum length, and reports a longer one once", arguments: 1...9)
  func bounds(chunk: Int) {
    #expect(items("12345678\nnext\n", chunk: chunk) == lines("12345678", "next"))
    #expect(
      items("a\n123456789-and-so-on\nnext", chunk: chunk)
        == lines("a") + [.tooLong(bytesMax: 8)] + lines("next"))
  }

  @Test("reports a line that is too long before its end has arrived")
  func early() {
    var splitter = LineSplitter(bytesMax: 4)
    #expect(splitter.take(Array("12345".utf8)) == [.tooLong(bytesMax: 4)])
    #expect(splitter.heldBytes == 0)
    #expect(splitter.take(Array("6789".utf8)) == [])
    #expect(splitter.finish() == nil)
  }

  @Test("can be reused after the end of a stream")
  func end() {
    var splitter = LineSplitter(bytesMax: 4)
    #expect(splitter.take(Array("ab".utf8)) == [])
    #expect(splitter.finish() == .line(Array("ab".utf8)))
    #expect(splitter.finish() == nil)
  }

  @Test("agrees with splitting the whole stream at once, on random streams", arguments: 1...20)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let alphabet = Array("ab\r\n".utf8)
    var splitter = LineSplitter(bytesMax: 1_000_000)
    var text: [UInt8] = []
    var items: [LineSplitter.Item] = []
    for _ in 0..<200 {
      let chunk = (0..<random.below(12)).map { _ in alphabet[Int(random.below(4))] }
      text += chunk
      items += splitter.take(chunk)
    }
    if let last = splitter.finish() { items.append(last) }
    let expected = text.split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
      .filter { !$0.isEmpty }
    #expect(items == expected.map { .line(Array($0)) })
  }

  @Test("empty lines can be kept, so that lines can be counted")
  func emptyLines() {
    var splitter = LineSplitter(bytesMax: 4, keepsEmptyLines: true)
    let items = splitter.take(Array("\na\n\r\ntoo long\nb".utf8))
    #expect(
      items == [.line([]), .line(Array("a".utf8)), .line([]), .tooLong(bytesMax: 4)])
    #expect(splitter.finish() == .line(Array("b".utf8)))
    #expect(splitter.take(Array("\n".utf8)) == [.line([])])
    #expect(splitter.finish() == nil)
  }
}
