import Foundation
import ProgramSupport

/// The committed logs of the tests of readers.
enum LogFiles {
  static let folder = "Tests/DeviceLogsTests/Fixtures"

  /// The names of all of them.
  static let names: [String] = {
    let path = ProgramRun.root.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }()

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
