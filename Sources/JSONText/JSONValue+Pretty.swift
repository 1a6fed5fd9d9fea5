extension JSONValue {
  /// The value on indented lines for people: two spaces per level, sorted keys, no final line feed.
  ///
  /// Empty arrays and objects take one line. Scalars are printed as in canonical JSON.
  public var prettyText: String {
    var bytes: [UInt8] = []
    writePretty(to: &bytes, indentation: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func writePretty(to bytes: inout [UInt8], indentation: Int) {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      Self.writeLines("[", elements, "]", to: &bytes, indentation) { element, bytes in
        element.writePretty(to: &bytes, indentation: indentation + 2)
      }
    case .object(let object) where !object.isEmpty:
      Self.writeLines("{", object.sortedEntries, "}", to: &bytes, indentation) { member, bytes in
        JSONEscape.write(member.key, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.writePretty(to: &bytes, indentation: indentation + 2)
      }
    case .null, .bool, .integer, .number, .string, .array, .object:
      bytes.append(contentsOf: canonicalBytes)
    }
  }

  /// Writes each item on its own line, between two brackets.
  private static func writeLines<Item>(
    _ opening: String, _ items: [Item], _ closing: String, to bytes: inout [UInt8],
    _ indentation: Int, _ write: (Item, inout [UInt8]) -> Void
  ) {
    bytes.append(contentsOf: opening.utf8)
    for (index, item) in items.enumerated() {
      bytes.append(contentsOf: index == 0 ? "\n".utf8 : ",\n".utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation + 2))
      write(item, &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    bytes.append(contentsOf: closing.utf8)
  }
}
