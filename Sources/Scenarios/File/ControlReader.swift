import DeviceModel
import JSONText
import LocatedYAML

/// Parses the value of `press:`.
enum ControlReader {
  /// A button's label, or `{button: label}`.
  static func read(_ node: YAMLNode) throws(YAMLProblem) -> Control {
    let value = try node.inner("button")
    let label = try value.text("'press'")
    guard let control = ControlTable.control(labelled: label) else {
      throw .unknown("button", label, at: value.place, known: ControlTable.rows.map(\.label))
    }
    guard control.action != .exportResults else {
      throw YAMLProblem(
        value.place, "'\(label)' is the console's button", "run with --report json=PATH instead")
    }
    return control
  }
}

extension Control {
  /// Whether a press calls the plugin, directly or through a verb.
  var isCall: Bool {
    switch action {
    case .calls: true
    case .verb(let verb, let parameters):
      (try? VerbTable.command(verb: verb, parameters: parameters))?.isCall ?? false
    case .exportResults: false
    }
  }
}

extension Command {
  /// Whether it makes a call of the plugin, which then has a reply.
  var isCall: Bool {
    if case .call = self { return true }
    if case .harness(.scheduleInMinutes) = self { return true }
    return false
  }
}

extension YAMLNode {
  /// The value itself, or the inner value of the long form `{key: value}`.
  func inner(_ key: String) throws(YAMLProblem) -> YAMLNode {
    guard case .mapping(let entries) = content else { return self }
    for entry in entries where entry.key != key {
      throw .unknownKey(of: "the long form", entry.key, at: entry.place, known: [key])
    }
    return entries.first?.value ?? self
  }

  /// The value as a string on one line, for messages.
  var written: String { rawText ?? json.canonicalText }
}
