import DailyNotification

/// Where the fields of a record stand in its first line, as steps over bytes.
///
/// `LinePatternText` describes how one is written.
struct LinePattern: Hashable, Sendable {
  /// What a field of a line is.
  enum Field: String, Hashable, Sendable, CaseIterable {
    case level
    case process
    case pid
    case tid
    case subsystem
    case category
    case tag
  }

  /// One step; a field of nil is passed over.
  enum Step: Hashable, Sendable {
    case byte(UInt8)
    /// At least so many blanks, or the end of the line.
    case blanks(Int)
    case stamp(LogStamp.Shape)
    case zone
    /// A letter that is a level of Android.
    case letter
    /// Two columns that are a level of Apple's compact style.
    case code
    /// A number, which blanks may precede.
    case number(Field?)
    case hexadecimal(Field?)
    /// Everything up to a blank.
    case word(Field?)
    /// Letters, digits, `.`, `-`, `_` and `$`.
    case name(Field?)
    /// Everything up to a tab.
    case cell(Field?)
    /// Everything up to the first index at which so many following steps match.
    case text(Field?, steps: Int)
    /// The last word of such a text, without what is in parentheses after it.
    case image(Field?, steps: Int)
    /// A byte so many bytes ahead, which stays for what follows.
    case ahead(Int, UInt8)
    /// So many following steps may be missing.
    case optional(Int)
    /// The rest of the line, without what the steps after it match at its end.
    case message
  }

  /// How much of a line's end what follows a message may take, in bytes.
  private static let tailMax = 512

  let steps: [Step]
  /// How many steps must match for a line to begin a record.
  let beginCount: Int

  /// Whether lines have a time of day and no date.
  var hasNoDates: Bool {
    steps.contains { step in
      guard case .stamp(let shape) = step else { return false }
      return shape == .clock || shape == .millis
    }
  }

  /// Reads the fields up to where the line is known to begin a record; false where it begins none.
  func begins(_ line: LineBytes, _ header: inout LogHeader) -> Bool {
    var cursor = LineCursor(line)
    let isBegun = steps.withUnsafeBufferPointer { run($0, 0, to: beginCount, &cursor, &header) }
    guard isBegun else { return false }
    if beginCount < steps.count { header.message = cursor.position }
    return true
  }

  /// All fields of a line, as far as they can be read; nil for a line that begins no record.
  func header(_ line: LineBytes) -> LogHeader? {
    var cursor = LineCursor(line)
    var header = LogHeader(message: 0)
    return steps.withUnsafeBufferPointer { steps in
      guard run(steps, 0, to: beginCount, &cursor, &header) else { return nil }
      guard beginCount < steps.count else { return header }
      header.message = cursor.position
      if run(steps, beginCount, to: steps.count, &cursor, &header), !steps.contains(.message) {
        header.message = cursor.position
      }
      return header
    }
  }

  /// The time of a line of which the rest may be cut off.
  func stamp(_ line: LineBytes) -> LogStamp? {
    guard
      let place = steps.firstIndex(where: { step in
        if case .stamp = step { true } else { false }
      })
    else { return nil }
    // A zone follows at once, or where it may be missing.
    let rest = steps[(place + 1)...]
    let zone = rest.first == .zone ? 1 : 0
    let group = if case .optional(let count)? = rest.first { count + 1 } else { 0 }
    var (cursor, header) = (LineCursor(line), LogHeader(message: 0))
    let end = place + 1 + (rest.prefix(group).contains(.zone) ? group : zone)
    let isRead = steps.withUnsafeBufferPointer { run($0, 0, to: end, &cursor, &header) }
    return isRead && cursor.position < line.count ? header.stamp : nil
  }

  private func run(
    _ steps: UnsafeBufferPointer<Step>, _ start: Int, to end: Int, _ cursor: inout LineCursor,
    _ header: inout LogHeader
  ) -> Bool {
    var index = start
    while index < end {
      switch steps[index] {
      case .byte(let byte):
        guard cursor.next == byte, cursor.position < cursor.line.count else { return false }
        cursor.position += 1
      case .blanks(let count):
        guard cursor.skipBlanks(count) else { return false }
      case .stamp(let shape):
        guard let stamp = cursor.stamp(shape) else { return false }
        header.stamp = stamp
      case .zone:
        guard let offset = cursor.offset() else { return false }
        header.stamp?.offsetMinutes = offset
      case .letter:
        guard let level = cursor.priority() else { return false }
        header.level = level
      case .code:
        guard cursor.compactType(&header.level) else { return false }
      case .number(let field):
        cursor.skipBlanks()
        guard let number = cursor.number() else { return false }
        header.set(field, number)
      case .hexadecimal(let field):
        guard let number = cursor.hexadecimal() else { return false }
        header.set(field, number)
      case .word(let field):
        guard let range = cursor.word() else { return false }
        header.set(field, range, in: cursor.line)
      case .name(let field):
        guard let range = cursor.name() else { return false }
        header.set(field, range, in: cursor.line)
      case .cell(let field):
        guard let tab = cursor.line.place(of: "\t", from: cursor.position) else { return false }
        header.set(field, cursor.position..<tab, in: cursor.line)
        cursor.position = tab
      case .text(let field, let count):
        guard let range = text(steps, index, count, &cursor, &header) else { return false }
        header.set(field, range, in: cursor.line)
        index += count
      case .image(let field, let count):
        guard let range = text(steps, index, count, &cursor, &header) else { return false }
        header.set(field, cursor.line.lastWord(in: range), in: cursor.line)
        index += count
      case .ahead(let distance, let byte):
        guard cursor.line[cursor.position + distance] == byte else { return false }
      case .optional(let count):
        let position = cursor.position
        if end <= beginCount {
          // What may be missing there has no fields but a zone, which is read again.
          if run(steps, index + 1, to: end, &cursor, &header) { return true }
        } else {
          let before = header
          if run(steps, index + 1, to: end, &cursor, &header) { return true }
          header = before
        }
        cursor.position = position
        index += count
      case .message:
        return message(steps, index + 1, end, &cursor, &header)
      }
      index += 1
    }
    return true
  }

  /// A text up to the first index at which the steps after it match, which it consumes.
  private func text(
    _ steps: UnsafeBufferPointer<Step>, _ index: Int, _ count: Int, _ cursor: inout LineCursor,
    _ header: inout LogHeader
  ) -> Range<Int>? {
    let (start, line) = (cursor.position, cursor.line)
    guard count > 0 else {
      cursor.position = line.count
      return start..<line.count
    }
    for place in start...max(start, line.count) {
      if case .byte(let first) = steps[index + 1], line[place] != first { continue }
      var attempt = LineCursor(line, at: place)
      attempt.position = place
      if run(steps, index + 1, to: index + 1 + count, &attempt, &header) {
        cursor = attempt
        return start..<place
      }
    }
    return nil
  }

  /// The message, and what stands at the line's end without being a part of it.
  private func message(
    _ steps: UnsafeBufferPointer<Step>, _ tail: Int, _ end: Int, _ cursor: inout LineCursor,
    _ header: inout LogHeader
  ) -> Bool {
    let line = cursor.line
    header.message = cursor.position
    guard tail < end else {
      cursor.position = line.count
      return true
    }
    let last = max(cursor.position, line.count)
    for place in max(cursor.position, line.count - LinePattern.tailMax)...last {
      guard place == line.count || line[place] == 0x20 else { continue }
      var (attempt, found) = (cursor, header)
      attempt.position = place
      if run(steps, tail, to: end, &attempt, &found), attempt.position >= line.count {
        (cursor, header) = (attempt, found)
        header.trailing = line.count - place
        return true
      }
    }
    return false
  }
}

extension LogHeader {
  fileprivate mutating func set(_ field: LinePattern.Field?, _ number: Int) {
    switch field {
    case .pid: pid = number
    case .tid: tid = number
    case .level, .process, .subsystem, .category, .tag, nil: break
    }
  }

  fileprivate mutating func set(
    _ field: LinePattern.Field?, _ whole: Range<Int>, in line: LineBytes
  ) {
    guard let field else { return }
    let range = line.trimmed(whole)
    switch field {
    case .level: level = LogLevel(word: line.text(whole))
    case .process: process = range
    case .subsystem: subsystem = range
    case .category: category = range
    case .tag: tag = range
    case .pid, .tid: break
    }
  }
}

extension LineBytes {
  /// A range without blanks around it; nil where nothing is left.
  func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var range = range
    while let last = range.last, self[last] == 0x20 { range = range.lowerBound..<last }
    while let first = range.first, self[first] == 0x20 { range = first + 1..<range.upperBound }
    return range.isEmpty ? nil : range
  }

  /// The last word of a range, up to a parenthesis in it.
  fileprivate func lastWord(in range: Range<Int>) -> Range<Int> {
    var start = range.upperBound
    while start > range.lowerBound, self[start - 1] != 0x20 { start -= 1 }
    var end = start
    while end < range.upperBound, self[end] != UInt8(ascii: "(") { end += 1 }
    return start..<end
  }
}

extension LineCursor {
  /// Consumes at least so many blanks; at the end of the line there may be fewer.
  fileprivate mutating func skipBlanks(_ count: Int) -> Bool {
    let start = position
    while next == 0x20 { position += 1 }
    return position - start >= count || position >= line.count
  }

  /// Parses a letter that is one of Android's priorities.
  fileprivate mutating func priority() -> LogLevel? {
    let level: LogLevel
    switch next {
    case UInt8(ascii: "V"), UInt8(ascii: "D"): level = .debug
    case UInt8(ascii: "I"), UInt8(ascii: "?"): level = .info
    case UInt8(ascii: "W"): level = .warning
    case UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "S"), UInt8(ascii: "A"):
      level = .error
    default: return nil
    }
    position += 1
    return level
  }

  /// Parses the two columns of a type: `Df`, `I `, `Er`.
  fileprivate mutating func compactType(_ level: inout LogLevel?) -> Bool {
    let (first, second) = (next, line[position + 1])
    let isSecond = second == 0x20 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second)
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first), isSecond else { return false }
    switch first {
    case UInt8(ascii: "D"): level = second == UInt8(ascii: "b") ? .debug : .info
    case UInt8(ascii: "I"), UInt8(ascii: "A"): level = .info
    case UInt8(ascii: "W"): level = .warning
    case UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "S"): level = .error
    default: level = nil
    }
    position += second == 0x20 ? 1 : 2
    return true
  }

  /// Consumes letters, digits, `.`, `-`, `_` and `$`; nil if there are none.
  fileprivate mutating func name() -> Range<Int>? {
    let start = position
    while LineCursor.isOfName(next) { position += 1 }
    return position > start ? start..<position : nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }
}
