import Gzip
import Testing

@Suite("Gzip decompression")
struct GzipInflaterTests {
  private static let text = Array("[DNP-PLUGIN] status = ready\n".utf8)

  /// Decompresses in chunks of a given size.
  private func unpacked(
    _ bytes: [UInt8], chunk: Int = .max, _ inflater: GzipInflater? = nil
  ) throws -> [UInt8] {
    let inflater = try inflater ?? GzipInflater()
    var result: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try rest.prefix(chunk).withUnsafeBytes { bytes in
        var input = bytes
        while let piece = try inflater.next(&input) { result += piece }
      }
      rest = rest.dropFirst(chunk)
    }
    try inflater.finish()
    return result
  }

  @Test("restores the original bytes, in chunks of any size", arguments: [1, 7, 65_536, .max])
  func whole(chunk: Int) throws {
    let text = Array(repeating: GzipInflaterTests.text, count: 30_000).flatMap { $0 }
    #expect(try unpacked(GzipBytes.pack(text), chunk: chunk) == text)
  }

  @Test("continues with the next member, and skips zeros at the end")
  func members() throws {
    let text = GzipInflaterTests.text
    let packed = GzipBytes.pack(text)
    #expect(try unpacked(packed + packed) == text + text)
    #expect(try unpacked(packed + packed, chunk: 1) == text + text)
    #expect(try unpacked(packed + [0, 0, 0]) == text)
    #expect(try unpacked(GzipBytes.pack([])) == [])
  }

  @Test("leaves out what follows and is no gzip, as gzip does", arguments: [1, 5, .max])
  func trailing(chunk: Int) throws {
    let text = GzipInflaterTests.text
    let packed = GzipBytes.pack(text)
    for (rest, isNoted) in [
      ([0, 0], false), (Array("appended".utf8), true), ([0, 0] + Array("later".utf8), true),
    ] {
      let inflater = try GzipInflater()
      #expect(try unpacked(packed + rest, chunk: chunk, inflater) == text)
      #expect(inflater.hasTrailingBytes == isNoted)
    }
    // What begins as another member does is one.
    #expect(throws: GzipInflater.Failure.truncated) { try unpacked(packed + packed.dropLast()) }
    #expect(throws: GzipInflater.Failure.corrupt) {
      try unpacked(packed + [0x1F] + Array("no header".utf8))
    }
  }

  @Test("reports a file that is truncated at any place")
  func truncated() throws {
    let packed = GzipBytes.pack(GzipInflaterTests.text)
    for count in 2..<packed.count {
      #expect(throws: GzipInflater.Failure.truncated) { try unpacked(Array(packed[..<count])) }
    }
  }

  @Test("reports damage")
  func corrupt() throws {
    var packed = GzipBytes.pack(GzipInflaterTests.text)
    packed[packed.count - 5] ^= 1
    #expect(throws: GzipInflater.Failure.corrupt) { try unpacked(packed) }
    var header = GzipBytes.pack(GzipInflaterTests.text)
    header[10] = 0xFF
    #expect(throws: GzipInflater.Failure.corrupt) { try unpacked(header) }
  }

  @Test("recognizes compressed files by their first bytes")
  func kinds() {
    #expect(GzipInflater.isPacked(GzipBytes.pack([])))
    #expect(!GzipInflater.isPacked([0x1F]) && !GzipInflater.isPacked(Array("text".utf8)))
  }
}

/// Writes bytes as gzip without compression, independently of zlib.
enum GzipBytes {
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let count = UInt16(block.count)
      packed.append(rest.isEmpty ? 1 : 0)
      packed += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      packed += block
    } while !rest.isEmpty
    return packed + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// CRC-32 as in RFC 1952, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
