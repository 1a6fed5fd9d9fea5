import ArgumentParser

/// The program's exit codes; those from 64 on follow the BSD convention (`sysexits`).
extension ExitCode {
  /// 1: an expectation or invariant failed, or two runs differ.
  static let expectationFailed = ExitCode(1)
  /// 2: a run could not continue.
  static let couldNotRun = ExitCode(2)
  /// 65: a file is not valid.
  static let badFile = ExitCode(65)
  /// 66: a file is missing or cannot be read.
  static let missingInput = ExitCode(66)
  /// 69: a program that is needed is missing or does not work.
  static let unavailable = ExitCode(69)
  /// 69: there is no usable terminal.
  static let noTerminal = ExitCode(69)
  /// 70: an internal error.
  static let `internal` = ExitCode(70)
  /// 73: a report or standard output cannot be written.
  static let cannotWrite = ExitCode(73)

  /// A signal ended the program.
  static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }

  /// The codes that several subcommands share, with their meaning in the help.
  private static let shared: [(code: ExitCode, meaning: String)] = [
    (.validationFailure, "usage"), (.badFile, "bad file"), (.missingInput, "missing input"),
    (.noTerminal, "no usable terminal"), (.internal, "internal"),
    (.cannotWrite, "cannot write output"),
  ]

  /// The paragraph of a subcommand's help: its own codes, then the shared ones that it uses.
  static func help(_ own: String, _ codes: [ExitCode], after: String = "") -> String {
    let meanings = shared.filter { codes.contains($0.code) }.map { row in
      "\(row.code.rawValue) \(row.meaning)"
    }
    return "Exit codes: " + ([own] + meanings).joined(separator: ", ") + after + "."
  }
}
