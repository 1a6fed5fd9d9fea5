import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// Counts how often a run has come into a state that is hard to reach: the *sometimes*-checks.
///
/// An invariant that holds because nothing ever happened proves nothing; over many runs each of
/// these must have been reached.
public struct ReachedStates: Hashable, Sendable {
  /// A state worth reaching.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Requests stand in the last places of the list, which the plugin's window leaves free.
    case evictionPressure
    /// A task ran more than 15 minutes after its begin date.
    case lateTask
    /// A task's time was up before it was complete.
    case expiredTask
    /// A notification was shown on a date on which the clocks changed.
    case clockChangeDay
    /// The phone was started and is not unlocked.
    case lockedReboot
    /// A server answered that nothing has changed.
    case notModified
    /// Content was thrown away because it was too old.
    case staleCache
    /// A missed notification was reported.
    case missReported
    /// The wall clock was set back.
    case clockSetBack
    /// The phone changed its zone.
    case zoneChange
  }

  /// How many requests the plugin has pending as planned.
  static let windowMax = 56

  private var counts = [Int](repeating: 0, count: State.allCases.count)
  private var staleCount = 0
  private var isCrowded = false

  /// How often each state was reached, in their order.
  public var tallies: [(state: State, count: Int)] { Array(zip(State.allCases, counts)) }

  /// How often a state was reached.
  public func count(_ state: State) -> Int {
    State.allCases.firstIndex(of: state).map { counts[$0] } ?? 0
  }

  private mutating func reach(_ state: State) {
    guard let index = State.allCases.firstIndex(of: state) else { return }
    counts[index] += 1
  }

  mutating func missReported() { reach(.missReported) }

  mutating func launched(_ task: LaunchedTask, at wallMilliseconds: Int64) {
    let late = task.beginDate.map { wallMilliseconds - $0 } ?? 0
    if late > 900_000 { reach(.lateTask) }
  }

  mutating func taskExpired() { reach(.expiredTask) }

  mutating func fetchEnded(_ result: FetchResult) {
    if result.status == 304 { reach(.notModified) }
  }

  mutating func performed(_ command: Command) {
    if case .reboot(isLocked: true) = command {
      reach(.lockedReboot)
    } else if case .setZone = command {
      reach(.zoneChange)
    } else if case .shiftDST = command {
      reach(.zoneChange)
    } else if case .warpClock(let milliseconds) = command, milliseconds < 0 {
      reach(.clockSetBack)
    }
  }

  mutating func delivered(at time: Int64, _ device: Device) {
    let day: Int64 = 86_400_000
    let zone = device.os.zone
    let before = zone.offsetSeconds(at: time - day / 2)
    if before != zone.offsetSeconds(at: time + day / 2) { reach(.clockChangeDay) }
  }

  mutating func instantEnded(on device: Device) {
    let stale = device.os.storage.telemetry.cacheStale
    if stale != staleCount {
      if stale > staleCount { reach(.staleCache) }
      staleCount = stale
    }
    let isCrowdedNow = device.os.pendingCount > ReachedStates.windowMax
    if isCrowdedNow, !isCrowded { reach(.evictionPressure) }
    isCrowded = isCrowdedNow
  }
}
