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

  /// The folder of the program, past links to it.
  private static var folder: URL {
    let own = Foundation.Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return own.resolvingSymlinksInPath().deletingLastPathComponent()
  }
}
