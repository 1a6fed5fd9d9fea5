import Foundation
import ProjectFiles

/// The committed logs that the tests of log formats use.
enum LogFiles {
  static let folder = "Tests/DeviceLogsTests/Fixtures"

  /// The names of all of them that hold the same morning in the plugin's own dialect.
  static let names: [String] = {
    let path = ProjectFile.url(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // A test with no arguments would pass without running.
    precondition(!names.isEmpty, "there are no logs in \(path)")
    return names.filter { !$0.hasPrefix("dialect-") }.sorted()
  }()

  static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
