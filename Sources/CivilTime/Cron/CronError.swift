import PlainText

/// Why a string is not a cron expression, and where.
public struct CronError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: Hashable, Sendable {
    /// The string has more than `CronExpression.lengthMax` characters.
    case length
    /// There are not five fields.
    case fieldCount(Int)
    /// A nickname such as `@daily` is in place of the five fields.
    case nickname
    /// A value is missing, unknown or out of its range.
    case value
    /// A range whose first value is larger than the last; `suggestion` means the same.
    case reversedRange(suggestion: String)
    /// A step that is not a number of 1 or more.
    case step
    /// A step after a single value; `suggestion` is the range that it may mean.
    case stepWithoutRange(suggestion: String)
  }

  /// The kind of error.
  public let kind: Kind
  /// The field that has the error; `nil` when the whole expression is wrong.
  public let field: CronField?
  /// What was found there, shortened, with `\u{…}` for everything but printable ASCII.
  public let found: String
  /// Its column: Unicode scalars from the beginning of the string, from 1.
  public let column: Int

  /// A sentence: the field, the column, what was found and what is allowed.
  public var description: String {
    let place = field.map { "\($0.name), column \(column)" } ?? "column \(column)"
    return "\(place): found \(found.isEmpty ? "nothing" : "'\(found)'"), expected \(expected)"
  }

  /// What is allowed instead, as in `description`.
  public var expected: String {
    let fields = "5 fields: minute, hour, day of month, month, day of week"
    switch kind {
    case .length: return "at most \(CronExpression.lengthMax) characters"
    case .fieldCount(let count): return "\(fields); there \(count == 1 ? "is" : "are") \(count)"
    case .nickname: return "\(fields), such as 0 9 * * *"
    case .value: return field?.allowed ?? "a value"
    case .reversedRange(let suggestion): return "the smaller value first; write \(suggestion)"
    case .step: return "a step of 1 or more"
    case .stepWithoutRange(let suggestion):
      return "a step only after * or a range; write \(suggestion)"
    }
  }

  init(
    _ kind: Kind, _ field: CronField? = nil, at column: Int, found: some Sequence<Unicode.Scalar>
  ) {
    self.kind = kind
    self.field = field
    self.column = column
    self.found = Self.printable(found)
  }

  /// At most 24 scalars.
  private static func printable(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    let shown = Array(scalars.prefix(25))
    return SafeText.ascii(shown.prefix(24)) + (shown.count > 24 ? "…" : "")
  }
}
