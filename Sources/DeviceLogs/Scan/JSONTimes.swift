import JSONText

/// The times of other programs' objects, found without reading the objects.
struct JSONTimes: Sendable {
  /// The name of the member that is the time, with its quotes.
  private var name: [UInt8]?
  /// Whether the member is a line that begins with the time.
  private var isLine = false
  private var tries = 0
  /// How many objects without the member are read; then one in so many.
  private static let triesMax = 50
  private static let triesEach = 16

  /// The time of an object; nil where it has none that is known.
  mutating func stamp(
    in bytes: UnsafeBufferPointer<UInt8>, _ options: JSONFieldOptions
  ) -> LogStamp? {
    guard let base = bytes.baseAddress else { return nil }
    let line = LineBytes(base: base, count: bytes.count)
    guard let name, let start = JSONTimes.value(of: name, in: line) else {
      return learn(bytes, options)
    }
    if line[start] == UInt8(ascii: "\"") {
      var end = start + 1
      while end < line.count, line[end] != UInt8(ascii: "\"") { end += 1 }
      guard isLine else { return LogStamp(whole: line.text(start + 1..<end)) }
      return JSONLogReader.inner(LineBytes(base: base + start + 1, count: end - start - 1))?.stamp
    }
    var end = start
    while end < line.count, "0123456789.+-eE".utf8.contains(line[end]) { end += 1 }
    return Double(line.text(start..<end)).flatMap { LogStamp(json: .number($0)) }
  }

  /// Reads an object, and remembers which of its members is the time.
  private mutating func learn(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONFieldOptions
  ) -> LogStamp? {
    tries += 1
    guard tries <= JSONTimes.triesMax || tries % JSONTimes.triesEach == 0 else { return nil }
    guard let value = try? JSONParser.parse(bytes) else { return nil }
    let fields = JSONFields(value, options)
    if let time = fields.time {
      (name, isLine) = (JSONTimes.quoted(time.path), false)
      return time.stamp
    }
    for member in value.objectValue?.members ?? [] {
      guard let text = member.value.stringValue,
        let header = JSONLogReader.inner(text), header.stamp != nil
      else { continue }
      (name, isLine) = (JSONTimes.quoted(member.key), true)
      return header.stamp
    }
    return nil
  }

  private static func quoted(_ path: String) -> [UInt8] {
    Array("\"\(path.split(separator: ".").last ?? "")\"".utf8)
  }

  /// Where the value of a member begins.
  private static func value(of name: [UInt8], in line: LineBytes) -> Int? {
    var place = 0
    while place + name.count < line.count {
      if line[place] == name[0], name.indices.allSatisfy({ line[place + $0] == name[$0] }) {
        var start = place + name.count
        while line[start] == 0x20 { start += 1 }
        if line[start] == UInt8(ascii: ":") {
          start += 1
          while line[start] == 0x20 { start += 1 }
          return start
        }
      }
      place += 1
    }
    return nil
  }
}
