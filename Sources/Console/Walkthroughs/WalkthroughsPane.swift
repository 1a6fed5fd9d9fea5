import PlainText
import Scenarios

/// The scenarios that can be gone through: one is marked, and the list scrolls.
struct WalkthroughsPane: Sendable {
  /// The scenarios, walkthroughs first; nil until they have been loaded.
  private(set) var scenarios: [Scenario]?
  /// What is wrong with files that could not be read.
  private(set) var problems: [String] = []
  /// The list: groups, and below each its scenarios; only those with the filter's text.
  private(set) var rows: [Row] = []
  /// The text that a listed scenario has; empty where all are listed.
  private(set) var filter = ""
  /// The filter before the one that is being typed.
  private var filterBefore = ""
  /// How scenarios ended that were gone through, by their names.
  private(set) var outcomes: [String: RunOutcome] = [:]
  /// The marked scenario and the first one that is shown.
  private(set) var position = ListPosition()
  /// The scenario to begin once the scenarios have been loaded.
  private var awaited: String?
  /// The scenario whose follower begins once the scenarios have been loaded.
  private var awaitedAfter: String?
  /// The scenario that the person was warned about: it would replace the phone.
  private var replacing: String?

  /// A row of the list.
  enum Row: Hashable, Sendable {
    case group(String)
    /// A scenario by its place.
    case scenario(Int)
  }

  /// The marked scenario.
  var marked: Scenario? {
    guard let scenarios, rows.indices.contains(position.marked),
      case .scenario(let place) = rows[position.marked]
    else { return nil }
    return scenarios[place]
  }

  private var count: Int { rows.count }

  /// How many scenarios are listed.
  var listedCount: Int {
    rows.count { if case .scenario = $0 { true } else { false } }
  }

  /// Begins to type a filter.
  mutating func beginFilter() {
    filterBefore = filter
  }

  /// Lists only scenarios with a text in name, description, tags or group, in any case.
  mutating func filter(_ text: String) {
    guard text != filter else { return }
    filter = text
    arrange()
  }

  /// Leaves the list as it was before a filter was typed.
  mutating func cancelFilter() {
    filter(filterBefore)
  }

  /// Keeps how a scenario ended.
  mutating func note(_ outcome: RunOutcome, of name: String) {
    outcomes[name] = outcome
  }

  /// Makes the list anew; the marked scenario stays marked if it is still there.
  private mutating func arrange() {
    let before = marked?.name
    let scenarios = scenarios ?? []
    let wanted = Array(filter.lowercased().utf8)
    var groups: [String] = []
    var members: [String: [Int]] = [:]
    for (place, scenario) in scenarios.enumerated() {
      let group = WalkthroughsPane.group(of: scenario)
      let text = ([group, scenario.name, scenario.summary] + scenario.tags).joined(separator: " ")
      guard Array(text.lowercased().utf8).contains(wanted) else { continue }
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(place)
    }
    rows = groups.flatMap { group in
      [.group(group)] + (members[group] ?? []).map { .scenario($0) }
    }
    position.mark(0)
    if let before { mark(before) }
    skipGroups(isForward: true)
  }

  /// The group of a scenario: the words of its folder.
  static func group(of scenario: Scenario) -> String {
    let folders = scenario.path.split(separator: "/").dropLast()
    guard let folder = folders.last, folder != ".", folder != ".." else { return "Files" }
    let words = folder.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private mutating func skipGroups(isForward: Bool) {
    while rows.indices.contains(position.marked), case .group = rows[position.marked] {
      let before = position.marked
      position.move(by: isForward || before == 0 ? 1 : -1, count: count)
      if position.marked == before { return }
    }
  }

  /// Does what a key stands for.
  mutating func update(_ action: WalkthroughsAction) -> [PaneEffect] {
    switch action {
    case .show:
      return [.show(.walkthroughs(.list))]
        + (scenarios == nil ? [.shell(.loadScenarios)] : [])
    case .filter: return [.open(.prompt(Prompt(.scenarios, text: filter)))]
    }
  }

  /// Moves the mark, or begins the marked scenario.
  ///
  /// A phone that was worked with is replaced only when Enter is pressed again: `presses` is how
  /// many of its presses nothing else has kept.
  mutating func update(
    _ action: ListAction, height: Int, losing presses: Int, _ bindings: Bindings
  ) -> [PaneEffect] {
    switch action {
    case .move(let move):
      let places = move.rows(height: max(1, height))
      position.move(by: places, count: count)
      skipGroups(isForward: places > 0)
      return []
    case .activate:
      guard let scenario = marked else {
        let words =
          filter.isEmpty
          ? "there is no scenario to go through" : "no scenario has '\(filter.shortened())'"
        return [.notify(.info(words))]
      }
      guard presses == 0 || replacing == scenario.name else {
        replacing = scenario.name
        return [
          .notify(
            .warning(
              "this replaces the phone and its \(presses.counted("press", plural: "presses")); "
                + "\(bindings.text(of: .list(.activate), in: .pane(.walkthroughs))) again begins, "
                + "\(bindings.text(of: .program(.export))) exports, :saveScenario keeps them"))
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

  /// Begins the scenario that follows one in the list; before they are loaded, it waits for them.
  mutating func beginNext(after name: String) -> [PaneEffect] {
    guard let scenarios else {
      awaitedAfter = name
      return [.shell(.loadScenarios)]
    }
    let place = scenarios.firstIndex { $0.name == name }
    guard let place, scenarios.indices.contains(place + 1) else {
      return [.notify(.info("\(name) is the last one; q shows the list"))]
    }
    return [.begin(scenarios[place + 1])]
  }

  /// Takes the scenarios over, and begins the one that waited for them.
  mutating func load(_ scenarios: [Scenario], problems: [String]) -> [PaneEffect] {
    self.scenarios = scenarios
    self.problems = problems
    arrange()
    if let name = awaitedAfter {
      awaitedAfter = nil
      return beginNext(after: name)
    }
    guard let name = awaited else { return [] }
    awaited = nil
    do {
      return try begin(name)
    } catch {
      return [.notify(.warning(error.description))]
    }
  }

  /// Asks for the scenarios again where they have been loaded, since the phone is another one.
  func forget() -> [PaneEffect] { scenarios == nil ? [] : [.shell(.loadScenarios)] }

  /// Marks the scenario with a name.
  mutating func mark(_ name: String) {
    guard let place = scenarios?.firstIndex(where: { $0.name == name }),
      let row = rows.firstIndex(of: .scenario(place))
    else { return }
    position.mark(row)
  }

  /// Scrolls until the marked scenario is among the `height` rows that are shown.
  mutating func settle(height: Int) {
    position.settle(height: height, count: count)
    // The name of the first group stays above its first scenario.
    if position.marked == 1 { position.settle(height: height, count: count, from: 0) }
  }
}
