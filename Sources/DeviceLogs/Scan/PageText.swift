/// Lines of a log inside a page of HTML.
enum PageText {
  private static let entities: [(written: StaticString, byte: UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&quot;", UInt8(ascii: "\"")),
    ("&#39;", UInt8(ascii: "'")), ("&#x27;", UInt8(ascii: "'")), ("&nbsp;", 0x20),
    ("&amp;", UInt8(ascii: "&")),
  ]

  /// The tags around lines; others are text, as `<Notice>` in a log that is not escaped.
  private static let tags: [StaticString] = [
    "pre", "code", "span", "div", "br", "p", "b", "i", "font", "td", "tr", "table", "html", "body",
    "head", "li", "ul", "samp",
  ]

  /// Whether the first bytes of a log are those of a page, or a part of one.
  static func isPage(_ head: [UInt8]) -> Bool {
    let marks: [StaticString] = ["<pre", "<html", "<br>", "<br/>", "<br />", "<span ", "<div"]
    return head.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      let end = min(bytes.count, LogScanner.sniffedBytes)
      return marks.contains { ByteSearch.text($0, in: base, from: 0, to: end) != nil }
    }
  }

  /// A line without tags, and with the characters that entities stand for.
  static func plain(_ line: [UInt8]) -> [UInt8] {
    line.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      let bytes = LineBytes(base: base, count: buffer.count)
      var plain: [UInt8] = []
      var place = 0
      while place < bytes.count {
        if bytes[place] == UInt8(ascii: "<"), let end = endOfTag(bytes, place) {
          place = end
        } else if bytes[place] == UInt8(ascii: "&"),
          let entity = entities.first(where: { bytes.begins($0.written, at: place) })
        {
          plain.append(entity.byte)
          place += entity.written.utf8CodeUnitCount
        } else {
          plain.append(bytes[place])
          place += 1
        }
      }
      return plain
    }
  }

  /// The index after a tag; nil where none begins.
  private static func endOfTag(_ line: LineBytes, _ start: Int) -> Int? {
    let name = line[start + 1] == UInt8(ascii: "/") ? start + 2 : start + 1
    let isTag = tags.contains { tag in
      let after = line[name + tag.utf8CodeUnitCount]
      return line.begins(tag, at: name)
        && [UInt8(ascii: ">"), 0x20, UInt8(ascii: "/")].contains(after)
    }
    guard isTag, let close = line.place(of: ">", from: name) else { return nil }
    return close + 1
  }
}
