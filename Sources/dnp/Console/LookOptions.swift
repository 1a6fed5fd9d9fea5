import ArgumentParser
import Console
import CursesTerminal
import Foundation

/// How a screen looks: colours, characters, theme.
struct LookOptions: ParsableArguments {
  /// When colours are used.
  enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case always
    case never
  }

  @Option(help: "Colours: auto (unless NO_COLOR is set), always or never.")
  var color: ColorChoice = .auto

  @Flag(help: "Show ASCII only.")
  var ascii = false

  @Option(
    help: ArgumentHelp(
      "The theme: \(themes), or a file. Without it theme.yaml of the folder dnp in "
        + "$XDG_CONFIG_HOME, else one for the terminal's background.", valueName: "name|file"))
  var theme: String?

  /// The look without any option.
  static func usual() throws(CommandFailure) -> LookOptions {
    do {
      return try parse([])
    } catch {
      throw CommandFailure(.internal, "\(error)")
    }
  }

  /// The file of a person's own theme, in the folder of settings.
  private static let fileName = "dnp/theme.yaml"

  /// Opens the terminal.
  func terminal(inputDescriptor: Int32 = STDIN_FILENO) throws(CommandFailure) -> CursesTerminal {
    do {
      return try CursesTerminal(
        CursesTerminal.Options(
          termName: ProcessInfo.processInfo.environment["TERM"] ?? "",
          isColorAllowed: isColorAllowed, isASCIIForced: ascii,
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
        throw CommandFailure(
          .missingInput,
          "--theme \(theme): there is no such theme and no such file; use one of: "
            + LookOptions.themes)
      }
      return try LookOptions.read(theme)
    }
    if let path = LookOptions.ownFile { return try LookOptions.read(path) }
    return (LookOptions.isBackgroundLight ? .light : .standard, [])
  }

  /// What an open terminal can show, in a theme.
  func appearance(
    of terminal: CursesTerminal, _ chosen: (theme: Theme, problems: [String])
  ) -> Appearance {
    Appearance(
      isColored: terminal.colorCount >= 8, isASCII: !terminal.isUTF8, theme: chosen.theme,
      problems: chosen.problems)
  }

  private static func read(
    _ path: String
  ) throws(CommandFailure) -> (theme: Theme, problems: [String]) {
    let input = try InputFile.one(path, bytesMax: ThemeFile.bytesMax)
    return ThemeFile.read(input.bytes, path: path)
  }

  /// The person's own theme, where there is one.
  private static var ownFile: String? {
    let environment = ProcessInfo.processInfo.environment
    let folders = [
      environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 },
      environment["HOME"].map { "\($0)/.config" },
    ]
    guard let folder = folders.compactMap(\.self).first else { return nil }
    let path = "\(folder)/\(fileName)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Whether the terminal says that its background is light: `COLORFGBG` ends in 7 or 15.
  private static var isBackgroundLight: Bool {
    let colors = ProcessInfo.processInfo.environment["COLORFGBG"]?.split(separator: ";").last
    return colors == "7" || colors == "15"
  }

  private var isColorAllowed: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }
  }

  private static var themes: String { Theme.all.map(\.name).joined(separator: ", ") }
}
