import CivilTime
import DailyNotification
import SimulationCore

extension OperatingSystem {
  /// When a repeating trigger that has just fired fires next, in wall ms; nil when it never does.
  ///
  /// Under the knob's `freeze` the zone may have changed meanwhile; no date is shown twice.
  mutating func nextTrigger(_ trigger: NotificationTrigger, firedAt fired: Int64) -> Int64? {
    guard case .daily(let time, let zoneName) = trigger, let zone = triggerZone(zoneName) else {
      return nextTrigger(trigger)
    }
    var through = max(wallMilliseconds, fired)
    if configuration.knobs.floatingTriggerOnZoneChange == .freeze, zoneName == nil {
      through = max(through, zone.occurrence(of: time, on: zone.date(at: fired)) ?? through)
    }
    return zone.nextOccurrence(of: time, after: through)
  }

  /// When a trigger next fires strictly after now, in wall ms; nil when it never does.
  ///
  /// Source: measured by others on the iOS 18.5 simulator (zone, floating, gap, overlap).
  mutating func nextTrigger(_ trigger: NotificationTrigger) -> Int64? {
    let wallNow = wall(at: now)
    switch trigger {
    case .calendar(let wallTime, let zoneName):
      // The phone's own zone is read in place: a copy would be retained and released.
      let time =
        zoneName == nil
        ? clocks.zone.instant(of: wallTime) : triggerZone(zoneName)?.instant(of: wallTime)
      guard let time, time > wallNow else { return nil }
      return time
    case .daily(let time, let zoneName):
      return triggerZone(zoneName)?.nextOccurrence(of: time, after: wallNow)
    case .interval(let milliseconds, _): return wallNow + milliseconds
    }
  }

  mutating func triggerZone(_ name: String?) -> Zone? {
    guard let name else { return zone }
    return clocks.zone(named: name)
  }

  /// How late a due notification is shown, in milliseconds.
  ///
  /// Source: the plugin's requirements design for ±180 s; that it is never early is Apple's wording
  /// for triggers. The shape (mostly a few seconds) is an assumption.
  mutating func drawDrift() -> Int64 {
    guard configuration.variant == .device else { return 0 }
    switch configuration.knobs.deliveryDrift {
    case .none: return 0
    case .bounded180:
      let draw = driftStream.integer(in: 0...1000)
      return 180 * draw * draw * draw / 1_000_000
    case .beyond: return driftStream.integer(in: 0...900_000)
    }
  }
}
