import Descriptors
import Foundation

/// A folder that is written completely or not at all.
struct BundleFolder {
  let path: String

  /// Where a path leads that a person typed.
  init(typed path: String) {
    self.init(path: NSString(string: path).expandingTildeInPath)
  }

  init(path: String) {
    // A slash at the end would make another name beside it one inside of it.
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  private var exists: Bool { FreePath.isTaken(path) }

  /// Writes the files into a folder beside it, which then gets its name.
  ///
  /// A folder that exists stays, unless `replaces` says otherwise and it has nothing but the files
  /// of a bundle. With `makesParents` missing folders above it are made.
  func write(
    _ bundle: Bundle, replaces: Bool = false, makesParents: Bool = false
  ) throws(CommandFailure) {
    if exists, !(replaces && isBundle) { throw taken(mayBeReplaced: isBundle) }
    let temporary = "\(path).\(getpid()).tmp"
    remove(temporary)
    do throws(SystemError) {
      if makesParents { try makeParents() }
      guard mkdir(temporary, 0o755) == 0 else { throw .last }
      for file in bundle.files {
        let descriptor = try Descriptor(
          opening: "\(temporary)/\(file.name.rawValue)", O_WRONLY | O_CREAT | O_EXCL,
          permissions: 0o644)
        do throws(SystemError) {
          try descriptor.writeAll(Array(file.text.utf8))
        } catch {
          descriptor.close()
          throw error
        }
        try descriptor.finish()
      }
      if replaces { remove(path) }
      // An empty folder would be replaced without a word.
      guard !exists else { throw SystemError(code: EEXIST) }
      guard rename(temporary, path) == 0 else { throw .last }
    } catch {
      remove(temporary)
      throw CommandFailure(
        .cannotWrite,
        "\(path): the bundle cannot be written (\(error)); "
          + "name a folder in one that exists and is writable")
    }
  }

  private func taken(mayBeReplaced: Bool) -> CommandFailure {
    let remedy = mayBeReplaced ? "name another folder" : "it is no bundle; name another folder"
    return CommandFailure(.cannotWrite, "\(path) exists and stays as it is; \(remedy)")
  }

  /// Whether it is a folder with nothing but the files of a bundle.
  var isBundle: Bool {
    guard (try? FileStatus(path: path))?.kind == .folder,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { return false }
    return names.contains(Bundle.FileName.readMe.rawValue)
      && names.allSatisfy { Bundle.FileName(rawValue: $0) != nil }
  }

  private func makeParents() throws(SystemError) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    // What fails here fails again when the folder is made.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes a bundle's files and their folder, and nothing else.
  private func remove(_ folder: String) {
    for name in Bundle.FileName.allCases { unlink("\(folder)/\(name.rawValue)") }
    rmdir(folder)
  }
}
