import Foundation

/// A file of the project, found from the place of this one.
enum ProjectFile {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func write(_ text: String, to path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Whether `SNAP_UPDATE=1` asks to rewrite what is compared.
  static var isUpdating: Bool { ProcessInfo.processInfo.environment["SNAP_UPDATE"] == "1" }
}
