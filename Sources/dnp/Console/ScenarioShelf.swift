import DeviceModel
import Foundation
import LocatedYAML
import Scenarios

/// The scenarios that a person can step through.
struct ScenarioShelf {
  /// Files and folders given by the person; if empty, the project's own folder where it exists,
  /// else what is installed with the program.
  var paths: [String] = []
  /// Folders from which any scenario may include, beside its own root.
  var allowedFolders: [String] = []

  /// The keys in the phones' keychains.
  var keychain: Keychain

  /// The project's folder of scenarios.
  private static let folder = "assets/scenarios"

  /// The scenarios, with the built-in walkthroughs first, and the errors in files; those that are
  /// not about one system are for a phone of `platform`.
  func scenarios(on platform: DevicePlatform) -> (scenarios: [Scenario], problems: [String]) {
    var scenarios = BuiltInWalkthroughs.contents(keychain, on: platform).flatMap(\.scenarios)
    var problems: [String] = []
    for contents in found(on: platform, &problems) {
      problems += contents.errors.map(\.description)
      for scenario in contents.scenarios
      where !scenarios.contains(where: { $0.name == scenario.name }) {
        scenarios.append(scenario)
      }
    }
    return (scenarios, problems)
  }

  private func found(
    on platform: DevicePlatform, _ problems: inout [String]
  ) -> [ScenarioContents] {
    var wanted = paths
    if wanted.isEmpty {
      let isInProject = FileManager.default.fileExists(atPath: ScenarioShelf.folder)
      let own = isInProject ? ScenarioShelf.folder : ProgramFolder.shared("scenarios")
      wanted = own.map { [$0] } ?? []
    }
    var contents: [ScenarioContents] = []
    for path in wanted {
      do {
        contents += try InputFile.collect([path]).map { file in
          ScenarioContents.read(on: platform) { platform in
            ScenarioLoader(platform: platform, allowedFolders: allowedFolders, keychain: keychain)
              .contents(of: file)
          }
        }
      } catch {
        problems.append(error.message)
      }
    }
    return contents
  }
}
