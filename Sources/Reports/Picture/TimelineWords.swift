import CivilTime
import PlainText
import Scenarios

/// The marks of a chart in words, for readers who cannot see it.
enum TimelineWords {
  /// `isAndroid`: what runs in the background is work there, and no task.
  static func text(_ mark: TimelineMark, isAndroid: Bool) -> String {
    let task = isAndroid ? "work" : "task"
    return switch mark.event {
    case .app(let life, let word): life.rawValue == word ? "app \(word)" : "app \(life): \(word)"
    case .phone(let life): "phone \(life.rawValue)"
    case .rebooted: "phone restarted"
    case .clockSet(let milliseconds): "clock set by \(DurationText.text(milliseconds))"
    case .zoneSet(let zone): "zone \(zone.identifier)"
    case .planned(let id, let time):
      "\(id) planned for \(ISO8601.text(time))"
    case .withdrawn(let id): "\(id) withdrawn"
    case .delivered(let id, let planned, let source):
      "\(id) shown, \(DurationText.text(mark.wallMilliseconds - planned)) after its time, "
        + "source \(source)"
    case .notDelivered(let id, let reason): "\(id) not shown: \(reason)"
    case .missed(let id, let planned): "\(id) missed, was planned for \(ISO8601.text(planned))"
    case .tapped(let id): "\(id) tapped"
    case .recovered(let recovery):
      "recovery \(recovery.scenario): \(recovery.missed) missed, \(recovery.verified) verified, "
        + "\(recovery.rescheduled) rescheduled"
    case .taskSubmitted(_, let begin): "\(task) asked for, from \(ISO8601.text(begin))"
    case .taskRefused: "\(task) refused"
    case .taskCancelled: "\(task) withdrawn"
    case .taskLaunched(let number, _, _): "\(task) run \(number) begins"
    case .taskEnded(let number, let end): "\(task) run \(number) \(end.rawValue)"
    case .taskMissed: "\(task) missed its window"
    case .fetchStarted(let number): "fetch \(number) begins"
    case .fetchEnded(let number, let status, let word):
      "fetch \(number) ends: \(status.map(String.init) ?? word)"
    }
  }
}
