import Console
import DeviceModel
import Foundation
import PlainText
import Reports
import Scenarios
import SessionStore

/// What is done with the scenarios of a run that failed: bundles, and sessions of the console.
struct FailedScenarios {
  private let failed: [(scenario: Scenario, result: ScenarioResult)]

  /// How many of them get a bundle or a session, the first ones.
  private static let countMax = 50

  init(_ scenarios: [Scenario], _ results: [ScenarioResult]) {
    failed = zip(scenarios, results).filter { [.failed, .aborted].contains($1.outcome) }
      .map { ($0, $1) }
  }

  // MARK: Bundles

  /// Writes a bundle of each into a folder, or all into a zip file.
  ///
  /// What is there stays, and another name is used.
  func writeBundles(into target: String, _ context: RunContext) throws(CommandFailure) {
    guard !failed.isEmpty else { return }
    if var zip = BundleZip(typed: target) {
      var folders: [String] = []
      for (name, bundle) in bundles(context) where Interruption.number == nil {
        var (folder, number) = (name, 1)
        while folders.contains(folder) {
          number += 1
          folder = "\(name)-\(number)"
        }
        folders.append(folder)
        try zip.add(bundle(), folder: folder)
      }
      let path = try zip.freeName()
      try zip.write(to: path, makesFolder: true)
      StandardStreams.report("bundles written: \(path)\n")
      return
    }
    for (name, bundle) in bundles(context) where Interruption.number == nil {
      let base = BundleFolder(typed: "\(target)/\(name)").path
      let folder = BundleFolder(path: try FreePath.first(base))
      try folder.write(bundle(), makesParents: true)
      StandardStreams.report("bundle written: \(folder.path)\n")
    }
  }

  /// The name of each, and what makes its bundle.
  private func bundles(_ context: RunContext) -> [(name: String, make: () -> Bundle)] {
    some("bundles").map { scenario, result in
      let make = {
        let failed = failedRun(scenario, result, sealsSecrets: false)
        var origin = ["Scenario \(result.name) (\(result.path)): \(result.outcome.rawValue)"]
        origin += FailedScenarios.words(failed)
        return Bundle(
          run: failed.run, result: failed.result, origin: origin, note: "", context: context)
      }
      return (FailedScenarios.fileName(result.name), make)
    }
  }

  // MARK: Sessions

  /// Keeps each as a session, at the step that failed; opens the first one on a terminal.
  func keep() throws(CommandFailure) {
    var first: (name: String, keychain: Keychain, words: [String])?
    for (scenario, result) in some("sessions") {
      let name = "run-" + FailedScenarios.fileName(result.name).prefix(60)
      let failed = failedRun(scenario, result, sealsSecrets: true, name: name)
      let words = FailedScenarios.words(failed)
      let branch = try SessionsCommand.attempt { () throws(SessionStoreError) in
        try SessionKeeper.keep(
          failed.run, as: name, branch: FailedScenarios.fileName(result.name),
          origin: words.first ?? "dnp run", in: SessionsCommand.openFolder())
      }
      StandardStreams.report(
        "kept as session \(name), branch \(branch) (\(words.first ?? "end of the run")); "
          + "open it with: dnp --session \(name)\n")
      if first == nil {
        let keychain = scenario.configuration.keychain
        first = (name, keychain, ["\(result.name) (\(result.path))"] + words)
      }
    }
    guard let first, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
    var device = DeviceConfiguration()
    device.keychain = first.keychain
    let screen = ConsoleScreen(
      device: device, session: first.name, isPaused: true, look: Look(),
      shelf: ScenarioShelf(paths: [], allowedFolders: [], keychain: first.keychain),
      remark: first.words)
    _ = try screen.run()
  }

  // MARK: Runs

  private func some(_ what: String) -> ArraySlice<(scenario: Scenario, result: ScenarioResult)> {
    let count = FailedScenarios.countMax
    if failed.count > count {
      StandardStreams.report("\(what): only of the first \(count) of \(failed.count) failed\n")
    }
    return failed.prefix(count)
  }

  private func failedRun(
    _ scenario: Scenario, _ result: ScenarioResult, sealsSecrets: Bool, name: String? = nil
  ) -> FailedRun {
    FailedRun(
      scenario, seed: result.setup.seed, name: name ?? FailedScenarios.fileName(result.name),
      sealsSecrets: sealsSecrets
    ) { _ in Interruption.number != nil }
  }

  /// Which step failed, and how.
  private static func words(_ failed: FailedRun) -> [String] {
    guard let step = failed.failedStep, let failure = step.failure else {
      return failed.result.failures.isEmpty ? ["the end of the run"] : failed.result.failures
    }
    let place = "\(step.includedFrom ?? failed.result.path):\(step.line)"
    return [
      "step \(step.number), \(step.title)", place, "expected  \(failure.expected)",
      "found     \(failure.found)",
    ]
  }

  /// A name that a file and a session can have.
  static func fileName(_ name: String) -> String {
    let kept = name.map { character in
      character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
        ? character : "-"
    }
    let start = kept.drop { !($0.isLetter || $0.isNumber) }.prefix(80)
    return start.isEmpty ? "scenario" : String(start)
  }
}
