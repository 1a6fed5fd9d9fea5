public import CivilTime
public import SimulationCore

/// A mark on the chart of a run: an instant and what happened then.
public struct TimelineMark: Hashable, Sendable {
  /// When it happened.
  public var instant: SimulationInstant
  /// The wall time, in milliseconds since the Unix epoch.
  public var wallMilliseconds: Int64
  /// What happened.
  public var event: Event

  /// Makes a mark.
  public init(instant: SimulationInstant, wallMilliseconds: Int64, event: Event) {
    self.instant = instant
    self.wallMilliseconds = wallMilliseconds
    self.event = event
  }

  /// What the chart can show; times are milliseconds since the Unix epoch.
  public enum Event: Hashable, Sendable {
    /// The app's process changed its state; `word` is the system's name for the state.
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
    /// The plugin reported that a notification was missed.
    case missed(id: String, planned: Int64)
    case tapped(id: String)
    case taskSubmitted(id: String, begin: Int64)
    case taskRefused(id: String)
    case taskCancelled(id: String)
    case taskLaunched(number: Int, id: String, begin: Int64?)
    case taskEnded(number: Int, TaskEnd)
    /// The plugin reported that a task never ran.
    case taskMissed
    case fetchStarted(number: Int)
    /// A fetch ended with an HTTP status, or with the reason why there was none.
    case fetchEnded(number: Int, status: Int?, word: String)
    case recovered(Recovery)
  }

  /// The state of the app's process.
  public enum AppLife: String, Hashable, Sendable, CaseIterable {
    case foreground
    case background
    case suspended
    case dead
  }

  /// The state of the phone.
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

  /// What the plugin repaired at an entry.
  public struct Recovery: Hashable, Sendable {
    /// The kind: none, boot, termination, coldStart or warmStart.
    public var scenario: String
    /// The number of notifications reported as missed.
    public var missed: Int
    /// The number of requests that were in order.
    public var verified: Int
    /// The number of requests added again.
    public var rescheduled: Int
  }
}
