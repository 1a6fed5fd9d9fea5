/// A console as a person has it: a screen to read and keys to press.
public protocol SeenConsole {
  /// The rows of the screen as text, from top to bottom.
  var lines: [String] { get throws }

  /// Presses a key and waits until the screen has answered.
  mutating func press(_ key: NamedKey) throws
}

/// A key by the name that a screen gives it.
public enum NamedKey: Hashable, Sendable, CustomStringConvertible {
  case character(Unicode.Scalar)
  case enter
  case escape
  case tab
  case space
  case up
  case down
  case left
  case right

  /// Reads a name such as `Enter` or `P`; nil when no key is called so.
  public init?(_ name: some StringProtocol) {
    switch String(name) {
    case "Enter": self = .enter
    case "Esc": self = .escape
    case "Tab": self = .tab
    case "Space": self = .space
    case "Up": self = .up
    case "Down": self = .down
    case "Left": self = .left
    case "Right": self = .right
    default:
      guard name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first else {
        return nil
      }
      self = .character(scalar)
    }
  }

  /// The keys of a name that may be several keys pressed one after the other, such as `'rs` or
  /// `Tab, then Enter`; empty when it is none.
  public static func keys(_ names: some StringProtocol) -> [NamedKey] {
    if let key = NamedKey(names) { return [key] }
    let parts = String(names).replacing(", then ", with: "\n").split(separator: "\n")
    if parts.count > 1 { return parts.flatMap { keys($0) } }
    guard names.first == "'", names.count <= 3 else { return [] }
    return names.unicodeScalars.map { .character($0) }
  }

  public var description: String {
    switch self {
    case .character(let scalar): String(Character(scalar))
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .space: "Space"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    }
  }
}
