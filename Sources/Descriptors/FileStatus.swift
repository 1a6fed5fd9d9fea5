import Foundation

/// What the system knows of a file besides its content.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A regular file: it has a size and can be read again.
    case file
    case folder
    /// A pipe, a terminal, a socket or a device.
    case other
  }

  package let kind: Kind
  /// The size of a regular file.
  package let byteCount: Int64
  /// When the content was last changed, since the Unix epoch.
  package let modifiedNanoseconds: Int64
  /// Which file it is, among those of its file system.
  package let inode: UInt64

  /// Who may read, write and run it: the permission bits of its mode, such as `0o644`.
  package let permissions: UInt32

  /// The status of the file that a path leads to; symbolic links are followed.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL) }
    guard stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// The status of an open file.
  package init(_ descriptor: Descriptor) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    byteCount = Int64(status.st_size)
    permissions = UInt32(status.st_mode) & 0o777
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    modifiedNanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    inode = UInt64(status.st_ino)
  }
}
