import PlainText
import Scenarios
import SimulationCore

/// The run as a picture of characters, for reports that show no other one.
///
/// A row each for the app, tasks, fetches and notifications, from the beginning on the left to the
/// end on the right. A row without anything is left out.
struct TimelineText {
  /// The number of columns of the time axis.
  static let columns = 60
  private static let names = 8

  private let result: ScenarioResult
  private let clock: PhoneClock
  /// The last instant, in milliseconds; at least 1.
  private let end: Int64

  init(_ result: ScenarioResult) {
    self.result = result
    clock = PhoneClock(result)
    end = max(1, result.endInstant.milliseconds)
  }

  /// The lines: the axis, the rows, and what their signs mean; empty where nothing can be shown.
  var lines: [String] {
    guard result.endInstant.milliseconds > 0 else { return [] }
    let (notifications, tasks, fetches) = rows
    let drawn = [
      row("app", app), row("task", tasks), row("fetch", fetches), row("shown", notifications),
      row("failed", failures),
    ].compactMap(\.self)
    guard !drawn.isEmpty else { return [] }
    let meanings = TimelineText.meanings.filter { sign, _ in
      drawn.contains { $0.dropFirst(TimelineText.names).contains(sign) }
    }
    return [axis] + drawn + [meanings.map { "\($0.sign) \($0.words)" }.joined(separator: " · ")]
  }

  private static let meanings: [(sign: Character, words: String)] = [
    ("▓", "on the screen"), ("▒", "in the background"), ("░", "suspended"), ("●", "succeeded"),
    ("✗", "failed"), ("△", "missed"), ("◆", "fetched content"), ("◇", "default text"),
  ]

  /// The first and the last time of the phone's clock.
  private var axis: String {
    let (first, last) = (clock.text(at: 0), clock.text(at: result.endInstant.milliseconds))
    let gap = TimelineText.columns - first.count - last.count
    return blanks(TimelineText.names) + first + blanks(max(1, gap)) + last
  }

  /// The column of an instant; that of the nearer end for one outside of the run.
  private func column(_ instant: Int64) -> Int {
    let inside = min(max(instant, 0), end)
    return Int(inside * Int64(TimelineText.columns - 1) / end)
  }

  private func row(_ name: String, _ signs: [Character]) -> String? {
    guard signs.contains(where: { $0 != " " }) else { return nil }
    return name + blanks(TimelineText.names - name.count)
      + String(signs.reversed().drop { $0 == " " }.reversed())
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static let empty = [Character](repeating: " ", count: columns)

  private var app: [Character] {
    var signs = TimelineText.empty
    for part in RunStory(result).app {
      let sign: Character
      switch part.life {
      case .foreground: sign = "▓"
      case .background: sign = "▒"
      case .suspended: sign = "░"
      case .dead: sign = " "
      }
      for column in column(part.span.start)...column(part.span.end) { signs[column] = sign }
    }
    return signs
  }

  /// Where a step failed.
  private var failures: [Character] {
    var signs = TimelineText.empty
    for step in result.steps where step.isBad {
      signs[column(step.instant.milliseconds)] = "✗"
    }
    return signs
  }

  private var rows: (notifications: [Character], tasks: [Character], fetches: [Character]) {
    var (notifications, tasks) = (TimelineText.empty, TimelineText.empty)
    var fetches = TimelineText.empty
    for mark in result.timeline.marks {
      let now = mark.instant.milliseconds
      let place = column(now)
      switch mark.event {
      case .delivered(_, _, let source): notifications[place] = source == "default" ? "◇" : "◆"
      case .notDelivered:
        if !result.tells(mark.event) { notifications[place] = "✗" }
      case .missed(_, let planned):
        if result.tells(mark.event) { break }
        notifications[column(now + planned - mark.wallMilliseconds)] = "△"
      case .taskEnded(_, let end): tasks[place] = end == .succeeded ? "●" : "✗"
      case .taskRefused: tasks[place] = "✗"
      case .taskMissed: tasks[place] = "△"
      case .fetchEnded(_, let status, _):
        fetches[place] = status.map { (200..<400).contains($0) } == true ? "●" : "✗"
      case .app, .phone, .rebooted, .clockSet, .zoneSet, .planned, .withdrawn, .tapped,
        .taskSubmitted, .taskCancelled, .taskLaunched, .fetchStarted, .recovered:
        break
      }
    }
    for each in result.occurrences.lost {
      notifications[column(clock.instant(ofWall: each.plannedMilliseconds))] = "✗"
    }
    return (notifications, tasks, fetches)
  }
}
