/// One pass over a JSON text: the grammar of values, arrays and objects.
struct JSONReader {
  /// The error, and the number of bytes before its place.
  struct Failure: Error {
    let kind: JSONParseError.Kind
    let offset: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// The index of the next byte; never beyond the end.
  var position = 0
  /// A buffer for strings with escapes.
  var unescaped: [UInt8] = []
  private let limits: JSONLimits
  private var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The only value of the text.
  mutating func document() throws(Failure) -> JSONValue {
    guard bytes.count <= limits.bytesMax else {
      throw Failure(kind: .tooManyBytes(max: limits.bytesMax), offset: limits.bytesMax)
    }
    skipSpace()
    let value = try value(or: .value)
    skipSpace()
    guard position == bytes.count else { throw failure(.trailing(found: bytes[position])) }
    return value
  }

  /// The next byte, or 0 at the end, with which no token begins.
  @inline(__always)
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// A failure at the next byte.
  func failure(_ kind: JSONParseError.Kind) -> Failure {
    Failure(kind: kind, offset: position)
  }

  /// A failure at the next byte, which the grammar does not allow.
  func unexpected(_ expected: JSONParseError.Expected) -> Failure {
    failure(.unexpected(expected, found: position < bytes.count ? bytes[position] : nil))
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
      default: return
      }
    }
  }

  private mutating func value(
    or expected: JSONParseError.Expected
  ) throws(Failure) -> JSONValue {
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try nested { reader throws(Failure) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(Failure) in try reader.array() }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try literal("true", .literalTrue, .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .literalFalse, .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .literalNull, .null)
    default: throw unexpected(expected)
    }
  }

  /// What `body` parses after an opening bracket, one level deeper.
  @inline(__always)
  private mutating func nested(
    _ body: (inout JSONReader) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    guard depth < limits.depthMax else { throw failure(.tooDeep(max: limits.depthMax)) }
    depth += 1
    position += 1
    skipSpace()
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func array() throws(Failure) -> JSONValue {
    if next == UInt8(ascii: "]") {
      position += 1
      return .array([])
    }
    var elements: [JSONValue] = [try value(or: .valueOrEnd)]
    while try isContinued(until: UInt8(ascii: "]"), .commaOrArrayEnd) {
      elements.append(try value(or: .value))
    }
    return .array(elements)
  }

  private mutating func object() throws(Failure) -> JSONValue {
    var object = JSONObject()
    if next == UInt8(ascii: "}") {
      position += 1
      return .object(object)
    }
    var seen: UInt64 = 0
    try member(.keyOrEnd, of: &object, seen: &seen)
    while try isContinued(until: UInt8(ascii: "}"), .commaOrObjectEnd) {
      try member(.key, of: &object, seen: &seen)
    }
    return .object(object)
  }

  /// Parses `key: value`; `seen` has a bit for each kind of key so far, which avoids most searches
  /// for an equal key.
  private mutating func member(
    _ expected: JSONParseError.Expected, of object: inout JSONObject, seen: inout UInt64
  ) throws(Failure) {
    guard next == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let start = position + 1
    let key = try string()
    let bit = Self.bit(of: key, spelled: bytes[start..<position - 1])
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw unexpected(.colon) }
    position += 1
    skipSpace()
    let value = try value(or: .value)
    if seen & bit == 0 {
      object.append(key, value)
    } else {
      object.set(key, to: value)
    }
    seen |= bit
  }

  /// One of 64 bits, equal for equal keys, by a key's length and ends; all bits if it has escapes.
  private static func bit(of key: String, spelled: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
    guard key.utf8.count == spelled.count else { return .max }
    guard let first = spelled.first, let last = spelled.last else { return 1 }
    let mixed = UInt64(first) &* 31 &+ UInt64(last) &* 17 &+ UInt64(spelled.count) &* 7
    return 1 << (mixed & 63)
  }

  /// Parses a comma (true) or the closing bracket (false), and the whitespace around it.
  @inline(__always)
  private mutating func isContinued(
    until end: UInt8, _ expected: JSONParseError.Expected
  ) throws(Failure) -> Bool {
    skipSpace()
    let byte = next
    guard byte == UInt8(ascii: ",") || byte == end else { throw unexpected(expected) }
    position += 1
    guard byte != end else { return false }
    skipSpace()
    return true
  }

  private mutating func literal(
    _ text: StaticString, _ expected: JSONParseError.Expected, _ value: JSONValue
  ) throws(Failure) -> JSONValue {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[position...].starts(with: wanted) else { throw unexpected(expected) }
    position += wanted.count
    return value
  }
}
