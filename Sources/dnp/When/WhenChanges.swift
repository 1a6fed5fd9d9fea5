import CivilTime
import PlainText

/// Describes the effect of offset changes of a zone on the firings of a schedule.
///
/// Changes are known from 1970 through 2100; firings in other years have no notes.
struct WhenChanges {
  private let schedule: WhenSchedule
  private let zone: Zone
  private let transitions: [ZoneTransition]

  /// The changes near instants, which must ascend and not be empty.
  init(schedule: WhenSchedule, zone: Zone, instants: [Int64]) {
    self.schedule = schedule
    self.zone = zone
    let years = [instants.first, instants.last].map { Zone.utc.date(at: $0 ?? 0).year }
    transitions = zone.transitions(fromYear: years[0] - 1, throughYear: years[1] + 1)
  }

  /// The notes on a firing; `previous` is the previous firing, or the start of the search.
  func notes(for instant: Int64, after previous: Int64) -> [WhenNote] {
    let gaps = transitions.filter { $0.isGap && previous < $0.instant && $0.instant <= instant }
    return gaps.flatMap { gapNotes($0, instant) } + moved(instant) + overlaps(instant)
  }

  /// The effect of a gap on the wall times in it: nothing fires on a date that is skipped.
  private func gapNotes(_ gap: ZoneTransition, _ instant: Int64) -> [WhenNote] {
    let range = wallTimes(of: gap)
    let asked = schedule.wallTimes(from: range.lowerBound, upTo: range.upperBound)
    let isSkipped = { (wallTime: WallTime) in Self.isSkipped(wallTime.date, in: range) }
    var notes: [WhenNote] = []
    for wallTime in asked where isSkipped(wallTime) && notes.last?.wallTime.date != wallTime.date {
      let text = "\(wallTime.date.text) is skipped in this zone, nothing fires on it"
      notes.append(WhenNote(kind: .dateSkipped, wallTime: wallTime, text: text))
    }
    let lost = asked.filter { !isSkipped($0) }
    if schedule.followsClock, let first = lost.first {
      let more = lost.count == 1 ? " is" : " and \(lost.count - 1) more are"
      notes.append(
        WhenNote(
          kind: .lostInGap, wallTime: first,
          text: clock(first, at: instant) + more + " in the gap \(text(range)), lost"))
    }
    return notes
  }

  /// The note on a time in a gap, found by the wall time that is shown instead.
  private func moved(_ instant: Int64) -> [WhenNote] {
    guard !schedule.followsClock,
      let gap = transitions.last(where: { $0.isGap && $0.instant <= instant })
    else { return [] }
    let length = Int64(gap.offsetAfter - gap.offsetBefore) * 1_000
    let shown = zone.wallTime(at: instant)
    let asked = shown.adding(milliseconds: -length)
    let range = wallTimes(of: gap)
    guard range.contains(asked), !Self.isSkipped(asked.date, in: range), schedule.has(asked) else {
      return []
    }
    let twin = schedule.has(shown) ? ", together with \(clock(shown, at: instant))" : ""
    let text =
      "\(clock(asked, at: instant)) is in the gap \(text(range)), "
      + "moved forward by \(DurationText.text(length, zero: "0s"))\(twin)"
    return [WhenNote(kind: .movedForward, wallTime: asked, text: text)]
  }

  /// The notes on a wall time that occurs twice: it fires in the first pass.
  private func overlaps(_ instant: Int64) -> [WhenNote] {
    let wallTime = zone.wallTime(at: instant)
    return transitions.compactMap { transition in
      let length = Int64(transition.offsetBefore - transition.offsetAfter) * 1_000
      guard transition.instant - length <= instant, instant < transition.instant else {
        return nil
      }
      return WhenNote(
        kind: .firstOfTwo, wallTime: wallTime,
        text: "first of two \(clock(wallTime, at: instant)), the clock goes back by "
          + "\(DurationText.text(length, zero: "0s")); the second does not fire")
    }
  }

  /// The wall times that a gap skips.
  private func wallTimes(of gap: ZoneTransition) -> Range<WallTime> {
    let start = Zone.utc.wallTime(at: gap.instant + Int64(gap.offsetBefore) * 1_000)
    return start..<Zone.utc.wallTime(at: gap.instant + Int64(gap.offsetAfter) * 1_000)
  }

  private static func isSkipped(_ date: CivilDate, in range: Range<WallTime>) -> Bool {
    let next = WallTime(date: date.adding(days: 1), hour: 0, minute: 0)
    return range.lowerBound <= WallTime(date: date, hour: 0, minute: 0) && next <= range.upperBound
  }

  /// `02:00 to 03:00`.
  private func text(_ range: Range<WallTime>) -> String {
    range.lowerBound.timeOfDay.text + " to " + range.upperBound.timeOfDay.text
  }

  /// The time of day, with its date if that differs from the date of the firing.
  private func clock(_ wallTime: WallTime, at instant: Int64) -> String {
    let time = wallTime.timeOfDay.text
    return wallTime.date == zone.date(at: instant) ? time : "\(wallTime.date.text) \(time)"
  }
}
