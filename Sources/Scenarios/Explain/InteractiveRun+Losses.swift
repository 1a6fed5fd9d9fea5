import CivilTime
import DailyNotification
import DeviceModel
public import History
import Session
public import SimulationCore

extension InteractiveRun {
  /// What happened on the phone until now.
  public var history: PhoneHistory {
    var history = session.observer.history
    history.finish(device)
    return history
  }

  /// The latest of each kind of event on the phone.
  public var latest: LatestEvents { session.observer.history.latest }

  /// What went wrong last; nil where nothing has.
  public var lastError: PhoneError? { session.observer.history.errors.last }

  /// What was planned for a stretch of wall time that has passed, in milliseconds since the Unix
  /// epoch, and that nothing in the system can show any more; in the order of its times.
  ///
  /// That is known when its time comes, whatever the plugin has noticed by then. Takes time in
  /// proportion to the days.
  public func losses(in times: Range<Int64>) -> [LostNotification] {
    judgement(in: times).lost
  }

  /// The same, and whether the time of one of the others has come and it may still be shown.
  public func judgement(
    in times: Range<Int64>
  ) -> (lost: [LostNotification], isOneDue: Bool) {
    let now = device.os.wallMilliseconds
    let last = min(times.upperBound - 1, now)
    guard times.lowerBound <= last else { return ([], false) }
    let history = history
    guard !history.context.schedules.isEmpty else { return ([], false) }
    let (zone, first) = (device.os.zone, history.context.zone(atWall: times.lowerBound))
    let end = max(zone.date(at: last), first.date(at: last))
    var losses: [LostNotification] = []
    var isOneDue = false
    let start = min(first.date(at: times.lowerBound), end)
    for occurrence in history.occurrences(in: start...end).list {
      if case .due = occurrence.outcome { isOneDue = true }
      guard times.contains(occurrence.notification.planned),
        let lost = LostNotification(occurrence)
      else { continue }
      losses.append(lost)
    }
    return (losses, isOneDue)
  }

  /// A number that changes with the stored schedules.
  public var scheduleChanges: Int { session.observer.history.context.scheduleChanges }

  /// When a notification will be lost without an event: the next time of a stored schedule that
  /// nothing in the system stands for; nil where something stands for each next one.
  public var nextLossInstant: SimulationInstant? {
    let history = session.observer.history
    let (now, zone) = (device.os.wallMilliseconds, device.os.zone)
    let times = history.context.schedules.filter { $0.until == nil }.compactMap { plan -> Int64? in
      guard let next = plan.nextOccurrence(after: now, in: zone) else { return nil }
      return history.index.hasOpenRequest(of: plan.id, at: next) ? nil : next
    }
    return times.min().map(device.os.instant(ofWall:))
  }

  /// The first time of a stored schedule after a wall time, both in milliseconds since the Unix
  /// epoch; nil for none.
  public func nextPlanned(after wallMilliseconds: Int64) -> Int64? {
    session.observer.history.context.schedules.lazy.filter { $0.until == nil }
      .compactMap { $0.nextOccurrence(after: wallMilliseconds, in: device.os.zone) }.min()
  }
}
