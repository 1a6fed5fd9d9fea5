import Foundation
import ProjectFiles

/// The project on disk.
struct SourceTree {
  let root = ProjectFile.root

  var topLevelNames: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: root.path) }
  }

  /// The project's files, read and parsed once for all tests.
  static let files = Task { try await SourceTree().files() }

  /// Every Swift file, and every other text file that is read by people or machines, in the order
  /// of their paths within each folder.
  private func files() async throws -> [SourceFile] {
    let folders = ["Sources", "Tests", "docs", "assets", ".ci"]
    let single = ["Package.swift", "Makefile", "README.md"]
    let paths = try folders.flatMap { try pathsBelow($0) } + single
    // Parsing takes most of the time, so all cores share it.
    return try await withThrowingTaskGroup(of: (Int, SourceFile)?.self) { group in
      for (index, path) in paths.enumerated() {
        group.addTask { try text(path).map { (index, SourceFile(path, $0)) } }
      }
      let files = try await group.reduce(into: [(Int, SourceFile)]()) { files, file in
        if let file { files.append(file) }
      }
      return files.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The content of a file; nil if there is none or it is not text.
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
