public import DeviceModel
public import JSONText

/// One step of a scenario.
public struct Step: Hashable, Sendable {
  /// Where it stands in the file.
  public let place: SourcePlace
  /// The step's own name, if it has one.
  public let label: String?
  /// The step in words: `press Check Plugin Status`.
  public let text: String
  /// What it does.
  public let action: Action

  /// What a step does.
  public enum Action: Hashable, Sendable {
    /// Presses a button of the page.
    case press(Control, Outcome)
    /// Does something to the phone, a call of the plugin included.
    case perform(Command, Outcome)
    /// Lets time pass.
    case advance(Advance)
    /// Checks the phone as it is now.
    case expect([Expectation])
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
  }

  /// What a result calls the step: its label, or the step in words.
  public var title: String { label ?? text }
}
