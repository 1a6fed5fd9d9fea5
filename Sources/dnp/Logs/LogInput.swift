import DeviceLogs
import Foundation
import Gzip

/// A log file or standard input, read in chunks and unpacked on the way.
struct LogInput: ~Copyable {
  /// How many bytes are read at a time.
  private static let chunkBytes = 1_048_576

  /// What to call it.
  let name: String
  /// When the file was last written, in milliseconds since the Unix epoch; nil for a pipe.
  let modifiedMilliseconds: Int64?
  private let descriptor: Int32
  private let isOwned: Bool

  /// Opens a file, or takes standard input for `-`.
  init(_ path: String) throws(RunFailure) {
    name = path == "-" ? "<stdin>" : path
    isOwned = path != "-"
    descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw RunFailure(
        .missingInput, "\(path): cannot be opened (\(RunStream.lastError)); check the path")
    }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    guard !isKnown || status.st_mode & S_IFMT != S_IFDIR else {
      if path != "-" { close(descriptor) }
      throw RunFailure(
        .missingInput,
        "\(name): this is a folder; name one file (a log archive becomes one with "
          + "`log show --archive`)")
    }
    let isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
    modifiedMilliseconds = isFile ? LogInput.milliseconds(status) : nil
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Reads everything and says what it shows.
  func answer(_ validation: LogValidation) throws(RunFailure) -> LogAnswer {
    var validation = validation
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: LogInput.chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    var count = try read(into: chunk)
    // A pipe may hand over a single byte first, and two tell what is packed.
    while count == 1 {
      let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: chunk[1...]))
      if more == 0 { break }
      count += more
    }
    if GzipInflater.isPacked(chunk[..<count]) {
      try inflate(&validation, chunk, count)
    } else {
      while count > 0 {
        try take(UnsafeRawBufferPointer(rebasing: chunk[..<count]), &validation)
        count = try read(into: chunk)
      }
    }
    do {
      return try validation.finish()
    } catch {
      throw RunFailure(.badFile, "\(name): \(error)")
    }
  }

  private func take(
    _ bytes: UnsafeRawBufferPointer, _ validation: inout LogValidation
  ) throws(RunFailure) {
    do {
      try validation.consume(bytes)
    } catch {
      throw RunFailure(.badFile, "\(name): \(error)")
    }
  }

  private func inflate(
    _ validation: inout LogValidation, _ chunk: UnsafeMutableRawBufferPointer, _ first: Int
  ) throws(RunFailure) {
    do {
      let inflater = try GzipInflater()
      var count = first
      while count > 0 {
        var packed = UnsafeRawBufferPointer(rebasing: chunk[..<count])
        while let piece = try inflater.next(&packed) { try take(piece, &validation) }
        count = try read(into: chunk)
      }
      try inflater.finish()
    } catch let failure as GzipInflater.Failure {
      throw RunFailure(failure == .noMemory ? .internal : .badFile, "\(name): \(failure)")
    } catch let failure as RunFailure {
      throw failure
    } catch {
      throw RunFailure(.internal, "\(name): \(error)")
    }
  }

  /// Reads as much as there is and fits; 0 at the end.
  private func read(into chunk: UnsafeMutableRawBufferPointer) throws(RunFailure) -> Int {
    while true {
      let count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw RunFailure(
          .missingInput, "\(name): cannot be read (\(RunStream.lastError)); check the file")
      }
    }
  }

  private static func milliseconds(_ status: stat) -> Int64 {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
