import PlainText
import Scenarios

/// The scenarios that can be gone through: one is marked, and the list scrolls.
struct WalkthroughsPane: Sendable {
  /// The scenarios, walkthroughs first; nil until they have been loaded.
  private(set) var scenarios: [Scenario]?
  /// What is wrong with files that could not be read.
  private(set) var problems: [String] = []
  /// The marked scenario and the first one that is shown.
  private(set) var position = ListPosition()
  /// The scenario to begin once the scenarios have been loaded.
  private var awaited: String?
  /// The scenario that the person was warned about: it would replace the phone.
  private var replacing: String?

  /// The marked scenario.
  var marked: Scenario? {
    guard let scenarios, scenarios.indices.contains(position.marked) else { return nil }
    return scenarios[position.marked]
  }

  private var count: Int { scenarios?.count ?? 0 }

  /// Does what a key stands for.
  mutating func update(_ action: WalkthroughsAction) -> [PaneEffect] {
    switch action {
    case .show:
      return [.show(.walkthroughs), .focus(.controls)]
        + (scenarios == nil ? [.shell(.loadScenarios)] : [])
    }
  }

  /// Moves the mark, or begins the marked scenario.
  ///
  /// A phone that was worked with is replaced only when Enter is pressed again: `presses` is how
  /// many of its presses nothing else has kept.
  mutating func update(_ action: ListAction, height: Int, losing presses: Int) -> [PaneEffect] {
    switch action {
    case .move(let move):
      position.move(by: move.rows(height: max(1, height)), count: count)
      return []
    case .activate:
      guard let scenario = marked else {
        return [.notify(.info("there is no scenario to go through"))]
      }
      guard presses == 0 || replacing == scenario.name else {
        replacing = scenario.name
        return [
          .notify(
            .warning(
              "this replaces the phone and its \(presses.counted("press", plural: "presses")); "
                + "Enter again begins, x exports, :saveScenario keeps them"))
        ]
      }
      return [.begin(scenario)]
    }
  }

  /// Forgets the warning about replacing the phone; it counts for the next key only.
  mutating func forgetWarning() {
    replacing = nil
  }

  /// Begins the scenario with a name, in any case; before they are loaded, it waits for them.
  mutating func begin(_ name: String) throws(TypedCommand.Failure) -> [PaneEffect] {
    guard let scenarios else {
      awaited = name
      return [.shell(.loadScenarios)]
    }
    let named =
      scenarios.first { $0.name == name }
      ?? scenarios.first { $0.name.lowercased() == name.lowercased() }
    guard let named else {
      let near = Suggestion.nearest(to: name, in: scenarios.map(\.name))
      throw TypedCommand.Failure(
        "there is no scenario '\(name.shortened())'"
          + (near.map { "; did you mean '\($0)'?" } ?? "; 'walkthroughs' lists them"))
    }
    return [.begin(named)]
  }

  /// Takes the scenarios over, and begins the one that waited for them.
  mutating func load(_ scenarios: [Scenario], problems: [String]) -> [PaneEffect] {
    self.scenarios = scenarios
    self.problems = problems
    guard let name = awaited else { return [] }
    awaited = nil
    do {
      return try begin(name)
    } catch {
      return [.notify(.warning(error.description))]
    }
  }

  /// Marks the scenario with a name.
  mutating func mark(_ name: String) {
    guard let place = scenarios?.firstIndex(where: { $0.name == name }) else { return }
    position.mark(place)
  }

  /// Scrolls until the marked scenario is among the `height` rows that are shown.
  mutating func settle(height: Int) {
    position.settle(height: height, count: count)
  }
}
