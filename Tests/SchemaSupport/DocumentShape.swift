import JSONText

/// The parts of a document that schemas can restrict, as one number.
///
/// Equal are numbers between the same two limits of the schemas, digits of a long string, and items
/// of a list that are shaped like the one before. So of many alike replies one is judged.
struct DocumentShape {
  /// The limits, and the numbers that stand in lists of values, in ascending order.
  private let limits: [Double]

  /// The shapes that matter to some schemas.
  init(of schemas: [JSONValue]) {
    limits = Set(schemas.flatMap(DocumentShape.numbers)).sorted()
  }

  private static func numbers(in value: JSONValue) -> [Double] {
    switch value {
    case .integer, .number: [value.numberValue].compactMap(\.self)
    case .array(let items): items.flatMap(numbers)
    case .object(let object): object.members.flatMap { numbers(in: $0.value) }
    case .null, .bool, .string: []
    }
  }

  /// The shape of a value.
  func hash(of value: JSONValue) -> Int {
    var hasher = Hasher()
    combine(value, into: &hasher)
    return hasher.finalize()
  }

  private func combine(_ value: JSONValue, into hasher: inout Hasher) {
    hasher.combine(value.kindName)
    switch value {
    case .null: break
    case .bool(let flag): hasher.combine(flag)
    case .integer, .number: combine(value.numberValue ?? 0, into: &hasher)
    case .string(let text):
      hasher.combine(text.utf8.count)
      // Shorter ones are words and times of day, whose digits count.
      let isLong = text.utf8.count > 8
      for byte in text.utf8 {
        hasher.combine(isLong && (0x30...0x39).contains(byte) ? 0x30 : byte)
      }
    case .array(let items):
      combine(Double(items.count), into: &hasher)
      var shapes: [Int] = []
      for item in items {
        let shape = hash(of: item)
        if shape != shapes.last { shapes.append(shape) }
      }
      hasher.combine(shapes)
    case .object(let object):
      hasher.combine(object.count)
      for (key, member) in object.members {
        hasher.combine(key)
        combine(member, into: &hasher)
      }
    }
  }

  /// Combines between which limits a number lies.
  private func combine(_ number: Double, into hasher: inout Hasher) {
    hasher.combine(limits.count { $0 < number })
    hasher.combine(limits.contains(number))
  }
}
