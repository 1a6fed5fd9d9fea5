/// In how many columns the buttons stand, and how many rows each column has.
struct ControlsShape: Hashable, Sendable {
  let rows: Int
  let columns: Int

  /// How many rows there are in all.
  var capacity: Int { rows * columns }

  /// The height, in rows, from which on one column has the groups' names above them.
  private static let groupsHeightMin = 10

  /// Whether the groups have their names above them: several columns only where all has room then.
  func hasGroups(count: Int) -> Bool {
    columns == 1 ? rows >= ControlsShape.groupsHeightMin : capacity >= count
  }
}
