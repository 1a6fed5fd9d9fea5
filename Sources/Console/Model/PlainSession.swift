import CivilTime
import DailyNotification
import DeviceModel
import JSONText
public import Scenarios
import SimulationCore

/// The console without a screen: a command line in, lines of text out.
///
/// For pipes and screen readers. Time passes only when a command lets it.
public struct PlainSession: Sendable {
  /// What a line led to.
  public struct Answer: Hashable, Sendable {
    /// What to print.
    public var lines: [String]
    /// What the shell has to do.
    public var effects: [Effect]
    /// Why the line could not be understood; nil when it was.
    public var complaint: String?
  }

  /// The console's model, as the screen has it.
  public private(set) var model: Model
  private var cursor: UInt64 = 0
  /// How many steps of a walkthrough have been told of.
  private var toldSteps = 0

  /// Starts a session with a new phone.
  public init(_ setup: ConsoleSetup) {
    model = Model(setup)
  }

  /// Begins with a scenario: it leads, or is run up to a step and its phone handed over.
  ///
  /// Returns what there is to print.
  public mutating func begin(_ scenario: Scenario, untilStep number: Int? = nil) -> [String] {
    model.begin(scenario, untilStep: number)
    return newLines() + remarks(wasDialogShown: false)
  }

  /// Runs a line; one that is empty, or begins with `#`, says nothing.
  public mutating func take(_ line: String) -> Answer {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
    guard !words.isEmpty, !words.hasPrefix("#") else { return Answer(lines: [], effects: []) }
    model.notice = nil
    do {
      let request = try CommandReader.read(line)
      if case .console(.help, _) = request { return Answer(lines: PlainSession.help, effects: []) }
      if case .console(.status, _) = request {
        return Answer(lines: model.statusLines.map(shown), effects: [])
      }
      if case .console(.walkthroughs, _) = request, let scenarios = model.walkthroughs.scenarios {
        return Answer(lines: listing(scenarios, model.walkthroughs.problems), effects: [])
      }
      if case .console(let verb, _) = request, verb.needsScreen {
        return Answer(
          lines: [], effects: [],
          complaint: "'\(verb.rawValue)' needs the screen; here time passes with advance and goto")
      }
      let wasShown = model.isDialogShown
      let effects = try model.execute(request)
      var lines = newLines()
      while model.jump != nil {
        model.proceed()
        lines += newLines()
      }
      return Answer(lines: lines + remarks(wasDialogShown: wasShown), effects: effects)
    } catch {
      return Answer(lines: [], effects: [], complaint: shown(error.description))
    }
  }

  /// Tells the session what came of an effect.
  public mutating func tell(_ message: Message) -> [String] {
    model.notice = nil
    _ = model.update(message)
    if case .scenariosLoaded(let scenarios, let problems) = message, model.guide == nil {
      return listing(scenarios, problems) + remarks(wasDialogShown: model.isDialogShown)
    }
    return newLines() + remarks(wasDialogShown: model.isDialogShown)
  }

  /// The lines of the log that are new.
  private mutating func newLines() -> [String] {
    while model.log.isBusy { model.proceed() }
    let os = model.run.device.os
    let index = model.log.index
    var lines: [String] = []
    for position in index.position(of: cursor)..<index.count {
      guard let record = os.trace.record(index[position]) else { continue }
      let level = LogText.level(record.payload).letter
      let time = RecordText.timeOfDay(record.wallMilliseconds, os.zone)
      let text = PlainSession.lines(record.payload)
      lines.append("\(time) \(level) \(text[0])")
      lines += text.dropFirst().map { "# \($0)" }
    }
    cursor = os.trace.nextSequence
    return lines.map(shown)
  }

  /// A record's line; what a button showed follows in full, since there is no page to open.
  private static func lines(_ payload: DeviceRecord) -> [String] {
    guard case .shown(let what, let value) = payload, !value.isNull else {
      return [LogText.line(payload)]
    }
    let rows = value.prettyText.split(separator: "\n").map(String.init)
    return ["← \(LogText.name(ofShown: what)):"] + rows
  }

  /// What there is to say beside the log.
  private mutating func remarks(wasDialogShown: Bool) -> [String] {
    var lines: [String] = []
    if let notice = model.notice { lines.append("# \(notice.text)") }
    if case .page(let page) = model.overlay {
      lines += page.lines.map { "# \($0)" }
      model.overlay = nil
    }
    lines += walkthroughLines()
    if model.isDialogShown, !wasDialogShown {
      lines.append("# the permission dialog waits: answerDialog allow, or answerDialog deny")
    }
    return lines.map(shown)
  }

  /// The scenarios that can be gone through.
  private func listing(_ scenarios: [Scenario], _ problems: [String]) -> [String] {
    let names = scenarios.map { "# \($0.name): \($0.summary.shortened(bytesMax: 100))" }
    return (names + problems.map { "# \($0)" }).map(shown)
  }

  /// What a walkthrough has checked since this was asked last, and what comes next.
  private mutating func walkthroughLines() -> [String] {
    guard let guide = model.guide else {
      toldSteps = 0
      return []
    }
    let done = guide.next ?? guide.steps.count
    // Back at an earlier step, what is done again is told again.
    let new = guide.steps[min(toldSteps, done)..<done]
    toldSteps = done
    var lines = new.map { "# \($0.outcome.rawValue): step \($0.number) \($0.title)" }
    if let index = guide.next {
      let verb = guide.isQuestion ? "pass, fail or skip" : "step"
      let title = guide.nextTitle
      lines.append("# next, \(verb): step \(index + 1) of \(guide.steps.count), \(title)")
    } else {
      lines.append("# the walkthrough is over: \(guide.result.outcome.rawValue)")
    }
    return lines
  }

  /// A line that is safe to print, in ASCII where the reader has no more.
  private func shown(_ line: String) -> String {
    PlainText.line(line, isASCII: model.appearance.isASCII)
  }

  /// What can be typed.
  private static var help: [String] {
    let buttons = ControlTable.rows.map {
      "\($0.title)  (button, \(BindingTable.text(ofControl: $0.id)))"
    }
    let commands = ConsoleVerb.allCases.map { "\($0.rawValue) \($0.parameter)  \($0.summary)" }
    let verbs = VerbTable.rows.map { "\($0.name) \($0.advice)  \($0.summary)" }
    let calls = PluginMethod.allCases.map { "\($0.rawValue) [key=value ...]  call \($0.number)" }
    return buttons + commands + verbs + calls
  }
}
