import CivilTime
import DeviceModel

/// Reads a whole file: the header, the steps and the ways to break it.
enum HeaderReader {
  static let keys = [
    "name", "description", "tags", "seed", "variant", "osVersion", "start", "zone", "knobs",
    "launch", "allowViolations", "steps", "breaks",
  ]

  static func scenario(_ root: FileNode, path: String) throws(FileProblem) -> Scenario {
    let entries = try root.mapping("a scenario")
    var scenario = Scenario(
      path: path, name: "", summary: "", tags: [], configuration: DeviceConfiguration(),
      allowedViolations: [], steps: [], breaks: [])
    for entry in entries { try read(entry, into: &scenario) }
    guard let steps = entries.first(where: { $0.key == "steps" }) else {
      throw FileProblem(root.place, "'steps' is missing", "add 'steps:' with a list of steps")
    }
    guard !scenario.name.isEmpty else {
      throw FileProblem(root.place, "'name' is missing", "add 'name: …' at the top")
    }
    scenario.steps = try readSteps(steps.value)
    if let breaks = entries.first(where: { $0.key == "breaks" }) {
      for item in try breaks.value.list("'breaks'") {
        scenario.breaks.append(try BreakReader.read(item, of: scenario))
      }
    }
    return scenario
  }

  private static func read(
    _ entry: FileNode.Entry, into scenario: inout Scenario
  ) throws(FileProblem) {
    let value = entry.value
    switch entry.key {
    case "name": scenario.name = try value.text("'name'")
    case "description": scenario.summary = try value.text("'description'")
    case "tags": scenario.tags = try value.texts("'tags'").map(\.text)
    case "allowViolations":
      for item in try value.list("'allowViolations'") {
        scenario.allowedViolations.append(try item.integer("an invariant's number", in: 1...99))
      }
    // They need the rest of the header.
    case "steps", "breaks": break
    default: try read(entry, into: &scenario.configuration)
    }
  }

  private static func read(
    _ entry: FileNode.Entry, into configuration: inout DeviceConfiguration
  ) throws(FileProblem) {
    let value = entry.value
    switch entry.key {
    case "seed": configuration.seed = try seed(value)
    case "variant":
      configuration.variant = try variant(value)
    case "osVersion": configuration.osVersion = try value.text("'osVersion'")
    case "start": configuration.startMilliseconds = try value.instant("'start'")
    case "zone": configuration.zone = try zone(value)
    case "knobs": try readKnobs(value, into: &configuration.knobs)
    case "launch": configuration.isLaunchedAtStart = try value.flag("'launch'")
    default: throw .unknown("header key", entry.key, at: entry.place, known: keys)
    }
  }

  private static func seed(_ value: FileNode) throws(FileProblem) -> UInt64 {
    guard let text = value.rawText, let seed = UInt64(text) else {
      throw FileProblem(
        value.place, "'seed' must be a whole number from 0 to 2^64 - 1", "write 'seed: 1'")
    }
    return seed
  }

  static func variant(_ value: FileNode) throws(FileProblem) -> DeviceVariant {
    let word = try value.choice("'variant'", of: DeviceVariant.allCases.map(\.rawValue))
    return DeviceVariant(rawValue: word) ?? .device
  }

  private static func zone(_ value: FileNode) throws(FileProblem) -> Zone {
    let identifier = try value.text("'zone'")
    do {
      return try Zone(identifier: identifier)
    } catch {
      throw FileProblem(
        value.place, "there is no time zone '\(Suggestion.shortened(identifier))'",
        "write an IANA identifier such as Europe/London")
    }
  }

  static func readKnobs(_ value: FileNode, into knobs: inout Knobs) throws(FileProblem) {
    for entry in try value.mapping("'knobs'") {
      let text = try entry.value.text("a knob's value")
      do {
        try knobs.set(entry.key, to: text)
      } catch {
        throw FileProblem(error, text, at: entry)
      }
    }
  }

  private static func readSteps(_ value: FileNode) throws(FileProblem) -> [Step] {
    let items = try value.list("'steps'")
    guard !items.isEmpty else {
      throw FileProblem(value.place, "'steps' is empty", "write at least one step")
    }
    guard items.count <= Scenario.stepsMax else {
      throw FileProblem(
        items[Scenario.stepsMax].place, "more than \(Scenario.stepsMax) steps",
        "split the scenario")
    }
    var steps: [Step] = []
    for item in items { steps.append(try StepReader.read(item)) }
    return steps
  }
}

extension FileProblem {
  /// A knob that is not there, or that cannot be turned so.
  fileprivate init(_ error: KnobError, _ value: String, at entry: FileNode.Entry) {
    switch error {
    case .unknownKnob(let name, let known):
      self = .unknown("knob", name, at: entry.place, known: known)
    case .unknownValue(_, let knob, let known):
      self = .unknown("value of knob '\(knob)'", value, at: entry.value.place, known: known)
    }
  }
}
