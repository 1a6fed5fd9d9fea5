/// Searches in memory, eight bytes at a time.
///
/// Nothing here allocates; a gigabyte takes well under a second in a release build.
enum ByteSearch {
  /// The index of the first line feed in `from..<end`; `end` when there is none.
  static func lineFeed(in base: UnsafePointer<UInt8>, from: Int, to end: Int) -> Int {
    let pattern = repeated(0x0A)
    var place = from
    while place + 8 <= end {
      let found = zeroBytes(word(base + place) ^ pattern)
      if found != 0 { return place + found.trailingZeroBitCount >> 3 }
      place += 8
    }
    while place < end, base[place] != 0x0A { place += 1 }
    return place
  }

  /// The index of the first mark of the plugin in `from..<end`; `end` when there is none.
  ///
  /// The marks are `DNP-` and `DN|`, which begin its lines, the classes that write without a mark,
  /// and the end of its subsystem's name with the character that follows it in a line, an object
  /// or a table; longer names continue with a dot.
  static func mark(in base: UnsafePointer<UInt8>, from: Int, to end: Int) -> Int {
    let (upperD, upperN) = (repeated(UInt8(ascii: "D")), repeated(UInt8(ascii: "N")))
    let (lowerD, lowerY) = (repeated(UInt8(ascii: "d")), repeated(UInt8(ascii: "y")))
    // Turns a capital letter into a small one.
    let small = repeated(0x20)
    var place = from
    while place + 12 <= end {
      let here = word(base + place)
      // A byte is zero where both letters match.
      let short = (here ^ upperD) | (word(base + place + 1) ^ upperN)
      let long = ((here | small) ^ lowerD) | (word(base + place + 4) ^ lowerY)
      if zeroBytes(short) | zeroBytes(long) != 0 {
        for candidate in place..<place + 8 where isMark(base, candidate, end) { return candidate }
      }
      place += 8
    }
    while place < end, !isMark(base, place, end) { place += 1 }
    return place
  }

  /// The index of a string in `from..<end`; nil when it is not there.
  static func text(
    _ wanted: StaticString, in base: UnsafePointer<UInt8>, from: Int, to end: Int
  ) -> Int? {
    var place = from
    while place + wanted.utf8CodeUnitCount <= end {
      if begins(base, place, end, wanted) { return place }
      place += 1
    }
    return nil
  }

  /// Whether a string is at an index and ends before `end`.
  static func begins(
    _ base: UnsafePointer<UInt8>, _ place: Int, _ end: Int, _ wanted: StaticString
  ) -> Bool {
    let count = wanted.utf8CodeUnitCount
    guard place + count <= end else { return false }
    for offset in 0..<count where base[place + offset] != wanted.utf8Start[offset] { return false }
    return true
  }

  private static var subsystem: StaticString { "dailynotification" }

  private static func isMark(_ base: UnsafePointer<UInt8>, _ place: Int, _ end: Int) -> Bool {
    switch base[place] {
    case UInt8(ascii: "D"):
      base[min(place + 1, end - 1)] == UInt8(ascii: "N")
        ? begins(base, place, end, "DNP-") || begins(base, place, end, "DN|")
        : begins(base, place, end, "DailyNotificationSt")
          || begins(base, place, end, "DailyNotificationSc")
    case UInt8(ascii: "d"):
      begins(base, place, end, subsystem)
        && (place + subsystem.utf8CodeUnitCount == end
          || ":\"\t] ".utf8.contains(base[place + subsystem.utf8CodeUnitCount]))
    default: false
    }
  }

  @inline(__always)
  private static func word(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Sets the high bit of every zero byte; bits above the lowest set one may be wrong.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}
