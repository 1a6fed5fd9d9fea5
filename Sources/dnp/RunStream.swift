import Foundation

/// Standard output or standard error, written without buffering.
struct RunStream {
  let descriptor: Int32

  static let out = RunStream(descriptor: 1)
  static let error = RunStream(descriptor: 2)

  /// Writes a text; false with `errno` set when it was lost.
  ///
  /// A reader that has gone (`| head`) has seen what it wanted: nothing is lost then.
  @discardableResult
  func write(_ text: String) -> Bool {
    RunStream.write(Array(text.utf8), to: descriptor) || errno == EPIPE
  }

  /// Lets a write to a reader that has gone fail instead of ending the program.
  static func ignoreBrokenPipe() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// What to say when standard output does not take what is written.
  static func outputFailure() -> RunFailure {
    RunFailure(
      .cannotWrite,
      "standard output cannot be written (\(lastError)); free some space or send it elsewhere")
  }

  /// Writes all bytes; false with `errno` set when that is not possible.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether the locale's encoding is UTF-8: the first that is set of LC_ALL, LC_CTYPE and LANG.
  static var isUTF8: Bool {
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let folded = locale.lowercased()
    return folded.hasSuffix("utf-8") || folded.hasSuffix("utf8")
  }

  /// What the system says about the last error.
  static var lastError: String { String(cString: strerror(errno)) }
}
