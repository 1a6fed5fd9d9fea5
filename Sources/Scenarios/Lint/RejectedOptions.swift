import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML
import PlainText
import SimulationCore

/// Finds options of calls that the plugin rejects, whatever the phone does.
///
/// Each call is made on a fresh phone of the scenario's kind, with everything allowed. So the rules
/// are the plugin's own.
enum RejectedOptions {
  /// The maximum number of calls that are tried; a scenario may have many.
  private static let callsMax = 500

  /// What is found in the steps of a scenario's own file, in their order.
  static func problems(_ scenario: Scenario) -> [YAMLProblem] {
    var problems: [YAMLProblem] = []
    var tried: Set<Step> = []
    for step in scenario.steps where step.file == nil && tried.count < callsMax {
      guard case .perform(let command, let outcome) = step.action, outcome.isAnswered,
        case .call = command
      else { continue }
      var plain = step
      (plain.phase, plain.item, plain.groupLabel) = (.body, 0, nil)
      guard tried.insert(plain).inserted else { continue }
      problems += rejections(of: command, on: scenario.configuration).map { problem($0, step) }
    }
    return problems
  }

  /// The most options of one call that are named.
  private static let optionsMax = 20

  /// What stands in for an option's value that is rejected, until one is taken.
  private static let standIns: [JSONValue] = [
    "05:53", "0 6 * * *", "Europe/London", "https://api.test.example", "a", 90, true, [:],
  ]

  /// The rejections of a call's options, one after the other.
  ///
  /// The plugin names the first option that is wrong; another value stands in for it then, so that
  /// it names the next one.
  private static func rejections(
    of command: Command, on configuration: DeviceConfiguration
  ) -> [Rejection] {
    guard case .call(let method, var options) = command else { return [] }
    var found: [Rejection] = []
    var next = rejection(of: command, on: configuration)
    while let rejection = next, let key = rejection.optionKey, found.count < optionsMax,
      !found.contains(where: { $0.optionKey == key })
    {
      found.append(rejection)
      next = nil
      for value in rejection.expectedWords.map(JSONValue.string) + standIns {
        let changed = options.replacing(key, with: value)
        let after = self.rejection(
          of: .call(method: method, options: changed), on: configuration)
        if after?.optionKey == key { continue }
        (options, next) = (changed, after)
        break
      }
    }
    return found
  }

  /// The rejection of a call's options; nil for a call that is taken, or not answered at once.
  private static func rejection(
    of command: Command, on configuration: DeviceConfiguration
  ) -> Rejection? {
    var configuration = configuration
    configuration.isLaunchedAtStart = true
    configuration.traceCapacity = 256
    var device = Device(configuration)
    for allowance in [Command.setPermission(.authorized), .setExactAlarm(isGranted: true)] {
      // An iPhone has no permission for exact alarms; that a phone refuses is no finding here.
      do throws(CommandRefusal) { try device.perform(allowance) } catch { continue }
    }
    do throws(CommandRefusal) { try device.perform(command) } catch { return nil }
    var rejection: Rejection?
    device.os.trace.forEach(from: 0) { record in
      if case .plugin(.replied(_, .rejected(let found))) = record.payload { rejection = found }
    }
    return rejection.flatMap { $0.isAboutOptions ? $0 : nil }
  }

  private static func problem(_ rejection: Rejection, _ step: Step) -> YAMLProblem {
    let source = step.source
    let place = source.map { $0.place(of: rejection.path(in: $0)) } ?? step.place
    return YAMLProblem(
      place, "the plugin rejects this call: \(rejection.message)", rejection.optionRemedy)
  }
}

extension Step.Outcome {
  /// Whether the call is to be answered by a value.
  fileprivate var isAnswered: Bool {
    switch self {
    case .succeeds, .returns: true
    case .rejects, .refused, .isLost, .waits: false
    }
  }
}

extension Rejection {
  /// Whether an option's value, or its absence, is the reason by itself.
  var isAboutOptions: Bool { optionKey != nil && message.hasPrefix("Option '") }

  /// The option that it is about.
  fileprivate var optionKey: String? { data["key"]?.stringValue }

  /// The words of which its option's value must be one; none where other values are taken.
  fileprivate var expectedWords: [String] {
    let expected = data["expected"]?.stringValue ?? ""
    guard expected.hasPrefix("one of ") else { return [] }
    return expected.dropFirst("one of ".count).split(separator: ", ").map(String.init)
  }

  /// Where its option is written in a step that makes a call; empty where it is not.
  func path(in step: YAMLNode) -> YAMLPath {
    let call = YAMLPath([.key("call")])
    guard isAboutOptions, let key = optionKey, case .mapping(let entries) = step.content,
      let node = entries.first(where: { $0.key == "call" })?.value
    else { return YAMLPath() }
    return RejectionPath.find(key, in: node, at: call) ?? call
  }

  /// How the option can be mended.
  var optionRemedy: String {
    let expected = data["expected"]?.stringValue ?? ""
    let got = data["got"]?.stringValue ?? ""
    if let near = Suggestion.nearest(to: got, in: expectedWords) {
      return "did you mean '\(near)'?"
    }
    if expected == "a string", ["integer", "number", "boolean"].contains(got) {
      return "write it in quotes"
    }
    return "mend it, or expect it with 'rejects: \(kind.rawValue)'"
  }
}

extension JSONObject {
  /// The same with another value of a key, wherever it is in it; where it is not, it is added.
  fileprivate func replacing(_ key: String, with value: JSONValue) -> JSONObject {
    var changed = self
    if !changed.replace(key, with: value) { changed[key] = value }
    return changed
  }

  private mutating func replace(_ key: String, with value: JSONValue) -> Bool {
    if self[key] != nil {
      self[key] = value
      return true
    }
    for member in members {
      guard case .object(var inner) = member.value, inner.replace(key, with: value) else {
        continue
      }
      self[member.key] = .object(inner)
      return true
    }
    return false
  }
}

/// Looks for a key in what is written.
private enum RejectionPath {
  static func find(_ key: String, in node: YAMLNode, at path: YAMLPath) -> YAMLPath? {
    guard case .mapping(let entries) = node.content else { return nil }
    if entries.contains(where: { $0.key == key }) { return path.appending(.key(key)) }
    for entry in entries {
      let inner = path.appending(.key(entry.key))
      if let found = find(key, in: entry.value, at: inner) { return found }
    }
    return nil
  }
}
