/// A place in a file; lines and columns count from 1, columns in Unicode scalars.
public struct SourcePlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// The first character of a file.
  public static let start = SourcePlace(line: 1, column: 1)

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
