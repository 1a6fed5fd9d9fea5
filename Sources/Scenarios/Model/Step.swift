public import DeviceModel
public import JSONText
public import LocatedYAML

/// One step of a scenario.
public struct Step: Hashable, Sendable {
  /// Where it stands in its file.
  public var place: SourcePlace
  /// The step's own name, if it has one.
  public var label: String?
  /// The step in words: `press Check Plugin Status`.
  public var text: String
  /// What it does.
  public var action: Action
  /// The included file it stands in; nil for the scenario's own.
  public var file: String?
  /// The part of the scenario that it belongs to.
  public var phase = StepPhase.body
  /// The item of its list that it comes from, from 0: an include makes many steps of one.
  public var item = 0
  /// When it runs at all: all of them have to hold.
  public var conditions: [StepCondition] = []
  /// What stands before its name, since it is one of a group's.
  public var groupLabel: String?
  /// Whether the steps after it run even when it fails.
  public var isSoft = false
  /// Whether results tell neither its text nor what it found.
  public var isRedacted = false
  /// What is kept of a call's value.
  public var captures: [Capture] = []

  /// What a step does.
  public enum Action: Hashable, Sendable {
    /// Presses a button of the page.
    case press(Control, Outcome)
    /// Does something to the phone, a call of the plugin included.
    case perform(Command, Outcome)
    /// Lets time pass.
    case advance(Advance)
    /// Checks the phone: now, or after each event until it holds or the time is over.
    case expect([Expectation], withinMilliseconds: Int64?)
    /// Checks that none of them holds: now, and after each event for some time.
    case expectNever([Expectation], withinMilliseconds: Int64?)
    /// Asks a person; without one it is skipped.
    case checkpoint(String)
    /// Is read when its captured values are known.
    case late(LateStep)
  }

  /// How far time passes.
  public enum Advance: Hashable, Sendable {
    /// That many milliseconds.
    case by(milliseconds: Int64)
    /// Until the wall clock reads that, in milliseconds since the Unix epoch.
    case to(wallMilliseconds: Int64)
    /// Up to the next event.
    case nextEvent
    /// Until nothing is in flight, but at most that many events.
    case idle(limit: Int)
  }

  /// How a press, call or verb has to end.
  public enum Outcome: Hashable, Sendable {
    /// It is performed; a call is not rejected.
    case succeeds
    /// The call's value matches, in all that is listed.
    case returns(JSONValue)
    /// The call's rejection matches, in all that is listed.
    case rejects(JSONValue)
    /// The phone refuses it, for the reason of that name.
    case refused(String)
    /// The call is lost with the app's process.
    case isLost
    /// The call has no reply by the end.
    case waits
  }

  /// A part of a call's value that later steps can use.
  public struct Capture: Hashable, Sendable {
    /// The name: `${name}` stands for it.
    public let name: String
    /// Where it is in the value.
    public let query: ValueQuery
  }

  /// What a result calls the step: its label, or the step in words.
  public var title: String { label ?? text }
}

extension Step.Action {
  /// The kinds of records that its expectations ask for.
  var eventKinds: [String] {
    switch self {
    case .expect(let expectations, _), .expectNever(let expectations, _):
      expectations.flatMap(\.eventKinds)
    case .late(let step): step.eventKinds
    case .press, .perform, .advance, .checkpoint: []
    }
  }
}
