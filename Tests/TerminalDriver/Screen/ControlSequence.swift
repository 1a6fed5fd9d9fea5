/// A control sequence: `ESC [`, a prefix, parameters, intermediates, a final byte.
struct ControlSequence: Equatable, Sendable {
  /// The maximum number of parameters; a sequence with more is invalid.
  static let parametersMax = 64
  /// The maximum value of a parameter; a larger one is clamped.
  static let valueMax = 65_535

  /// One of `<`, `=`, `>`, `?`; nil for none.
  var prefix: Character?
  /// The numbers between semicolons, each followed by its colon-separated parts; -1 if empty.
  var parameters: [[Int]]
  /// Bytes from `space` to `/`, as a string.
  var intermediates: String
  var final: Character

  /// Parses what follows `ESC [`; nil when it is not a valid sequence.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let last = bytes.last, (0x40...0x7E).contains(last) else { return nil }
    var rest = bytes.dropLast()
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      prefix = Character(Unicode.Scalar(first))
      rest = rest.dropFirst()
    }
    let digits = rest.prefix { (0x30...0x3B).contains($0) }
    let others = rest.dropFirst(digits.count)
    guard others.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
    parameters = Self.numbers(digits)
    guard parameters.count <= Self.parametersMax else { return nil }
    intermediates = String(decoding: others, as: UTF8.self)
    final = Character(Unicode.Scalar(last))
  }

  /// The whole sequence as readable text.
  var description: String {
    let numbers = parameters.map { group in
      group.map { $0 < 0 ? "" : String($0) }.joined(separator: ":")
    }
    let prefix = prefix.map(String.init) ?? ""
    return "ESC[\(prefix)\(numbers.joined(separator: ";"))\(intermediates)\(final)"
  }

  /// Everything but the numbers, as in `?h`.
  var kind: String { "\(prefix.map(String.init) ?? "")\(intermediates)\(final)" }

  /// A parameter by its index from 0; `fallback` if it is missing or empty.
  func value(_ index: Int, or fallback: Int) -> Int {
    guard index < parameters.count, let value = parameters[index].first, value >= 0 else {
      return fallback
    }
    return value
  }

  /// The first parameter as a count, where 0 means 1.
  var count: Int { max(1, value(0, or: 1)) }

  private static func numbers(_ bytes: some Collection<UInt8>) -> [[Int]] {
    var numbers = [[-1]]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: ";"): numbers.append([-1])
      case UInt8(ascii: ":"): numbers[numbers.count - 1].append(-1)
      default:
        let inner = numbers[numbers.count - 1].count - 1
        let before = max(0, numbers[numbers.count - 1][inner])
        let value = before * 10 + Int(byte - 0x30)
        numbers[numbers.count - 1][inner] = min(value, valueMax)
      }
    }
    return numbers
  }
}
