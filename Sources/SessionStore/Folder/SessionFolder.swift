import Descriptors
import Foundation

/// The folder that holds sessions, a file each; only its owner can read it.
package struct SessionFolder: Hashable, Sendable {
  /// Its path.
  package let path: String

  /// The end of a session's file name.
  static let ending = ".sqlite"

  private static let nameLengthMax = 64

  /// Uses a folder.
  package init(path: String) {
    self.path = path
  }

  /// The variables of the environment that say where a person's folder is.
  package static let variables = ["XDG_STATE_HOME", "HOME"]

  /// The folder of this person: `$XDG_STATE_HOME/dnp`, by default `~/.local/state/dnp`.
  ///
  /// As the XDG base directory specification has it, a relative XDG_STATE_HOME does not count.
  package init(environment: [String: String]) throws(SessionStoreError) {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      path = state + "/dnp"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = home + "/.local/state/dnp"
    } else {
      throw .noHome
    }
  }

  /// Whether a session can have a name: it becomes a file's.
  package static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= nameLengthMax, isAlphanumeric(first)
    else { return false }
    return name.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// The names of its sessions, sorted; none where the folder does not exist.
  package var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(SessionFolder.ending) }
      .map { String($0.dropLast(SessionFolder.ending.count)) }
      .filter(SessionFolder.isName).sorted()
  }

  /// Whether there is a session of that name.
  package func has(_ name: String) -> Bool {
    SessionFolder.isName(name) && (try? FileStatus(path: file(of: name))) != nil
  }

  /// How many bytes a session takes on the disk, its log of changes included.
  package func byteCount(of name: String) -> Int64 {
    files(of: name).reduce(0) { sum, file in sum + ((try? FileStatus(path: file))?.byteCount ?? 0) }
  }

  /// Deletes a session; one that a program has open stays.
  package func delete(_ name: String) throws(SessionStoreError) {
    guard has(name) else { throw .missing(name) }
    let lock = try SessionLock(name, in: self)
    defer { lock.release() }
    for file in files(of: name) where unlink(file) != 0 && errno != ENOENT {
      throw .folder(path: path, .last)
    }
  }

  /// Makes the folder and those above it, and takes other people's rights to it away.
  func create() throws(SessionStoreError) {
    do throws(SystemError) {
      try SessionFolder.make(path)
    } catch {
      throw .folder(path: path, error)
    }
    // It may have been there before, with wider rights; a folder of somebody else stays as it is.
    let status = try? FileStatus(path: path)
    if status?.permissions != 0o700 { chmod(path, 0o700) }
  }

  /// Makes a folder, and before it those above it that are missing.
  private static func make(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 { return }
    let error = SystemError.last
    if error.code == EEXIST || error.code == EISDIR {
      guard try FileStatus(path: path).kind == .folder else { throw SystemError(code: ENOTDIR) }
      return
    }
    let parent = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    guard error.code == ENOENT, !parent.isEmpty else { throw error }
    try make(String(parent))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  // MARK: Sessions that are being made

  /// The path of a session's file that has not got its name yet.
  func unfinishedFile(of name: String) -> String { file(of: name) + ".part" }

  /// Gives a file that is complete its name.
  func finish(_ name: String) throws(SessionStoreError) {
    guard rename(unfinishedFile(of: name), file(of: name)) == 0 else {
      throw .folder(path: path, .last)
    }
  }

  /// Removes what is left of a session that was not made.
  func removeUnfinished(_ name: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(unfinishedFile(of: name) + ending) }
  }

  /// The path of a session's file.
  package func file(of name: String) -> String { "\(path)/\(name)\(SessionFolder.ending)" }

  /// The path of the file that says who has a session open.
  func lockFile(of name: String) -> String { "\(path)/\(name).lock" }

  /// The database, its log of changes and the index of that.
  private func files(of name: String) -> [String] {
    ["", "-wal", "-shm"].map { file(of: name) + $0 }
  }
}
