import Descriptors
import Foundation
import PlainText
import Reports

/// Standard output and standard error, written without buffering.
///
/// This is the program's only printer of strings. What a terminal would obey (escape sequences,
/// other controls, marks that turn the direction of writing) is made visible here, wherever it came
/// from: an argument, a file's name, a log. Only the program's own colours pass.
enum StandardStreams {
  /// Writes a string to standard output.
  ///
  /// If the reader has gone (`| head`), it needs no more, so that is not an error.
  static func print(_ text: String) throws(CommandFailure) {
    do {
      try Descriptor.standardOutput.writeAll(Array(visible(text).utf8))
    } catch  where error.code == EPIPE {
      return
    } catch {
      throw outputFailure(error)
    }
  }

  /// Writes a string to standard error; errors are ignored, since nothing could report them.
  static func report(_ text: String) {
    try? Descriptor.standardError.writeAll(Array(visible(text).utf8))
  }

  /// Replaces the line of progress on standard error, which is a terminal.
  static func showProgress(_ line: String) {
    let line = SafeText.terminalLine(line)
    try? Descriptor.standardError.writeAll(Array("\r\(line)\u{1B}[K".utf8))
  }

  /// The string with everything made visible that a terminal would obey.
  static func visible(_ text: String) -> String {
    SafeText.terminal(text, keeping: RunText.escapeSequences)
  }

  /// The failure for an error while writing to standard output.
  static func outputFailure(_ error: SystemError) -> CommandFailure {
    CommandFailure(
      .cannotWrite,
      "standard output cannot be written (\(error)); free some space or send it elsewhere")
  }

  /// Makes writing to a closed pipe an error, instead of a signal that ends the program.
  static func ignoreBrokenPipe() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Whether the locale's encoding is UTF-8, by the first of LC_ALL, LC_CTYPE and LANG that is set.
  static var isUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(HostEnvironment.value).first { !$0.isEmpty } ?? ""
    let folded = locale.lowercased()
    return folded.hasSuffix("utf-8") || folded.hasSuffix("utf8")
  }
}
