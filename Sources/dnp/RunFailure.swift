import ArgumentParser
import CivilTime

extension ExitCode {
  /// 1: an expectation or invariant failed.
  static let expectationFailed = ExitCode(1)
  /// 2: a run could not go on.
  static let couldNotRun = ExitCode(2)
  /// 65: a file is no scenario.
  static let badFile = ExitCode(65)
  /// 66: a file is missing or cannot be read.
  static let missingInput = ExitCode(66)
  /// 69: there is no terminal that can show a screen.
  static let noTerminal = ExitCode(69)
  /// 70: the tool itself is broken.
  static let `internal` = ExitCode(70)
  /// 73: a report cannot be written.
  static let cannotWrite = ExitCode(73)
}

/// Why `dnp run` ended before its verdict: the exit code and what to tell the person.
struct RunFailure: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Throws when this build cannot tell the time in a zone.
  static func verifyZones() throws(RunFailure) {
    do {
      try ZoneData.verify()
    } catch {
      throw RunFailure(.internal, "\(error); reinstall dnp")
    }
  }

  /// Runs a body; a failure is printed and becomes its exit code.
  static func guarded(_ body: () throws(RunFailure) -> ExitCode) -> ExitCode {
    do {
      return try body()
    } catch {
      RunStream.error.write(error.message + "\n")
      return error.code
    }
  }
}
