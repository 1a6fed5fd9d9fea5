import Descriptors
import Foundation
import Scenarios

/// A file that a scenario includes: a regular one, below the scenario's root or an allowed folder.
///
/// Links count as what they lead to. A file from elsewhere is not even opened, so that no message
/// can show what is in it.
struct IncludedFile {
  let path: String
  /// The folder that the scenario's path was given with.
  let root: String
  let allowedFolders: [String]

  /// The file's bytes, or why it may not be read.
  var content: ScenarioSources.File {
    guard !path.utf8.contains(0) else { return .unreadable("a path has no NUL character") }
    guard let file = IncludedFile.resolved(path) else {
      return .unreadable("there is no such file; check the path")
    }
    guard ([root] + allowedFolders).contains(where: { IncludedFile.holds($0, file) }) else {
      return .unreadable(
        "it lies outside of the scenario's folder '\(root)'; move it there, or allow its folder "
          + "with --allow-include DIR")
    }
    do throws(SystemError) {
      // Nothing waits for the writer of a pipe.
      let descriptor = try Descriptor(opening: file, O_RDONLY | O_NONBLOCK)
      defer { descriptor.close() }
      guard try FileStatus(descriptor).kind == .file else {
        return .unreadable("it is no regular file")
      }
      return .bytes(try descriptor.readAll(bytesMax: ScenarioFile.bytesMax))
    } catch {
      return .unreadable("\(error); make the file readable")
    }
  }

  private static func holds(_ folder: String, _ file: String) -> Bool {
    guard let folder = resolved(folder) else { return false }
    return folder == "/" || file.hasPrefix(folder + "/")
  }

  /// The path without links, `.` and `..`; nil when there is no such file.
  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
