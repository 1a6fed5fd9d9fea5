import ArgumentParser

/// What the program's exit codes mean; those from 64 on follow the BSD convention (`sysexits`).
extension ExitCode {
  /// 1: an expectation or invariant failed, or two runs differ.
  static let expectationFailed = ExitCode(1)
  /// 2: a run could not go on.
  static let couldNotRun = ExitCode(2)
  /// 65: a file does not hold what it should.
  static let badFile = ExitCode(65)
  /// 66: a file is missing or cannot be read.
  static let missingInput = ExitCode(66)
  /// 69: there is no terminal that can show a screen.
  static let noTerminal = ExitCode(69)
  /// 70: the program itself is broken.
  static let `internal` = ExitCode(70)
  /// 73: a report or standard output cannot be written.
  static let cannotWrite = ExitCode(73)

  /// The program ended because of a signal.
  static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }

  /// The codes that several subcommands share, as their help lists them.
  private static let shared: [(code: ExitCode, meaning: String)] = [
    (.validationFailure, "usage"), (.badFile, "bad file"), (.missingInput, "missing input"),
    (.noTerminal, "no usable terminal"), (.internal, "internal"),
    (.cannotWrite, "cannot write output"),
  ]

  /// The paragraph of a subcommand's help: its own meanings, then the shared codes that it uses.
  static func help(_ own: String, _ codes: [ExitCode], after: String = "") -> String {
    let meanings = shared.filter { codes.contains($0.code) }.map { row in
      "\(row.code.rawValue) \(row.meaning)"
    }
    return "Exit codes: " + ([own] + meanings).joined(separator: ", ") + after + "."
  }
}
