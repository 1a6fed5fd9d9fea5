import CellGrid
import ScreenRobot

@testable import Console

extension ConsoleDriver: SeenConsole {
  mutating func press(_ key: NamedKey) {
    press(key.key)
  }
}

extension NamedKey {
  /// The key as the console gets it.
  var key: Key {
    switch self {
    case .character(let scalar): .character(scalar)
    case .enter: .enter
    case .escape: .escape
    case .tab: .tab
    case .space: .character(" ")
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    }
  }
}
