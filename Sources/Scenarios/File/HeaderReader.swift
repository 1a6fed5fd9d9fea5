import CivilTime
import DeviceModel
import Invariants
import LocatedYAML
import PlainText

/// The keys at the top of a scenario file.
enum HeaderKey: String, FileKey {
  case name
  case description
  case tags
  case when
  case vars
  case data
  case redact
  case retry
  case seed
  case platform
  case variant
  case osVersion
  case start
  case zone
  case knobs
  case infoPlist
  case manifest
  case launch
  case allowViolations
  case setup
  case steps
  case teardown
  case breaks
}

/// Parses a whole file: the header, the steps and the breaks.
enum HeaderReader {
  private static let lists: [(key: String, phase: StepPhase)] = [
    ("setup", .setup), ("steps", .body), ("teardown", .teardown),
  ]

  /// One scenario, or one for each row of data; problems are noted in `reading`.
  static func scenarios(
    _ root: YAMLNode, path: String, _ reading: inout Reading
  ) throws(YAMLProblem) -> [Scenario] {
    let entries = try root.mapping("a scenario")
    for entry in entries where HeaderKey(rawValue: entry.key) == nil {
      reading.note(.unknown("header key", entry.key, at: entry.place, known: HeaderKey.names))
    }
    let rows = try DataReader.rows(entries, &reading)
    var scenarios: [Scenario] = []
    for (number, row) in rows.enumerated() {
      // A problem in one row is in every row; it is reported once.
      guard reading.problems.isEmpty || number == 0 else { break }
      reading.captured = []
      reading.stepCount = 0
      reading.includeCount = 0
      // Each row has its own steps; all of them are in memory at once.
      let steps = scenarios.reduce(0) { $0 + $1.steps.count }
      guard steps <= Scenario.rowStepsMax else {
        throw YAMLProblem(
          root.place, "the rows of 'data' have more than \(Scenario.rowStepsMax) steps together",
          "write fewer rows, or fewer steps")
      }
      var scope = reading.globals
      scope.set(row.values)
      do {
        scenarios.append(
          try scenario(entries, root, path, row, isOfData: rows.count > 1, scope, &reading))
      } catch {
        reading.note(error)
      }
    }
    return scenarios
  }

  private static func scenario(
    _ entries: [YAMLNode.Entry], _ root: YAMLNode, _ path: String, _ row: DataReader.Row,
    isOfData: Bool, _ outer: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> Scenario {
    var scope = outer
    if let vars = entries.first(where: { $0.key == "vars" }) {
      try VariableReader.read(vars.value, into: &scope, &reading)
    }
    var scenario = Scenario(
      path: path, name: "", summary: "", tags: [], configuration: DeviceConfiguration(),
      allowedViolations: [], steps: [], breaks: [])
    scenario.configuration = try configuration(entries, scope, &reading)
    scenario.configuration.keychain = reading.sources.keychain
    try read(entries, into: &scenario, scope, &reading)
    guard !scenario.name.isEmpty else {
      throw YAMLProblem(root.place, "'name' is missing", "add 'name: …' at the top")
    }
    if isOfData { scenario.name += " [\(row.label)]" }
    guard entries.contains(where: { $0.key == "steps" }) else {
      throw YAMLProblem(root.place, "'steps' is missing", "add 'steps:' with a list of steps")
    }
    for list in lists {
      guard let entry = entries.first(where: { $0.key == list.key }) else { continue }
      for var step in try StepListReader.read(entry.value, "'\(list.key)'", scope, &reading) {
        step.phase = list.phase
        scenario.steps.append(step)
      }
    }
    try readRedactions(entries, into: &scenario, scope, &reading)
    // Without the steps a break cannot be understood.
    guard reading.problems.isEmpty else { return scenario }
    try readBreaks(entries, into: &scenario, row, scope, &reading)
    return scenario
  }

  /// The simple keys; a problem with one does not keep the others from being parsed.
  private static func read(
    _ entries: [YAMLNode.Entry], into scenario: inout Scenario, _ scope: VariableScope,
    _ reading: inout Reading
  ) throws(YAMLProblem) {
    for entry in entries {
      guard let key = HeaderKey(rawValue: entry.key), !isReadApart(key) else { continue }
      do {
        let value = try reading.filled(entry.value, scope)
        try read(key, value, into: &scenario)
      } catch {
        reading.note(error)
        // A name that cannot be parsed is not missing.
        if key == .name { scenario.name = "?" }
      }
    }
  }

  /// Whether a key is parsed before or after the simple ones, by its own reader.
  private static func isReadApart(_ key: HeaderKey) -> Bool {
    switch key {
    case .platform, .vars, .data, .redact, .setup, .steps, .teardown, .breaks: true
    case .name, .description, .tags, .when, .retry, .seed, .variant, .osVersion, .start, .zone,
      .knobs, .infoPlist, .manifest, .launch, .allowViolations:
      false
    }
  }

  private static func read(
    _ key: HeaderKey, _ value: YAMLNode, into scenario: inout Scenario
  ) throws(YAMLProblem) {
    switch key {
    case .name: scenario.name = try value.text("'name'")
    case .description: scenario.summary = try value.text("'description'")
    case .tags: scenario.tags = try tags(value)
    case .when: scenario.conditions = try ConditionReader.read(value)
    case .retry: scenario.retries = try value.integer("'retry'", in: 0...Scenario.retriesMax)
    case .seed: scenario.configuration.seed = try seed(value)
    case .variant:
      scenario.configuration.variant = try variant(value, of: scenario.configuration.platform)
    case .osVersion:
      scenario.configuration.osVersion = try osVersion(value, of: scenario.configuration.platform)
    case .start: scenario.configuration.startMilliseconds = try value.instant("'start'")
    case .zone: scenario.configuration.zone = try zone(value)
    case .knobs: try readKnobs(value, into: &scenario.configuration.knobs)
    case .infoPlist: scenario.configuration.infoPlist = try infoPlist(value)
    case .manifest: scenario.configuration.androidManifest = try manifest(value)
    case .launch: scenario.configuration.isLaunchedAtStart = try value.flag("'launch'")
    case .allowViolations:
      for item in try value.list("'allowViolations'") {
        let known = 1...(InvariantID.allCases.map(\.rawValue).max() ?? 1)
        scenario.allowedViolations.append(try item.integer("an invariant's number", in: known))
      }
    case .platform, .vars, .data, .redact, .setup, .steps, .teardown, .breaks: break
    }
  }

  /// A new phone of the platform that the file names; that is known before all other keys.
  private static func configuration(
    _ entries: [YAMLNode.Entry], _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> DeviceConfiguration {
    guard let entry = entries.first(where: { $0.key == HeaderKey.platform.rawValue }) else {
      return DeviceConfiguration()
    }
    let value = try reading.filled(entry.value, scope)
    return DeviceConfiguration(
      platform: try value.choice("'platform'", of: DevicePlatform.self))
  }

  private static func tags(_ value: YAMLNode) throws(YAMLProblem) -> [String] {
    try value.texts("'tags'").map { text, place throws(YAMLProblem) in
      guard TagExpression.isTag(text) else {
        throw YAMLProblem(
          place, "'\(text.shortened())' is no tag",
          "use letters, digits, '-', '_' and '.', and none of the words and, or, not")
      }
      return text
    }
  }

  /// `17.0`: numbers and dots, as the system's version.
  ///
  /// Of an Android system it is the API level.
  private static func osVersion(
    _ value: YAMLNode, of platform: DevicePlatform
  ) throws(YAMLProblem) -> String {
    let text = try value.text("'osVersion'")
    if platform == .android {
      guard let level = Int(text), (26...36).contains(level) else {
        throw YAMLProblem(
          value.place, "'osVersion' must be an API level, not '\(text.shortened())'",
          "write it like \"34\"")
      }
      return text
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 3, parts.allSatisfy({ Int($0).map { (0...99).contains($0) } ?? false })
    else {
      throw YAMLProblem(
        value.place, "'osVersion' must be a version, not '\(text.shortened())'",
        "write it like \"17.0\" or \"18.3.1\"")
    }
    return text
  }

  private static func seed(_ value: YAMLNode) throws(YAMLProblem) -> UInt64 {
    guard let text = value.rawText, let seed = UInt64(text) else {
      throw YAMLProblem(
        value.place, "'seed' must be a whole number from 0 to 2^64 - 1", "write 'seed: 1'")
    }
    return seed
  }

  static func variant(
    _ value: YAMLNode, of platform: DevicePlatform
  ) throws(YAMLProblem) -> DeviceVariant {
    let word = try value.choice("'variant'", of: platform.variants.map(\.rawValue))
    return DeviceVariant(rawValue: word) ?? .device
  }

  private static func zone(_ value: YAMLNode) throws(YAMLProblem) -> Zone {
    let identifier = try value.text("'zone'")
    do {
      return try Zone(identifier: identifier)
    } catch {
      throw YAMLProblem(
        value.place, "there is no time zone '\(identifier.shortened())'",
        "write an IANA identifier such as Europe/London")
    }
  }

  static func readKnobs(_ value: YAMLNode, into knobs: inout Knobs) throws(YAMLProblem) {
    for entry in try value.mapping("'knobs'") {
      let text = try entry.value.text("a knob's value")
      do {
        try knobs.set(entry.key, to: text)
      } catch {
        throw YAMLProblem(error, text, at: entry)
      }
    }
  }

  /// The two lists of the app's Info.plist; one that is left out keeps the app's value.
  private static func infoPlist(_ value: YAMLNode) throws(YAMLProblem) -> InfoPlist {
    var identifiers = InfoPlist.standard.permittedIdentifiers
    var modes = InfoPlist.standard.backgroundModes
    for entry in try value.mapping("'infoPlist'") {
      let texts = try entry.value.list("'\(entry.key)'").map { node throws(YAMLProblem) in
        try node.text("each item of '\(entry.key)'")
      }
      switch entry.key {
      case "permittedIdentifiers": identifiers = texts
      case "backgroundModes": modes = texts
      default:
        throw .unknown(
          "key of 'infoPlist'", entry.key, at: entry.place,
          known: ["permittedIdentifiers", "backgroundModes"])
      }
    }
    return InfoPlist(permittedIdentifiers: identifiers, backgroundModes: modes)
  }

  /// What the app's manifest lacks on Android: names of permissions, names or actions of receivers.
  private static func manifest(_ value: YAMLNode) throws(YAMLProblem) -> AndroidManifest {
    var manifest = AndroidManifest.standard
    for entry in try value.mapping("'manifest'") {
      guard entry.key == "without" else {
        throw .unknown("key of 'manifest'", entry.key, at: entry.place, known: ["without"])
      }
      for (name, place) in try entry.value.texts("'without'") {
        guard let smaller = manifest.without(name) else {
          throw YAMLProblem(
            place, "the manifest has no '\(name.shortened())'",
            "write the end of a permission, a receiver or an action of assets/AndroidManifest.xml")
        }
        manifest = smaller
      }
    }
    return manifest
  }

  // MARK: Keys that need the steps

  private static func readRedactions(
    _ entries: [YAMLNode.Entry], into scenario: inout Scenario, _ scope: VariableScope,
    _ reading: inout Reading
  ) throws(YAMLProblem) {
    guard let entry = entries.first(where: { $0.key == "redact" }) else { return }
    for (name, place) in try entry.value.texts("'redact'") {
      if let value = scope[name] {
        scenario.redactions.append(value.text)
      } else if reading.captured.contains(name) {
        scenario.redactedCaptures.append(name)
      } else {
        throw .unknown("variable", name, at: place, known: scope.names + reading.captured)
      }
      reading.used.insert(name)
    }
  }

  private static func readBreaks(
    _ entries: [YAMLNode.Entry], into scenario: inout Scenario, _ row: DataReader.Row,
    _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) {
    guard let entry = entries.first(where: { $0.key == "breaks" }) else { return }
    for item in try entry.value.list("'breaks'") {
      do {
        let change = try BreakReader.read(item, of: scenario, row: row, scope, &reading)
        if let change { scenario.breaks.append(change) }
      } catch {
        reading.note(error)
      }
    }
  }
}

extension YAMLProblem {
  /// A knob that does not exist, or does not have that value.
  fileprivate init(_ error: KnobError, _ value: String, at entry: YAMLNode.Entry) {
    switch error {
    case .unknownKnob(let name, let known):
      self = .unknown("knob", name, at: entry.place, known: known)
    case .unknownValue(_, let knob, let known):
      self = .unknown("value of knob '\(knob)'", value, at: entry.value.place, known: known)
    }
  }
}
