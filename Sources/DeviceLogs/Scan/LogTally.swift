/// Counts of an input's lines; every line is counted once in `lines` and once in one kind.
public struct LogTally: Hashable, Sendable {
  /// The number of lines.
  public var lines = 0
  /// Lines that begin, or are part of, a record of the format.
  public var recognized = 0
  /// Those of them that have the fields of the format, so that it is the log's; not a kind of line.
  var headed = 0
  /// Lines without the format's fields that continue a record.
  public var continuations = 0
  /// Headings, dividers and blank lines.
  public var skipped = 0
  /// Unrecognized lines.
  public var unknown = 0
  /// Records of the plugin; not a kind of line.
  public var plugin = 0
  /// Those of them that this version of the plugin never writes.
  public var foreign = 0
  /// Those of them with something hidden behind `<private>`.
  public var hidden = 0
  /// Lines longer than the maximum, of which only the beginning was read.
  public var cut = 0
  /// Records that stand in the log twice and count once, and the line numbers of the first.
  public private(set) var repeated = 0
  public private(set) var repeatedNumbers: [Int] = []
  /// The line numbers of the first foreign records.
  public var foreignNumbers: [Int] = []

  /// Lines and objects of JSON with a mark of the plugin that could not be read.
  public private(set) var damaged = 0
  /// The line numbers of the first of them.
  public private(set) var damagedNumbers: [Int] = []

  /// Records in other dialects, and those of them that have no event here, by dialect.
  public private(set) var dialects: [LogDialect: DialectCount] = [:]

  /// Records in a dialect.
  public struct DialectCount: Hashable, Sendable {
    public var records = 0
    /// Those that have no event here.
    public var unnamed = 0
    /// The line numbers of the first of them.
    public var unnamedNumbers: [Int] = []
  }

  /// The dialects that occurred, in their order.
  var dialectCounts: [(dialect: LogDialect, count: DialectCount)] {
    LogDialect.allCases.compactMap { dialect in dialects[dialect].map { (dialect, $0) } }
  }

  static let numbersMax = 5

  /// Counts a record of the plugin in its dialect.
  mutating func note(_ entry: LogEntry) {
    guard entry.dialect != .own else { return }
    dialects[entry.dialect, default: DialectCount()].records += 1
    guard entry.events.isEmpty else { return }
    dialects[entry.dialect]?.unnamed += 1
    if dialects[entry.dialect]?.unnamedNumbers.count ?? 0 < LogTally.numbersMax {
      dialects[entry.dialect]?.unnamedNumbers.append(entry.number)
    }
  }

  /// Counts a record that was there before.
  mutating func noteRepeated(_ number: Int) {
    repeated += 1
    if repeatedNumbers.count < LogTally.numbersMax { repeatedNumbers.append(number) }
  }

  /// Counts a line or an object of the plugin that could not be read, by its last line.
  mutating func noteDamaged(_ number: Int) {
    damaged += 1
    if damagedNumbers.count < LogTally.numbersMax { damagedNumbers.append(number) }
  }
}
