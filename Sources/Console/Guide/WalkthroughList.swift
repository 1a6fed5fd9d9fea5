import Scenarios

/// The scenarios that can be gone through: one is marked, and the list scrolls.
struct WalkthroughList: Sendable {
  /// The scenarios, walkthroughs first; nil before they were asked for.
  private(set) var scenarios: [Scenario]?
  /// What is wrong with files that could not be read.
  private(set) var problems: [String] = []
  /// The place of the marked scenario.
  private(set) var selected = 0
  /// The first row that is shown.
  private(set) var top = 0

  /// The marked scenario.
  var marked: Scenario? {
    guard let scenarios, scenarios.indices.contains(selected) else { return nil }
    return scenarios[selected]
  }

  /// The scenario of a name; letter by letter, or else in any case.
  func scenario(named name: String) -> Scenario? {
    scenarios?.first { $0.name == name }
      ?? scenarios?.first { $0.name.lowercased() == name.lowercased() }
  }

  mutating func take(_ scenarios: [Scenario], problems: [String]) {
    self.scenarios = scenarios
    self.problems = problems
  }

  mutating func mark(_ name: String) {
    guard let place = scenarios?.firstIndex(where: { $0.name == name }) else { return }
    selected = place
  }

  mutating func move(by places: Int) {
    selected = min(max(selected + places, 0), max(0, (scenarios?.count ?? 0) - 1))
  }

  /// Keeps the marked scenario inside a list so many lines high.
  mutating func settle(height: Int) {
    guard height > 0 else { return }
    top = min(top, selected)
    top = max(top, selected - height + 1)
    top = max(0, min(top, (scenarios?.count ?? 0) - height))
  }
}
