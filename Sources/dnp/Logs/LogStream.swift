import ArgumentParser
import Descriptors
import Foundation
import Gzip

/// A log that is read while it is shown: a file that may grow, a pipe, or a file packed with gzip.
final class LogStream {
  /// What a read gave.
  enum Piece {
    /// Bytes are in the buffer; more may follow at once.
    case bytes(UnsafeRawBufferPointer)
    /// Nothing now: of a file, until it grows; of a pipe, until something is written to it.
    case pause
    /// Nothing now, and the file's name leads nowhere any more; a new file may take its place.
    case gone
    /// Nothing more will come.
    case end
    /// The file was cut or replaced by another one: what follows is read from its beginning.
    case anew
  }

  /// Its name in messages.
  let name: String
  /// The file's modification time, in milliseconds since the Unix epoch; nil for a pipe.
  let modifiedMilliseconds: Int64?
  /// The descriptor to wait for, where waiting tells of new bytes; nil for a file.
  var pipe: Int32? { isFile || hasEnded ? nil : file.number }
  /// Whether other bytes follow what is packed; they are left out.
  var hasTrailingBytes: Bool { inflater?.hasTrailingBytes == true }
  /// The file where the bytes that were read can be read again; nil for a pipe and for what is
  /// packed.
  ///
  /// It is another one once the file was replaced.
  private(set) lazy var archive = makeArchive()
  /// Whether the file is looked at from time to time.
  var isWatched: Bool { isFile && !isPacked }

  private let path: String
  private var file: Descriptor
  private let isFile: Bool
  private var isPacked = false
  private var hasEnded = false
  private var position: Int64 = 0
  private let chunk: UnsafeMutableRawBufferPointer
  private var inflater: GzipInflater?
  private var packed = UnsafeRawBufferPointer(start: nil, count: 0)

  /// The size of a chunk, in bytes: what is read between two keys.
  private static let chunkBytes = 524_288

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(CommandFailure) {
    let opened = try LogInput.open(path)
    self.path = path
    name = opened.name
    file = opened.file
    modifiedMilliseconds = opened.modifiedMilliseconds
    isFile = opened.modifiedMilliseconds != nil
    chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: LogStream.chunkBytes, alignment: 16)
    if !isFile { file.setNonBlocking() }
  }

  deinit {
    if path != "-" { file.close() }
    chunk.deallocate()
  }

  private func makeArchive() -> FileArchive? {
    isWatched && path != "-" ? FileArchive(file) : nil
  }

  /// Reads on; the bytes are valid until the next call.
  func next() throws(CommandFailure) -> Piece {
    if let piece = try inflated() { return .bytes(piece) }
    if hasEnded { return .end }
    switch file.read(into: chunk) {
    case .bytes(let count): return try took(count)
    case .wouldBlock: return .pause
    case .end: return try ended()
    case .failed(let error):
      throw CommandFailure(.missingInput, "\(name): cannot be read (\(error)); check the file")
    }
  }

  private func took(_ count: Int) throws(CommandFailure) -> Piece {
    let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
    if position == 0, inflater == nil, GzipInflater.isPacked(bytes.prefix(2)) {
      isPacked = true
      do {
        inflater = try GzipInflater()
      } catch {
        throw CommandFailure(.internal, "\(name): \(error)")
      }
    }
    position += Int64(count)
    guard inflater != nil else { return .bytes(bytes) }
    packed = bytes
    if let piece = try inflated() { return .bytes(piece) }
    return .bytes(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  private func inflated() throws(CommandFailure) -> UnsafeRawBufferPointer? {
    guard let inflater else { return nil }
    do {
      return try inflater.next(&packed)
    } catch {
      throw CommandFailure(.badFile, "\(name): \(error)")
    }
  }

  /// The end of what there is: of a file perhaps not for good.
  private func ended() throws(CommandFailure) -> Piece {
    if let inflater {
      hasEnded = true
      do {
        try inflater.finish()
      } catch {
        throw CommandFailure(.badFile, "\(name): \(error)")
      }
      return .end
    }
    guard isFile else {
      hasEnded = true
      return .end
    }
    if isReplaced() { return .anew }
    var named = stat()
    return stat(path, &named) == 0 || errno != ENOENT ? .pause : .gone
  }

  /// Whether the file is shorter than what was read, or its name leads to another file; then that
  /// one is open.
  private func isReplaced() -> Bool {
    var (now, named) = (stat(), stat())
    guard fstat(file.number, &now) == 0 else { return false }
    if now.st_size < position {
      lseek(file.number, 0, SEEK_SET)
      position = 0
      return true
    }
    guard stat(path, &named) == 0, named.st_ino != now.st_ino || named.st_dev != now.st_dev,
      named.st_size > 0, let other = try? Descriptor(opening: path, O_RDONLY)
    else { return false }
    file.close()
    file = other
    position = 0
    archive = makeArchive()
    return true
  }
}
