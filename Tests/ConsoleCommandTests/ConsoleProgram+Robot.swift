import ScreenRobot
import TerminalDriver

extension ConsoleProgram: SeenConsole {
  var lines: [String] { screen.lines }

  func press(_ key: NamedKey) throws {
    try press(key.pressed)
  }
}

extension NamedKey {
  /// The key as a terminal sends it.
  fileprivate var pressed: PressedKey {
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
