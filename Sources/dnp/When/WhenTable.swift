import CivilTime
import PlainText

/// The answer as a table for people, in ASCII.
struct WhenTable {
  let answer: WhenAnswer

  /// The question, the column titles and a line for each firing; every line ends in a line feed.
  var text: String {
    var table = TextTable([.right, .left, .left, .left, .left])
    table.append(["#", "local time", "UTC", "since last", "note"])
    for firing in answer.firings { table.append(cells(firing)) }
    return ([heading] + table.lines).map { $0 + "\n" }.joined()
  }

  private var heading: String {
    "'\(answer.schedule.text)' in \(answer.zone.identifier) after \(ISO8601.text(answer.start)), "
      + "tz data \(ZoneData.version)"
  }

  private func cells(_ firing: WhenFiring) -> [String] {
    [
      "\(firing.number)", local(firing), ISO8601.text(firing.instant),
      firing.sincePrevious.map { DurationText.text($0, zero: "0s") } ?? "-",
      firing.notes.map(\.text).joined(separator: "; "),
    ]
  }

  /// `Sun 2025-03-09 03:30 -04:00`.
  private func local(_ firing: WhenFiring) -> String {
    let date = firing.wallTime.date
    // Seconds are shown only if an offset or a gap has them.
    let time = firing.wallTime.text.dropFirst(date.text.utf8.count + 1)
    let shown = firing.wallTime.second == 0 ? time.prefix(5) : time
    return "\(CalendarNames.weekday(date.dayOfWeek)) \(date.text) \(shown) \(firing.offsetText)"
  }
}
