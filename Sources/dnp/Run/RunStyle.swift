import Foundation
import Reports

/// How a run is printed: glyphs depend on the locale, colours on the terminal.
struct RunStyle {
  let text: RunText

  /// The style for the environment: colours on a terminal unless NO_COLOR is set.
  static var standard: RunStyle {
    let environment = ProcessInfo.processInfo.environment
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    return RunStyle(
      text: RunText(
        isUTF8: StandardStreams.isUTF8,
        isColored: !isPlain && environment["TERM"] != nil && isatty(1) == 1))
  }
}
