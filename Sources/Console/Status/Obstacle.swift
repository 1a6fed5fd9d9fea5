import CellGrid

/// What keeps a notification from being shown.
struct Obstacle: Hashable {
  /// The reason: `its channel is off`.
  let reason: String
  /// The command that ends it; nil where nothing does.
  let way: String?

  /// The reason, then the command.
  var text: String { way.map { "\(reason) · \($0)" } ?? reason }

  /// The command, then the reason where both have room.
  var wayFirst: String { way.map { Obstacle.step($0, reason) } ?? reason }

  /// How many columns of a row a step can have that something follows, on a screen of 80 columns.
  static let stepColumns = 31

  /// A step, then its reason, unless the step would be cut to make room for that.
  static func step(_ way: String, _ reason: String) -> String {
    TextWidth.columns(of: way) <= stepColumns ? "\(way) · \(reason)" : way
  }
}
