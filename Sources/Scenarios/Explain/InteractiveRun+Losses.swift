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
    let now = device.os.wallMilliseconds
    let last = min(times.upperBound - 1, now)
    guard times.lowerBound <= last else { return [] }
    var trace = session.observer.notes.trace
    guard !trace.schedules.isEmpty else { return [] }
    trace.endWallMilliseconds = now
    let (zone, first) = (device.os.zone, trace.zone(atWall: times.lowerBound))
    let end = max(zone.date(at: last), first.date(at: last))
    let begin = max(
      first.date(at: times.lowerBound), end.adding(days: -InteractiveRun.lossDaysMax))
    var losses: [LostNotification] = []
    var day = begin
    while day <= end {
      losses += DayExplainer(trace, day: day).losses().filter { times.contains($0.planned) }
      day = day.adding(days: 1)
    }
    return losses
  }

  /// How many days are looked at.
  private static let lossDaysMax = 1_000

  /// When the next time of a stored schedule comes, whatever is armed for it; nil for none.
  public var nextPlannedInstant: SimulationInstant? {
    let trace = session.observer.notes.trace
    let now = device.os.wallMilliseconds
    let times = trace.schedules.filter { $0.until == nil }
      .compactMap { $0.nextOccurrence(after: now, in: device.os.zone) }
    return times.min().map(device.os.instant(ofWall:))
  }
}
