import Foundation
import ProgramSupport
import ProjectFiles

extension ProgramRun {
  /// Runs `dnp validate-logs` with arguments in a folder, the project's by default.
  init(
    validating arguments: [String], input: [UInt8] = [], output file: FileHandle? = nil,
    environment: [String: String] = [:], folder: URL = ProjectFile.root
  ) throws {
    try self.init(
      ["validate-logs"] + arguments, input: input, output: file, environment: environment,
      folder: folder)
  }
}
