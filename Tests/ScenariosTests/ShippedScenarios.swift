import Foundation
import Scenarios

/// The scenario files of the project, found from the place of this file.
enum ShippedScenarios {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Paths relative to the project, sorted.
  static let paths: [String] = {
    let folder = root.appending(path: "assets/scenarios").resolvingSymlinksInPath()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "assets/scenarios/\($0)" }
  }()

  static func scenario(_ path: String) throws -> Scenario {
    let bytes = [UInt8](try Data(contentsOf: root.appending(path: path)))
    return try ScenarioFile.parse(bytes, path: path)
  }
}
