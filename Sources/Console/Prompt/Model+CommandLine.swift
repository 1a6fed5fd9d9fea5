import DailyNotification
import DeviceModel
import PlainText
import Scenarios

/// What is typed into a line at the foot of the screen; it may concern every part of the console.
extension Model {
  /// What the command line can suggest now.
  var suggestions: Suggestions {
    let model = self
    return Suggestions(os: run.device.os, filter: log.filter, bindings: bindings) {
      model.reasonAgainst($0)
    }
  }

  /// Does what was typed into a line, and closes it.
  ///
  /// A mistake closes it, too, so that the next keys are keys again; the line can be called back.
  mutating func submit(_ prompt: Prompt) -> [Effect] {
    overlay = nil
    let text = prompt.field.text
    typedLines.keep(text, prompt.kind)
    switch prompt.kind {
    case .command: return run(prompt)
    case .search: return search(text)
    case .filter: return fulfil(log.setFilter(text))
    case .note: return text.isEmpty ? [] : fulfil(guide.judge(nil, note: text))
    case .bundle: return [.bundle(path: nil, note: text)]
    case .scenarios:
      walkthroughs.filter(text)
      return []
    case .time:
      if text.isEmpty { return [] }
      if let reason = phoneRefusal { return complain(reason, prompt) }
      do {
        return try go(to: prompt.isChosen ? prompt.candidate?.line ?? text : text)
      } catch {
        return complain(error.description, prompt)
      }
    }
  }

  private mutating func search(_ text: String) -> [Effect] {
    let effects = log.search(for: text)
    screen = screen.atLog
    return fulfil(effects)
  }

  /// Runs the line; when it is no command, the marked suggestion may stand for it.
  private mutating func run(_ prompt: Prompt) -> [Effect] {
    let text = prompt.field.text
    if prompt.isChosen, let candidate = prompt.candidate { return run(candidate, prompt) }
    if text.isEmpty { return [] }
    do {
      return try execute(TypedCommand.parse(text, bindings))
    } catch {
      guard let candidate = prompt.candidate, candidate.line != text,
        Model.mayStand(candidate, for: text)
      else { return complain(error.description, prompt) }
      return run(candidate, prompt)
    }
  }

  /// Whether a suggestion that nobody chose may stand for what was typed: a name for a few of its
  /// letters, an argument only for its beginning.
  static func mayStand(_ candidate: Candidate, for text: String) -> Bool {
    candidate.isMeant || !text.contains(" ")
      || candidate.line.lowercased().hasPrefix(text.lowercased())
      || TypedCommand.control(candidate.line, .standard) != nil
  }

  /// Runs a suggestion, or puts it into the line when more has to be typed.
  private mutating func run(_ candidate: Candidate, _ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    prompt.field = TextField(candidate.line)
    if candidate.needsMore { return fulfil([.open(.prompt(prompt))]) }
    do {
      return try execute(TypedCommand.parse(candidate.line, bindings))
    } catch {
      return complain(error.description, prompt)
    }
  }

  /// Says what is wrong with a line, and how to get it back.
  private mutating func complain(_ reason: String, _ prompt: Prompt) -> [Effect] {
    let opening = bindings.text(of: prompt.kind == .time ? .time(.ask) : .prompt(.open))
    notice = .error("\(reason) (\(opening), then Up, brings the line back)")
    return []
  }

  /// Runs a command.
  mutating func execute(_ line: TypedCommand) throws(TypedCommand.Failure) -> [Effect] {
    switch line {
    case .press(let control): press(control)
    case .act(let action): perform(action)
    case .perform(let command, let title): fulfil([.perform(command, title: title)])
    case .console(let verb, let argument): try execute(verb, argument)
    case .forced(let verb, let argument): try execute(verb, argument).map(\.replacing)
    }
  }

  private mutating func execute(
    _ verb: ConsoleVerb, _ argument: String
  ) throws(TypedCommand.Failure) -> [Effect] {
    if verb.movesTime, let reason = phoneRefusal { throw TypedCommand.Failure(reason) }
    // Where a jump leads is read first: it may lead to something that was done.
    if verb.movesTime, ![.pause, .advance, .goto].contains(verb) { branchOffInPast() }
    if verb.needsWalkthrough, guide.run == nil {
      throw TypedCommand.Failure("there is no walkthrough; 'walkthrough NAME' begins one")
    }
    switch verb {
    case .advance, .goto:
      do {
        return try go(to: argument)
      } catch {
        throw TypedCommand.Failure(error.description)
      }
    case .runToNextEvent: return fulfil(time.runToNextEvent(&run, &happened))
    case .runUntilIdle: return fulfil(time.runUntilIdle(&run, &happened))
    case .run: time.start()
    case .pause: time.pause()
    case .rate: time.start(Int(argument).flatMap(Pace.Rate.init))
    case .live: return try setLive(argument)
    case .level:
      guard let level = LogLevel(rawValue: argument) else { return [] }
      return fulfil(log.changeFilter { $0.minimum = level })
    case .category: return fulfil(log.changeCategories(argument))
    case .system: return fulfil(log.update(.toggleSystemRecords))
    case .saveLog: return [.saveLog(path: Model.path(argument))]
    case .saveDisplay: return [.saveDisplay(path: Model.path(argument))]
    case .search: return search(argument)
    case .filter: return fulfil(log.setFilter(argument))
    case .status: overlay = .page(Page(title: "Status", lines: statusLines))
    case .export: return [.export(path: Model.path(argument))]
    case .store: return fulfil(store.update(.show))
    case .timeline: return fulfil(timeline.update(.show, happened, facts))
    case .phone: return fulfil(phone.update(.show, run.device))
    case .why: return perform(WhyAction.ask)
    case .walkthroughs: return fulfil(walkthroughs.update(.show))
    case .walkthrough: return fulfil(try walkthroughs.begin(argument))
    case .step:
      if argument.isEmpty { return fulfil(guide.doStep()) }
      guard let number = Int(argument), number >= 1 else {
        throw TypedCommand.Failure("'step' takes the number of the step that is next then")
      }
      return fulfil(guide.runOn(toStep: number))
    case .nextWalkthrough: return perform(Action.guide(.nextOne))
    case .pass: return fulfil(guide.judge(.pass, note: argument))
    case .fail: return fulfil(guide.judge(.fail, note: argument))
    case .skip: return fulfil(guide.judge(.skip, note: argument))
    case .note: return fulfil(guide.judge(nil, note: argument))
    case .back: return fulfil(guide.goBack())
    case .restart: return fulfil(guide.restart())
    case .takeOver: return perform(GuideAction.takeOver)
    case .expect: try expect(argument)
    case .saveScenario: return try saveScenario(argument)
    case .bundle: return bundle(argument)
    case .startAnew: return perform(.session(.startAnew))
    case .platform:
      if let reason = reasonAgainst(.startAnew) { throw TypedCommand.Failure(reason) }
      if let platform = DevicePlatform(rawValue: argument) {
        newPhone = newPhone.onPlatform(platform)
      }
      return perform(.session(.startAnew)) + fulfil(walkthroughs.forget())
    case .branch: try branch()
    case .branches: return perform(.session(.branches))
    case .ledger: return perform(.ledger(.show))
    case .stepBack: return perform(.session(.stepBack))
    case .stepForward: return perform(.session(.stepForward))
    case .stepBackEntry: return perform(.session(.stepBackEntry))
    case .stepForwardEntry: return perform(.session(.stepForwardEntry))
    case .present: return perform(.session(.present))
    case .messages: overlay = .page(errorOutput.page)
    case .telemetry: overlay = .page(.telemetry(run.device))
    case .help: openHelp()
    case .quit: return quit()
    }
    return []
  }

  /// Writes a bundle: `PATH -- NOTE`, each of them optional.
  private func bundle(_ argument: String) -> [Effect] {
    let (path, note) = Model.parts(argument)
    return [.bundle(path: path, note: note)]
  }

  /// Writes a scenario: `PATH -- expect`, each of them optional.
  private func saveScenario(_ argument: String) throws(TypedCommand.Failure) -> [Effect] {
    let (path, addition) = Model.parts(argument)
    guard ["", "expect"].contains(addition) else {
      throw TypedCommand.Failure(
        "after -- 'saveScenario' takes expect, not '\(addition.shortened())'")
    }
    return [.saveScenario(path: path, isExpecting: !addition.isEmpty)]
  }

  /// The path of an argument, and what stands behind ` -- `.
  private static func parts(_ argument: String) -> (path: String?, rest: String) {
    let parts = " \(argument) ".split(
      separator: " -- ", maxSplits: 1, omittingEmptySubsequences: false
    ).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return (path(parts[0]), parts.count > 1 ? parts[1] : "")
  }

  /// The path of an argument, without its quotation marks; nil for none.
  private static func path(_ argument: String) -> String? {
    let isQuoted = argument.count > 1 && argument.hasPrefix("\"") && argument.hasSuffix("\"")
    let path = isQuoted ? String(argument.dropFirst().dropLast()) : argument
    return path.isEmpty ? nil : path
  }
}
