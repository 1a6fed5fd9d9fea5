import CellGrid
import DeviceModel
import JSONText
public import Scenarios

extension Model {
  /// Begins a session with a scenario: it leads, or is run up to a step and its phone handed over.
  public mutating func begin(_ scenario: Scenario, untilStep number: Int? = nil) {
    start(scenario, untilStep: number)
  }

  /// The button that the next step presses.
  var nextControl: Control? {
    if case .press(let control, _)? = guide?.nextStep?.action { control } else { nil }
  }

  /// Why something cannot be done while a scenario leads; nil when no scenario does.
  var reasonOfGuide: String? {
    guard let guide else { return nil }
    if guide.isOver { return "the walkthrough is over; U takes the phone over, R begins again" }
    if guide.isQuestion {
      return "a question waits: P pass, X fail, K skip; U takes the phone over"
    }
    let next = guide.nextTitle.shortened(bytesMax: 80)
    return "the next step is '\(next)': Enter does it; U takes the phone over"
  }

  /// Shows the scenarios, and asks for them when nobody has.
  mutating func showWalkthroughs() -> [Effect] {
    screen = .walkthroughs
    focus = .controls
    return walkthroughs.scenarios == nil ? [.loadScenarios] : []
  }

  /// Begins the marked scenario.
  mutating func startMarked() {
    guard let scenario = walkthroughs.marked else {
      notice = .info("there is no scenario to go through")
      return
    }
    // A phone that somebody worked with is not thrown away by one key.
    if guide == nil, hasUnexportedPresses, replacing != scenario.name {
      replacing = scenario.name
      let count = run.presses.count
      notice = .warning(
        "this replaces the phone and its \(count) press\(count == 1 ? "" : "es"); "
          + "Enter again begins, x exports, :saveScenario keeps them")
      return
    }
    start(scenario)
  }

  /// Begins a scenario with a phone of its own.
  mutating func start(_ scenario: Scenario, untilStep number: Int? = nil) {
    replacing = nil
    walkthroughs.mark(scenario.name)
    var guide = GuidedRun(scenario)
    let count = scenario.steps.count
    if let number { guide.run(until: min(number, count + 1)) }
    pace.isRunning = false
    jump = nil
    self.guide = guide
    screen = .walkthroughs
    focus = .controls
    showGuide(isNewPhone: true)
    if let number {
      takeOver()
      if number > count + 1 {
        notice = .warning("\(scenario.name) has \(count) steps; \(notice?.text ?? "")")
      }
    }
  }

  /// Does the next step.
  mutating func guideStep() {
    guard var guide else { return }
    if guide.isOver {
      notice = .info(reasonOfGuide ?? "")
      return
    }
    if guide.isQuestion {
      // In full, since it may not fit beside the buttons.
      overlay = .page(
        Page(
          title: "Question",
          lines: ParagraphText.rows(guide.nextTitle, width: 60) + [
            "", "Close this, then: P pass, X fail, K skip, O note",
          ]))
      return
    }
    guide.doNext()
    self.guide = guide
    showGuide(isNewPhone: false)
  }

  /// Says what the person thinks of the question, or of the last step.
  mutating func judge(_ verdict: Judgement.Verdict?, note: String = "") {
    guard var guide else {
      notice = .info("there is no walkthrough; 5 shows the list")
      return
    }
    let wasQuestion = guide.isQuestion
    guard let index = guide.judge(verdict, note: note) else {
      notice = .info("no step was done yet")
      return
    }
    self.guide = guide
    showGuide(isNewPhone: false)
    let word = verdict.map { "\($0.rawValue)" } ?? "noted"
    if !wasQuestion { notice = .info("step \(index + 1): \(word)") }
  }

  /// Goes back to before the last step, or to the beginning.
  mutating func guideBack(toStart: Bool) {
    guard var guide else { return }
    if toStart {
      guide.restart()
    } else if !guide.goBack() {
      notice = .info("this is the first step")
      return
    }
    self.guide = guide
    showGuide(isNewPhone: true)
  }

  /// Ends the walkthrough and leaves its phone to the person.
  mutating func takeOver() {
    guard let guide else { return }
    let place = guide.next.map { "before step \($0 + 1)" } ?? "at its end"
    self.guide = nil
    screen = .console
    adopt(guide.handOver(name: run.name), isNewPhone: false)
    let words = "\(guide.scenario.name) was left \(place); the phone is yours"
    if let step = guide.steps.first(where: { $0.outcome == .failed }) {
      notice = .error("\(words). Step \(step.number) failed: \(step.failure?.text ?? step.title)")
    } else {
      notice = .info(words)
    }
  }

  /// Ends the walkthrough and shows the list.
  mutating func leaveGuide() {
    takeOver()
    screen = .walkthroughs
  }

  /// Shows the phone of the walkthrough as it is now.
  private mutating func showGuide(isNewPhone: Bool) {
    guard let guide else { return }
    adopt(guide.handOver(name: run.name), isNewPhone: isNewPhone)
    if let control = nextControl { controls.mark(control.id, height: layout.controls.rows) }
    tellFailure(guide)
  }

  private mutating func tellFailure(_ guide: GuidedRun) {
    guard let step = guide.steps.last(where: { $0.failure != nil }), let failure = step.failure
    else { return }
    notice = .error("step \(step.number) failed: \(failure.text)")
  }

  // MARK: Presses while a scenario leads

  /// Presses a button while a scenario leads: the right one does the step.
  mutating func guided(press control: Control) {
    if nextControl?.id == control.id { return guideStep() }
    refuse(control.title)
    // What was pressed was marked; the button that is wanted stays in sight.
    if let next = nextControl { controls.mark(next.id, height: layout.controls.rows) }
  }

  /// Does something to the phone while a scenario leads: the right thing does the step.
  mutating func guided(_ command: Command, title: String) {
    if case .perform(let next, _)? = guide?.nextStep?.action, next == command {
      guideStep()
    } else {
      refuse(title)
    }
  }

  private mutating func refuse(_ title: String) {
    notice = .warning("\(title): \(reasonOfGuide ?? "")")
  }
}
