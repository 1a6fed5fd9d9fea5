import SimulationCore

/// Doze: the phone lies still with its screen off, and the system holds back what can wait.
///
/// Source: AOSP, DeviceIdleController (IDLE_TIMEOUT an hour, doubled up to six hours;
/// IDLE_PENDING_TIMEOUT five minutes, doubled up to ten); Android, "Optimize for Doze and App
/// Standby". That Doze begins an hour after the screen went off is the sum of its timeouts.
/// Not modelled: light Doze, motion (a phone whose screen is off lies still).
public struct DozeMachine: Hashable, Sendable {
  /// Where the phone stands.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Nothing is held back.
    case active
    /// What can wait waits.
    case idle
    /// What has waited may run for some minutes.
    case maintenance
  }

  /// How long after the last use Doze begins.
  static let beginMilliseconds: Int64 = 3_600_000
  private static let idleMax: Int64 = 6 * 3_600_000
  private static let windowMax: Int64 = 600_000

  /// Where the phone stands.
  public private(set) var phase = Phase.active
  /// Whether a tester has put it into Doze, whatever its screen and plug say.
  public private(set) var isForced = false
  /// How long the next stretch of idleness lasts, in milliseconds.
  private var idleLength: Int64 = 3_600_000
  /// How long the next maintenance window lasts, in milliseconds.
  private var windowLength: Int64 = 300_000
  /// The event with which the next phase begins.
  private var token: EventToken?

  /// Whether the phase holds back what can wait.
  public var isIdle: Bool { phase == .idle }

  /// Whether an event for the next phase has been scheduled.
  var isCounting: Bool { token != nil }

  /// Remembers the event with which the next phase begins.
  mutating func attach(_ token: EventToken) { self.token = token }

  /// The next phase begins; returns how long it lasts, in milliseconds.
  mutating func proceed() -> Int64 {
    token = nil
    switch phase {
    case .active, .maintenance:
      phase = .idle
      defer { idleLength = min(idleLength * 2, DozeMachine.idleMax) }
      return idleLength
    case .idle:
      phase = .maintenance
      defer { windowLength = min(windowLength * 2, DozeMachine.windowMax) }
      return windowLength
    }
  }

  /// The phone is used, plugged in or woken by an alarm clock; returns the event to cancel.
  ///
  /// Forced Doze stays until it is taken back.
  mutating func wake() -> EventToken? {
    phase = .active
    idleLength = 3_600_000
    windowLength = 300_000
    defer { token = nil }
    return token
  }

  /// A tester puts the phone into Doze, or takes that back.
  mutating func force(_ isForced: Bool) { self.isForced = isForced }
}
