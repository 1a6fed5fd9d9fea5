import DeviceModel
import ES256K
import Foundation
import ProjectFiles
import Scenarios
import Testing

/// The scenario files of the project.
enum ShippedScenarios {
  static let root = ProjectFile.root

  /// Paths relative to the project, sorted, without included parts.
  static let paths: [String] = {
    let folder = root.appending(path: "assets/scenarios").resolvingSymlinksInPath()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    let files = names.filter { $0.hasSuffix(".yaml") && !$0.contains("/_") }
    // A test with no arguments would pass without running.
    precondition(!files.isEmpty, "there are no scenarios in \(folder.path)")
    return files.sorted().map { "assets/scenarios/\($0)" }
  }()

  /// The scenario of a file; the first one if it has rows of data.
  static func scenario(_ path: String) throws -> Scenario {
    try #require(try scenarios(path).first)
  }

  /// Those that name no system: they run on an iPhone, and on an Android phone where it is chosen.
  static let neutralPaths: [String] = paths.filter { path in
    let text = (try? bytes(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return !text.contains("\nplatform: ") && !text.contains("\nplatforms: ")
  }

  /// The scenarios of a file, on the phone that it names or on that of a system.
  static func scenarios(_ path: String, on platform: DevicePlatform? = nil) throws -> [Scenario] {
    let sources = ScenarioSources(
      keychain: Keychain(TestKeys.standard), platform: platform
    ) { path in
      let bytes = try? Data(contentsOf: root.appending(path: path))
      return bytes.map { .bytes([UInt8]($0)) } ?? .unreadable("there is no such file")
    }
    let contents = ScenarioFile.read(try bytes(path), path: path, sources)
    try #require(contents.errors.isEmpty, "\(contents.errors)")
    return contents.scenarios
  }

  /// The content of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }
}
