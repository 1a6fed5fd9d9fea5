import DeviceModel
import ES256K
import Foundation
import ProjectFiles
import Scenarios
import Testing

/// The scenario files of the project.
enum ShippedScenarios {
  private static let folder = "assets/scenarios"

  /// Paths relative to the project, sorted; without the parts that others include.
  static let paths: [String] = {
    let root = ProjectFile.url(folder).resolvingSymlinksInPath()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    let files = names.filter { $0.hasSuffix(".yaml") && !$0.contains("/_") }
    // A test with no arguments would pass without having run.
    precondition(!files.isEmpty, "there are no scenarios in \(root.path)")
    return files.sorted().map { "\(folder)/\($0)" }
  }()

  /// The scenarios of a file.
  static func scenarios(_ path: String) throws -> [Scenario] {
    let sources = ScenarioSources(keychain: Keychain(TestKeys.standard)) { path in
      (try? ProjectFile.bytes(path)).map { .bytes($0) } ?? .unreadable("there is no such file")
    }
    let contents = ScenarioFile.read(try ProjectFile.bytes(path), path: path, sources)
    try #require(contents.errors.isEmpty, "\(contents.errors)")
    return contents.scenarios
  }
}
