import Descriptors
import Foundation

/// Standard output and standard error, written without buffering.
enum StandardStreams {
  /// Writes a string to standard output.
  ///
  /// A reader that has gone (`| head`) has seen what it wanted: then nothing is lost.
  static func print(_ text: String) throws(CommandFailure) {
    do {
      try Descriptor.standardOutput.writeAll(Array(text.utf8))
    } catch  where error.code == EPIPE {
      return
    } catch {
      throw outputFailure(error)
    }
  }

  /// Writes a string to standard error; where that is not possible there is nobody to complain to.
  static func report(_ text: String) {
    try? Descriptor.standardError.writeAll(Array(text.utf8))
  }

  /// What to say when standard output does not take what is written.
  static func outputFailure(_ error: SystemError) -> CommandFailure {
    CommandFailure(
      .cannotWrite,
      "standard output cannot be written (\(error)); free some space or send it elsewhere")
  }

  /// Makes a write to a reader that has gone fail, instead of a signal that ends the program.
  static func ignoreBrokenPipe() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether the locale's encoding is UTF-8: the first that is set of LC_ALL, LC_CTYPE and LANG.
  static var isUTF8: Bool {
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let folded = locale.lowercased()
    return folded.hasSuffix("utf-8") || folded.hasSuffix("utf8")
  }
}
