import ArgumentParser
import CivilTime

/// Why a subcommand ended before its verdict: the exit code, and what to say on standard error.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Throws when this build has no data about time zones.
  static func verifyZones() throws(CommandFailure) {
    do {
      try ZoneData.verify()
    } catch {
      throw CommandFailure(.internal, "\(error); reinstall dnp")
    }
  }
}
