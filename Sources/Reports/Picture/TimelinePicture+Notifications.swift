import CivilTime
import PlainText
import Scenarios
import SimulationCore

extension TimelinePicture {
  /// Planned times as lines, shown notifications as diamonds, others as triangles and crosses.
  var notifications: String {
    var drawing = ""
    var planned: Set<Int> = []
    var good = Crowd(gap: 60)
    var bad = Crowd(gap: 60)
    for mark in result.timeline.marks {
      let now = mark.instant.milliseconds
      switch mark.event {
      case .planned(let id, let time):
        let instant = now + time - mark.wallMilliseconds
        // A time that is planned again has its line already.
        guard scale.contains(instant), planned.insert(scale.x(instant) / 10).inserted else { break }
        drawing += SVG.upright(
          "plan", x: scale.x(instant), from: 30, to: 190,
          title: "\(id) planned for \(clock.text(at: instant))")
      case .delivered(let id, let time, let source):
        guard good.admits(scale.x(now)) else { break }
        drawing += shown(mark, id, now + time - mark.wallMilliseconds, source)
      case .notDelivered(let id, let reason):
        guard !result.tells(mark.event), bad.admits(scale.x(now)) else { break }
        drawing += SVG.shape(
          .cross, x: scale.x(now), y: TimelinePicture.badRow,
          title: "\(id) not shown at \(clock.text(at: now)): \(reason)")
      case .missed(let id, let time):
        let instant = now + time - mark.wallMilliseconds
        guard !result.tells(mark.event), bad.admits(scale.x(instant)) else { break }
        drawing += SVG.shape(
          .triangle, x: scale.x(instant), y: TimelinePicture.badRow,
          title: "\(id) missed, noticed at \(clock.text(at: now))")
      case .app, .phone, .rebooted, .clockSet, .zoneSet, .withdrawn, .tapped, .taskSubmitted,
        .taskRefused, .taskCancelled, .taskLaunched, .taskEnded, .taskMissed, .fetchStarted,
        .fetchEnded, .recovered:
        break
      }
    }
    return drawing + lost
  }

  /// What was not shown, at its time, whether the plugin has noticed or not.
  private var lost: String {
    var crowd = Crowd(gap: 60)
    return result.occurrences.lost.compactMap { each in
      let instant = clock.instant(ofWall: each.plannedMilliseconds)
      guard crowd.admits(scale.x(instant)) else { return nil }
      return SVG.shape(
        .cross, x: scale.x(instant), y: TimelinePicture.badRow,
        title: "\(each.schedule) \(each.text), planned for \(each.localTime)")
    }.joined()
  }

  private func shown(
    _ mark: TimelineMark, _ id: String, _ planned: Int64, _ source: String
  ) -> String {
    let now = mark.instant.milliseconds
    let (x, from) = (scale.x(now), scale.x(max(planned, 0)))
    let drift = SVG.bar(
      "drift", x: min(x, from), y: TimelinePicture.goodRow - 10, width: abs(x - from), height: 20)
    let late = DurationText.text(now - planned)
    return (x == from ? "" : drift)
      + SVG.shape(
        source == "default" ? .hollow : .diamond, x: x, y: TimelinePicture.goodRow,
        title: "\(id) shown at \(clock.text(at: now)), \(late) after its time, source \(source)")
  }

  /// Zone and clock where they were set, and DST changes.
  var clockChanges: String {
    var drawing = ""
    var labels: [RowLabel] = []
    var crowd = Crowd(gap: 90)
    for (instant, word) in changes.sorted(by: { $0.instant < $1.instant }) {
      let x = scale.x(instant)
      guard crowd.admits(x) else { continue }
      labels.append(RowLabel(x: x, y: 205, word: word))
      drawing += SVG.shape(.flag, x: x, y: 170, title: "\(word) at \(clock.text(at: instant))")
    }
    return drawing + RowLabel.text(labels)
  }

  /// The changes of the clock, each with its instant in milliseconds.
  var changes: [(instant: Int64, word: String)] {
    var changes = result.timeline.marks.compactMap { mark -> (instant: Int64, word: String)? in
      switch mark.event {
      case .zoneSet(let zone): (mark.instant.milliseconds, zone.identifier)
      case .clockSet(let milliseconds):
        (mark.instant.milliseconds, "clock \(TimelinePicture.signed(milliseconds))")
      case .app, .phone, .rebooted, .planned, .withdrawn, .delivered, .notDelivered, .missed,
        .tapped, .taskSubmitted, .taskRefused, .taskCancelled, .taskLaunched, .taskEnded,
        .taskMissed, .fetchStarted, .fetchEnded, .recovered:
        nil
      }
    }
    for (index, segment) in clock.segments.enumerated() {
      let isLast = index + 1 == clock.segments.count
      let until = isLast ? scale.end : clock.segments[index + 1].start
      var wall = segment.epochMilliseconds + segment.start
      while let transition = segment.zone.nextTransition(after: wall),
        transition.instant - segment.epochMilliseconds < until
      {
        wall = transition.instant
        let seconds = transition.offsetAfter - transition.offsetBefore
        changes.append(
          (
            wall - segment.epochMilliseconds,
            "\(TimelinePicture.signed(Int64(seconds) * 1_000)) DST"
          ))
      }
    }
    return changes
  }

  private static func signed(_ milliseconds: Int64) -> String {
    (milliseconds > 0 ? "+" : "") + DurationText.text(milliseconds)
  }
}
