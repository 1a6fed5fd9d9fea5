import Descriptors
import Foundation

/// Says that this process has a session open; the system releases it when the process ends, however
/// it ends.
struct SessionLock {
  private let file: Descriptor

  /// Takes the lock, or throws with the process that has it.
  init(_ name: String, in folder: SessionFolder) throws(SessionStoreError) {
    do {
      file = try Descriptor(
        opening: folder.lockFile(of: name), O_RDWR | O_CREAT, permissions: 0o600)
    } catch {
      throw .folder(path: folder.path, error)
    }
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      let text = try? file.readAll(bytesMax: 32)
      file.close()
      throw .locked(name, process: text.flatMap { Int32(String(decoding: $0, as: UTF8.self)) })
    }
    ftruncate(file.number, 0)
    // Whoever finds the lock taken only wants to know by whom.
    try? file.writeAll(Array("\(getpid())".utf8))
  }

  /// Lets others have the session.
  func release() {
    file.close()
  }
}
