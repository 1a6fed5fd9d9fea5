import CivilTime

/// The answer as a table for people, in ASCII.
struct WhenTable {
  private static let titles = ["#", "local time", "UTC", "since last", "note"]

  let answer: WhenAnswer

  /// What was asked, the titles and a line for each firing; every line ends in a line feed.
  var text: String {
    let rows = answer.firings.map(cells)
    let widths = (0..<Self.titles.count).map { column in
      ([Self.titles] + rows).map { $0[column].utf8.count }.max() ?? 0
    }
    return ([heading] + ([Self.titles] + rows).map { Self.line($0, widths) })
      .map { $0 + "\n" }.joined()
  }

  private var heading: String {
    "'\(answer.schedule.text)' in \(answer.zone.identifier) after \(ISO8601.text(answer.start)), "
      + "tz data \(ZoneData.version)"
  }

  private func cells(_ firing: WhenFiring) -> [String] {
    [
      "\(firing.number)", local(firing), ISO8601.text(firing.instant),
      firing.sincePrevious.map(WhenDuration.text) ?? "-",
      firing.notes.map(\.text).joined(separator: "; "),
    ]
  }

  /// `Sun 2025-03-09 03:30 -04:00`.
  private func local(_ firing: WhenFiring) -> String {
    let date = firing.wallTime.date
    // 1970-01-01 was a Thursday.
    let day = ((date.daysSinceEpoch + 4) % 7 + 7) % 7
    let name = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][day]
    // Seconds are shown only where an offset or a gap has some.
    let time = firing.wallTime.text.dropFirst(date.text.utf8.count + 1)
    let shown = firing.wallTime.second == 0 ? time.prefix(5) : time
    return "\(name) \(date.text) \(shown) \(firing.offsetText)"
  }

  /// The numbers stand right, everything else left; nothing follows the last cell.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map { column, cell in
      let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
      return column == 0 ? blanks + cell : cell + blanks
    }
    let line = padded.joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
