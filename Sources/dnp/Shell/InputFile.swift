import ArgumentParser
import Descriptors
import Foundation
import Scenarios

/// A file's bytes and its name in messages.
struct InputFile {
  let path: String
  let bytes: [UInt8]
  /// The folder that its path was given with: the folder itself, or that of the file.
  ///
  /// That of stdin is the current folder.
  let root: String

  /// Its bytes without the blanks and line feeds around them.
  var trimmedBytes: ArraySlice<UInt8> {
    let blanks = Array(" \t\r\n".utf8)
    var bytes = bytes.drop { blanks.contains($0) }
    while let last = bytes.last, blanks.contains(last) { bytes.removeLast() }
    return bytes
  }

  /// The maximum number of entries that are visited in a folder.
  private static let entriesMax = 100_000

  /// Reads scenario files: files, the *.yaml files of folders in the order of their paths, and `-`
  /// for stdin.
  ///
  /// With `hasParts`, the files of a folder that others include are read too.
  static func collect(
    _ paths: [String], hasParts: Bool = false
  ) throws(CommandFailure) -> [InputFile] {
    var inputs: [InputFile] = []
    for path in paths {
      if path == "-" {
        inputs.append(try stdin(bytesMax: ScenarioFile.bytesMax))
      } else {
        // Paths may overlap; each file is read once.
        for file in try files(at: path, hasParts: hasParts)
        where !inputs.contains(where: { $0.path == file }) {
          inputs.append(
            try open(file, root: root(of: path), bytesMax: ScenarioFile.bytesMax))
        }
      }
    }
    return inputs
  }

  /// Reads one file, or `-` for stdin; of a file larger than `bytesMax`, only enough for a parser
  /// to notice that it is too large.
  static func one(_ path: String, bytesMax: Int) throws(CommandFailure) -> InputFile {
    if path == "-" { return try stdin(bytesMax: bytesMax) }
    if (try? FileStatus(path: path))?.kind == .folder {
      throw CommandFailure(.missingInput, "\(path): this is a folder; name one file")
    }
    _ = try files(at: path)
    return try open(path, root: root(of: path), bytesMax: bytesMax)
  }

  /// Reads one regular file; a pipe, which may never end, is refused.
  static func regular(_ path: String, bytesMax: Int) throws(CommandFailure) -> InputFile {
    if (try? FileStatus(path: path))?.kind == .other {
      throw CommandFailure(.missingInput, "\(path): this is no regular file; name one")
    }
    return try one(path, bytesMax: bytesMax)
  }

  private static func root(of path: String) -> String {
    if (try? FileStatus(path: path))?.kind == .folder { return path }
    // Foundation's own, of an NSString, traps for a name of one character.
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The files that paths refer to, without stdin.
  static func files(at paths: [String]) throws(CommandFailure) -> [String] {
    var files: [String] = []
    for path in paths where path != "-" { files += try self.files(at: path) }
    return files
  }

  private static func files(
    at path: String, hasParts: Bool = false
  ) throws(CommandFailure) -> [String] {
    guard !path.isEmpty else {
      throw CommandFailure(
        .missingInput, "an empty path names no file; is a variable of the shell not set?")
    }
    guard let status = try? FileStatus(path: path) else {
      throw CommandFailure(
        .missingInput, "\(path): there is no such file; \(remedy(forMissing: path))")
    }
    guard status.kind == .folder else { return [path] }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var scenarios: [String] = []
    var visited = 0
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      visited += 1
      guard visited <= entriesMax else {
        throw CommandFailure(
          .missingInput,
          "\(path): more than \(entriesMax) entries; name the folder with the scenarios")
      }
      if name.hasSuffix(".yaml"), hasParts || !ScenarioFile.isPart(name),
        (try? FileStatus(path: folder + name))?.kind == .file
      {
        scenarios.append(folder + name)
      }
    }
    guard !scenarios.isEmpty else {
      throw CommandFailure(
        .missingInput, "\(path): no *.yaml in this folder; name a folder with scenarios")
    }
    return scenarios.sorted()
  }

  /// What to do where a path leads nowhere; what the project has may be installed elsewhere.
  private static func remedy(forMissing path: String) -> String {
    if let installed = ProgramFolder.installed(path) { return "it is installed as \(installed)" }
    return "check the path, or run from the project"
  }

  private static func stdin(bytesMax: Int) throws(CommandFailure) -> InputFile {
    try read(.standardInput, "<stdin>", root: ".", bytesMax)
  }

  private static func open(
    _ path: String, root: String, bytesMax: Int
  ) throws(CommandFailure) -> InputFile {
    let file: Descriptor
    do {
      file = try Descriptor(opening: path, O_RDONLY)
    } catch {
      throw CommandFailure(
        .missingInput, "\(path): cannot be opened (\(error)); make the file readable")
    }
    defer { file.close() }
    return try read(file, path, root: root, bytesMax)
  }

  private static func read(
    _ file: Descriptor, _ path: String, root: String, _ bytesMax: Int
  ) throws(CommandFailure) -> InputFile {
    do {
      return InputFile(path: path, bytes: try file.readAll(bytesMax: bytesMax), root: root)
    } catch {
      throw CommandFailure(.missingInput, "\(path): cannot be read (\(error)); check the file")
    }
  }
}
