/// Makes UTF-8 of a log's bytes: of UTF-16, as some editors and PowerShell save it.
///
/// UTF-8 stays where it is; a byte order mark is left out. Memory does not grow with the log.
struct LogDecoder: Sendable {
  private enum Encoding {
    case utf8
    case utf16(isBigEndian: Bool)
  }

  /// Nil until there are enough bytes to know.
  private var encoding: Encoding?
  /// The beginning, until the encoding is known; later the first half of a unit.
  private var carry: [UInt8] = []
  /// How many bytes of the mark are still to come.
  private var markCount = 0
  /// The first half of a pair of surrogates.
  private var high: UInt16?

  /// How many bytes tell the encoding.
  private static let headBytes = 4
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A decoder that waits for enough bytes to know.
  init() {}

  /// A decoder of a log with these first bytes, which are still to be decoded.
  init(head: UnsafeRawBufferPointer) {
    let bytes = Array(head.prefix(LogDecoder.headBytes))
    markCount = bytes.count - begin(bytes).count
  }

  /// The next bytes as UTF-8; nil when they already are, so that they can be read in place.
  mutating func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    if case .utf8? = encoding, markCount == 0 { return nil }
    var all = carry + bytes
    let mark = min(markCount, all.count)
    markCount -= mark
    all.removeFirst(mark)
    if encoding == nil {
      guard all.count >= LogDecoder.headBytes else {
        carry = all
        return []
      }
      all = begin(all)
    }
    carry = []
    guard case .utf16(let isBigEndian)? = encoding else { return all }
    return text(all, isBigEndian)
  }

  /// What is left at the end of the log, as UTF-8.
  mutating func finish() -> [UInt8] {
    defer { carry = [] }
    guard encoding == nil else { return high == nil && carry.isEmpty ? [] : Array("\u{FFFD}".utf8) }
    let rest = begin(carry)
    guard case .utf16(let isBigEndian)? = encoding else { return rest }
    return text(rest, isBigEndian)
  }

  /// Decides on the encoding; returns the bytes without their mark.
  private mutating func begin(_ head: [UInt8]) -> [UInt8] {
    if head.starts(with: LogDecoder.mark) {
      encoding = .utf8
      return Array(head.dropFirst(3))
    }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16(isBigEndian: head[0] == 0xFE)
      return Array(head.dropFirst(2))
    }
    // Without a mark, every second byte of plain characters is zero.
    let isZero = head.prefix(LogDecoder.headBytes).map { $0 == 0 }
    if isZero == [false, true, false, true] || isZero == [true, false, true, false] {
      encoding = .utf16(isBigEndian: isZero[0])
    } else {
      encoding = .utf8
    }
    return head
  }

  private mutating func text(_ bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var place = 0
    while place + 1 < bytes.count {
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      append(isBigEndian ? first << 8 | second : second << 8 | first, to: &text)
      place += 2
    }
    if place < bytes.count { carry = [bytes[place]] }
    return text
  }

  private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
    if let first = high {
      high = nil
      if UTF16.isTrailSurrogate(unit) {
        let scalar = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit & 0x3FF))
        text.append(contentsOf: Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? [])
        return
      }
      text.append(contentsOf: "\u{FFFD}".utf8)
    }
    if UTF16.isLeadSurrogate(unit) {
      high = unit
    } else if unit < 0x80 {
      text.append(UInt8(unit))
    } else {
      let scalar = Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}"
      text.append(contentsOf: String(scalar).utf8)
    }
  }
}
