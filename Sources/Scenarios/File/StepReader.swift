import DailyNotification
import DeviceModel
import JSONText

/// Reads one item of `steps`.
enum StepReader {
  /// The steps there are, in the order of the documentation.
  static let actions = [
    "press", "call", "answer", "advance", "runToNextEvent", "runUntilIdle", "device", "expect",
  ]
  private static let outcomes = ["returns", "rejects", "refused", "lost"]

  static func read(_ node: FileNode) throws(FileProblem) -> Step {
    if let word = node.rawText {
      let entry = FileNode.Entry(
        key: word, place: node.place,
        value: FileNode(nothingAt: node.place))
      return try step(entry, [], at: node.place)
    }
    let entries = try node.mapping("a step")
    let found = entries.filter { actions.contains($0.key) }
    guard let action = found.first else {
      return try throwMissingAction(entries, at: node.place)
    }
    if found.count > 1 {
      throw FileProblem(
        found[1].place, "a step does one thing; this one has '\(action.key)' and '\(found[1].key)'",
        "write two steps, each behind '- '")
    }
    return try step(action, entries.filter { $0.key != action.key }, at: node.place)
  }

  private static func throwMissingAction(
    _ entries: [FileNode.Entry], at place: SourcePlace
  ) throws(FileProblem) -> Step {
    let extras = outcomes + ["label"]
    guard let entry = entries.first(where: { !extras.contains($0.key) }) else {
      throw FileProblem(
        place, "a step without an action", "write one of: \(actions.joined(separator: ", "))")
    }
    throw .unknown("step", entry.key, at: entry.place, known: actions)
  }

  private static func step(
    _ action: FileNode.Entry, _ extras: [FileNode.Entry], at place: SourcePlace
  ) throws(FileProblem) -> Step {
    guard actions.contains(action.key) else {
      throw .unknown("step", action.key, at: action.place, known: actions)
    }
    let label = try extras.first { $0.key == "label" }.map { entry throws(FileProblem) in
      try entry.value.text("'label'")
    }
    let outcome = try outcome(of: action.key, extras)
    let read = try read(action, outcome)
    return Step(place: place, label: label, text: read.text, action: read.action)
  }

  private static func read(
    _ entry: FileNode.Entry, _ outcome: Step.Outcome
  ) throws(FileProblem) -> (action: Step.Action, text: String) {
    let value = entry.value
    switch entry.key {
    case "press":
      let control = try control(value)
      try check(outcome, isCall: control.isCall, at: entry.place)
      return (.press(control, outcome), "press \(control.label)")
    case "call":
      let call = try CallReader.read(value)
      return (.perform(.call(method: call.method, options: call.options), outcome), call.text)
    case "answer":
      let word = try value.choice("'answer'", of: ["allow", "deny"])
      let command = Command.answerDialog(isAllowed: word == "allow")
      return (.perform(command, outcome), "answer \(word)")
    case "device":
      let command = try VerbReader.read(value)
      let argument = command.argument.map { " \($0)" } ?? ""
      return (.perform(command, outcome), "device \(command.verb)\(argument)")
    case "expect": return (.expect(try ExpectationReader.read(value)), "expect")
    default:
      let advance = try AdvanceReader.read(entry)
      return (.advance(advance), advance.text)
    }
  }

  private static func control(_ value: FileNode) throws(FileProblem) -> Control {
    let label = try value.text("'press'")
    guard let control = ControlTable.control(labelled: label) else {
      throw .unknown("button", label, at: value.place, known: ControlTable.rows.map(\.label))
    }
    guard control.action != .exportResults else {
      throw FileProblem(
        value.place, "'\(label)' is the console's button", "run with --report json=PATH instead")
    }
    return control
  }

  /// How a step has to end, and a complaint about what does not belong to it.
  private static func outcome(
    of action: String, _ extras: [FileNode.Entry]
  ) throws(FileProblem) -> Step.Outcome {
    let allowed =
      switch action {
      case "press", "call": ["label"] + outcomes
      case "device", "answer": ["label", "refused"]
      default: ["label"]
      }
    for entry in extras where !allowed.contains(entry.key) {
      throw .unknown("key beside '\(action)'", entry.key, at: entry.place, known: allowed)
    }
    let ends = extras.filter { outcomes.contains($0.key) }
    guard let end = ends.first else { return .succeeds }
    if ends.count > 1 {
      throw FileProblem(
        ends[1].place, "'\(end.key)' and '\(ends[1].key)' exclude each other", "keep one of them")
    }
    return try outcome(end)
  }

  private static func outcome(_ end: FileNode.Entry) throws(FileProblem) -> Step.Outcome {
    switch end.key {
    case "returns": return .returns(end.value.json)
    case "rejects":
      if case .mapping = end.value.content { return .rejects(end.value.json) }
      let words = Rejection.Kind.allCases.map(\.rawValue)
      return .rejects(["error": .string(try end.value.choice("'rejects'", of: words))])
    case "refused":
      return .refused(try end.value.choice("'refused'", of: CommandRefusal.names))
    default:
      guard try end.value.flag("'lost'") else {
        throw FileProblem(end.value.place, "'lost' can only be true", "leave it out")
      }
      return .isLost
    }
  }

  private static func check(
    _ outcome: Step.Outcome, isCall: Bool, at place: SourcePlace
  ) throws(FileProblem) {
    switch outcome {
    case .succeeds, .refused: return
    case .returns, .rejects, .isLost:
      guard !isCall else { return }
      throw FileProblem(place, "this button makes no call", "only 'refused' can stand beside it")
    }
  }
}

extension Control {
  /// Whether a press calls the plugin, by itself or by what it does to the phone.
  var isCall: Bool {
    switch action {
    case .calls: true
    case .verb(let verb, _): verb == "scheduleInMinutes"
    case .exportResults: false
    }
  }
}

extension CommandRefusal {
  /// The names of all refusals, in the order of their declaration.
  static let names = [
    appNotRunning, appSuspended, appAlreadyRunning, appNotInBackground, appNotOnScreen, noDialog,
    dialogIsUp, noSuchNotification(""), nothingDelivered, noContent, unavailableOnSimulator(""),
    noPendingTask(""), noHandler(""), noRunningTask(""), clockOutOfRange(0), phoneOff, phoneIsOn,
    phoneLocked, beforeFirstUnlock, phoneNotLocked, androidOnly(""), eventStorm,
  ].map(\.name)
}
