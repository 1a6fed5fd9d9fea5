public import Foundation

/// The files of the project, found relative to this source file.
public enum ProjectFile {
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The URL of a file or folder; `path` is relative to the root.
  public static func url(_ path: String) -> URL {
    root.appending(path: path).resolvingSymlinksInPath()
  }

  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }

  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// Writes a file, and creates its folder if needed.
  public static func write(_ text: String, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Whether `SNAP_UPDATE=1` requests to rewrite kept files.
  public static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["SNAP_UPDATE"] == "1"
  }
}
