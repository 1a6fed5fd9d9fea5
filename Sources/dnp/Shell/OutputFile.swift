import ArgumentParser
import Descriptors
import Foundation

/// A file that is written completely or not at all.
///
/// As with a shell's `>`, a file that exists is replaced and keeps its permissions, and a symbolic
/// link is followed, also one that leads to nothing yet.
struct OutputFile {
  let path: String

  /// How many links are followed, as most systems have it.
  private static let linksMax = 40

  /// Writes the bytes to a temporary file in the same folder, which is then renamed.
  ///
  /// A pipe or a terminal cannot be replaced and is written to directly. With `makesFolder` a
  /// missing folder is created first.
  func write(_ bytes: [UInt8], makesFolder: Bool = false) throws(CommandFailure) {
    do {
      let status = try? FileStatus(path: path)
      if status?.kind == .other { return try writeStraight(bytes) }
      let target = resolved(path)
      if makesFolder { makeFolder(of: target) }
      try replace(target, status, with: bytes)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "\(path): the file cannot be written (\(reason(error))); "
          + "name a path in a folder that exists and is writable")
    }
  }

  private func reason(_ error: SystemError) -> String {
    error.code == ENXIO ? "nobody reads this pipe" : error.description
  }

  private func replace(
    _ target: String, _ status: FileStatus?, with bytes: [UInt8]
  ) throws(SystemError) {
    // Renaming would replace a file that its owner has protected.
    if status != nil, access(target, W_OK) != 0 { throw .last }
    let temporary = "\(target).\(getpid()).tmp"
    UnfinishedFile.begin(temporary)
    defer { UnfinishedFile.end() }
    do throws(SystemError) {
      try create(temporary, bytes, permissions: status?.permissions)
      guard rename(temporary, target) == 0 else { throw SystemError.last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private func create(
    _ temporary: String, _ bytes: [UInt8], permissions: UInt32?
  ) throws(SystemError) {
    // Nobody else reads what will replace a private file, not even for a while.
    let file = try Descriptor(
      opening: temporary, O_WRONLY | O_CREAT | O_EXCL, permissions: permissions ?? 0o644)
    do throws(SystemError) {
      if let permissions { try file.setPermissions(permissions) }
      try file.writeAll(bytes)
    } catch {
      file.close()
      throw error
    }
    try file.finish()
  }

  private func writeStraight(_ bytes: [UInt8]) throws(SystemError) {
    // Opening a pipe that nobody reads would wait for a reader.
    let file = try Descriptor(opening: path, O_WRONLY | O_NONBLOCK)
    defer { file.close() }
    file.setBlocking()
    try file.writeAll(bytes)
  }

  /// Creates the folder of a file; an error here occurs again when the file is written.
  private func makeFolder(of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Where symbolic links lead, so that the links survive.
  private func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<OutputFile.linksMax {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      let folder = URL(filePath: path).deletingLastPathComponent()
      path = target.hasPrefix("/") ? target : folder.appending(path: target).path
    }
    return path
  }
}
