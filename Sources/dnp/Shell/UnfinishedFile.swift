import Foundation
import Synchronization

/// The temporary file that is being written: a program that a signal ends removes it.
enum UnfinishedFile {
  /// The address of its path, a C string; 0 while there is none.
  private static let path = Atomic<UInt>(0)

  /// A temporary file is going to be created.
  static func begin(_ temporary: String) { free(replace(strdup(temporary))) }

  /// It was renamed, or removed.
  static func end() { free(replace(nil)) }

  /// Removes the file, if there is one; a signal handler may call this.
  static func remove() {
    if let temporary = replace(nil) { unlink(temporary) }
  }

  /// Whoever takes a path out of its place has it alone.
  private static func replace(
    _ new: UnsafeMutablePointer<CChar>?
  ) -> UnsafeMutablePointer<CChar>? {
    UnsafeMutablePointer(
      bitPattern: path.exchange(UInt(bitPattern: new), ordering: .acquiringAndReleasing))
  }
}
