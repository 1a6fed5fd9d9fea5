/// Finds the objects in JSON, whatever lines they are written on.
///
/// An object that stands by itself or in an array is a record; it is handed on as soon as it ends
/// and is left out of the one around it, so that memory is bounded by the largest record.
struct JSONStream: Sendable {
  /// An object or an array that has not ended.
  private struct Open {
    let isObject: Bool
    /// Where a record begins in `bytes`; nil for what is none, or was too long.
    var start: Int?
  }

  /// A part of the input.
  enum Piece {
    case object(UnsafeBufferPointer<UInt8>)
    /// What cannot be an object.
    case damaged([UInt8])
    /// A record that is longer than what is read.
    case tooLong
    /// A line has ended; whether it had nothing but blanks.
    case line(isBlank: Bool)
  }

  private var bytes: [UInt8] = []
  private var open: [Open] = []
  private var isInString = false
  private var isEscaped = false
  /// The last byte that is no blank, outside strings.
  private var last: UInt8 = 0
  private var isBlank = true
  /// What stands on the line outside of everything, as after an object that lost its beginning.
  private var loose: [UInt8] = []
  /// Whether the line has any byte.
  private var hasBytes = false

  private static let depthMax = 200
  /// Copied from where it is declared: it is looked at with each byte.
  private let bytesMax = LogScanner.lineBytesMax

  /// Processes the next bytes.
  mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, _ body: (Piece) -> Void) {
    var place = 0
    while place < chunk.count {
      let count = plainCount(chunk, from: place)
      if count > 0 {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: chunk[place..<place + count]))
        place += count
      } else {
        feed(chunk[place], body)
        place += 1
      }
    }
  }

  /// How many bytes from an index on are nothing but text inside a string of a record.
  private func plainCount(_ chunk: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard isInString, !isEscaped, !open.isEmpty else { return 0 }
    let most = min(chunk.count, start + max(0, bytesMax - bytes.count - 1))
    var end = start
    while end < most, chunk[end] != UInt8(ascii: "\""), chunk[end] != UInt8(ascii: "\\"),
      chunk[end] != 0x0A
    {
      end += 1
    }
    return end - start
  }

  /// Processes the end of the input.
  mutating func finish(_ body: (Piece) -> Void) {
    if !loose.isEmpty { body(.damaged(loose)) }
    if hasBytes { body(.line(isBlank: isBlank)) }
    if open.contains(where: { $0.start != nil }) { body(.damaged(bytes)) }
    reset()
  }

  private mutating func feed(_ byte: UInt8, _ body: (Piece) -> Void) {
    if byte > 0x20 { isBlank = false }
    hasBytes = byte != 0x0A
    if byte == 0x0A {
      // No string goes on over lines.
      if isInString { damage(body) }
      if !loose.isEmpty { body(.damaged(loose)) }
      loose.removeAll(keepingCapacity: true)
      body(.line(isBlank: isBlank))
      isBlank = true
      if !open.isEmpty { bytes.append(byte) }
      return
    }
    if isInString { return string(byte, body) }
    // Blanks mean nothing; some tools leave a NUL after each line.
    guard byte > 0x20 else { return }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): begin(byte, body)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): end(byte, body)
    default:
      if byte == UInt8(ascii: "\"") { isInString = true }
      keep(byte, body)
    }
    last = byte
  }

  private mutating func string(_ byte: UInt8, _ body: (Piece) -> Void) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      last = byte
    }
    keep(byte, body)
  }

  private mutating func begin(_ byte: UInt8, _ body: (Piece) -> Void) {
    if let parent = open.last {
      let isMeant =
        parent.isObject
        ? last == UInt8(ascii: ":") : last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
      // The one before has lost its end.
      if !isMeant || open.count >= JSONStream.depthMax { damage(body) }
    }
    let isObject = byte == UInt8(ascii: "{")
    let isRecord = isObject && open.last?.isObject != true
    open.append(Open(isObject: isObject, start: isRecord ? bytes.count : nil))
    keep(byte, body)
  }

  private mutating func end(_ byte: UInt8, _ body: (Piece) -> Void) {
    guard let ended = open.last, ended.isObject == (byte == UInt8(ascii: "}")) else {
      if open.isEmpty { return }
      return damage(body)
    }
    keep(byte, body)
    guard !open.isEmpty, let start = open.removeLast().start else {
      if open.isEmpty { bytes.removeAll(keepingCapacity: true) }
      return
    }
    bytes.withUnsafeBufferPointer {
      body(.object(UnsafeBufferPointer(rebasing: $0[start...])))
    }
    bytes.removeSubrange(start...)
    if !open.isEmpty { bytes.append(contentsOf: "0".utf8) }
  }

  /// Keeps a byte of what is open; what gets too long is none of the records that are read.
  private mutating func keep(_ byte: UInt8, _ body: (Piece) -> Void) {
    guard !open.isEmpty else {
      if loose.count < LogRecord.messageBytesMax { loose.append(byte) }
      return
    }
    bytes.append(byte)
    guard bytes.count >= bytesMax else { return }
    if open.contains(where: { $0.start != nil }) { body(.tooLong) }
    for index in open.indices { open[index].start = nil }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func damage(_ body: (Piece) -> Void) {
    body(.damaged(bytes))
    reset()
  }

  private mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    (isInString, isEscaped, last) = (false, false, 0)
  }
}
