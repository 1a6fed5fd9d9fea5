/// Bytes as readable text: ASCII as it is, everything else by name or number.
enum ByteText {
  static func shown(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "") { text, byte in
      switch byte {
      case 0x1B: text += "ESC"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }
}
