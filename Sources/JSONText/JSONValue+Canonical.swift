extension JSONValue {
  /// The value as RFC 8785 prints it: sorted keys, ECMAScript numbers, fewest escapes, no spaces.
  ///
  /// Keys sort by UTF-16 code units. An integer beyond ±2⁵³ is printed as its nearest double.
  /// Infinity or NaN, which no parse returns, is a programmer error.
  public var canonicalBytes: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.canonical(self)
    return writer.bytes
  }

  /// `canonicalBytes` as text.
  public var canonicalText: String {
    String(decoding: canonicalBytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes a whole value as RFC 8785 prints it.
  public mutating func canonical(_ value: JSONValue) {
    switch value {
    case .integer(let integer) where integer.magnitude > 1 << 53:
      number(Double(integer))
    case .array(let elements):
      beginArray()
      for element in elements { canonical(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.sortedEntries {
        key(member.key)
        canonical(member.value)
      }
      endObject()
    case .null, .bool, .integer, .number, .string:
      self.value(value)
    }
  }
}
