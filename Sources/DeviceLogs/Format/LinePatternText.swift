import PlainText

/// Reads a pattern as a format's file has it: `{time:logcat} {pid} {tid} {level:letter} {tag}: …`.
///
/// A field is `{name}`, `{name:type}`, or `{:type}` where it is passed over. What may be missing
/// stands in `{?` and `}`; `{begins}` ends what a line must have to begin a record, `{message}` is
/// the plugin's text, and `{ahead:x}` asks for an x that stays. One blank stands for one or more,
/// two for two or more; `{{` and `}}` are braces. Everything else stands for itself.
struct LinePatternText {
  /// What is wrong with a pattern.
  struct Problem: Error, Hashable {
    let message: String
    let remedy: String
  }

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")

  private let text: [UInt8]
  private var position = 0
  private var steps: [LinePattern.Step] = []
  private var beginCount: Int?

  /// The pattern of a text.
  static func pattern(_ text: String) throws(Problem) -> LinePattern {
    var reader = LinePatternText(text: Array(text.utf8))
    try reader.read(isGroup: false)
    let steps = LinePatternText.bounded(reader.steps, reader.beginCount ?? reader.steps.count)
    guard steps.count <= 200 else {
      throw Problem(message: "the pattern is too long", remedy: "write at most 200 steps")
    }
    return LinePattern(steps: steps, beginCount: reader.beginCount ?? steps.count)
  }

  private init(text: [UInt8]) {
    self.text = text
  }

  private var next: UInt8 { position < text.count ? text[position] : 0 }

  private mutating func read(isGroup: Bool) throws(Problem) {
    while position < text.count {
      let byte = text[position]
      position += 1
      switch byte {
      case LinePatternText.open where next == LinePatternText.open:
        position += 1
        steps.append(.byte(LinePatternText.open))
      case LinePatternText.open where next == UInt8(ascii: "?"):
        position += 1
        let start = steps.count
        steps.append(.optional(0))
        try read(isGroup: true)
        steps[start] = .optional(steps.count - start - 1)
      case LinePatternText.open:
        try field()
      case LinePatternText.close where isGroup:
        return
      case LinePatternText.close where next == LinePatternText.close:
        position += 1
        steps.append(.byte(LinePatternText.close))
      case LinePatternText.close:
        throw Problem(message: "a brace closes nothing", remedy: "write }} for a brace")
      case 0x20:
        if case .blanks(let count)? = steps.last {
          steps[steps.count - 1] = .blanks(count + 1)
        } else {
          steps.append(.blanks(1))
        }
      default: steps.append(.byte(byte))
      }
    }
    if isGroup { throw Problem(message: "'{?' has no end", remedy: "close it with }") }
  }

  private mutating func field() throws(Problem) {
    guard let end = text[position...].firstIndex(of: LinePatternText.close) else {
      throw Problem(message: "a field has no end", remedy: "close it with }, or write {{")
    }
    let written = String(decoding: text[position..<end], as: UTF8.self)
    position = end + 1
    let parts = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, type) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    switch name {
    case "begins": beginCount = steps.count
    case "message": steps.append(.message)
    case "zone": steps.append(.zone)
    case "ahead":
      for (distance, byte) in (type ?? "").utf8.enumerated() {
        steps.append(.ahead(distance, byte))
      }
    case "time":
      guard let shape = type.flatMap(LogStamp.Shape.init(rawValue:)) else {
        let known = LogStamp.Shape.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(message: "'{\(written)}' is no time", remedy: "use one of: \(known)")
      }
      steps.append(.stamp(shape))
    default:
      guard name.isEmpty || LinePattern.Field(rawValue: name) != nil else {
        let known = LinePattern.Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(
          message: "there is no field '\(name.shortened())'",
          remedy: "use time, zone, message or one of: \(known)")
      }
      steps.append(try step(LinePattern.Field(rawValue: name), type, written))
    }
  }

  private func step(
    _ field: LinePattern.Field?, _ type: String?, _ written: String
  ) throws(Problem) -> LinePattern.Step {
    let isNumber = field == .pid || field == .tid
    switch type ?? (isNumber ? "int" : "text") {
    case "int": return .number(field)
    case "hex": return .hexadecimal(field)
    case "letter" where field == .level: return .letter
    case "code" where field == .level: return .code
    case "word" where !isNumber: return .word(field)
    case "name" where !isNumber: return .name(field)
    case "cell" where !isNumber: return .cell(field)
    case "text" where !isNumber: return .text(field, steps: 0)
    case "image" where !isNumber: return .image(field, steps: 0)
    default:
      throw Problem(
        message: "'{\(written.shortened())}' has no such type",
        remedy: "use int, hex, word, name, cell, text or image; for level also letter or code")
    }
  }

  /// The steps, where each text knows up to what it runs: the steps to the next text.
  private static func bounded(
    _ steps: [LinePattern.Step], _ beginCount: Int
  ) -> [LinePattern.Step] {
    var bounded = steps
    for (index, step) in steps.enumerated() {
      switch step {
      case .text(let field, _):
        bounded[index] = .text(field, steps: reach(index + 1, steps, beginCount))
      case .image(let field, _):
        bounded[index] = .image(field, steps: reach(index + 1, steps, beginCount))
      case .byte, .blanks, .stamp, .zone, .letter, .code, .number, .hexadecimal, .word, .name,
        .cell, .ahead, .optional, .message:
        continue
      }
    }
    return bounded
  }

  /// How many steps follow up to the next text, or group with one, or the end of the own group.
  private static func reach(
    _ start: Int, _ steps: [LinePattern.Step], _ beginCount: Int
  ) -> Int {
    var end = start <= beginCount ? beginCount : steps.count
    // The innermost group that has the step before.
    for (index, step) in steps[..<start].enumerated() {
      if case .optional(let count) = step, index + 1 + count >= start {
        end = min(end, index + 1 + count)
      }
    }
    var index = start
    while index < end {
      switch steps[index] {
      case .text, .image, .message: return index - start
      case .optional(let count):
        let group = steps[index + 1..<index + 1 + count]
        if group.contains(where: isText) { return index - start }
        index += count + 1
      case .byte, .blanks, .stamp, .zone, .letter, .code, .number, .hexadecimal, .word, .name,
        .cell, .ahead:
        index += 1
      }
    }
    return end - start
  }

  private static func isText(_ step: LinePattern.Step) -> Bool {
    switch step {
    case .text, .image, .message: true
    case .byte, .blanks, .stamp, .zone, .letter, .code, .number, .hexadecimal, .word, .name,
      .cell, .ahead, .optional:
      false
    }
  }
}
