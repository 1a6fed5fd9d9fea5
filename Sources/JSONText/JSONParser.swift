/// Parses JSON strictly by RFC 8259, within limits.
///
/// No byte order mark, comment, trailing comma or malformed UTF-8 is accepted; surrogate escapes
/// must be paired. The last of equal keys in an object wins. `-0` is parsed as 0. A number that is
/// too precise for a double is rounded to the nearest one; one that is too small becomes 0.
public enum JSONParser {
  /// The value of a text; throws at the first error.
  public static func parse(
    _ text: String, limits: JSONLimits = .standard
  ) throws(JSONParseError) -> JSONValue {
    var text = text
    return try text.withUTF8 { bytes in
      Result { () throws(JSONParseError) in try parse(bytes, limits: limits) }
    }.get()
  }

  /// The value of a UTF-8 text; throws at the first error.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(JSONParseError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONParseError) in
      try parse(buffer, limits: limits)
    }
  }

  /// The value of a UTF-8 text in memory that outlives the call; throws at the first error.
  public static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .standard
  ) throws(JSONParseError) -> JSONValue {
    var reader = JSONReader(bytes: bytes, limits: limits)
    do {
      return try reader.document()
    } catch {
      throw JSONParseError(error, in: bytes)
    }
  }
}

extension JSONParseError {
  /// Counts lines and columns up to the place of a failure.
  init(_ failure: JSONReader.Failure, in bytes: UnsafeBufferPointer<UInt8>) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(failure.offset) {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(kind: failure.kind, offset: failure.offset, line: line, column: column)
  }
}
