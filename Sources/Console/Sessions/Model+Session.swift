import DeviceModel
import PlainText
import Scenarios
import SimulationCore

/// The session: where its phone comes from, and whether what is done is kept.
extension Model {
  /// Goes on with a stored session.
  public init(_ setup: ConsoleSetup, opening: SessionOpening) {
    self.init(setup, showing: opening.run)
    if let rest = opening.rest {
      past = SessionPast(entries: rest.entries, end: rest.end)
      let isRunning = time.pace.isRunning
      time.stop()
      replaying = Replaying(
        replay: rest, purpose: .opening(isRunning: isRunning, remark: opening.remark))
    } else {
      say(opening.remark)
    }
    // What is wrong with a theme's file matters more than how far the session has come.
    if let warning = appearance.notice { notice = warning }
    settle()
  }

  /// Why nothing can be done to the phone now, because of the session or of a scenario that leads;
  /// nil when it can.
  var phoneRefusal: String? {
    keeping.refusal ?? guide.refusal ?? (isInPast ? refusalToLeave : nil)
  }

  /// Why what was done cannot be left for another phone or branch: nobody else has it.
  var refusalToLeave: String? {
    guard case .failing = keeping, journalCount > exportedPresses else { return nil }
    return "what was done is not saved and would be lost; "
      + "\(bindings.text(of: .program(.export))) or :saveScenario writes it first"
  }

  func reasonAgainst(_ action: SessionAction) -> String? {
    switch action {
    case .stepBack, .stepForward, .present, .stepBackEntry, .stepForwardEntry:
      return walkRefusal
    case .branches: return nil
    case .startAnew:
      if let refusal = keeping.refusalOfBranches { return refusal }
      if let refusalToLeave { return refusalToLeave }
      return guide.run == nil
        ? nil
        : "a scenario leads; \(bindings.text(of: .guide(.takeOver))) takes its phone over first"
    }
  }

  mutating func perform(_ action: SessionAction) -> [Effect] {
    switch action {
    case .stepBack: return stepBack()
    case .stepForward: return stepForward()
    case .stepBackEntry: return stepBackEntry()
    case .stepForwardEntry: return stepForwardEntry()
    case .present: return goToPresent()
    case .branches: return [.loadBranches]
    case .startAnew:
      past = nil
      line.begin(.newPhone)
      time.stop()
      screen = .console(.controls)
      adopt(InteractiveRun(name: run.name, configuration: newPhone), isNewPhone: true)
      goOn("a new phone")
    }
    return []
  }

  /// Goes on with the phone as it is, in a branch of its own.
  mutating func branch() throws(TypedCommand.Failure) {
    if let refusal = keeping.refusalOfBranches { throw TypedCommand.Failure(refusal) }
    if let reason = guide.refusal { throw TypedCommand.Failure(reason) }
    past = nil
    line.begin(.branch(afterEntries: run.presses.count))
    goOn("a branch of its own")
  }

  /// Leaves what could not be changed behind: the new line is kept, if anything is.
  private mutating func goOn(_ words: String) {
    let wasKept = !keeping.isLostAtEnd
    if keeping == .disagreeing { keeping = .kept }
    notice = .info(wasKept ? "\(words); the session keeps what was before" : words)
  }

  /// Shows what another console has done.
  mutating func follow(_ part: FollowedPart) {
    if let configuration = part.configuration {
      adopt(InteractiveRun(name: run.name, configuration: configuration), isNewPhone: true)
    }
    run.forgetOtherSecrets()
    for entry in part.entries { run.follow(entry) }
    run.pass(to: part.end)
    absorb()
  }

  /// Says whether what is done is kept from now on.
  mutating func change(_ keeping: SessionKeeping, saying remark: String) {
    self.keeping = keeping
    if keeping.refusal != nil { time.stop() }
    notice = keeping.isLostAtEnd ? .error(remark) : .info(remark)
  }

  /// Shows a line at the foot, or more of them as a page.
  mutating func say(_ remark: [String]) {
    guard let first = remark.first else { return }
    if remark.count == 1 {
      notice = .info(first)
    } else {
      overlay = .page(Page(title: "Session", lines: remark))
    }
  }
}
