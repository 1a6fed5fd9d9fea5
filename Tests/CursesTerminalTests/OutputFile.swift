import CursesTerminal
import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file in place of a terminal, which collects every byte that the program writes.
struct OutputFile {
  let path: String
  private let descriptor: Int32

  /// Makes an empty file.
  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "dnp-output-\(UUID().uuidString)").path
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
  }

  /// Opens a file that another process created.
  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  /// The bytes written so far.
  var text: String {
    get throws { try String(contentsOf: URL(filePath: path), encoding: .utf8) }
  }

  /// Opens a screen on the file; unless told otherwise in no locale, which means UTF-8.
  func openScreen(
    _ termName: String = "xterm-256color", isColorAllowed: Bool = true, isASCIIForced: Bool = false,
    keepsLocale: Bool = false
  ) throws -> CursesTerminal {
    Watchdog.start()
    if !keepsLocale { forgetLocale() }
    return try CursesTerminal(
      .init(
        termName: termName, isColorAllowed: isColorAllowed, isASCIIForced: isASCIIForced,
        inputDescriptor: descriptor, outputDescriptor: descriptor, isTerminalRequired: false))
  }

  /// Closes and removes the file.
  func remove() {
    close(descriptor)
    unlink(path)
  }
}

/// Forgets the locale of whoever runs the tests.
func forgetLocale() {
  for name in ["LANG", "LC_ALL", "LC_CTYPE"] { unsetenv(name) }
}
