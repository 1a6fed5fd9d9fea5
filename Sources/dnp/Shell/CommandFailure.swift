import ArgumentParser
import CivilTime

/// Why a subcommand ended without a verdict: the exit code and a message for standard error.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Throws when this build has no time zone data.
  static func verifyZones() throws(CommandFailure) {
    do {
      try ZoneData.verify()
    } catch {
      throw CommandFailure(.internal, "\(error); reinstall dnp")
    }
  }
}
