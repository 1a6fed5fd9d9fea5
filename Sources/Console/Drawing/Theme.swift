import CellGrid

/// The look of each role.
public struct Theme: Hashable, Sendable {
  /// Its name on the command line.
  public let name: String
  /// Whether it is made for a terminal with a light background.
  let isLight: Bool
  private var styles: [Role: CellStyle]

  /// The themes that are part of the program, by name.
  public static let all: [Theme] = [standard, light, highContrast, mono]
  /// For dark terminals.
  public static let standard = Theme("default", isLight: false) { dark($0) }
  /// For light terminals.
  public static let light = Theme("light", isLight: true) { onLight($0) }
  /// The strongest contrast that sixteen colours have, on black.
  public static let highContrast = Theme("high-contrast", isLight: false) { strong($0) }
  /// Emphasis alone, no colour.
  public static let mono = Theme("mono", isLight: false) { plain($0) }

  private init(_ name: String, isLight: Bool, _ style: (Role) -> CellStyle) {
    self.name = name
    self.isLight = isLight
    styles = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, style($0)) })
  }

  /// A theme of the program.
  public init?(named name: String) {
    guard let theme = Theme.all.first(where: { $0.name == name }) else { return nil }
    self = theme
  }

  /// The look of a role.
  func style(_ role: Role) -> CellStyle { styles[role] ?? .plain }

  /// A theme with another name whose roles can be given another look.
  func derived(named name: String) -> Theme {
    var theme = Theme(name, isLight: isLight) { _ in .plain }
    theme.styles = styles
    return theme
  }

  /// Gives a role another look.
  mutating func setStyle(_ style: CellStyle, of role: Role) { styles[role] = style }

  private static func dark(_ role: Role) -> CellStyle {
    switch role {
    case .text: .plain
    case .dim, .line, .disabled: CellStyle(.gray)
    case .bold: CellStyle(.standard, on: .standard, .bold)
    case .title: CellStyle(.brightWhite, on: .standard, .bold)
    case .header: CellStyle(.brightWhite, on: .blue, .bold)
    case .badge: CellStyle(.black, on: .yellow)
    case .key: CellStyle(.brightCyan, on: .standard, .bold)
    case .message: CellStyle(.brightWhite)
    case .ok: CellStyle(.green)
    case .pending, .warning: CellStyle(.yellow)
    case .error: CellStyle(.brightRed, on: .standard, .bold)
    case .marked: CellStyle(.black, on: .white)
    case .hit: CellStyle(.black, on: .brightYellow)
    case .dialog: CellStyle(.black, on: .white)
    case .dialogMarked: CellStyle(.brightWhite, on: .blue, .bold)
    case .plugin: CellStyle(.white, on: .standard, .underline)
    case .fetch: CellStyle(.cyan)
    case .scheduler: CellStyle(.brightBlue)
    case .storage: CellStyle(.magenta)
    case .recovery: CellStyle(.brightMagenta)
    case .dual: CellStyle(.brightBlue, on: .standard, .underline)
    case .identity: CellStyle(.cyan, on: .standard, .underline)
    case .power: CellStyle(.brightMagenta, on: .standard, .underline)
    case .reply: CellStyle(.brightCyan)
    case .tester: CellStyle(.brightWhite, on: .standard, .bold)
    }
  }

  private static func onLight(_ role: Role) -> CellStyle {
    switch role {
    case .text: .plain
    case .dim, .line, .disabled: CellStyle(.gray)
    case .bold, .title, .tester: CellStyle(.standard, on: .standard, .bold)
    case .header: CellStyle(.brightWhite, on: .blue, .bold)
    case .badge: CellStyle(.black, on: .yellow)
    case .key: CellStyle(.blue, on: .standard, .bold)
    case .message: CellStyle(.black)
    case .ok: CellStyle(.black, on: .green)
    case .pending, .warning: CellStyle(.black, on: .yellow)
    case .error: CellStyle(.red, on: .standard, .bold)
    case .marked: CellStyle(.brightWhite, on: .black)
    case .hit: CellStyle(.black, on: .brightYellow)
    case .dialog: CellStyle(.brightWhite, on: .black)
    case .dialogMarked: CellStyle(.brightWhite, on: .blue, .bold)
    case .plugin: CellStyle(.black, on: .standard, .underline)
    case .fetch: CellStyle(.blue)
    case .scheduler: CellStyle(.brightBlue)
    case .storage: CellStyle(.magenta)
    case .recovery: CellStyle(.magenta, on: .standard, .bold)
    case .dual: CellStyle(.brightBlue, on: .standard, .underline)
    case .identity: CellStyle(.blue, on: .standard, .underline)
    case .power: CellStyle(.magenta, on: .standard, .underline)
    case .reply: CellStyle(.brightBlue, on: .standard, .bold)
    }
  }

  private static func strong(_ role: Role) -> CellStyle {
    switch role {
    case .text, .dim, .line, .message: CellStyle(.brightWhite, on: .black)
    case .disabled: CellStyle(.white, on: .black)
    case .bold, .title, .tester: CellStyle(.brightWhite, on: .black, .bold)
    case .header, .dialog: CellStyle(.black, on: .brightWhite, .bold)
    case .badge, .hit: CellStyle(.black, on: .brightYellow, .bold)
    case .key: CellStyle(.brightCyan, on: .black, .bold)
    case .ok: CellStyle(.brightGreen, on: .black, .bold)
    case .pending, .warning: CellStyle(.brightYellow, on: .black, .bold)
    case .error: CellStyle(.black, on: .brightRed, .bold)
    case .marked: CellStyle(.black, on: .brightWhite)
    case .dialogMarked: CellStyle(.brightWhite, on: .black, [.bold, .underline])
    case .plugin: CellStyle(.brightWhite, on: .black, .underline)
    case .fetch: CellStyle(.brightCyan, on: .black)
    case .scheduler: CellStyle(.brightGreen, on: .black)
    case .storage: CellStyle(.brightMagenta, on: .black)
    case .recovery: CellStyle(.brightMagenta, on: .black, .bold)
    case .dual: CellStyle(.brightGreen, on: .black, .underline)
    case .identity: CellStyle(.brightCyan, on: .black, .underline)
    case .power: CellStyle(.brightMagenta, on: .black, .underline)
    case .reply: CellStyle(.white, on: .black, .bold)
    }
  }

  private static func plain(_ role: Role) -> CellStyle {
    switch role {
    case .text, .ok, .pending, .line, .message, .plugin, .fetch, .scheduler, .storage, .recovery,
      .dual, .identity, .power, .reply:
      .plain
    case .dim, .disabled: CellStyle(.standard, on: .standard, .dim)
    case .bold, .title, .error, .warning, .key, .tester:
      CellStyle(.standard, on: .standard, .bold)
    case .header, .marked, .dialog: CellStyle(.standard, on: .standard, .reverse)
    case .badge, .dialogMarked: CellStyle(.standard, on: .standard, [.reverse, .bold, .underline])
    case .hit: CellStyle(.standard, on: .standard, [.reverse, .bold])
    }
  }
}
