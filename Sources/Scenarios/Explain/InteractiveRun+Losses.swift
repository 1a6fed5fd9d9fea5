import CivilTime
import DailyNotification
import DeviceModel
import Session
public import SimulationCore

extension InteractiveRun {
  /// What was planned for a stretch of wall time that has passed, in milliseconds since the Unix
  /// epoch, and that nothing in the system can show any more; in the order of its times.
  ///
  /// That is known when its time comes, whatever the plugin has noticed by then. Takes time in
  /// proportion to the days, at most the latest `lossDaysMax` of them.
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
    var trace = session.observer.notes.trace
    guard !trace.schedules.isEmpty else { return ([], false) }
    trace.endWallMilliseconds = now
    let (zone, first) = (device.os.zone, trace.zone(atWall: times.lowerBound))
    let end = max(zone.date(at: last), first.date(at: last))
    let begin = max(
      first.date(at: times.lowerBound), end.adding(days: -InteractiveRun.lossDaysMax))
    var losses: [LostNotification] = []
    var isOneDue = false
    var day = begin
    while day <= end {
      let judgement = DayExplainer(trace, day: day).judgement(at: now)
      losses += judgement.lost.filter { times.contains($0.planned) }
      isOneDue = isOneDue || judgement.isOneDue
      day = day.adding(days: 1)
    }
    return (losses, isOneDue)
  }

  /// How many days are looked at.
  private static let lossDaysMax = 1_000

  /// A number that changes with the stored schedules.
  public var scheduleChanges: Int { session.observer.notes.trace.scheduleChanges }

  /// When the next time of a stored schedule comes, whatever is armed for it; nil for none.
  public var nextPlannedInstant: SimulationInstant? {
    nextPlanned(after: device.os.wallMilliseconds).map(device.os.instant(ofWall:))
  }

  /// The first time of a stored schedule after a wall time, both in milliseconds since the Unix
  /// epoch; nil for none.
  public func nextPlanned(after wallMilliseconds: Int64) -> Int64? {
    session.observer.notes.trace.schedules.lazy.filter { $0.until == nil }
      .compactMap { $0.nextOccurrence(after: wallMilliseconds, in: device.os.zone) }.min()
  }
}
