import CivilTime
import DailyNotification
import JSONText
import PlainText
import Scenarios

/// The counters and the log of a scenario.
struct HTMLObservations {
  let result: ScenarioResult

  var text: String { occurrences + drift + recoveries + telemetry + snapshot + log }

  /// Each planned notification, and what became of it; those that were not shown stand out.
  private var occurrences: String {
    let rows = result.occurrences.listed.map { each in
      [
        HTML.text(each.schedule), "\(each.localTime)", HTML.text(each.zone),
        each.outcome == .notShown
          ? HTML.outcome("bad", "✗", each.text) : HTML.text(each.text),
        each.shownMilliseconds.map(ISO8601.text).joined(separator: "<br/>"),
        HTML.text(each.prefetch?.outcome.rawValue ?? ""), HTML.text(each.report.words),
      ]
    }
    let lost = result.occurrences.lostCount
    return table(
      "Planned notifications" + (lost == 0 ? "" : ", \(lost) not shown"),
      [
        "schedule", "planned|keep", "zone|keep", "the person saw", "shown|keep", "prefetch|keep",
        "the plugin said|keep",
      ], rows)
  }

  private var drift: String {
    let rows = result.timeline.marks.compactMap { mark -> [String]? in
      guard case .delivered(let id, let planned, let source) = mark.event else { return nil }
      return [
        HTML.text(id), HTML.text(source), ISO8601.text(planned),
        ISO8601.text(mark.wallMilliseconds), DurationText.text(mark.wallMilliseconds - planned),
      ]
    }
    return table(
      "Shown notifications", ["id", "source|keep", "planned|keep", "shown|keep", "drift|num"], rows)
  }

  private var recoveries: String {
    let rows = result.timeline.marks.compactMap { mark -> [String]? in
      guard case .recovered(let recovery) = mark.event else { return nil }
      return [
        ISO8601.text(mark.wallMilliseconds), HTML.text(recovery.scenario), "\(recovery.missed)",
        "\(recovery.verified)", "\(recovery.rescheduled)",
      ]
    }
    return table(
      "Recoveries", ["at|keep", "kind", "missed|num", "verified|num", "rescheduled|num"], rows)
  }

  private var telemetry: String {
    let rows = result.telemetry.filter { $0.value != 0 }
      .map { [HTML.text($0.name), "\($0.value)"] }
    return table("Telemetry that is not 0", ["metric", "value|num"], rows)
  }

  private var snapshot: String {
    HTML.folded(
      "Schedule snapshot",
      HTML.lines(result.snapshot.prettyText.split(separator: "\n").map(String.init)))
  }

  private var log: String {
    let lines = result.lines.suffix(HTMLChapter.rowsMax)
    guard !lines.isEmpty else { return "" }
    return HTML.folded(
      "Log: the last \(lines.count) of \(result.lineCount) lines",
      HTML.lines(lines.map { "\(ISO8601.text($0.wallMilliseconds)) \($0.level) \($0.text)" }))
  }

  /// A collapsed table with its first rows; empty without rows.
  private func table(_ title: String, _ head: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    let rest = rows.count - HTMLChapter.rowsMax
    return HTML.folded(
      "\(title): \(rows.count)",
      HTML.table(title, head, Array(rows.prefix(HTMLChapter.rowsMax)))
        + (rest > 0 ? HTML.element("p", style: "dim", "and \(rest) more") : ""))
  }
}
