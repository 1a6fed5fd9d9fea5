import Foundation
import Reports

/// How a run is printed: glyphs depend on the locale, colours on the terminal.
struct RunStyle {
  let text: RunText

  /// The style for the environment; `auto` means colours where standard output is a terminal.
  init(_ color: ColorChoice) {
    text = RunText(
      isUTF8: StandardStreams.isUTF8,
      isColored: RunStyle.isColored(color.resolved))
  }

  private static func isColored(_ color: ColorChoice) -> Bool {
    let term = ProcessInfo.processInfo.environment["TERM"]
    return switch color {
    case .always: true
    case .never: false
    case .auto: term != nil && term != "dumb" && isatty(1) == 1
    }
  }
}
