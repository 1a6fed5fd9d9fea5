/// Numbers of lines that belong together, added up.
public struct LogSum: Hashable, Sendable {
  /// The numbers of the lines.
  public var numbers: [Int]
  /// What lines that belong together say, and then the sums, by field.
  public var conditions: [LogProfile.Condition]
  public var values: [Value]

  /// A field and the sum of its numbers.
  public struct Value: Hashable, Sendable {
    public let field: String
    public var sum: Int64
  }

  /// `lines 12, 30 together (scenario=boot): missed=1 verified=0`.
  public var text: String {
    let places = numbers.map(String.init).joined(separator: ", ")
    let said = conditions.map { "\($0.field)=\($0.text)" }.joined(separator: " ")
    let sums = values.map { "\($0.field)=\($0.sum)" }.joined(separator: " ")
    return "lines \(places) together (\(said)): \(sums)"
  }
}

/// The sums of one rule so far.
struct SumTally {
  /// The maximum number of sums in an answer, and of lines in one of them.
  private static let sumsMax = 200
  private static let linesMax = 100

  /// The sums of more than one line.
  private(set) var sums: [LogSum] = []
  /// The lines that the next one may belong to.
  private var open: LogSum?
  /// Whether the last of the sums is the open one.
  private var isOpenKept = false
  private var lastTime: LogTime?

  /// Adds a line's numbers to those before it that it belongs to.
  mutating func add(_ entry: LogEntry, _ rule: LogProfile.Sum) {
    let isMeant = rule.conditions.allSatisfy { $0.holds(entry) }
    defer { lastTime = entry.time }
    let values = rule.fields.compactMap { name in
      entry.field(name).flatMap { Int64($0) }.map { LogSum.Value(field: name, sum: $0) }
    }
    guard isMeant, var sum = open, isNear(entry, rule), sum.numbers.count < SumTally.linesMax else {
      isOpenKept = false
      open =
        isMeant
        ? LogSum(numbers: [entry.number], conditions: rule.conditions, values: values) : nil
      return
    }
    sum.numbers.append(entry.number)
    for value in values {
      if let index = sum.values.firstIndex(where: { $0.field == value.field }) {
        sum.values[index].sum =
          sum.values[index].sum.addingReportingOverflow(value.sum).partialValue
      } else {
        sum.values.append(value)
      }
    }
    if isOpenKept {
      sums[sums.count - 1] = sum
    } else if sums.count < SumTally.sumsMax {
      sums.append(sum)
      isOpenKept = true
    }
    open = sum
  }

  /// Whether a line is soon enough after the one before; without times it is.
  private func isNear(_ entry: LogEntry, _ rule: LogProfile.Sum) -> Bool {
    guard let before = lastTime, let time = entry.time else { return true }
    let (distance, isOver) = time.milliseconds.subtractingReportingOverflow(before.milliseconds)
    return !isOver && distance <= rule.withinMilliseconds
  }
}

extension SequenceTally {
  /// Adds a line's numbers up, and checks those that must be 0.
  mutating func add(
    _ entry: LogEntry, _ event: LogEvent, _ rule: LogProfile.Sum, _ index: Int
  ) {
    guard rule.lines.contains(event) else { return }
    sums[index].add(entry, rule)
    for name in rule.zeros {
      guard let number = entry.field(name).flatMap({ Int64($0) }) else { continue }
      claims += 1
      guard number != 0 else { continue }
      add(
        LogFinding(
          kind: .forbidden, severity: .error, text: "\(rule.says): '\(entry.message)'",
          number: entry.number, step: nil, pass: passes + 1))
    }
  }
}
