/// A size in rows and columns.
public struct CellSize: Hashable, Sendable {
  /// Rows, from top to bottom.
  public var rows: Int
  /// Columns, from left to right.
  public var columns: Int

  /// Creates a size.
  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }
}
