import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Lines
import PlainText
public import Scenarios
import SimulationCore

/// The console without a screen: a command line in, lines of text out.
///
/// For pipes and screen readers. Time passes only when a command lets it.
public struct PlainSession: Sendable {
  /// The outcome of a line.
  public struct Answer: Hashable, Sendable {
    /// What to print.
    public var lines: [String]
    /// What the shell has to do.
    public var effects: [Effect]
    /// Why the line is no command; nil when it is one.
    public var complaint: String?
  }

  /// The console's model, as the screen has it.
  public private(set) var model: Model
  private var cursor: UInt64 = 0
  /// How many steps of a walkthrough have been reported.
  private var reportedSteps = 0

  /// Starts a session with a new phone.
  public init(_ setup: ConsoleSetup) {
    model = Model(setup)
  }

  /// Begins with a scenario: it leads, or is run up to a step and its phone handed over.
  ///
  /// Returns the lines to print.
  public mutating func begin(_ scenario: Scenario, untilStep number: Int? = nil) -> [String] {
    model.begin(scenario, untilStep: number)
    return newLines() + remarks(after: nil)
  }

  /// Runs a line; one that is empty or begins with `#` does nothing.
  public mutating func take(_ line: String) -> Answer {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
    guard !words.isEmpty, !words.hasPrefix("#") else { return Answer(lines: [], effects: []) }
    model.notice = nil
    do {
      let command = try TypedCommand.parse(line, model.bindings).withoutScreen
      if case .console(.help, _) = command { return Answer(lines: help, effects: []) }
      if case .console(.status, _) = command {
        return Answer(lines: model.statusLines.map(shown), effects: [])
      }
      if case .console(.store, _) = command {
        return Answer(lines: StorePane.lines(model.run.device).map(shown), effects: [])
      }
      if case .console(.walkthroughs, _) = command, let scenarios = model.walkthroughs.scenarios {
        return Answer(lines: listing(scenarios, model.walkthroughs.problems), effects: [])
      }
      if command.needsScreen {
        let name = if case .console(let verb, _) = command { verb.rawValue } else { words }
        return Answer(
          lines: [], effects: [],
          complaint: "'\(name)' needs the screen; here time passes with advance and goto")
      }
      let before = model.shownDialog
      let effects = try model.execute(command)
      model.settleLive()
      let lines = newLines() + finishJump()
      return Answer(lines: lines + remarks(after: before), effects: effects)
    } catch {
      return Answer(lines: [], effects: [], complaint: shown(error.description))
    }
  }

  /// Takes a message about the outcome of an effect; returns the lines to print.
  public mutating func receive(_ message: Message) -> [String] {
    model.notice = nil
    _ = model.update(message)
    if case .scenariosLoaded(let scenarios, let problems) = message, model.guide.run == nil {
      return listing(scenarios, problems) + remarks(after: model.shownDialog)
    }
    return newLines() + finishJump() + remarks(after: model.shownDialog)
  }

  /// Goes on with a jump until its end, or until a request has to be answered.
  private mutating func finishJump() -> [String] {
    var lines: [String] = []
    while model.time.canProceed(model.run) || model.isReplaying {
      model.proceed()
      lines += newLines()
    }
    return lines
  }

  /// Lets requests leave the simulation; returns the lines to print.
  public mutating func goLive() -> [String] {
    model.goLive()
    return newLines()
  }

  /// The new lines of the log.
  private mutating func newLines() -> [String] {
    while model.log.isBusy { model.proceed() }
    let os = model.run.device.os
    let index = model.log.index
    var lines: [String] = []
    for position in index.place(of: Int(cursor))..<index.count {
      guard let record = os.trace.record(UInt64(index[position])) else { continue }
      let zone = model.happened.zones.zone(at: record.sequence)
      let time = RecordText.timeOfDay(record.wallMilliseconds, zone)
      let text = PlainSession.lines(record.payload)
      lines.append("\(time) \(LogText.sign(record.payload)) \(text[0])")
      lines += text.dropFirst().map { "# \($0)" }
    }
    cursor = os.trace.nextSequence
    return lines.map(shown)
  }

  /// A record's line; what a button showed follows in full, since there is no page to open.
  private static func lines(_ payload: DeviceRecord) -> [String] {
    guard case .plugin(.shown(let what, let value)) = payload, !value.isNull else {
      return [LogText.body(payload)]
    }
    let rows = value.prettyText.split(separator: "\n").map(String.init)
    return ["← \(LogText.name(ofShown: what)):"] + rows
  }

  /// What is printed beside the lines of the log; `dialog` is the one that was up before.
  private mutating func remarks(after dialog: SystemDialog?) -> [String] {
    var lines: [String] = []
    if let notice = model.notice { lines.append("# \(notice.text)") }
    if case .page(let page) = model.overlay {
      lines += page.lines.map { "# \($0)" }
      model.overlay = nil
    }
    lines += walkthroughLines()
    if let shown = model.shownDialog, shown != dialog {
      lines.append("# the \(shown.name) waits: answerDialog allow, or answerDialog deny")
    }
    return lines.map(shown)
  }

  /// The scenarios that can be gone through.
  private func listing(_ scenarios: [Scenario], _ problems: [String]) -> [String] {
    let names = scenarios.map { "# \($0.name): \($0.summary.shortened(bytesMax: 100))" }
    return (names + problems.map { "# \($0)" }).map(shown)
  }

  /// What a walkthrough has checked since the last call, and its next step.
  private mutating func walkthroughLines() -> [String] {
    guard let guide = model.guide.run else {
      reportedSteps = 0
      return []
    }
    let done = guide.next ?? guide.steps.count
    // Back at an earlier step, what is done again is reported again.
    let new = guide.steps[min(reportedSteps, done)..<done]
    reportedSteps = done
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
    PrintedText.line(line, isASCII: model.appearance.isASCII)
  }

  /// What can be typed.
  private var help: [String] {
    let buttons = ControlTable.rows.map {
      "\($0.title)  (button, \(model.bindings.text(ofControl: $0.id)))"
    }
    let commands = ConsoleVerb.allCases.map { "\($0.rawValue) \($0.parameter)  \($0.summary)" }
    let platform = model.run.device.os.configuration.platform
    let verbs = VerbTable.rows.filter { $0.platforms.contains(platform) }
      .map { "\($0.name) \($0.advice(on: platform))  \($0.act)" }
    let calls = PluginMethod.allCases.map { "\($0.rawValue) [key=value …]  call \($0.number)" }
    return buttons + commands + verbs + calls
  }
}
