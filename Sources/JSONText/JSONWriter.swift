/// Writes JSON directly into bytes, without a tree; commas and colons are added automatically.
///
/// Members keep the order in which they are written, and keys are not checked for repetition.
/// A call that the grammar does not allow is a programmer error: a value in an object without a
/// key, a key outside an object, an end that does not match, a second document on one line.
///
/// A writer with a limit keeps no more than that and the value that goes past it; from there on it
/// only counts, so that a document of any size is measured in bounded memory.
public struct JSONWriter: Sendable {
  /// What has been written so far; only a part of it once `isTooLong`.
  public private(set) var bytes: [UInt8] = []
  /// How many bytes are kept at most, beside the last value; nil for no limit.
  private let bytesMax: Int?
  /// How many bytes were written and are kept no longer.
  private var discardedCount = 0
  private var open: [Container] = []
  private var state = State.start

  private enum Container {
    case array
    case object
  }

  /// What was written last, as far as it decides what may follow.
  private enum State {
    case start
    case opened
    case key
    case value
  }

  /// A writer with room for that many bytes before it must grow, and perhaps with a limit.
  public init(capacity: Int = 0, bytesMax: Int? = nil) {
    self.bytesMax = bytesMax
    bytes.reserveCapacity(capacity)
  }

  /// How many bytes have been written, also of a document past the limit.
  public var byteCount: Int { discardedCount + bytes.count }

  /// Whether more has been written than the limit allows.
  public var isTooLong: Bool { bytesMax.map { byteCount > $0 } ?? false }

  /// What has been written so far, as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether one complete document, or several lines of them, have been written.
  public var isComplete: Bool { open.isEmpty && state != .start }

  /// Removes what was written and keeps the capacity.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    discardedCount = 0
    open.removeAll(keepingCapacity: true)
    state = .start
  }

  /// Ends a document with a line feed, so that another may follow.
  public mutating func endLine() {
    precondition(isComplete, "a line must hold one whole document")
    bytes.append(UInt8(ascii: "\n"))
    state = .start
  }

  /// Begins an object: `{`.
  public mutating func beginObject() {
    begin(.object, UInt8(ascii: "{"))
  }

  /// Ends the innermost open object: `}`.
  public mutating func endObject() {
    end(.object, UInt8(ascii: "}"))
  }

  /// Begins an array: `[`.
  public mutating func beginArray() {
    begin(.array, UInt8(ascii: "["))
  }

  /// Ends the innermost open array: `]`.
  public mutating func endArray() {
    end(.array, UInt8(ascii: "]"))
  }

  /// Writes a member's key; its value must follow.
  public mutating func key(_ key: String) {
    precondition(open.last == .object && state != .key, "a key must stand in an object")
    discardExcess()
    if state == .value { bytes.append(UInt8(ascii: ",")) }
    JSONEscape.write(key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    state = .key
  }

  /// Writes a string with the escapes of RFC 8785.
  public mutating func string(_ value: String) {
    prepareValue()
    JSONEscape.write(value, to: &bytes)
  }

  /// Writes an integer in full, even if a double cannot represent it.
  public mutating func integer(_ value: some BinaryInteger) {
    prepareValue()
    Decimal.write(value, to: &bytes)
  }

  /// Writes a number in ECMAScript's form; infinity and NaN are programmer errors.
  public mutating func number(_ value: Double) {
    prepareValue()
    ECMAScriptNumber(value).write(to: &bytes)
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    prepareValue()
    bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
  }

  /// Writes `null`.
  public mutating func null() {
    prepareValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a whole value compactly, with its members in order.
  ///
  /// Unlike in canonical JSON, an integer beyond ±2⁵³ is written in full.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.entries {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Keeps nothing of a document that is too long.
  private mutating func discardExcess() {
    guard let bytesMax, bytes.count > bytesMax || discardedCount > 0 else { return }
    discardedCount += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func prepareValue() {
    discardExcess()
    switch state {
    case .start, .key: break
    case .opened: precondition(open.last == .array, "a value in an object needs a key")
    case .value:
      precondition(open.last == .array, "a value must stand in an array, after a key or alone")
      bytes.append(UInt8(ascii: ","))
    }
    state = .value
  }

  private mutating func begin(_ container: Container, _ bracket: UInt8) {
    prepareValue()
    open.append(container)
    bytes.append(bracket)
    state = .opened
  }

  private mutating func end(_ container: Container, _ bracket: UInt8) {
    precondition(state != .key && open.popLast() == container, "an end must match its begin")
    bytes.append(bracket)
    state = .value
  }
}
