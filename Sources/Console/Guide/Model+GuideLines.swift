import JSONText
import Scenarios

extension Model {
  /// Does what a line asks of the scenarios and of the one that leads.
  mutating func lead(
    _ command: ConsoleVerb, _ argument: String
  ) throws(CommandReader.Failure) -> [Effect] {
    switch command {
    case .walkthroughs: return showWalkthroughs()
    case .walkthrough: return try begin(argument)
    case .saveScenario: return [.saveScenario(path: argument.isEmpty ? nil : argument)]
    default: break
    }
    guard guide != nil else {
      throw CommandReader.Failure("there is no walkthrough; 'walkthrough NAME' begins one")
    }
    switch command {
    case .step: guideStep()
    case .pass: judge(.pass, note: argument)
    case .fail: judge(.fail, note: argument)
    case .skip: judge(.skip, note: argument)
    case .note: judge(nil, note: argument)
    case .back, .restart: guideBack(toStart: command == .restart)
    default: takeOver()
    }
    return []
  }

  /// Begins a scenario by its name; the first time the scenarios are asked for and it waits.
  private mutating func begin(_ name: String) throws(CommandReader.Failure) -> [Effect] {
    guard let scenarios = walkthroughs.scenarios else {
      awaited = name
      return [.loadScenarios]
    }
    guard let scenario = walkthroughs.scenario(named: name) else {
      let near = Suggestion.nearest(to: name, in: scenarios.map(\.name))
      throw CommandReader.Failure(
        "there is no scenario '\(name.shortened())'"
          + (near.map { "; did you mean '\($0)'?" } ?? "; 'walkthroughs' lists them"))
    }
    start(scenario)
    return []
  }

  /// Begins the scenario that was asked for before the scenarios were there.
  mutating func beginAwaited() {
    guard let name = awaited else { return }
    awaited = nil
    do {
      _ = try begin(name)
    } catch {
      notice = .warning(error.description)
    }
  }
}
