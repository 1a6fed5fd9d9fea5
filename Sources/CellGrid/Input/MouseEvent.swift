/// What a mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
  /// What it did.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The first button was pressed.
    case press
    case wheelUp
    case wheelDown
  }

  /// What it did.
  public let kind: Kind
  /// The row and the column of the cell that it pointed at, from 0.
  public let row: Int
  public let column: Int

  /// Describes an event.
  public init(_ kind: Kind, row: Int, column: Int) {
    self.kind = kind
    self.row = row
    self.column = column
  }
}

extension CellRect {
  /// Whether a mouse pointed at one of its cells.
  public func contains(_ event: MouseEvent) -> Bool {
    event.row >= row && event.row < row + rows && event.column >= column
      && event.column < column + columns
  }
}
