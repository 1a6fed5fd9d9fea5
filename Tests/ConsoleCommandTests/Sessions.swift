import Foundation
import ProgramSupport

/// Runs `dnp sessions` with the sessions of a folder.
func sessions(
  _ arguments: [String], _ state: TemporaryFolder, input: [UInt8] = []
) throws -> ProgramRun {
  try ProgramRun(
    ["sessions"] + arguments, input: input, environment: ["XDG_STATE_HOME": state.url.path])
}
