import Foundation

/// The project on disk, found from the place of this file.
struct SourceTree {
  let root: URL

  init(file: String = #filePath) {
    root = URL(filePath: file)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  var topLevelNames: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: root.path) }
  }

  /// Every Swift file, and every other text file that is read by people or machines.
  func files() throws -> [SourceFile] {
    let folders = ["Sources", "Tests", "docs", "assets", ".ci"]
    let single = ["Package.swift", "Makefile", "README.md"]
    let paths = try folders.flatMap { try pathsBelow($0) } + single
    return try paths.compactMap { path in
      try text(path).map { SourceFile(path, $0) }
    }
  }

  /// The text of a file; nil where there is none, or where it is not text.
  func text(_ path: String) throws -> String? {
    let url = root.appending(path: path)
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory),
      !isDirectory.boolValue
    else { return nil }
    return String(validating: try Data(contentsOf: url), as: UTF8.self)
  }

  private func pathsBelow(_ folder: String) throws -> [String] {
    let url = root.appending(path: folder).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .sorted().map { "\(folder)/\($0)" }
  }
}
