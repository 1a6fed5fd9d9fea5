import ArgumentParser
import Descriptors
import DeviceLogs
import Foundation
import Gzip

/// A log file or standard input, read in chunks and decompressed on the way.
struct LogInput: ~Copyable {
  /// The size of a chunk, in bytes.
  private static let chunkBytes = 1_048_576
  /// How many bytes of a log are read unless more are asked for: 1 GiB, unpacked.
  static let bytesMax = 1_073_741_824

  /// Its name in messages.
  let name: String
  /// The file's modification time, in milliseconds since the Unix epoch; nil for a pipe.
  let modifiedMilliseconds: Int64?
  private let file: Descriptor
  private let isOwned: Bool

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(CommandFailure) {
    let opened = try LogInput.open(path)
    name = opened.name
    file = opened.file
    isOwned = path != "-"
    modifiedMilliseconds = opened.modifiedMilliseconds
  }

  deinit {
    if isOwned { file.close() }
  }

  /// Validates the whole input and returns the answer.
  func answer(_ validation: LogValidation) throws(CommandFailure) -> LogAnswer {
    var validation = validation
    try feed(&validation)
    return try finished { () throws(LogProblem) in try validation.finish() }
  }

  /// Reads the whole input.
  func read(_ reading: LogReading) throws(CommandFailure) -> ReadLog {
    var reading = reading
    try feed(&reading)
    return try finished { () throws(LogProblem) in try reading.finish() }
  }

  private func finished<Answer>(
    _ finish: () throws(LogProblem) -> Answer
  ) throws(CommandFailure) -> Answer {
    do {
      return try finish()
    } catch {
      throw CommandFailure(.badFile, "\(name): \(error)")
    }
  }

  private func feed(_ sink: inout some LogSink) throws(CommandFailure) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: LogInput.chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    var count = try read(into: chunk)
    // A pipe may return a single byte first, and two bytes are needed to recognize gzip.
    while count == 1 {
      let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: chunk[1...]))
      if more == 0 { break }
      count += more
    }
    if GzipInflater.isPacked(chunk[..<count]) {
      try inflate(&sink, chunk, count)
    } else {
      while count > 0, !sink.isFull {
        try take(UnsafeRawBufferPointer(rebasing: chunk[..<count]), &sink)
        count = try read(into: chunk)
      }
    }
  }

  private func take(
    _ bytes: UnsafeRawBufferPointer, _ sink: inout some LogSink
  ) throws(CommandFailure) {
    do {
      try sink.consume(bytes)
    } catch {
      throw CommandFailure(.badFile, "\(name): \(error)")
    }
  }

  private func inflate(
    _ sink: inout some LogSink, _ chunk: UnsafeMutableRawBufferPointer, _ first: Int
  ) throws(CommandFailure) {
    do {
      let inflater = try GzipInflater()
      var count = first
      while count > 0 {
        var packed = UnsafeRawBufferPointer(rebasing: chunk[..<count])
        while let piece = try inflater.next(&packed) {
          try take(piece, &sink)
          // What is left out may be huge: it is not even unpacked.
          if sink.isFull { return }
        }
        count = try read(into: chunk)
      }
      try inflater.finish()
      if inflater.hasTrailingBytes {
        sink.warn(GzipInflater.trailingBytesText)
      }
    } catch let failure as GzipInflater.Failure {
      throw CommandFailure(failure == .noMemory ? .internal : .badFile, "\(name): \(failure)")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.internal, "\(name): \(error)")
    }
  }

  /// Reads as much as is available and fits; returns 0 at the end.
  private func read(into chunk: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
    switch file.read(into: chunk) {
    case .bytes(let count): return count
    case .end: return 0
    case .wouldBlock: throw unreadable(SystemError(code: EAGAIN))
    case .failed(let error): throw unreadable(error)
    }
  }

  static func open(
    _ path: String
  ) throws(CommandFailure) -> (name: String, file: Descriptor, modifiedMilliseconds: Int64?) {
    let name = path == "-" ? "<stdin>" : path
    let file: Descriptor
    do throws(SystemError) {
      file = path == "-" ? .standardInput : try Descriptor(opening: path, O_RDONLY)
    } catch {
      throw CommandFailure(
        .missingInput, "\(path): cannot be opened (\(error)); check the path")
    }
    let status = try? FileStatus(file)
    if status?.kind == .folder {
      if path != "-" { file.close() }
      throw CommandFailure(
        .missingInput,
        "\(name): this is a folder; name one file (a log archive becomes one with "
          + "`log show --archive`)")
    }
    let isFile = status?.kind == .file
    return (name, file, isFile ? status.map { $0.modifiedNanoseconds / 1_000_000 } : nil)
  }

  private func unreadable(_ error: SystemError) -> CommandFailure {
    CommandFailure(.missingInput, "\(name): cannot be read (\(error)); check the file")
  }
}
