import SimulationCore

/// Doze: the phone lies still with its screen off, and the system holds back what can wait.
///
/// Source: AOSP, DeviceIdleController (INACTIVE_TIMEOUT and IDLE_AFTER_INACTIVE_TIMEOUT half an
/// hour each; IDLE_TIMEOUT an hour, doubled up to six hours; IDLE_PENDING_TIMEOUT five minutes,
/// doubled up to ten; MIN_DEEP_MAINTENANCE_TIME 30 s; MIN_TIME_TO_ALARM half an hour) and
/// AlarmManagerService.adjustIdleUntilTime (MIN_DEVICE_IDLE_FUZZ two minutes, MAX_DEVICE_IDLE_FUZZ
/// 15); Android, "Optimize for Doze and App Standby".
/// Not modelled: light Doze, motion and the minutes in which the phone looks for it (a phone whose
/// screen is off lies still), the alarm clocks of other apps.
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

  /// How long before an alarm clock the phone does not become idle, in milliseconds.
  static let alarmClockMilliseconds: Int64 = 1_800_000
  /// How long before an alarm clock idleness ends at the latest, in milliseconds.
  static let wakeMinMilliseconds: Int64 = 120_000
  /// The same at the earliest.
  public static let wakeMaxMilliseconds: Int64 = 900_000
  /// How long a maintenance window lasts at least, in milliseconds.
  static let windowMinMilliseconds: Int64 = 30_000
  private static let stepMilliseconds: Int64 = 1_800_000
  private static let idleMax: Int64 = 6 * 3_600_000
  private static let windowMax: Int64 = 600_000

  /// Where the phone stands.
  public private(set) var phase = Phase.active
  /// Whether a tester has put it into Doze, whatever its screen and plug say.
  public private(set) var isForced = false
  /// Whether the first of the two steps to idleness has come.
  private var isPending = false
  /// How long the next stretch of idleness lasts, in milliseconds.
  private var idleLength: Int64 = 3_600_000
  /// How long the next maintenance window lasts at most, in milliseconds.
  private var windowLength: Int64 = 300_000
  /// When the phase began.
  private var began = SimulationInstant.zero
  /// When it ends at the latest, alarm clocks aside.
  private(set) var end = SimulationInstant.zero
  /// The alarm clock before which idleness ends; nil without one.
  private(set) var alarmClock: SimulationInstant?
  /// The event with which the next step comes.
  private var token: EventToken?

  /// Whether the phase holds back what can wait.
  public var isIdle: Bool { phase == .idle }

  /// Whether an event for the next step has been scheduled.
  var isCounting: Bool { token != nil }

  /// Remembers the event with which the next step comes; returns the one that it replaces.
  mutating func attach(_ token: EventToken) -> EventToken? {
    defer { self.token = token }
    return self.token
  }

  /// The phone is left alone; returns when the first step comes.
  ///
  /// With an alarm clock within half an hour it counts from that one.
  static func firstStep(
    at now: SimulationInstant, alarmClock: SimulationInstant?
  ) -> SimulationInstant {
    let from = isUpcoming(alarmClock, at: now) ? alarmClock ?? now : now
    return from.advanced(byMilliseconds: stepMilliseconds)
  }

  /// Whether an alarm clock is so near that the phone stays active.
  static func isUpcoming(_ alarmClock: SimulationInstant?, at now: SimulationInstant) -> Bool {
    guard let alarmClock else { return false }
    return alarmClock.milliseconds - now.milliseconds <= alarmClockMilliseconds
  }

  /// The next step comes; returns when the one after it comes, alarm clocks aside.
  mutating func proceed(at now: SimulationInstant) -> SimulationInstant {
    token = nil
    switch phase {
    case .active where !isPending:
      isPending = true
      return now.advanced(byMilliseconds: DozeMachine.stepMilliseconds)
    case .active, .maintenance: return beginIdle(at: now)
    case .idle:
      phase = .maintenance
      end = now.advanced(byMilliseconds: windowLength)
      began = now
      windowLength = min(windowLength * 2, DozeMachine.windowMax)
      return now.advanced(byMilliseconds: DozeMachine.windowMinMilliseconds)
    }
  }

  /// The phone becomes idle; returns until when, alarm clocks aside.
  mutating func beginIdle(at now: SimulationInstant) -> SimulationInstant {
    phase = .idle
    began = now
    alarmClock = nil
    end = now.advanced(byMilliseconds: idleLength)
    idleLength = min(idleLength * 2, DozeMachine.idleMax)
    return end
  }

  /// How idleness ends, whichever alarm clock comes first.
  enum IdleEnd: Hashable {
    /// At its own time.
    case ownTime
    /// At once: the alarm clock is too near.
    case atOnce
    /// So many milliseconds before the alarm clock, drawn from a range.
    case before(ClosedRange<Int64>)
  }

  /// The first alarm clock is another one; returns how idleness ends with it.
  mutating func aim(at alarmClock: SimulationInstant?, now: SimulationInstant) -> IdleEnd {
    self.alarmClock = alarmClock
    guard let alarmClock else { return .ownTime }
    let latest = alarmClock.advanced(byMilliseconds: -DozeMachine.wakeMinMilliseconds)
    if end < latest { return .ownTime }
    if latest <= now { return .atOnce }
    let left = alarmClock.milliseconds - now.milliseconds
    return .before(DozeMachine.wakeMinMilliseconds...min(DozeMachine.wakeMaxMilliseconds, left))
  }

  /// Whether a maintenance window may end at an instant, as soon as nothing runs.
  func mayClose(at now: SimulationInstant) -> Bool {
    phase == .maintenance
      && now.milliseconds - began.milliseconds >= DozeMachine.windowMinMilliseconds
  }

  /// The phone is used, plugged in or near an alarm clock; returns the event to cancel.
  ///
  /// Forced Doze stays until it is taken back.
  mutating func wake() -> EventToken? {
    phase = .active
    isPending = false
    idleLength = 3_600_000
    windowLength = 300_000
    defer { token = nil }
    return token
  }

  /// A tester puts the phone into Doze, or takes that back.
  mutating func force(_ isForced: Bool) { self.isForced = isForced }
}
