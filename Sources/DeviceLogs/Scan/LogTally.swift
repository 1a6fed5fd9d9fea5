/// What became of an input's lines; every line is counted once in `lines` and in one kind.
public struct LogTally: Hashable, Sendable {
  /// How many lines there are.
  public var lines = 0
  /// Lines that begin, or are part of, a record of the format.
  public var recognized = 0
  /// Lines without the format's fields that follow a record.
  public var continuations = 0
  /// Headings, dividers and blank lines.
  public var skipped = 0
  /// Lines of no known kind.
  public var unknown = 0
  /// Records of the plugin; not a kind of line.
  public var plugin = 0
  /// Of these, those that the plugin of this version never writes.
  public var foreign = 0
  /// Of these, those with something hidden behind `<private>`.
  public var hidden = 0
  /// Lines that were longer than is read; only their beginning counts.
  public var cut = 0
  /// The numbers of the first foreign records.
  public var foreignNumbers: [Int] = []

  static let numbersMax = 5
}
