import JSONText

extension JSONValue {
  /// The value on lines of at most 100 columns, where that is possible; members keep their order.
  ///
  /// What fits into one line takes one, and a list of scalars fills its lines.
  var schemaText: String {
    var text = ""
    write(to: &text, indentation: 0, used: 0)
    return text
  }

  private static let columnsMax = 100

  /// Whether it has no members or items.
  private var isScalar: Bool {
    switch self {
    case .object, .array: false
    case .null, .bool, .integer, .number, .string: true
    }
  }

  /// The value in one line.
  private var line: String {
    switch self {
    case .object(let object):
      "{"
        + object.members.map { "\(JSONValue.string($0.key).canonicalText): \($0.value.line)" }
        .joined(separator: ", ") + "}"
    case .array(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .null, .bool, .integer, .number, .string: canonicalText
    }
  }

  /// Writes the value; `used` columns of its first line are taken, and one more after its last.
  private func write(to text: inout String, indentation: Int, used: Int) {
    let line = line
    let inner = String(repeating: " ", count: indentation + 2)
    let end = "\n" + String(repeating: " ", count: indentation)
    switch self {
    case _ where used + line.count < JSONValue.columnsMax: text += line
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        let key = JSONValue.string(member.key).canonicalText + ": "
        text += (index == 0 ? "\n" : ",\n") + inner + key
        member.value.write(
          to: &text, indentation: indentation + 2, used: indentation + 2 + key.count)
      }
      text += end + "}"
    case .array(let items) where items.allSatisfy(\.isScalar):
      text += "["
      var column = JSONValue.columnsMax
      for (index, item) in items.map(\.line).enumerated() {
        if column + item.count + 2 > JSONValue.columnsMax {
          text += (index == 0 ? "\n" : ",\n") + inner + item
          column = indentation + 2 + item.count
        } else {
          text += ", " + item
          column += 2 + item.count
        }
      }
      text += end + "]"
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        item.write(to: &text, indentation: indentation + 2, used: indentation + 2)
      }
      text += end + "]"
    case .null, .bool, .integer, .number, .string: text += line
    }
  }
}
