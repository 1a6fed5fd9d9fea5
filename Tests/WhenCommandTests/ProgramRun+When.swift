import Foundation
import ProgramSupport

extension ProgramRun {
  /// Runs `dnp when` with arguments; `output` may be a file instead of a pipe that is read.
  init(
    when arguments: [String], output file: FileHandle? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(["when"] + arguments, output: file, environment: environment)
  }
}
