import CivilTime
import DeviceModel
import Invariants
import JSONText
import LocatedYAML
import PlainText

/// The keys at the top of a scenario file.
package enum HeaderKey: String, FileKey {
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
  case platforms
  case variant
  case osVersion
  case targetSdk
  case start
  case zone
  case profile
  case knobs
  case infoPlist
  case manifest
  case launch
  case allowViolations
  case setup
  case steps
  case teardown
  case breaks

  /// What it says, in a sentence.
  package var summary: String {
    switch self {
    case .name: "What the scenario is called."
    case .description: "What it shows."
    case .tags: "Words to select scenarios by."
    case .when: "The phones on which it runs; on others it is skipped."
    case .vars: "Variables: ${NAME} stands for the value."
    case .data: "Rows of variables: each row is a scenario of its own."
    case .redact: "Variables and captured values that no result may show."
    case .retry: "How often it is tried again, with the next seed, when it fails."
    case .seed: "Decides everything random; 1 unless given."
    case .platform: "The system of the phone; ios unless given."
    case .platforms: "The systems on which it is run, each a scenario of its own."
    case .variant: "A phone, or the simulator or emulator of its maker."
    case .osVersion: "The system's version; 17.0 unless given, or the API level of Android, 34."
    case .targetSdk: "The API level for which the app was built on Android; 34 unless given."
    case .start: "The wall clock at the start; 2025-11-15T05:42:30Z unless given."
    case .zone: "The phone's time zone; UTC unless given."
    case .profile: "Another version of the plugin: sets the knobs in which it differs."
    case .knobs: "Choices where the real system is not known."
    case .infoPlist: "Two lists of the app's Info.plist."
    case .manifest: "What the app's AndroidManifest.xml has beside the usual, or lacks."
    case .launch: "Whether the app is launched at the start; true unless given."
    case .allowViolations: "Numbers of invariants that may break."
    case .setup: "Steps that come first; their failure is not the body's."
    case .steps: "What happens, in order; at most 10,000 steps."
    case .teardown: "Steps that run at the end even after a failure."
    case .breaks: "Changes that must turn it red, for `dnp run --prove`."
    }
  }
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
    // One message for a file of another kind, and nothing of its content.
    guard entries.contains(where: { HeaderKey(rawValue: $0.key) != nil }) || entries.count < 2
    else {
      throw YAMLProblem(
        root.place, "this is no scenario: none of its \(entries.count) keys is one of a header",
        "write a mapping with 'name' and 'steps'")
    }
    for entry in entries where HeaderKey(rawValue: entry.key) == nil {
      reading.note(.unknown("header key", entry.key, at: entry.place, known: HeaderKey.names))
    }
    let rows = DataReader.readableRows(entries, &reading)
    let named = FilePlatforms.readable(entries, reading.globals, &reading)
    let runs = FilePlatforms.runs(named: named ?? [], chosen: reading.sources.platform)
    var scenarios: [Scenario] = []
    let pairs = rows.flatMap { row in runs.map { (row, $0) } }
    let unreadable = reading.unreadable
    for (number, (row, run)) in pairs.enumerated() {
      // A problem in one row is often in every row; each place is reported once.
      reading.isRepeated = number > 0
      guard !reading.isHopeless else { break }
      reading.captured = []
      reading.unreadable = unreadable
      reading.platform = run.platform
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
        var scenario = try scenario(
          entries, root, path, row, isOfData: rows.count > 1,
          FilePlatforms(
            named: named ?? [], phone: run.platform,
            isLent: named == nil || named == [] && reading.sources.platform != nil), scope,
          &reading)
        if let other = run.skippedFor {
          scenario.conditions.insert(.platform(other.rawValue), at: 0)
        }
        if runs.count > 1 { scenario.name += " [\(run.platform.rawValue)]" }
        scenario.isOfSeveralPlatforms = runs.count > 1
        if rows.count > 1 { scenario.row = row.number }
        scenarios.append(scenario)
      } catch {
        reading.note(error)
      }
    }
    return scenarios
  }

  private static func scenario(
    _ entries: [YAMLNode.Entry], _ root: YAMLNode, _ path: String, _ row: DataReader.Row,
    isOfData: Bool, _ platforms: FilePlatforms, _ outer: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) -> Scenario {
    var scope = outer
    if let vars = entries.first(where: { $0.key == "vars" }) {
      try VariableReader.read(vars.value, into: &scope, &reading)
    }
    var scenario = Scenario(
      path: path, name: "", summary: "", tags: [],
      configuration: DeviceConfiguration(platform: platforms.phone),
      allowedViolations: [], steps: [], breaks: [])
    scenario.configuration.keychain = reading.sources.keychain
    reading.noting { reading throws(YAMLProblem) in
      try readProfile(entries, into: &scenario, scope, &reading)
    }
    read(entries, into: &scenario, platforms, scope, &reading)
    if scenario.name.isEmpty {
      reading.note(YAMLProblem(root.place, "'name' is missing", "add 'name: …' at the top"))
    }
    if isOfData { scenario.name += " [\(row.label)]" }
    if !entries.contains(where: { $0.key == "steps" }) {
      reading.note(
        YAMLProblem(root.place, "'steps' is missing", "add 'steps:' with a list of steps"))
    }
    for list in lists {
      guard let entry = entries.first(where: { $0.key == list.key }) else { continue }
      reading.noting { reading throws(YAMLProblem) in
        for var step in try StepListReader.read(entry.value, "'\(list.key)'", scope, &reading) {
          step.phase = list.phase
          reading.noting { _ throws(YAMLProblem) in
            try platforms.check(step.conditions, at: step.place)
          }
          scenario.steps.append(step)
        }
      }
    }
    if platforms.isLent, let verb = platforms.foreignVerb(in: scenario.steps) {
      scenario.conditions.append(verb)
    }
    reading.noting { reading throws(YAMLProblem) in
      try readRedactions(entries, into: &scenario, scope, &reading)
    }
    reading.noting { reading throws(YAMLProblem) in
      try readBreaks(entries, into: &scenario, row, platforms, scope, &reading)
    }
    return scenario
  }

  /// The version of the plugin; the one that was chosen from outside counts more than the file's.
  ///
  /// Before the knobs, which may change what it sets.
  private static func readProfile(
    _ entries: [YAMLNode.Entry], into scenario: inout Scenario, _ scope: VariableScope,
    _ reading: inout Reading
  ) throws(YAMLProblem) {
    var profile: CompatibilityProfile?
    if let entry = entries.first(where: { $0.key == HeaderKey.profile.rawValue }) {
      let value = try reading.filled(entry.value, scope)
      profile = try value.choice("'profile'", of: CompatibilityProfile.self)
    }
    if reading.sources.ignoresProfile { profile = nil }
    guard let profile = reading.sources.profile ?? profile else { return }
    scenario.configuration.knobs = profile.applied(to: scenario.configuration.knobs)
  }

  /// The simple keys; a problem with one does not keep the others from being parsed.
  private static func read(
    _ entries: [YAMLNode.Entry], into scenario: inout Scenario, _ platforms: FilePlatforms,
    _ scope: VariableScope, _ reading: inout Reading
  ) {
    for entry in entries {
      guard let key = HeaderKey(rawValue: entry.key), !isReadApart(key) else { continue }
      do {
        let value = try reading.filled(entry.value, scope)
        if platforms.isLent, let condition = foreign(key, value, platforms) {
          scenario.conditions.append(condition)
          continue
        }
        try read(key, value, into: &scenario, platforms)
      } catch {
        reading.noteAll(error, of: entry.value) { value, reading throws(YAMLProblem) in
          var copy = scenario
          try read(key, reading.filled(value, scope), into: &copy, platforms)
        }
        // A name that cannot be parsed is not missing.
        if key == .name { scenario.name = "?" }
      }
    }
  }

  /// What keeps a neutral file from the phone that was chosen; nil when the key does not.
  private static func foreign(
    _ key: HeaderKey, _ value: YAMLNode, _ platforms: FilePlatforms
  ) -> StepCondition? {
    switch key {
    case .infoPlist where platforms.phone != .ios: .system("'infoPlist'", owner: .ios)
    case .manifest where platforms.phone != .android: .system("'manifest'", owner: .android)
    case .targetSdk where platforms.phone != .android: .system("'targetSdk'", owner: .android)
    case .variant:
      platforms.owner(ofVariant: value.rawText).map {
        .system("variant '\(value.rawText ?? "")'", owner: $0)
      }
    case .osVersion:
      platforms.owner(ofVersion: value.rawText).map {
        .system("'osVersion: \(value.rawText ?? "")'", owner: $0)
      }
    case .infoPlist, .manifest, .targetSdk, .name, .description, .tags, .when, .vars, .data,
      .redact, .retry,
      .seed, .platform, .platforms, .start, .zone, .profile, .knobs, .launch, .allowViolations,
      .setup, .steps, .teardown, .breaks:
      nil
    }
  }

  /// Whether a key is parsed before or after the simple ones, by its own reader.
  private static func isReadApart(_ key: HeaderKey) -> Bool {
    switch key {
    case .platform, .platforms, .profile, .vars, .data, .redact, .setup, .steps, .teardown,
      .breaks:
      true
    case .name, .description, .tags, .when, .retry, .seed, .variant, .osVersion, .targetSdk,
      .start, .zone, .knobs, .infoPlist, .manifest, .launch, .allowViolations:
      false
    }
  }

  private static func read(
    _ key: HeaderKey, _ value: YAMLNode, into scenario: inout Scenario,
    _ platforms: FilePlatforms
  ) throws(YAMLProblem) {
    switch key {
    case .name: scenario.name = try value.text("'name'")
    case .description: scenario.summary = try value.text("'description'")
    case .tags: scenario.tags = try tags(value)
    case .when:
      scenario.conditions = try ConditionReader.read(value)
      try platforms.check(scenario.conditions, at: value.place)
    case .retry: scenario.retries = try value.integer("'retry'", in: 0...Scenario.retriesMax)
    case .seed: scenario.configuration.seed = try seed(value)
    case .variant: scenario.configuration.variant = try variant(value, platforms)
    case .osVersion: scenario.configuration.osVersion = try osVersion(value, platforms)
    case .targetSdk:
      try platforms.check("'targetSdk'", isOf: .android, at: value.place)
      scenario.configuration.targetSdk = try value.integer(
        "'targetSdk'", in: DeviceConfiguration.targetSdks)
    case .start: scenario.configuration.startMilliseconds = try value.instant("'start'")
    case .zone: scenario.configuration.zone = try zone(value)
    case .knobs: try readKnobs(value, into: &scenario.configuration.knobs, platforms)
    case .infoPlist:
      try platforms.check("'infoPlist'", isOf: .ios, at: value.place)
      scenario.configuration.infoPlist = try infoPlist(value)
    case .manifest:
      try platforms.check("'manifest'", isOf: .android, at: value.place)
      scenario.configuration.androidManifest = try manifest(value)
    case .launch: scenario.configuration.isLaunchedAtStart = try value.flag("'launch'")
    case .allowViolations:
      for item in try value.list("'allowViolations'") {
        let known = 1...(InvariantID.allCases.map(\.rawValue).max() ?? 1)
        scenario.allowedViolations.append(try item.integer("an invariant's number", in: known))
      }
    case .platform, .platforms, .profile, .vars, .data, .redact, .setup, .steps, .teardown,
      .breaks:
      break
    }
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
    _ value: YAMLNode, _ platforms: FilePlatforms
  ) throws(YAMLProblem) -> String {
    let text = try value.text("'osVersion'")
    if platforms.phone.hasVersion(text) { return text }
    if let owner = DevicePlatform.allCases.first(where: { $0.hasVersion(text) }) {
      throw platforms.problem(
        "'osVersion: \(text)' belongs to \(owner.title)", of: owner, at: value.place)
    }
    switch platforms.phone {
    case .ios:
      throw YAMLProblem(
        value.place, "'osVersion' must be a version, not '\(text.shortened())'",
        "write it like \"17.0\" or \"18.3.1\"")
    case .android:
      throw YAMLProblem(
        value.place, "'osVersion' must be an API level, not '\(text.shortened())'",
        "write it like \"34\"")
    }
  }

  private static func seed(_ value: YAMLNode) throws(YAMLProblem) -> UInt64 {
    guard let text = value.rawText, let seed = UInt64(text) else {
      throw YAMLProblem(
        value.place, "'seed' must be a whole number from 0 to 2^64 - 1, not \(value.shown)",
        "write 'seed: 1'")
    }
    return seed
  }

  static func variant(
    _ value: YAMLNode, _ platforms: FilePlatforms
  ) throws(YAMLProblem) -> DeviceVariant {
    let own = platforms.phone.variants
    guard let variant = value.rawText.flatMap(DeviceVariant.init), !own.contains(variant),
      let owner = DevicePlatform.allCases.first(where: { $0.variants.contains(variant) })
    else {
      let word = try value.choice("'variant'", of: own.map(\.rawValue))
      return DeviceVariant(rawValue: word) ?? .device
    }
    throw platforms.problem(
      "variant '\(variant.rawValue)' belongs to \(owner.title)", of: owner, at: value.place)
  }

  private static func zone(_ value: YAMLNode) throws(YAMLProblem) -> Zone {
    let identifier = try value.text("'zone'")
    do {
      return try Zone(identifier: identifier)
    } catch {
      let near = Suggestion.nearest(to: identifier, in: ZoneData.identifiers)
      throw YAMLProblem(
        value.place, "there is no time zone '\(identifier.shortened())'",
        near.map { "did you mean '\($0)'?" } ?? "write an IANA identifier such as Europe/London")
    }
  }

  /// A knob's value as one text: an object has its keys and values in order, a list its items.
  static func knobText(_ value: YAMLNode) throws(YAMLProblem) -> String {
    guard value.json.objectValue != nil else { return try value.text("a knob's value") }
    var parts: [String] = []
    for entry in try value.mapping("a knob's value") {
      let values =
        entry.value.json.arrayValue == nil
        ? [try entry.value.text("'\(entry.key)'")]
        : try entry.value.texts("'\(entry.key)'").map(\.0)
      parts.append(([entry.key] + values).joined(separator: " "))
    }
    return parts.joined(separator: ", ")
  }

  static func readKnobs(
    _ value: YAMLNode, into knobs: inout Knobs, _ platforms: FilePlatforms
  ) throws(YAMLProblem) {
    for entry in try value.mapping("'knobs'") {
      let text = try knobText(entry.value)
      do {
        try knobs.set(entry.key, to: text, on: platforms.all)
      } catch {
        throw YAMLProblem(error, text, at: entry, platforms)
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
        throw .unknownKey(
          of: "'infoPlist'", entry.key, at: entry.place,
          known: ["permittedIdentifiers", "backgroundModes"])
      }
    }
    return InfoPlist(permittedIdentifiers: identifiers, backgroundModes: modes)
  }

  /// What the app's manifest lacks on Android, names of permissions, names or actions of receivers,
  /// and which permissions it has beside the usual ones.
  private static func manifest(_ value: YAMLNode) throws(YAMLProblem) -> AndroidManifest {
    var manifest = AndroidManifest.standard
    for entry in try value.mapping("'manifest'") {
      switch entry.key {
      case "with":
        for (name, place) in try entry.value.texts("'with'") {
          guard let larger = manifest.with(name) else {
            let known = AndroidManifest.Permission.allCases.map(\.shortName)
            throw YAMLProblem(
              place,
              "'\(name.shortened())' is not a known permission, or the manifest has it already",
              "write one of \(known.joined(separator: ", "))")
          }
          manifest = larger
        }
      case "without":
        for (name, place) in try entry.value.texts("'without'") {
          guard let smaller = manifest.without(name) else {
            throw YAMLProblem(
              place, "the manifest has no '\(name.shortened())'",
              "write the end of a permission, a receiver or an action of "
                + "assets/AndroidManifest.xml")
          }
          manifest = smaller
        }
      default:
        throw .unknownKey(
          of: "'manifest'", entry.key, at: entry.place, known: ["with", "without"])
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
      // A name whose value cannot be read is there all the same.
      guard !reading.unreadable.contains(name) else { continue }
      if let value = scope[name] {
        scenario.redactions.append(value.text)
      } else if reading.captured.contains(name) {
        scenario.redactedCaptures.append(name)
      } else {
        reading.note(
          .unknown("variable", name, at: place, known: scope.names + reading.captured))
      }
      reading.used.insert(name)
    }
  }

  private static func readBreaks(
    _ entries: [YAMLNode.Entry], into scenario: inout Scenario, _ row: DataReader.Row,
    _ platforms: FilePlatforms, _ scope: VariableScope, _ reading: inout Reading
  ) throws(YAMLProblem) {
    guard let entry = entries.first(where: { $0.key == "breaks" }) else { return }
    // Where a step cannot be read, a break may mean it.
    let target = reading.problems.isEmpty ? scenario : nil
    for item in try entry.value.list("'breaks'") {
      do {
        let change = try BreakReader.read(
          item, of: target, row: row, platforms, scope, &reading)
        if let change { scenario.breaks.append(change) }
      } catch {
        reading.noteAll(error, of: item) { item, reading throws(YAMLProblem) in
          _ = try BreakReader.read(item, of: target, row: row, platforms, scope, &reading)
        }
      }
    }
  }
}

extension YAMLProblem {
  /// A knob that does not exist, or does not have that value.
  fileprivate init(
    _ error: KnobError, _ value: String, at entry: YAMLNode.Entry, _ platforms: FilePlatforms
  ) {
    switch error {
    case .unknownKnob(let name, let known):
      self = .unknown("knob", name, at: entry.place, known: known)
    case .unknownValue(_, let knob, let known):
      self = .unknownValue(of: "knob '\(knob)'", value, at: entry.value.place, known: known)
    case .otherPlatform(let name, let owner, _):
      self = platforms.problem(
        "knob '\(name)' belongs to \(owner.title)", of: owner, at: entry.place)
    }
  }
}
