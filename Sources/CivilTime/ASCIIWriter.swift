/// Writes the ASCII fields of dates and times into one buffer.
struct ASCIIWriter {
  /// Where the text begins.
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// How many bytes are written at most.
  static let bytesMax = 48

  /// The string that `body` writes, at most `bytesMax` bytes.
  static func text(_ body: (inout ASCIIWriter) -> Void) -> String {
    // `String(unsafeUninitializedCapacity:)` validates more slowly.
    withBytes(body) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same after a prefix.
  static func text(after prefix: String, _ body: (inout ASCIIWriter) -> Void) -> String {
    var prefix = prefix
    return prefix.withUTF8 { prefix in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: prefix.count + bytesMax) { buffer in
        var writer = ASCIIWriter(buffer)
        if let start = prefix.baseAddress {
          writer.bytes.initialize(from: start, count: prefix.count)
          writer.count = prefix.count
        }
        body(&writer)
        return String(decoding: writer.written, as: UTF8.self)
      }
    }
  }

  /// Calls `use` with what `body` writes, at most `bytesMax` bytes, valid only during the call.
  static func withBytes<Result>(
    _ body: (inout ASCIIWriter) -> Void, _ use: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytesMax) { buffer in
      var writer = ASCIIWriter(buffer)
      body(&writer)
      return use(writer.written)
    }
  }

  private var written: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes, count: count)
  }

  /// A writer into a buffer, which has room.
  private init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = buffer.baseAddress else {
      preconditionFailure("the writer's buffer has no room")
    }
    bytes = start
  }

  mutating func character(_ character: Unicode.Scalar) {
    bytes[count] = UInt8(ascii: character)
    count += 1
  }

  /// Writes a non-negative number with leading zeros; it must fit into those digits.
  mutating func number(_ value: Int, digits: Int) {
    var rest = UInt(bitPattern: value)
    var offset = count + digits
    while offset > count {
      offset -= 1
      let next = rest / 10
      bytes[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest &- next &* 10)
      rest = next
    }
    count += digits
  }

  mutating func date(_ date: CivilDate) {
    year(date.year)
    character("-")
    number(date.month, digits: 2)
    character("-")
    number(date.day, digits: 2)
  }

  mutating func wallTime(_ wallTime: WallTime) {
    date(wallTime.date)
    character("T")
    time(wallTime, wallTime.millisecond == 0 ? .seconds : .milliseconds)
  }

  mutating func time(_ wallTime: WallTime, _ precision: WallTime.Precision) {
    number(wallTime.hour, digits: 2)
    character(":")
    number(wallTime.minute, digits: 2)
    switch precision {
    case .minutes: return
    case .seconds, .milliseconds:
      character(":")
      number(wallTime.second, digits: 2)
    }
    guard precision == .milliseconds else { return }
    character(".")
    number(wallTime.millisecond, digits: 3)
  }

  /// Source: ECMA-262, "Expanded Years": outside 0…9999 a sign and six digits.
  private mutating func year(_ year: Int) {
    guard !(0...9_999).contains(year) else { return number(year, digits: 4) }
    character(year < 0 ? "-" : "+")
    let magnitude = Int(year.magnitude)
    number(magnitude, digits: magnitude < 1_000_000 ? 6 : 19)
  }
}
