public import DeviceModel
public import JSONText
public import LocatedYAML

/// One step of a scenario.
public struct Step: Hashable, Sendable {
  /// How many bytes a label or the words of a step may have; longer words are cut.
  static let textBytesMax = 4_096

  /// Its place in its file.
  public var place: SourcePlace
  /// What is written there, with the places of its parts; nil for a step that nobody wrote.
  public var source: YAMLNode?
  /// The step's own name, if it has one.
  public var label: String?
  /// The step as words: `press Check Plugin Status`.
  public var text: String
  /// What it does.
  public var action: Action
  /// The included file it comes from; nil for the scenario's own file.
  public var file: String?
  /// The part of the scenario that it belongs to.
  public var phase = StepPhase.body
  /// The index, from 0, of its item in the list: all steps of an include have the same.
  public var item = 0
  /// The conditions under which it runs; all have to hold.
  public var conditions: [StepCondition] = []
  /// The label of its group, which precedes its name; nil without one.
  public var groupLabel: String?
  /// Whether the steps after it run even if it fails.
  public var isSoft = false
  /// Whether results show neither its text nor what it found.
  public var isRedacted = false
  /// The parts of its call's value to keep for later steps.
  public var captures: [Capture] = []

  /// What a step does.
  public enum Action: Hashable, Sendable {
    /// Presses a button of the page.
    case press(Control, Outcome)
    /// Performs a command, which may be a call of the plugin.
    case perform(Command, Outcome)
    /// Lets time pass.
    case advance(Advance)
    /// Checks the phone, now or after each event until it holds or the duration is over.
    case expect([Expectation], withinMilliseconds: Int64?)
    /// Checks that none of them holds, now and after each event for a duration.
    case expectNever([Expectation], withinMilliseconds: Int64?)
    /// Asks a person; skipped without one.
    case checkpoint(String)
    /// Is parsed when its captured values are known.
    case late(LateStep)
  }

  /// How far time passes.
  public enum Advance: Hashable, Sendable {
    /// That many milliseconds.
    case by(milliseconds: Int64)
    /// Until the wall clock shows that time, in milliseconds since the Unix epoch.
    case to(wallMilliseconds: Int64)
    /// Up to the next event.
    case nextEvent
    /// Until nothing is in flight, with at most that many events.
    case idle(limit: Int)
  }

  /// The expected outcome of a press, call or verb.
  public enum Outcome: Hashable, Sendable {
    /// It is performed; a call is not rejected.
    case succeeds
    /// The call's value matches in all listed parts.
    case returns(JSONValue)
    /// The call's rejection matches in all listed parts.
    case rejects(JSONValue)
    /// The phone refuses it, with the reason of that name.
    case refused(String)
    /// The call is lost with the app's process.
    case isLost
    /// The call has no reply by the end of the scenario.
    case waits
  }

  /// A part of a call's value that later steps can use.
  public struct Capture: Hashable, Sendable {
    /// The name, used as `${name}`.
    public let name: String
    /// The place in the value.
    public let query: ValueQuery
  }

  /// The step's name in results: its label, or the step as words.
  public var title: String { label ?? text }
}

extension Step.Action {
  /// The kinds of records in its expectations.
  var eventKinds: [String] {
    switch self {
    case .expect(let expectations, _), .expectNever(let expectations, _):
      expectations.flatMap(\.eventKinds)
    case .late(let step): step.eventKinds
    case .press, .perform, .advance, .checkpoint: []
    }
  }
}
