import Descriptors
import Foundation

/// A file that grows while the program runs; it was not there before.
struct NewFile {
  let path: String
  private let file: Descriptor

  /// Makes it; one that exists stays as it is.
  init(_ path: String) throws(CommandFailure) {
    self.path = NSString(string: path).expandingTildeInPath
    do {
      file = try Descriptor(opening: self.path, O_WRONLY | O_CREAT | O_EXCL)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        error.code == EEXIST
          ? "\(path) exists; name another file, or delete it first"
          : "\(path): the file cannot be written (\(error)); name a path in a writable folder")
    }
  }

  /// Writes at its end.
  func append(_ text: String) throws(CommandFailure) {
    do {
      try file.writeAll(Array(text.utf8))
    } catch {
      throw CommandFailure(.cannotWrite, "\(path): cannot be written (\(error))")
    }
  }

  func close() {
    file.close()
  }
}
