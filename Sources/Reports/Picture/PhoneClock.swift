import CivilTime
import PlainText
import Scenarios
import SimulationCore

/// The phone's wall clock at each instant of a run.
struct PhoneClock {
  /// A part of the run in which neither zone nor clock is set.
  struct Segment {
    /// The instant at which it begins, in milliseconds.
    let start: Int64
    /// The wall time that corresponds to instant 0, in milliseconds since the Unix epoch.
    let epochMilliseconds: Int64
    let zone: Zone
  }

  /// The segments, in order; there is at least one.
  let segments: [Segment]

  init(_ result: ScenarioResult) {
    let zone = (try? Zone(identifier: result.setup.zone)) ?? .utc
    var segments = [
      Segment(start: 0, epochMilliseconds: result.setup.startMilliseconds, zone: zone)
    ]
    for mark in result.timeline.marks {
      let last = segments[segments.count - 1]
      let start = mark.instant.milliseconds
      switch mark.event {
      case .zoneSet(let zone):
        segments.append(
          Segment(start: start, epochMilliseconds: last.epochMilliseconds, zone: zone))
      case .clockSet:
        segments.append(
          Segment(
            start: start, epochMilliseconds: mark.wallMilliseconds - start, zone: last.zone))
      case .app, .phone, .rebooted, .planned, .withdrawn, .delivered, .notDelivered, .missed,
        .tapped, .taskSubmitted, .taskRefused, .taskCancelled, .taskLaunched, .taskEnded,
        .taskMissed, .fetchStarted, .fetchEnded, .recovered:
        break
      }
    }
    self.segments = segments
  }

  /// The segment that contains an instant; of two that begin there, the later one.
  func segment(at instant: Int64) -> Segment {
    segments.last { $0.start <= instant } ?? segments[0]
  }

  /// The last instant at which the wall clock showed a time, in milliseconds since the Unix epoch;
  /// of a time that was jumped over the end of the jump.
  func instant(ofWall milliseconds: Int64) -> Int64 {
    for (place, segment) in segments.enumerated().reversed() {
      let instant = milliseconds - segment.epochMilliseconds
      let end = place + 1 < segments.count ? segments[place + 1].start : Int64.max
      if instant >= end { return end }
      if instant >= segment.start { return instant }
    }
    return milliseconds - segments[0].epochMilliseconds
  }

  /// The wall time: `15 Nov 05:42:30`.
  func text(at instant: Int64) -> String {
    let segment = segment(at: instant)
    let time = segment.zone.wallTime(at: segment.epochMilliseconds + instant)
    return PhoneClock.date(time) + " " + time.timeText(.seconds)
  }

  /// `15 Nov`.
  static func date(_ time: WallTime) -> String {
    "\(time.date.day) \(CalendarNames.month(time.date.month))"
  }
}
