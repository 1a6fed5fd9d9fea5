public import Foundation

/// The files of the project, found from the place of this one.
public enum ProjectFile {
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Where a file or folder is; `path` begins at the root.
  public static func url(_ path: String) -> URL {
    root.appending(path: path).resolvingSymlinksInPath()
  }

  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }

  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// Writes a file, and its folder if there is none.
  public static func write(_ text: String, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Whether `SNAP_UPDATE=1` asks to rewrite what is compared.
  public static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["SNAP_UPDATE"] == "1"
  }
}
