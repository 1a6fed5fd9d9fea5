/// Strings in quotes with the fewest escapes that JSON allows.
///
/// Source: RFC 8785, §3.2.2.2.
enum JSONEscape {
  /// Appends a string, quoted and escaped, to some bytes.
  static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { write($0, to: &bytes) }
    if isWritten == nil {
      Array(text.utf8).withUnsafeBufferPointer { write($0, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var plainStart = 0
    for (offset, byte) in text.enumerated() where isSpecial(byte) {
      bytes.append(contentsOf: text[plainStart..<offset])
      writeEscape(of: byte, to: &bytes)
      plainStart = offset + 1
    }
    bytes.append(contentsOf: text[plainStart...])
  }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func writeEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
      bytes.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
    }
  }
}
