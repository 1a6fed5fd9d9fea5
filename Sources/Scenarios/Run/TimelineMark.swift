public import CivilTime
public import SimulationCore

/// Something that the picture of a run shows: an instant and what happened then.
public struct TimelineMark: Hashable, Sendable {
  /// When it happened.
  public var instant: SimulationInstant
  /// What the wall clock read, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// What happened.
  public var event: Event

  /// Makes a mark.
  public init(instant: SimulationInstant, wallMilliseconds: Int64, event: Event) {
    self.instant = instant
    self.wallMilliseconds = wallMilliseconds
    self.event = event
  }

  /// What a picture can show; times in it are milliseconds since the Unix epoch.
  public enum Event: Hashable, Sendable {
    /// The app's process changed; the word is the system's own for its state.
    case app(AppLife, word: String)
    case phone(PhoneLife)
    case rebooted
    case clockSet(byMilliseconds: Int64)
    case zoneSet(Zone)
    case planned(id: String, at: Int64)
    /// A request ended without its notification.
    case withdrawn(id: String)
    case delivered(id: String, planned: Int64, source: String)
    case notDelivered(id: String, reason: String)
    /// The plugin said that a notification was missed.
    case missed(id: String, planned: Int64)
    case tapped(id: String)
    case taskSubmitted(id: String, begin: Int64)
    case taskRefused(id: String)
    case taskCancelled(id: String)
    case taskLaunched(number: Int, id: String, begin: Int64?)
    case taskEnded(number: Int, TaskEnd)
    /// The plugin said that a task never ran.
    case taskMissed
    case fetchStarted(number: Int)
    /// A fetch ended with an HTTP status, or with the word for why there was none.
    case fetchEnded(number: Int, status: Int?, word: String)
    case recovered(Recovery)
  }

  /// What becomes of the app's process.
  public enum AppLife: String, Hashable, Sendable, CaseIterable {
    case foreground
    case background
    case suspended
    case dead
  }

  /// What becomes of the phone.
  public enum PhoneLife: String, Hashable, Sendable, CaseIterable {
    case off
    case locked
    case unlocked
  }

  /// How a launched task ended.
  public enum TaskEnd: String, Hashable, Sendable, CaseIterable {
    case succeeded
    case failed
    case expired
    /// The process ended first.
    case lost
  }

  /// What the plugin made good when it was entered.
  public struct Recovery: Hashable, Sendable {
    /// The kind: none, boot, termination, coldStart or warmStart.
    public var scenario: String
    /// How many notifications it reported as missed.
    public var missed: Int
    /// How many requests it found as they should be.
    public var verified: Int
    /// How many requests it made anew.
    public var rescheduled: Int
  }
}
