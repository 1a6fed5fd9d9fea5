import CellGrid

/// The contrast of two colours, as the Web Content Accessibility Guidelines compute it: 1 to 21.
///
/// A terminal's palette is the person's own; what is computed with is the palette of xterm, and
/// black or white for the terminal's default colours.
/// Source: WCAG 2.2, "relative luminance" and "contrast ratio".
enum Contrast {
  /// The least contrast of text.
  static let textMin = 4.5
  /// The least contrast of what is secondary, and of the marks of categories.
  static let markMin = 3.0

  /// The contrast of a style on a dark or a light terminal.
  static func ratio(_ style: CellStyle, isLight: Bool) -> Double {
    let foreground = luminance(style.foreground, isLight: isLight, isBackground: false)
    let background = luminance(style.background, isLight: isLight, isBackground: true)
    return (max(foreground, background) + 0.05) / (min(foreground, background) + 0.05)
  }

  /// The least contrast that a role needs.
  static func least(_ role: Role) -> Double {
    switch role {
    case .dim, .line, .disabled, .plugin, .fetch, .scheduler, .storage, .recovery, .dual, .identity,
      .power, .reply:
      markMin
    case .text, .bold, .title, .header, .badge, .key, .message, .ok, .pending, .error, .warning,
      .marked, .hit, .dialog, .dialogMarked, .tester:
      textMin
    }
  }

  private static func luminance(_ color: CellColor, isLight: Bool, isBackground: Bool) -> Double {
    let isWhite = isLight == isBackground
    let (red, green, blue) = levels(color) ?? (isWhite ? (255, 255, 255) : (0, 0, 0))
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// A channel, 0 to 255, as the amount of light, 0 to 1.
  private static func linear(_ channel: Int) -> Double {
    let share = Double(channel) / 255
    if share <= 0.04045 { return share / 12.92 }
    return power((share + 0.055) / 1.055)
  }

  /// The power of 2.4 of a number between 0 and 1, by the fifth root of its twelfth power.
  private static func power(_ number: Double) -> Double {
    let twelfth = (number * number * number) * (number * number * number)
    let wanted = twelfth * twelfth
    var root = number
    for _ in 0..<60 {
      root = (4 * root + wanted / (root * root * root * root)) / 5
    }
    return root
  }

  /// Red, green and blue of a colour in xterm's palette; nil for the terminal's default.
  private static func levels(_ color: CellColor) -> (Int, Int, Int)? {
    switch color {
    case .standard: nil
    case .black: (0, 0, 0)
    case .red: (205, 0, 0)
    case .green: (0, 205, 0)
    case .yellow: (205, 205, 0)
    case .blue: (0, 0, 238)
    case .magenta: (205, 0, 205)
    case .cyan: (0, 205, 205)
    case .white: (229, 229, 229)
    case .gray: (127, 127, 127)
    case .brightRed: (255, 0, 0)
    case .brightGreen: (0, 255, 0)
    case .brightYellow: (255, 255, 0)
    case .brightBlue: (92, 92, 255)
    case .brightMagenta: (255, 0, 255)
    case .brightCyan: (0, 255, 255)
    case .brightWhite: (255, 255, 255)
    }
  }
}
