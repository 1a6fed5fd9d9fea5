import Foundation

/// A path as a person is told it, so that the file is found also from another folder.
enum ShownPath {
  /// The whole path; what lies in the person's home begins with `~`.
  static func text(_ path: String) -> String {
    text(
      path, folder: FileManager.default.currentDirectoryPath,
      home: HostEnvironment.value("HOME"))
  }

  /// The same, seen from a folder, with a home; an empty or missing home shortens nothing.
  static func text(_ path: String, folder: String, home: String?) -> String {
    let base = URL(filePath: folder, directoryHint: .isDirectory)
    let whole = URL(filePath: path, relativeTo: base).standardizedFileURL.path
    guard var home, home.hasPrefix("/") else { return whole }
    while home.hasSuffix("/") { home.removeLast() }
    guard !home.isEmpty, whole.hasPrefix(home + "/") else { return whole }
    return "~" + whole.dropFirst(home.count)
  }
}
