/// A log line's wording: the text, and the fields whose values stand in it.
///
/// It is written as a string in which `\(.time("date"))` is the place of the field `date`.
public struct LogTemplate: Hashable, Sendable {
  /// The texts around the fields, empty ones at the ends included: one more than `fields`.
  public let literals: [String]
  /// The fields in the order in which they are shown.
  public let fields: [LogField]

  /// The wording with a word for each field.
  public func text(_ word: (LogField) -> String) -> String {
    var text = literals[0]
    for (field, literal) in zip(fields, literals.dropFirst()) {
      text += word(field)
      text += literal
    }
    return text
  }
}

extension LogTemplate: CustomStringConvertible {
  /// The wording as documents show it: `{date}` is the place of the field `date`.
  public var description: String { text { "{\($0.name)}" } }
}

extension LogTemplate: ExpressibleByStringInterpolation {
  /// Collects the texts and the fields between them.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var literals = [""]
    fileprivate var fields: [LogField] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      literals[literals.count - 1] += literal
    }

    public mutating func appendInterpolation(_ field: LogField) {
      fields.append(field)
      literals.append("")
    }
  }

  public init(stringLiteral text: String) {
    (literals, fields) = ([text], [])
  }

  public init(stringInterpolation: StringInterpolation) {
    (literals, fields) = (stringInterpolation.literals, stringInterpolation.fields)
  }
}

/// A field of a log line: its name, and what its value says.
public struct LogField: Hashable, Sendable {
  /// What a field's value is.
  public enum Kind: Hashable, Sendable, CaseIterable {
    case text
    case number
    /// A number, or none.
    case optionalNumber
    /// A number of seconds.
    case seconds
    case flag
    /// An instant; its text is ISO 8601 in UTC.
    case time
    /// An instant, or none.
    case optionalTime
  }

  /// Its name in records and templates.
  public let name: String
  /// What its value is.
  public let kind: Kind

  /// A field with a name.
  public init(name: String, kind: Kind) {
    (self.name, self.kind) = (name, kind)
  }

  /// Whether its value is an instant, if there is one.
  public var isTime: Bool {
    switch kind {
    case .time, .optionalTime: true
    case .text, .number, .optionalNumber, .seconds, .flag: false
    }
  }

  static func text(_ name: String) -> LogField { LogField(name: name, kind: .text) }
  static func number(_ name: String) -> LogField { LogField(name: name, kind: .number) }
  static func optionalNumber(_ name: String) -> LogField {
    LogField(name: name, kind: .optionalNumber)
  }
  static func seconds(_ name: String) -> LogField { LogField(name: name, kind: .seconds) }
  static func flag(_ name: String) -> LogField { LogField(name: name, kind: .flag) }
  static func time(_ name: String) -> LogField { LogField(name: name, kind: .time) }
  static func optionalTime(_ name: String) -> LogField {
    LogField(name: name, kind: .optionalTime)
  }
}
