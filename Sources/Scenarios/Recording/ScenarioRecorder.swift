import CivilTime
import DailyNotification
import DeviceModel
public import JSONText
import PlainText
import Session
public import SimulationCore

/// Writes what was done to a phone as a scenario file that repeats it.
///
/// The file runs to the same trace, record by record. A secret among a call's options or a verb's
/// parameters is not written: a variable stands for it, and the file says so.
public enum ScenarioRecorder {
  /// A file, and what somebody who runs it has to know.
  public struct Recording: Hashable, Sendable {
    /// The file's content.
    public let yaml: String
    /// How many steps it has.
    public let stepCount: Int
    /// The variables that stand for secrets, which have to be given.
    public let secrets: [String]
  }

  /// What stands in a file between what was done.
  public struct Addition: Sendable {
    /// A comment, or a step that expects something.
    public enum Part: Sendable {
      case comment(String)
      case expectation(label: String, json: JSONValue)
    }

    /// How many presses come before it.
    let pressCount: Int
    /// When it holds.
    let instant: SimulationInstant
    let parts: [Part]

    /// Stands after so many presses, at an instant.
    public init(pressCount: Int, instant: SimulationInstant, parts: [Part]) {
      (self.pressCount, self.instant, self.parts) = (pressCount, instant, parts)
    }

    /// Whether it stands after another one.
    public func comes(after other: Addition) -> Bool {
      (pressCount, instant) > (other.pressCount, other.instant)
    }

    fileprivate var lines: [String] {
      parts.flatMap { part in
        switch part {
        case .comment(let text): ["  # \(SafeText.terminalLine(text))"]
        case .expectation(let label, let json):
          [
            "\(Writer.stepMark)label: \(ScenarioRecorder.text(label))",
            "    expect: \(ScenarioRecorder.flow(json))",
          ]
        }
      }
    }
  }

  /// The file's content, as YAML.
  public static func yaml(
    _ journal: Journal, name: String, description: String, expecting expectations: [String] = []
  ) -> String {
    recording(journal, name: name, description: description, expecting: expectations).yaml
  }

  /// The file, and what has to be known of it.
  ///
  /// - Parameters:
  ///   - expectations: What is expected at the end, as YAML lines of a step's value.
  ///   - additions: What stands between the steps, in the order of their instants.
  ///   - remarks: What has to be known of the whole file.
  public static func recording(
    _ journal: Journal, name: String, description: String, expecting expectations: [String] = [],
    additions: [Addition] = [], remarks: [String] = []
  ) -> Recording {
    var writer = Writer(hidden: journal.secrets)
    var steps = writer.steps(of: journal, additions)
    if !expectations.isEmpty {
      steps += ["\(Writer.stepMark)expect:"] + expectations.map { "      \($0)" }
    }
    var lines = remarks.map { "# \(SafeText.terminalLine($0))" }
    lines += header(journal.configuration, name, description)
    for secret in writer.secrets {
      lines.append("# ${\(secret)} is a secret that was not written: run with -e \(secret)=…")
    }
    return Recording(
      yaml: (lines + ["steps:"] + steps).map { $0 + "\n" }.joined(),
      stepCount: steps.count { $0.hasPrefix(Writer.stepMark) }, secrets: writer.secrets)
  }

  private static func header(
    _ configuration: DeviceConfiguration, _ name: String, _ description: String
  ) -> [String] {
    let standard = DeviceConfiguration(platform: configuration.platform)
    var lines = ["name: \(text(name))", "description: \(text(description))"]
    if configuration.platform != .ios {
      lines.append("platform: \(configuration.platform.rawValue)")
    }
    lines.append("seed: \(configuration.seed)")
    lines.append("start: \(text(ISO8601.text(configuration.startMilliseconds)))")
    if configuration.zone != standard.zone {
      lines.append("zone: \(text(configuration.zone.identifier))")
    }
    if configuration.variant != standard.variant {
      lines.append("variant: \(configuration.variant.rawValue)")
    }
    if configuration.osVersion != standard.osVersion {
      lines.append("osVersion: \(text(configuration.osVersion))")
    }
    if configuration.targetSdk != standard.targetSdk {
      lines.append("targetSdk: \(configuration.targetSdk)")
    }
    if !configuration.isLaunchedAtStart { lines.append("launch: false") }
    var usual = standard.knobs
    if let profile = CompatibilityProfile(of: configuration.knobs) {
      usual = profile.applied(to: usual)
      lines.append("profile: \(profile.rawValue)")
    }
    let before: [(name: String, value: String)] = usual.settings(on: configuration.platform)
    let turned: [(name: String, value: String)] = configuration.knobs.settings(
      on: configuration.platform
    ).filter { knob in
      !before.contains { $0 == knob }
    }
    if !turned.isEmpty {
      let knobs = turned.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      lines.append("knobs: {\(knobs)}")
    }
    if configuration.infoPlist != standard.infoPlist {
      let plist: JSONValue = [
        "permittedIdentifiers": .array(
          configuration.infoPlist.permittedIdentifiers.map(JSONValue.string)),
        "backgroundModes": .array(configuration.infoPlist.backgroundModes.map(JSONValue.string)),
      ]
      lines.append("infoPlist: \(flow(plist))")
    }
    if configuration.androidManifest != standard.androidManifest {
      lines.append(manifest(configuration.androidManifest))
    }
    return lines
  }

  /// What the app's manifest has beside the usual one, and lacks.
  private static func manifest(_ manifest: AndroidManifest) -> String {
    guard let changes = manifest.changes else {
      return "# The app's manifest is not assets/AndroidManifest.xml; no file can name it."
    }
    let lists = [("with", changes.with), ("without", changes.without)]
      .filter { !$1.isEmpty }.map { "\($0): \(flow(.array($1.map(JSONValue.string))))" }
    return "manifest: {\(lists.joined(separator: ", "))}"
  }

  /// A string in double quotes, with JSON's escapes, which YAML understands, and `${` escaped.
  static func text(_ text: String) -> String {
    flow(.string(text))
  }

  /// A value in YAML's flow style, of which JSON is a subset.
  static func flow(_ value: JSONValue) -> String {
    let json = value.canonicalText.replacing("${", with: "$${")
    guard json.unicodeScalars.contains(where: isFolded) else { return json }
    return json.unicodeScalars.map { scalar in
      guard isFolded(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// Characters that JSON allows unescaped and YAML refuses or treats as a line break.
  private static func isFolded(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF: true
    default: false
    }
  }

  /// Writes steps and collects the secrets it left out.
  private struct Writer {
    /// What each step begins with, and no other line.
    static let stepMark = "  - "

    var secrets: [String] = []
    private var values: [String] = []
    private let hidden: SecretTexts

    init(hidden: SecretTexts) {
      self.hidden = hidden
    }

    mutating func steps(of journal: Journal, _ additions: [Addition]) -> [String] {
      var lines: [String] = []
      var now = SimulationInstant.zero
      var rest = additions[...]
      func pass(to instant: SimulationInstant) {
        lines += advance(from: now, to: instant)
        now = max(now, instant)
      }
      for index in 0...journal.presses.count {
        while let addition = rest.first, addition.pressCount <= index {
          pass(to: addition.instant)
          lines += addition.lines
          rest.removeFirst()
        }
        guard index < journal.presses.count else { break }
        pass(to: journal.presses[index].instant)
        lines += step(journal.presses[index])
      }
      pass(to: journal.end)
      return lines.isEmpty ? [Writer.stepMark + "runUntilIdle"] : lines
    }

    private func advance(from: SimulationInstant, to: SimulationInstant) -> [String] {
      let milliseconds = to.milliseconds - from.milliseconds
      guard milliseconds > 0 else { return [] }
      // A step advances by at most the maximum duration.
      let whole = milliseconds / DurationText.millisecondsMax
      let rest = milliseconds % DurationText.millisecondsMax
      let parts = Array(repeating: DurationText.millisecondsMax, count: Int(whole)) + [rest]
      return parts.filter { $0 > 0 }.map { "\(Writer.stepMark)advance: \(DurationText.text($0))" }
    }

    private mutating func step(_ press: Press) -> [String] {
      if press.isButton {
        return ["\(Writer.stepMark)press: \(text(press.title))"] + outcome(of: press)
      }
      return press.commands.map { Writer.stepMark + words($0) } + outcome(of: press)
    }

    private mutating func words(_ command: Command) -> String {
      if case .call(let method, let options) = command {
        return options.isEmpty ? "call: \(method)" : "call: {\(method): \(self.options(options))}"
      }
      if case .answerDialog(let isAllowed) = command {
        return "answer: \(isAllowed ? "allow" : "deny")"
      }
      let parameters = command.parameters
      return parameters.isEmpty
        ? "device: \(command.verb)"
        : "device: {\(command.verb): \(options(parameters))}"
    }

    /// A call's options or a verb's parameters, with variables for what no file may hold.
    private mutating func options(_ options: JSONObject) -> String {
      flow(hiding(.object(options), Redaction.value(.object(options))))
        .replacing("$${DNP_SECRET_", with: "${DNP_SECRET_")
    }

    /// The value with a variable in place of every string that redaction changes.
    private mutating func hiding(_ value: JSONValue, _ redacted: JSONValue) -> JSONValue {
      switch (value, redacted) {
      case (.object(let object), .object(let other)):
        var members: [(String, JSONValue)] = []
        for (key, item) in object.members {
          members.append((key, hiding(item, other[key] ?? .null)))
        }
        return .object(JSONObject(members))
      case (.array(let items), .array(let others)) where items.count == others.count:
        var hidden: [JSONValue] = []
        for (item, other) in zip(items, others) { hidden.append(hiding(item, other)) }
        return .array(hidden)
      case (.string(let text), _) where value != redacted || hidden.isIn(text):
        return .string(variable(for: text))
      case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _),
        (.object, _):
        return value == redacted ? value : redacted
      }
    }

    private mutating func variable(for secret: String) -> String {
      if let place = values.firstIndex(of: secret) { return "${\(secrets[place])}" }
      values.append(secret)
      secrets.append("DNP_SECRET_\(values.count)")
      return "${\(secrets[values.count - 1])}"
    }

    /// The key beside a step that expects the outcome of a press; empty for success.
    private func outcome(of press: Press) -> [String] {
      switch press.outcome {
      case .done, .replied(.value): []
      case .replied(.rejected(let rejection)): ["    rejects: \(rejection.kind.rawValue)"]
      case .refused(let refusal): ["    refused: \(refusal.name)"]
      case .lost: ["    lost: true"]
      case .waiting: ["    waits: true"]
      }
    }
  }
}
