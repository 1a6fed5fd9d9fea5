import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML
import PlainText

/// Parses one item of `steps`.
enum StepReader {
  static func read(_ node: YAMLNode) throws(YAMLProblem) -> Step {
    if let word = node.rawText {
      let entry = YAMLNode.Entry(
        key: word, place: node.place,
        value: YAMLNode(nothingAt: node.place))
      return try step(entry, [], at: node.place)
    }
    let entries = try node.mapping("a step")
    let action = try action(of: entries, at: node.place)
    var step = try step(action, entries.filter { $0.key != action.key }, at: node.place)
    step.source = node
    return step
  }

  /// A step that needs captured values; only its keys can be checked now.
  static func late(_ node: YAMLNode, names: [String]) throws(YAMLProblem) -> Step {
    let entries = try node.mapping("a step")
    let action = try action(of: entries, at: node.place)
    let extras = entries.filter { $0.key != action.key }
    try check(extras, beside: StepKind(of: action, "step"))
    let kinds = EventReader.kinds(in: node)
    // Many such steps can be parsed with `${NAME}` left as it is, which gives their words.
    let words = (try? read(node))?.text
    var step = Step(
      place: node.place,
      text: words ?? "\(action.key) …",
      action: .late(LateStep(node: node, names: names, eventKinds: kinds)))
    step.source = node
    step.label = try label(extras)
    step.captures = try captures(extras)
    step.isSoft = try flag("soft", extras)
    step.isRedacted = try flag("redact", extras)
    // A condition without captured values is evaluated before they are needed.
    if let when = extras.first(where: { $0.key == "when" }),
      Template.names(in: when.value).isEmpty
    {
      step.conditions = try ConditionReader.read(when.value)
    }
    return step
  }

  /// The names that a step captures, whatever else is wrong with it.
  static func captureNames(in node: YAMLNode) -> [String] {
    guard case .mapping(let entries)? = node["capture"]?.content else { return [] }
    return entries.map(\.key)
  }

  private static func action(
    of entries: [YAMLNode.Entry], at place: SourcePlace
  ) throws(YAMLProblem) -> YAMLNode.Entry {
    let found = entries.filter { StepKind(rawValue: $0.key) != nil }
    guard let action = found.first else { throw missingAction(entries, at: place) }
    if found.count > 1 {
      throw YAMLProblem(
        found[1].place, "a step does one thing; this one has '\(action.key)' and '\(found[1].key)'",
        "write two steps, each after '- '")
    }
    return action
  }

  private static func missingAction(
    _ entries: [YAMLNode.Entry], at place: SourcePlace
  ) -> YAMLProblem {
    let extras = StepKind.allCases.flatMap(\.keysBeside)
    let known = StepKind.names + StepListReader.groups
    guard let entry = entries.first(where: { !extras.contains($0.key) }) else {
      return YAMLProblem(
        place, "a step without an action", "write one of: \(known.joined(separator: ", "))")
    }
    return .unknown("step", entry.key, at: entry.place, known: known)
  }

  private static func step(
    _ action: YAMLNode.Entry, _ extras: [YAMLNode.Entry], at place: SourcePlace
  ) throws(YAMLProblem) -> Step {
    let kind = try StepKind(of: action, "step")
    try check(extras, beside: kind)
    // The action last: what is wrong beside it is found also where the action is wrong.
    let label = try label(extras)
    let captures = try captures(extras)
    let isSoft = try flag("soft", extras)
    let isRedacted = try flag("redact", extras)
    let when = extras.first { $0.key == "when" }
    let conditions = try when.map { when throws(YAMLProblem) in
      try ConditionReader.read(when.value)
    }
    let read = try read(kind, action, OutcomeReader.read(extras))
    var step = Step(
      place: place, label: label, text: read.text.shortened(bytesMax: Step.textBytesMax),
      action: read.action)
    step.captures = captures
    step.isSoft = isSoft
    step.isRedacted = isRedacted
    step.conditions = conditions ?? []
    if step.isRedacted { step.text = "\(action.key) (redacted)" }
    return step
  }

  private static func read(
    _ kind: StepKind, _ entry: YAMLNode.Entry, _ outcome: Step.Outcome
  ) throws(YAMLProblem) -> (action: Step.Action, text: String) {
    let value = entry.value
    switch kind {
    case .press:
      let control = try ControlReader.read(value)
      try OutcomeReader.check(outcome, isCall: control.isCall, at: entry.place)
      return (.press(control, outcome), "press \(control.title)")
    case .call:
      let call = try CallReader.read(value)
      return (.perform(.call(method: call.method, options: call.options), outcome), call.text)
    case .answer:
      let word = try value.inner("dialog").choice("'answer'", of: ["allow", "deny"])
      let command = Command.answerDialog(isAllowed: word == "allow")
      return (.perform(command, outcome), "answer \(word)")
    case .device:
      let command = try VerbReader.read(value)
      try OutcomeReader.check(outcome, isCall: command.isCall, at: entry.place)
      return performing(command, outcome)
    case .api: return performing(try VerbReader.script(value), outcome)
    case .checkpoint:
      let question = try value.inner("ask").text("'checkpoint'")
      return (.checkpoint(question), "checkpoint: \(question)")
    case .expect: return try expecting(entry, isNever: false)
    case .expectNever: return try expecting(entry, isNever: true)
    case .advance: return advancing(try AdvanceReader.advance(value))
    case .runToNextEvent: return advancing(try AdvanceReader.runToNextEvent(value))
    case .runUntilIdle: return advancing(try AdvanceReader.runUntilIdle(value))
    }
  }

  private static func performing(
    _ command: Command, _ outcome: Step.Outcome
  ) -> (action: Step.Action, text: String) {
    let argument = command.argument.map { " \($0)" } ?? ""
    return (.perform(command, outcome), "device \(command.verb)\(argument)")
  }

  private static func advancing(
    _ advance: Step.Advance
  ) -> (action: Step.Action, text: String) {
    (.advance(advance), advance.text)
  }

  private static func expecting(
    _ entry: YAMLNode.Entry, isNever: Bool
  ) throws(YAMLProblem) -> (action: Step.Action, text: String) {
    let limit = try entry.value.mapping("'\(entry.key)'").first { $0.key == "within" }
    let within = try limit.map { entry throws(YAMLProblem) in
      try entry.value.duration("'within'")
    }
    let expectations = try ExpectationReader.read(
      entry.value, "'\(entry.key)'", besides: ["within"])
    if isNever { try ExpectationReader.checkNever(entry.value) }
    let words = expectations.map(\.key.rawValue).reduce(into: [String]()) { words, word in
      if !words.contains(word) { words.append(word) }
    }
    let text =
      "\(entry.key) \(words.joined(separator: ", "))"
      + (within.map { " within \(DurationText.text($0))" } ?? "")
    return isNever
      ? (.expectNever(expectations, withinMilliseconds: within), text)
      : (.expect(expectations, withinMilliseconds: within), text)
  }

  // MARK: Keys beside the action

  private static func check(
    _ extras: [YAMLNode.Entry], beside kind: StepKind
  ) throws(YAMLProblem) {
    let allowed = kind.keysBeside
    for entry in extras where !allowed.contains(entry.key) {
      throw .unknownKey(of: "'\(kind.rawValue)'", entry.key, at: entry.place, known: allowed)
    }
  }

  private static func label(_ extras: [YAMLNode.Entry]) throws(YAMLProblem) -> String? {
    try extras.first { $0.key == "label" }.map { entry throws(YAMLProblem) in
      try self.label(entry.value)
    }
  }

  /// The text of a label, which several steps may carry.
  static func label(_ value: YAMLNode) throws(YAMLProblem) -> String {
    let label = try value.text("'label'")
    guard label.utf8.count <= Step.textBytesMax else {
      throw YAMLProblem(
        value.place, "'label' has more than \(Step.textBytesMax) bytes", "write a shorter one")
    }
    return label
  }

  private static func flag(
    _ key: String, _ extras: [YAMLNode.Entry]
  ) throws(YAMLProblem) -> Bool {
    try extras.first { $0.key == key }?.value.flag("'\(key)'") ?? false
  }

  private static func captures(
    _ extras: [YAMLNode.Entry]
  ) throws(YAMLProblem) -> [Step.Capture] {
    guard let entry = extras.first(where: { $0.key == "capture" }) else { return [] }
    var captures: [Step.Capture] = []
    for item in try entry.value.mapping("'capture'") {
      let text = try item.value.text("what '\(item.key)' captures")
      guard let query = ValueQuery(text) else {
        throw YAMLProblem(
          item.value.place, "'\(text.shortened())' is no place in a value",
          "write it like $.settings.time or $.reminders[0].id")
      }
      captures.append(Step.Capture(name: try VariableReader.name(item), query: query))
    }
    return captures
  }
}
