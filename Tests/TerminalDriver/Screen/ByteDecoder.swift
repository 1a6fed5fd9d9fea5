/// Decodes bytes into characters and control sequences, both of which may be split anywhere.
///
/// The states are those of a VT500: a control character inside a sequence takes effect at once,
/// ESC starts over, CAN and SUB cancel.
struct ByteDecoder: Sendable {
  private enum State: Equatable, Sendable {
    case ground
    case escape
    case sequence
    case string
    /// An ESC inside a string: the end of the string, if a backslash follows.
    case stringEscape
  }

  /// The maximum length of a sequence or string, in bytes; a longer one is invalid.
  private static let heldMax = 65_536

  private var state = State.ground
  /// The bytes of the unfinished sequence or string, without ESC.
  private var held: [UInt8] = []
  private var characters = UTF8Assembler()

  /// Whether the next byte is a character of its own if it is printable ASCII.
  var isAtRest: Bool { state == .ground && characters.isEmpty }

  /// Decodes a byte and appends what it completes.
  mutating func decode(_ byte: UInt8, into ready: inout [Instruction]) {
    switch state {
    case .ground: ground(byte, &ready)
    case .escape, .sequence: inside(byte, &ready)
    case .string: string(byte, &ready)
    case .stringEscape: stringEnd(byte, &ready)
    }
  }

  private mutating func ground(_ byte: UInt8, _ ready: inout [Instruction]) {
    guard byte < 0x80 else {
      characters.append(byte, into: &ready)
      return
    }
    characters.giveUp(into: &ready)
    switch byte {
    case 0x1B: begin()
    case 0x20..<0x7F: ready.append(.character(Unicode.Scalar(byte)))
    default: ready.append(.control(byte))
    }
  }

  private mutating func begin() {
    held.removeAll(keepingCapacity: true)
    state = .escape
  }

  private mutating func end(_ instruction: Instruction, _ ready: inout [Instruction]) {
    state = .ground
    ready.append(instruction)
  }

  private var cutOff: Instruction { .invalid("ESC" + ByteText.shown(held)) }

  /// Between ESC and the final byte.
  private mutating func inside(_ byte: UInt8, _ ready: inout [Instruction]) {
    switch byte {
    case 0x1B:
      end(cutOff, &ready)
      begin()
    case 0x18, 0x1A: state = .ground
    case 0x00..<0x20, 0x7F: ready.append(.control(byte))
    default:
      held.append(byte)
      if byte >= 0x80 || held.count > Self.heldMax {
        end(cutOff, &ready)
      } else if state == .escape {
        escape(byte, &ready)
      } else if byte >= 0x40 {
        end(ControlSequence(held.dropFirst()).map { .sequence($0) } ?? cutOff, &ready)
      }
    }
  }

  private mutating func escape(_ byte: UInt8, _ ready: inout [Instruction]) {
    switch byte {
    case 0x20...0x2F: break
    case UInt8(ascii: "[") where held.count == 1: state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      // OSC, DCS, SOS, PM and APC run on to their end.
      if held.count == 1 { state = .string } else { fallthrough }
    default: end(.escape(intermediates: Array(held.dropLast()), final: byte), &ready)
    }
  }

  private mutating func string(_ byte: UInt8, _ ready: inout [Instruction]) {
    switch byte {
    case 0x07: endString(&ready)
    case 0x18, 0x1A: state = .ground
    case 0x1B: state = .stringEscape
    default:
      held.append(byte)
      if held.count > Self.heldMax { end(cutOff, &ready) }
    }
  }

  private mutating func stringEnd(_ byte: UInt8, _ ready: inout [Instruction]) {
    guard byte != UInt8(ascii: "\\") else { return endString(&ready) }
    end(cutOff, &ready)
    begin()
    inside(byte, &ready)
  }

  /// Passes on an operating system command; other strings are for printers and the like.
  private mutating func endString(_ ready: inout [Instruction]) {
    let isSystemCommand = held.first == UInt8(ascii: "]")
    let text = String(decoding: held.dropFirst(), as: UTF8.self)
    end(isSystemCommand ? .systemCommand(text) : cutOff, &ready)
  }
}
