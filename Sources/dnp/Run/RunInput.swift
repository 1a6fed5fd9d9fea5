import Foundation
import Scenarios

/// A scenario file's bytes and the name to call it by.
struct RunInput {
  let path: String
  let bytes: [UInt8]

  /// Reads files, the *.yaml files of folders in the order of their paths, and `-` for stdin.
  ///
  /// With `hasParts` the files of a folder that others include are read too.
  static func collect(
    _ paths: [String], hasParts: Bool = false
  ) throws(RunFailure) -> [RunInput] {
    var inputs: [RunInput] = []
    for path in paths {
      if path == "-" {
        inputs.append(RunInput(path: "<stdin>", bytes: try read(0, "<stdin>")))
      } else {
        // Paths may overlap; a file is read once.
        for file in try files(at: path, hasParts: hasParts)
        where !inputs.contains(where: { $0.path == file }) {
          inputs.append(try open(file))
        }
      }
    }
    return inputs
  }

  /// Reads one file of at most `bytesMax` bytes, or `-` for stdin; of a larger one a byte more.
  static func one(_ path: String, bytesMax: Int) throws(RunFailure) -> RunInput {
    if path == "-" {
      return RunInput(path: "<stdin>", bytes: try read(0, "<stdin>", bytesMax: bytesMax))
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw RunFailure(.missingInput, "\(path): this is a folder; name one file")
    }
    _ = try files(at: path)
    return try open(path, bytesMax: bytesMax)
  }

  /// The files that paths stand for, without stdin.
  static func files(at paths: [String]) throws(RunFailure) -> [String] {
    var files: [String] = []
    for path in paths where path != "-" { files += try self.files(at: path) }
    return files
  }

  private static func files(
    at path: String, hasParts: Bool = false
  ) throws(RunFailure) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw RunFailure(
        .missingInput, "\(path): there is no such file; check the path, or run from the project")
    }
    guard isFolder.boolValue else { return [path] }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var scenarios: [String] = []
    var visited = 0
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      visited += 1
      guard visited <= entriesMax else {
        throw RunFailure(
          .missingInput,
          "\(path): more than \(entriesMax) entries; name the folder with the scenarios")
      }
      if name.hasSuffix(".yaml"), hasParts || !ScenarioFile.isPart(name),
        isRegularFile(folder + name)
      {
        scenarios.append(folder + name)
      }
    }
    guard !scenarios.isEmpty else {
      throw RunFailure(
        .missingInput, "\(path): no *.yaml in this folder; name a folder with scenarios")
    }
    return scenarios.sorted()
  }

  /// How many entries of a folder are looked at.
  private static let entriesMax = 100_000

  /// Whether a path leads to a file with content, not to a folder, a pipe or nothing.
  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func open(
    _ path: String, bytesMax: Int = ScenarioFile.bytesMax
  ) throws(RunFailure) -> RunInput {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw RunFailure(
        .missingInput,
        "\(path): cannot be opened (\(RunStream.lastError)); make the file readable")
    }
    defer { close(descriptor) }
    return RunInput(path: path, bytes: try read(descriptor, path, bytesMax: bytesMax))
  }

  /// Reads one byte past the limit at most: the parser says that a file is too large.
  private static func read(
    _ descriptor: Int32, _ path: String, bytesMax: Int = ScenarioFile.bytesMax
  ) throws(RunFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= bytesMax {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw RunFailure(
          .missingInput, "\(path): cannot be read (\(RunStream.lastError)); check the file")
      }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
