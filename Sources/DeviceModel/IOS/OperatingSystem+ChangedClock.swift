import CivilTime
import DailyNotification
import SimulationCore

extension OperatingSystem {
  /// Aims the requests that wait for a time of the clock at that time by the changed clock.
  ///
  /// Source: that what a clock jumps over comes at once, flutter_local_notifications 2087; that a
  /// floating time follows the zone, notifee 1033 (knob `floatingTriggerOnZoneChange`). Assumed:
  /// that a time which the zone's change has moved into the past comes at once too, that a
  /// repeating request which was jumped over comes once, and that none comes twice for one date.
  mutating func reaimTriggers(after change: ClockChange) {
    if case .zone(let earlier) = change { noteDueDates(in: earlier) }
    for (request, entry) in center.waiting {
      guard let aim = aim(of: request, entry, after: change) else { continue }
      cancel(entry.token)
      if aim.trigger != entry.triggerMilliseconds {
        record(.request(.moved(identifier: request.identifier, trigger: aim.trigger)))
      }
      let event = schedule(.trigger(serial: entry.serial), at: instant(ofWall: aim.trigger))
      center.reaim(entry.serial, aim, event)
    }
  }

  /// A repeating floating request that is on its way keeps the date it came due for, by the earlier
  /// zone: that date does not come again in the new one.
  private mutating func noteDueDates(in earlier: Zone) {
    guard configuration.knobs.floatingTriggerOnZoneChange == .follow else { return }
    for (request, entry) in zip(center.requests, center.entries) where entry.isDue {
      guard case .daily(let time, nil) = request.trigger else { continue }
      let date = entry.dueDate ?? earlier.date(at: entry.triggerMilliseconds)
      guard let fired = zone.occurrence(of: time, on: date) else { continue }
      // What the zone before had noted for it counts no more.
      let before = entry.dueDate == nil ? entry.firedThrough ?? .min : .min
      center.noteFired(entry.serial, through: max(fired, before), on: date)
    }
  }

  /// Where a request is aimed after a change; nil when the change is nothing to it.
  private mutating func aim(
    of request: NotificationRequest, _ entry: NotificationCenterMachine.Entry,
    after change: ClockChange
  ) -> NotificationCenterMachine.Aim? {
    var aim = NotificationCenterMachine.Aim(
      trigger: entry.triggerMilliseconds, firedThrough: entry.firedThrough)
    switch (change, request.trigger) {
    case (.warp(let milliseconds), .interval): aim.trigger += milliseconds
    case (.warp, .calendar): break
    case (.warp, .daily(let time, let zoneName)):
      guard aim.trigger > wallMilliseconds, let zone = triggerZone(zoneName) else { break }
      aim.trigger = next(time, in: zone, after: aim) ?? aim.trigger
    case (.zone, _) where configuration.knobs.floatingTriggerOnZoneChange == .freeze: return nil
    case (.zone, .calendar(let wallTime, nil)):
      guard let time = zone.instant(of: wallTime) else { return nil }
      aim.trigger = time
    case (.zone(let earlier), .daily(let time, nil)):
      aim = moved(aim, time, from: earlier)
    case (.zone, _): return nil
    }
    return aim
  }

  /// A repeating floating request: the date it was aimed at, unless that is past or far off.
  private func moved(
    _ aim: NotificationCenterMachine.Aim, _ time: TimeOfDay, from earlier: Zone
  ) -> NotificationCenterMachine.Aim {
    func translated(_ instant: Int64) -> Int64 {
      zone.occurrence(of: time, on: earlier.date(at: instant)) ?? instant
    }
    var aim = aim
    aim.firedThrough = aim.firedThrough.map(translated)
    aim.trigger = translated(aim.trigger)
    if aim.trigger > wallMilliseconds {
      aim.trigger = next(time, in: zone, after: aim) ?? aim.trigger
    }
    return aim
  }

  /// The next occurrence that has not been shown.
  private func next(
    _ time: TimeOfDay, in zone: Zone, after aim: NotificationCenterMachine.Aim
  ) -> Int64? {
    zone.nextOccurrence(of: time, after: max(wallMilliseconds, aim.firedThrough ?? .min))
  }

  /// Moves the readiness of pending tasks: their begin dates are times of the wall clock.
  ///
  /// Source: Apple, BGTaskRequest.earliestBeginDate is a date. The lateness that was drawn stays;
  /// that the system looks at the clock again after it was set is an assumption.
  mutating func reaimTasks() {
    for pending in scheduler.pending {
      guard let lateness = pending.lateness else { continue }
      cancel(pending.token)
      let ready = instant(ofWall: pending.earliestBeginDate).advanced(byMilliseconds: lateness)
      scheduler.unready(pending.serial)
      scheduler.attach(
        schedule(.taskReady(serial: pending.serial), at: ready), toRequest: pending.serial)
    }
  }
}
