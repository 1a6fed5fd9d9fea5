import Console
import CursesTerminal
import Foundation

/// How a screen looks: colours, characters, theme.
struct Look: Equatable {
  var color = ColorChoice.auto
  var isASCII = false
  /// The name of a theme, or the path of its file; nil for a person's own, or the standard one.
  var theme: String?

  /// The names of all themes, for messages and help.
  static var themes: String { themeNames.joined(separator: ", ") }

  static let themeNames = Theme.all.map(\.name)

  /// The file of a person's own theme, in the folder of settings.
  private static let fileName = "theme.yaml"

  /// Opens the terminal.
  func terminal(inputDescriptor: Int32 = STDIN_FILENO) throws(CommandFailure) -> CursesTerminal {
    do {
      return try CursesTerminal(
        CursesTerminal.Options(
          termName: HostEnvironment.value("TERM") ?? "",
          isColorAllowed: isColorAllowed, isASCIIForced: isASCII,
          inputDescriptor: inputDescriptor))
    } catch {
      throw CommandFailure(.noTerminal, "dnp: \(error)")
    }
  }

  /// The theme that was asked for, and what is wrong with its file.
  func chosenTheme() throws(CommandFailure) -> (theme: Theme, problems: [String]) {
    if let theme {
      if let known = Theme(named: theme) { return (known, []) }
      guard FileManager.default.fileExists(atPath: theme) else {
        throw CommandFailure(.missingInput, "--theme " + Look.missing(theme))
      }
      return try Look.read(theme)
    }
    if let path = SettingsFolder.file(Look.fileName) { return Look.readOwn(path) }
    return (Look.isBackgroundLight ? .light : .standard, [])
  }

  /// Why a theme, or the file of one, cannot be used; nil where it can.
  static func problem(ofTheme theme: String) -> String? {
    if Theme(named: theme) != nil { return nil }
    guard FileManager.default.fileExists(atPath: theme) else { return missing(theme) }
    do {
      _ = try read(theme)
      return nil
    } catch {
      return error.message
    }
  }

  private static func missing(_ theme: String) -> String {
    "\(theme): there is no such theme and no such file; use one of: \(themes)"
  }

  /// What an open terminal can show, in a theme.
  func appearance(
    of terminal: CursesTerminal, _ chosen: (theme: Theme, problems: [String])
  ) -> Appearance {
    Appearance(
      isColored: terminal.colorCount >= 8, isASCII: !terminal.isUTF8, theme: chosen.theme,
      problems: chosen.problems)
  }

  /// How a screen that nobody sees looks.
  func appearance(
    ofHeadless terminal: HeadlessTerminal, _ chosen: (theme: Theme, problems: [String])
  ) -> Appearance {
    Appearance(
      isColored: isColorAllowed, isASCII: !terminal.isUTF8, theme: chosen.theme,
      problems: chosen.problems)
  }

  private static func read(
    _ path: String
  ) throws(CommandFailure) -> (theme: Theme, problems: [String]) {
    let input = try InputFile.regular(path, bytesMax: ThemeFile.bytesMax)
    return ThemeFile.read(input.bytes, path: path)
  }

  /// The person's own file; one that cannot be read is named, and the usual look counts.
  private static func readOwn(_ path: String) -> (theme: Theme, problems: [String]) {
    do {
      return try read(path)
    } catch {
      return (isBackgroundLight ? .light : .standard, [error.message])
    }
  }

  /// Whether the terminal says that its background is light: `COLORFGBG` ends in 7 or 15.
  private static var isBackgroundLight: Bool {
    let colors = HostEnvironment.value("COLORFGBG")?.split(separator: ";").last
    return colors == "7" || colors == "15"
  }

  private var isColorAllowed: Bool {
    color.resolved != .never
  }
}
