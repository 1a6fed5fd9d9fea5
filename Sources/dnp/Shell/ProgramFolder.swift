import Foundation

/// Where this program stands, and what is installed with it.
enum ProgramFolder {
  /// A program beside this one.
  static func program(_ name: String) -> String {
    folder.appendingPathComponent(name).path
  }

  /// What an installation has in `share/dnp` beside `bin`; nil where there is nothing of the name.
  static func shared(_ name: String) -> String? {
    let path = folder.deletingLastPathComponent().appendingPathComponent("share/dnp/\(name)").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Where what an installation has under `assets` in the project is; nil where there is no such.
  static func installed(_ path: String) -> String? {
    path.hasPrefix("assets/") ? shared(String(path.dropFirst("assets/".count))) : nil
  }

  /// The scenarios that come with the program, as help names them.
  static let scenarios = shared("scenarios") ?? "assets/scenarios"

  /// A page of the documentation, as help names it: where it is installed, else in the project.
  static func page(_ name: String) -> String { "\(pages)/\(name).md" }

  private static let pages: String = {
    let path = folder.deletingLastPathComponent().appendingPathComponent("share/doc/dnp/docs").path
    return FileManager.default.fileExists(atPath: path) ? path : "docs"
  }()

  /// The folder of the program, past links to it.
  private static var folder: URL {
    let own = Foundation.Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return own.resolvingSymlinksInPath().deletingLastPathComponent()
  }
}
