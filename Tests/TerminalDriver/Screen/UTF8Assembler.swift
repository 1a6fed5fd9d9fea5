/// Assembles the bytes of a character; invalid UTF-8 becomes U+FFFD and is reported.
struct UTF8Assembler: Sendable {
  private var bytes: [UInt8] = []
  private var missing = 0

  /// Whether no character has begun.
  var isEmpty: Bool { missing == 0 }

  /// Decodes a byte from 0x80 on and adds the character that it completes.
  mutating func append(_ byte: UInt8, into ready: inout [Instruction]) {
    if byte & 0xC0 == 0x80, missing > 0 {
      bytes.append(byte)
      missing -= 1
      if missing == 0 { complete(into: &ready) }
      return
    }
    giveUp(into: &ready)
    bytes = [byte]
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF: missing = 2
    case 0xF0...0xF4: missing = 3
    default: refuse(into: &ready)
    }
  }

  /// Ends an incomplete character, because something else follows.
  mutating func giveUp(into ready: inout [Instruction]) {
    if missing > 0 { refuse(into: &ready) }
  }

  private mutating func complete(into ready: inout [Instruction]) {
    let text = String(validating: bytes, as: UTF8.self)
    guard let scalar = text?.unicodeScalars.first else { return refuse(into: &ready) }
    ready.append(.character(scalar))
  }

  private mutating func refuse(into ready: inout [Instruction]) {
    ready.append(.invalid(ByteText.shown(bytes)))
    ready.append(.character("\u{FFFD}"))
    missing = 0
  }
}
