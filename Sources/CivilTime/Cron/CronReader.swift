/// Parses the fields of a cron expression into bit sets.
///
/// Source: cronie `src/entry.c` and `man/crontab.5`. It is stricter: nothing may follow a value, a
/// range or a step, whereas cronie skips to the next blank.
struct CronReader {
  /// A part of the string; its indices are those of the whole, so they give the column.
  typealias Part = ArraySlice<Unicode.Scalar>

  /// The five fields of a string, separated and optionally surrounded by blanks.
  static func fields(_ text: String) throws(CronError) -> [Part] {
    let scalars = Array(text.unicodeScalars.prefix(CronExpression.lengthMax + 1))
    guard scalars.count <= CronExpression.lengthMax else {
      throw CronError(.length, at: CronExpression.lengthMax + 1, found: scalars)
    }
    let fields = scalars.split { blanks.contains($0) }
    if let first = fields.first, first.first == "@" {
      throw CronError(.nickname, at: first.startIndex + 1, found: first)
    }
    let count = CronField.allCases.count
    guard fields.count == count else {
      let surplus = fields.count > count ? fields[count] : scalars[scalars.endIndex...]
      throw CronError(.fieldCount(fields.count), at: surplus.startIndex + 1, found: surplus)
    }
    return fields
  }

  /// The values of a field as bits; a day of the week has the bits 0 through 6.
  static func values(of field: CronField, in text: Part) throws(CronError) -> UInt64 {
    var bits: UInt64 = 0
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      bits |= try values(of: field, inItem: item)
    }
    guard field == .dayOfWeek else { return bits }
    return (bits | bits >> 7) & 0x7F
  }

  private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]

  /// Parses `*`, a value or a range, with a step where one is allowed.
  private static func values(
    of field: CronField, inItem item: Part
  ) throws(CronError) -> UInt64 {
    let slash = item.firstIndex(of: "/")
    let base = item[..<(slash ?? item.endIndex)]
    let range = try range(of: field, in: base)
    guard let slash else { return bits(range, step: 1) }
    let step = try step(of: field, in: item[(slash + 1)...])
    guard base.contains("-") || base.elementsEqual(["*"]) else {
      let last = field.range.upperBound
      let suggestion = "\(text(base))-\(last)/\(text(item[(slash + 1)...]))"
      throw CronError(
        .stepWithoutRange(suggestion: suggestion), field, at: item.startIndex + 1, found: item)
    }
    return bits(range, step: step)
  }

  /// Parses `*`, `first-last` or one value, as a range.
  private static func range(
    of field: CronField, in base: Part
  ) throws(CronError) -> ClosedRange<Int> {
    if base.elementsEqual(["*"]) { return field.range }
    guard let dash = base.firstIndex(of: "-") else {
      let value = try value(of: field, in: base)
      return value...value
    }
    let first = try value(of: field, in: base[..<dash])
    let last = try value(of: field, in: base[(dash + 1)...])
    // A range that ends on Sunday: FRI-SUN. Source: cronie, which reads the last 0 as 7.
    if field == .dayOfWeek, last == 0, first > 0 { return first...7 }
    guard first <= last else {
      let (low, high) = (field.range.lowerBound, field.range.upperBound)
      let suggestion = "\(first)-\(high),\(low)-\(last)"
      throw CronError(
        .reversedRange(suggestion: suggestion), field, at: base.startIndex + 1, found: base)
    }
    return first...last
  }

  private static func value(of field: CronField, in word: Part) throws(CronError) -> Int {
    let value = number(word) ?? name(of: field, in: word)
    guard let value, field.range.contains(value) else {
      throw CronError(.value, field, at: word.startIndex + 1, found: word)
    }
    return value
  }

  private static func step(of field: CronField, in word: Part) throws(CronError) -> Int {
    guard let step = number(word), step > 0 else {
      throw CronError(.step, field, at: word.startIndex + 1, found: word)
    }
    return step
  }

  /// The value of a word of ASCII digits, at most 1,000; `nil` for any other word.
  private static func number(_ word: Part) -> Int? {
    guard !word.isEmpty else { return nil }
    return word.reduce(0) { number, scalar in
      guard let number, ("0"..."9").contains(scalar) else { return nil }
      return min(number * 10 + Int(scalar.value - 48), 1_000)
    }
  }

  private static func name(of field: CronField, in word: Part) -> Int? {
    let capitals = word.map { scalar in
      ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value - 32)) : scalar
    }
    let index = field.names.firstIndex { $0.unicodeScalars.elementsEqual(capitals) }
    return index.map { $0 + field.range.lowerBound }
  }

  private static func bits(_ range: ClosedRange<Int>, step: Int) -> UInt64 {
    stride(from: range.lowerBound, through: range.upperBound, by: step).reduce(0) { $0 | 1 << $1 }
  }

  private static func text(_ part: Part) -> String {
    String(String.UnicodeScalarView(part))
  }
}
