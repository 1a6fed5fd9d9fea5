import Foundation
import PlainText
import Scenarios
import Synchronization

/// Writes what was done in live runs as scenarios, which repeat them without a network.
final class LiveRecorder: Sendable {
  private let folder: String
  private let state = Mutex(State())

  private struct State {
    var names: Set<String> = []
    var failure: CommandFailure?
  }

  init(folder: String) {
    self.folder = folder
  }

  /// The first file that could not be written; nil when all were.
  var failure: CommandFailure? { state.withLock { $0.failure } }

  /// Writes a run under the scenario's name; a file that exists is replaced.
  func write(_ journal: Journal, of scenario: Scenario) {
    let yaml = ScenarioRecorder.yaml(
      journal, name: scenario.name, description: "A live run, recorded: \(scenario.name).")
    state.withLock { state in
      let file = OutputFile(path: "\(folder)/\(freeName(scenario.name, &state.names)).yaml")
      do throws(CommandFailure) {
        try file.write(Array(yaml.utf8), makesFolder: true)
      } catch {
        state.failure = state.failure ?? error
      }
    }
  }

  /// The scenario's name as a file's, another one for each scenario of a run.
  private func freeName(_ name: String, _ names: inout Set<String>) -> String {
    let base = FailedScenarios.fileName(name)
    var free = base
    var number = 1
    while !names.insert(free).inserted {
      number += 1
      free = "\(base)-\(number)"
    }
    return free
  }
}
