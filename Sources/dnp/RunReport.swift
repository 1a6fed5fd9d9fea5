import ArgumentParser
import Foundation
import Reports

/// A report that was asked for: its format and where it goes.
struct RunReport {
  /// The formats as the help shows them.
  static var usage: String {
    ReportFormat.allCases.map { "\($0.rawValue)=PATH" }.joined(separator: ", ")
  }

  let format: ReportFormat
  let path: String

  /// A report that goes to a path.
  init(_ format: ReportFormat = .json, path: String) {
    self.format = format
    self.path = path
  }

  /// Reads `json=PATH`; a usage error names what exists.
  init(argument: String) throws {
    let known = RunReport.usage
    guard let equals = argument.firstIndex(of: "="), equals < argument.indices.last ?? equals
    else { throw ValidationError("--report \(argument): give one of \(known)") }
    let name = String(argument[..<equals])
    guard let format = ReportFormat(rawValue: name) else {
      throw ValidationError("--report: there is no format '\(name)'; give one of \(known)")
    }
    self.init(format, path: String(argument[argument.index(after: equals)...]))
  }

  /// Writes the report whole or not at all: to a temporary name beside it, then renamed.
  ///
  /// With `makesFolder` a folder that is missing is made first.
  func write(_ bytes: [UInt8], makesFolder: Bool = false) throws(RunFailure) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG, status.st_mode & S_IFMT != S_IFDIR {
      // A pipe or a terminal cannot be replaced, only written to.
      return try writeStraight(bytes)
    }
    let target = exists ? resolved(path) : path
    if makesFolder { makeFolder(of: target) }
    let temporary = "\(target).\(getpid()).tmp"
    guard create(temporary, bytes), rename(temporary, target) == 0 else {
      let reason = RunStream.lastError
      unlink(temporary)
      throw failure(reason)
    }
  }

  /// Makes the folder that a file is to go to; what fails here fails again when it is written.
  private func makeFolder(of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Where a symbolic link leads, so that the link survives.
  private func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func create(_ temporary: String, _ bytes: [UInt8]) -> Bool {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    let isWritten = RunStream.write(bytes, to: descriptor)
    let code = errno
    let isClosed = close(descriptor) == 0
    if !isWritten { errno = code }
    return isWritten && isClosed
  }

  private func writeStraight(_ bytes: [UInt8]) throws(RunFailure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(RunStream.lastError) }
    let isWritten = RunStream.write(bytes, to: descriptor)
    let reason = RunStream.lastError
    close(descriptor)
    guard isWritten else { throw failure(reason) }
  }

  private func failure(_ reason: String) -> RunFailure {
    RunFailure(
      .cannotWrite,
      "\(path): the file cannot be written (\(reason)); "
        + "name a path in a folder that exists and is writable")
  }
}
