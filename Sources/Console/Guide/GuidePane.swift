import DeviceModel
import PlainText
import Scenarios

/// The walkthrough: a scenario that leads the person through the phone, step by step.
struct GuidePane: Sendable {
  /// The scenario as far as it has been gone through; nil when none leads.
  private(set) var run: GuidedRun?
  /// The name of the session that the phone belongs to.
  let session: String
  /// The keys that it names.
  private let bindings: Bindings
  /// What to press so that Enter does the next step, from where the keyboard is.
  var stepKeys = "Enter"

  init(session: String, bindings: Bindings) {
    self.session = session
    self.bindings = bindings
  }

  /// The button that the next step presses.
  var nextControl: Control? {
    if case .press(let control, _)? = run?.nextStep?.action { control } else { nil }
  }

  /// Whether the next step answers the permission dialog with Allow; nil for any other step.
  var answer: Bool? {
    if case .perform(.answerDialog(let isAllowed), _)? = run?.nextStep?.action {
      isAllowed
    } else {
      nil
    }
  }

  /// Whether the dialog, while it is up, has to wait: for a verdict, or for another step.
  var isAheadOfDialog: Bool { run != nil && answer == nil }

  /// What to press for the next step, as the screen names it: `s or Enter`.
  ///
  /// The mark of a dialog may be on the other answer, which is not taken.
  var keys: String {
    if let answer {
      return "\(bindings.text(of: DialogAction.answer(answer))), or Enter on it"
    }
    return (nextControl.map { bindings.text(ofControl: $0.id) + " or " } ?? "") + stepKeys
  }

  /// Why nothing but the next step can be done; nil when no scenario leads.
  var refusal: String? {
    guard let run else { return nil }
    if run.isOver { return isOver }
    if run.isQuestion {
      return "\(questionWaits); \(key(.takeOver)) takes the phone over"
    }
    let next = run.nextTitle.shortened(bytesMax: 80)
    return "the next step is '\(next)': press \(keys); \(key(.takeOver)) takes the phone over"
  }

  private func key(_ action: GuideAction) -> String { bindings.text(of: action.action) }

  private var isOver: String {
    "the walkthrough is over; \(key(.takeOver)) takes the phone over, \(key(.restart)) begins again"
  }

  private var questionWaits: String {
    "a question waits: \(bindings.verdicts)"
  }

  private var noWalkthrough: String {
    "there is no walkthrough; \(bindings.text(of: .walkthroughs(.show))) shows the list"
  }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: GuideAction) -> String? {
    guard let run else { return noWalkthrough }
    switch action {
    case .pass, .fail, .skip, .note:
      return run.isQuestion || run.last != nil ? nil : "no step was done yet"
    case .back: return run.last == nil ? "this is the first step" : nil
    case .restart, .takeOver: return nil
    case .runOn:
      return run.isOver
        ? isOver : run.isQuestion ? questionWaits : nil
    case .nextOne:
      return run.isOver ? nil : "this one is not over; \(key(.takeOver)) takes its phone over"
    }
  }

  /// Why the next step cannot be done; nil when there is one.
  var reasonAgainstStep: String? { run?.isOver == true ? isOver : nil }

  /// Does what a key stands for.
  mutating func update(_ action: GuideAction) -> [PaneEffect] {
    switch action {
    case .pass: judge(.pass)
    case .fail: judge(.fail)
    case .skip: judge(.skip)
    case .note: [.open(.prompt(Prompt(.note)))]
    case .back: goBack()
    case .restart: restart()
    case .takeOver: takeOver()
    case .runOn: runOn()
    // The list of walkthroughs knows which one that is.
    case .nextOne: []
    }
  }

  /// Does steps until one is next, counted from 1, or a question, a failure or the end comes.
  mutating func runOn(toStep number: Int? = nil) -> [PaneEffect] {
    guard let before = run, !before.isOver else { return doStep() }
    if before.isQuestion { return doStep() }
    let failures = before.steps.count { $0.failure != nil }
    while let run, let next = run.next, !run.isQuestion, number.map({ next < $0 - 1 }) ?? true,
      run.steps.count(where: { $0.failure != nil }) == failures
    {
      self.run?.doNext()
    }
    let done = (run?.next ?? run?.steps.count ?? 0) - (before.next ?? 0)
    let reason = run?.isOver == true ? "over" : run?.isQuestion == true ? "a question waits" : ""
    let words = "\(done.counted("step")) done" + (reason.isEmpty ? "" : "; \(reason)")
    // A failure has its own words.
    let shown = show(isNewPhone: false)
    let hasFailed = (run?.steps.count { $0.failure != nil } ?? 0) > failures
    return hasFailed ? shown : shown + [.notify(.info(words))]
  }

  /// Does the next step; there is no list to move in.
  mutating func update(_ action: ListAction) -> [PaneEffect] {
    switch action {
    case .move: []
    case .activate: doStep()
    }
  }

  /// Begins a scenario: it leads, or runs up to a step, counted from 1, and hands its phone over.
  mutating func begin(_ scenario: Scenario, untilStep number: Int?) -> [PaneEffect] {
    var begun = GuidedRun(scenario)
    let count = scenario.steps.count
    if let number { begun.run(until: min(number, count + 1)) }
    run = begun
    let shown = show(isNewPhone: true)
    guard let number else { return shown }
    let farewell = GuidePane.farewell(begun)
    let effects = shown + takeOver()
    guard number > count + 1 else { return effects }
    return effects + [.notify(.warning("\(scenario.name) has \(count) steps; \(farewell.text)"))]
  }

  /// Does the next step; a question is shown in full instead.
  mutating func doStep() -> [PaneEffect] {
    guard let run else { return [] }
    if run.isOver { return [.notify(.info(isOver))] }
    if run.isQuestion { return [.open(.page(page(ofQuestion: run.nextTitle)))] }
    self.run?.doNext()
    return show(isNewPhone: false)
  }

  /// A question in full; its keys count while it is shown.
  private func page(ofQuestion text: String) -> Page {
    Page(
      title: "Question",
      lines: ParagraphText.rows(text, width: 60) + ["", bindings.verdictsAndNote],
      isQuestion: true)
  }

  /// Presses a button while a scenario leads: the one that the next step presses does the step.
  mutating func press(_ control: Control) -> [PaneEffect] {
    let next = nextControl
    if next?.id == control.id { return doStep() }
    // The press has marked the wrong button; the one that is wanted stays in sight.
    return [refuse(control.title)] + (next.map { [.mark($0)] } ?? [])
  }

  /// Does something to the phone while a scenario leads: the command of the next step does it.
  mutating func perform(_ command: Command, title: String) -> [PaneEffect] {
    if case .perform(let next, _)? = run?.nextStep?.action, next == command { return doStep() }
    return [refuse(title)]
  }

  private func refuse(_ title: String) -> PaneEffect {
    .notify(.warning("\(title): \(refusal ?? "")"))
  }

  /// Keeps the person's verdict or note on the question, or on the last step.
  mutating func judge(_ verdict: Judgement.Verdict?, note: String = "") -> [PaneEffect] {
    guard let run else {
      return [.notify(.info(noWalkthrough))]
    }
    let wasQuestion = run.isQuestion
    guard let index = self.run?.judge(verdict, note: note) else {
      return [.notify(.info("no step was done yet"))]
    }
    let shown = show(isNewPhone: false)
    if wasQuestion { return shown }
    return shown + [.notify(.info("step \(index + 1): \(verdict?.rawValue ?? "noted")"))]
  }

  /// Goes back to before the last step.
  mutating func goBack() -> [PaneEffect] {
    guard let hasGoneBack = run?.goBack() else { return [] }
    guard hasGoneBack else { return [.notify(.info("this is the first step"))] }
    return [.replaceLine] + show(isNewPhone: true)
  }

  /// Goes back to the beginning.
  mutating func restart() -> [PaneEffect] {
    guard run != nil else { return [] }
    run?.restart()
    return [.replaceLine] + show(isNewPhone: true)
  }

  /// Ends the walkthrough and leaves its phone to the person, on a screen of their own.
  mutating func takeOver(showing screen: Screen = .console(.controls)) -> [PaneEffect] {
    guard let left = run else { return [] }
    run = nil
    return [
      .show(screen), .adopt(left.handOver(name: session), isNewPhone: false),
      .notify(GuidePane.farewell(left)),
    ]
  }

  /// Where a walkthrough was left, and what failed in it.
  private static func farewell(_ run: GuidedRun) -> Notice {
    let place = run.next.map { "before step \($0 + 1)" } ?? "at its end"
    let words = "\(run.scenario.name) was left \(place); the phone is yours"
    guard let step = run.steps.first(where: { $0.outcome == .failed }) else { return .info(words) }
    return .error("\(words). Step \(step.number) failed: \(step.failure?.text ?? step.title)")
  }

  /// Shows the phone of the walkthrough as it is now, and the latest failure.
  private func show(isNewPhone: Bool) -> [PaneEffect] {
    guard let run else { return [] }
    var effects: [PaneEffect] = [.adopt(run.handOver(name: session), isNewPhone: isNewPhone)]
    if let next = nextControl { effects.append(.mark(next)) }
    if let step = run.steps.last(where: { $0.failure != nil }), let failure = step.failure {
      effects.append(.notify(.error("step \(step.number) failed: \(failure.text)")))
    }
    return effects
  }
}
