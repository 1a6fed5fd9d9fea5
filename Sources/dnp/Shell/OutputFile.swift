import ArgumentParser
import Descriptors
import Foundation

/// A file that is written completely or not at all.
struct OutputFile {
  let path: String

  /// Writes the bytes to a temporary file in the same folder, which is then renamed.
  ///
  /// A pipe or a terminal cannot be replaced and is written to. With `makesFolder`, a missing
  /// folder is created first.
  func write(_ bytes: [UInt8], makesFolder: Bool = false) throws(CommandFailure) {
    do {
      let status = try? FileStatus(path: path)
      if status?.kind == .other { return try writeStraight(bytes) }
      let target = status == nil ? path : resolved(path)
      if makesFolder { makeFolder(of: target) }
      try replace(target, with: bytes)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "\(path): the file cannot be written (\(error)); "
          + "name a path in a folder that exists and is writable")
    }
  }

  private func replace(_ target: String, with bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(target).\(getpid()).tmp"
    do throws(SystemError) {
      try create(temporary, bytes)
      guard rename(temporary, target) == 0 else { throw SystemError.last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private func create(_ temporary: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL)
    do throws(SystemError) {
      try file.writeAll(bytes)
    } catch {
      file.close()
      throw error
    }
    try file.finish()
  }

  private func writeStraight(_ bytes: [UInt8]) throws(SystemError) {
    let file = try Descriptor(opening: path, O_WRONLY)
    defer { file.close() }
    try file.writeAll(bytes)
  }

  /// Creates the folder of a file; an error here occurs again when the file is written.
  private func makeFolder(of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The target of a symbolic link, so that the link is kept.
  private func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
