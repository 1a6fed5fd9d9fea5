import CivilTime
import DailyNotification
import DeviceModel
import History
import JSONText
import Reports
import Scenarios
import SimulationCore

@testable import Console

/// Somebody who tells people what became of notifications.
enum HistoryReader: CaseIterable {
  case rows
  case timeline
  case page
  case why
  case summary
  case html
  case markdown
  case ctrf

  /// Whether it tells what a fault is about.
  func tells(_ planted: PlantedReading) -> Bool {
    switch planted {
    case .anotherOccurrence: self != .rows
    case .anotherCause: true
    case .anotherContent: [.why, .summary, .html].contains(self)
    }
  }

  /// Where it tells something else than the truth.
  func differences(from truth: [ToldNotification], in model: Model) -> [String] {
    switch self {
    case .rows: rows(truth, model)
    case .timeline: timeline(truth, model)
    case .page: page(truth, model)
    case .why: why(truth, model.run)
    case .summary: summary(truth, model.run)
    case .html: html(truth, model.run)
    case .markdown: markdown(truth, model.run)
    case .ctrf: ctrf(truth, model.run)
    }
  }

  private func lost(_ truth: [ToldNotification]) -> [ToldNotification] {
    truth.filter { $0.outcome == .notShown }
  }

  // MARK: The console

  /// The rows count what is lost, and name the latest with its cause.
  private func rows(_ truth: [ToldNotification], _ model: Model) -> [String] {
    let lines = model.statusLines
    let lost = lost(truth)
    func row(_ label: String) -> String { lines.first { $0.contains(" \(label): ") } ?? "" }
    var differences: [String] = []
    let counted =
      lost.isEmpty
      ? !row("Counters").contains("not shown")
      : row("Counters").contains("not shown \(lost.count) ")
    if !counted { differences.append("\(lost.count) lost, but \(row("Counters"))") }
    let told = row("Last shown")
    let last = truth.last { told in
      told.kind != .reminder && told.outcome == .notShown || !told.shown.isEmpty
    }
    if let last, last.outcome == .notShown, last.kind != .reminder,
      !(told.contains("✗ lost") && told.contains(last.cause ?? "?"))
    {
      differences.append("\(last) is the last, but \(told)")
    }
    return differences
  }

  /// The timeline has a mark for each that was shown and each that is lost, and no other miss.
  private func timeline(_ truth: [ToldNotification], _ model: Model) -> [String] {
    let marks = model.happened.marks.filter(\.row.isOfNotifications)
    var misses: [String] = []
    for mark in marks where mark.sign.isMiss { misses.append("\(mark.row) \(mark.time)") }
    let lostMarks = marks.compactMap { mark -> String? in
      guard mark.lostNumber != nil, case .notShown(let cause) = mark.sign else { return nil }
      return "\(mark.row) \(mark.time) \(cause)"
    }
    let lost = lost(truth).map { "\(TimelineRow($0.kind)) \($0.planned) \($0.cause ?? "?")" }
    let shownMarks = marks.compactMap { mark -> String? in
      switch mark.sign {
      case .shown, .shownWithDefault: "\(mark.row) \(mark.time)"
      default: nil
      }
    }
    let shown = truth.flatMap { told in told.shown.map { "\(TimelineRow(told.kind)) \($0)" } }
    let reasons = marks.compactMap { mark -> String? in
      guard case .shownWithDefault(let why?) = mark.sign else { return nil }
      return "\(mark.row) \(mark.time) \(why.words)"
    }
    let wrong = truth.filter { told in
      told.outcome == .shown && told.content == .default
        && !reasons.contains("\(TimelineRow(told.kind)) \(told.shown[0]) \(told.cause ?? "?")")
    }
    return wrong.map { "\($0) among \(reasons)" } + difference("lost", lost, lostMarks)
      + difference("shown", shown, shownMarks)
  }

  private func difference(_ what: String, _ truth: [String], _ told: [String]) -> [String] {
    truth.sorted() == told.sorted()
      ? []
      : [
        "\(what): only true \(Set(truth).subtracting(told).sorted()), "
          + "only told \(Set(told).subtracting(truth).sorted()), \(truth.count) and \(told.count)"
      ]
  }

  /// The page of a lost notification says why, and that it was not shown.
  private func page(_ truth: [ToldNotification], _ model: Model) -> [String] {
    let page = WhyPage(
      run: model.run, facts: model.facts, history: model.happened, bindings: model.bindings)
    let lost = lost(truth)
    return model.happened.marks.filter { $0.lostNumber != nil }.compactMap { mark in
      let text = page.page(of: [mark])?.lines.joined(separator: "\n") ?? ""
      let isTrue = lost.contains { told in
        TimelineRow(told.kind) == mark.row && told.planned == mark.time
          && text.contains(told.cause ?? "?")
      }
      return isTrue && !text.contains("  shown ") && text.contains("  because")
        ? nil : "\(mark.row) \(mark.time): \(text)"
    }
  }

  // MARK: dnp why

  private func why(_ truth: [ToldNotification], _ run: InteractiveRun) -> [String] {
    guard let trace = try? run.wholeTrace() else { return ["no trace"] }
    var differences: [String] = []
    for day in Set(truth.map(\.day)).sorted() {
      guard let date = CivilDate(text: day), let told = try? DayExplanation(trace, day: date)
      else { return ["no explanation of \(day)"] }
      let stories = told.stories.filter { story in
        story.zone.date(at: story.plannedMilliseconds) == date
      }.map { story in
        "\(story.id) \(story.plannedMilliseconds) \(story.verdict) "
          + "\(story.showings.map(\.wallMilliseconds)) \(story.cause ?? "-")"
      }
      let own = truth.filter { $0.day == day }.map { told in
        "\(told.id) \(told.planned) \(told.verdict) \(told.shown) \(told.cause ?? "-")"
      }
      differences += difference(day, own, stories)
      // Where no record tells the cause, its bare words stand for the sentence.
      for story in told.stories where story.cause != nil && story.reasons.first == story.cause {
        differences.append("\(story.id) \(story.plannedMilliseconds): \(story.reasons)")
      }
    }
    return differences
  }

  // MARK: Reports

  private static let context = RunContext(
    version: "0", build: "test", tzDataVersion: "0", startedMilliseconds: 0,
    stoppedMilliseconds: 0, elapsedMicroseconds: [])

  private func summary(_ truth: [ToldNotification], _ run: InteractiveRun) -> [String] {
    let json = RunSummary.json([run.result], context: HistoryReader.context, isFull: true)
    let told = json["scenarios"]?.arrayValue?.first?["occurrences"]?.arrayValue ?? []
    let texts = told.map { each in
      let outcome = each["outcome"]?.stringValue ?? ""
      let reason =
        ["notShown", "shown", "twice"].contains(outcome) ? each["reason"]?.stringValue : nil
      return "\(each["schedule"]?.stringValue ?? "") \(each["planned"]?.stringValue ?? "") "
        + "\(outcome) \(reason ?? "-") "
        + "\(each["content"]?.stringValue ?? "-") "
        + "\((each["shown"]?.arrayValue ?? []).compactMap(\.stringValue))"
    }
    let own = truth.map { told in
      "\(told.id) \(ISO8601.text(told.planned)) \(told.outcome) \(told.cause ?? "-") "
        + "\(told.content?.rawValue ?? "-") \(told.shown.map(ISO8601.text))"
    }
    return difference("summary", own, texts)
  }

  private func html(_ truth: [ToldNotification], _ run: InteractiveRun) -> [String] {
    let page = HTMLReport.text([run.result], context: HistoryReader.context)
      .replacing("&#39;", with: "'")
    let count = lost(truth).count
    let heading = "Planned notifications\(count == 0 ? "" : ", \(count) not shown"): \(truth.count)"
    return (truth.isEmpty ? [] : [heading] + truth.map(HistoryReader.row))
      .filter { !page.contains($0) }
  }

  /// The beginning of a notification's row: schedule, time, zone, and what the person saw.
  private static func row(_ told: ToldNotification) -> String {
    let saw =
      switch told.outcome {
      case .notShown: "<span class=\"badge bad\">✗ not shown: \(told.cause ?? "?")</span>"
      case .shown:
        switch told.content {
        case .fetched: "shown, with fetched content"
        case .live: "shown, with live content"
        case .default: "shown, with default text: \(told.cause ?? "?")"
        case .own, nil: "shown, with its own text"
        }
      case .twice: "shown \(told.shown.count) times"
      case .due: "due"
      case .ahead: "ahead"
      case .skipped: "skipped, as asked"
      case .withdrawn: "cancelled or moved"
      }
    return "<td>\(told.id)</td><td class=\"keep\">\(told.local)</td><td class=\"keep\">"
      + "\(told.zone)</td><td>\(saw)"
  }

  private func markdown(_ truth: [ToldNotification], _ run: InteractiveRun) -> [String] {
    let page = MarkdownReport.text([run.result], context: HistoryReader.context)
      .replacing("\\", with: "")
    return lines(of: truth).filter { !page.contains("- \($0)") }
  }

  private func ctrf(_ truth: [ToldNotification], _ run: InteractiveRun) -> [String] {
    let json = CTRFReport.json([run.result], context: HistoryReader.context)
    let test = json["results"]?["tests"]?.arrayValue?.first
    let told = test?["extra"]?["dnp.console/notShown"]?.arrayValue?.compactMap(\.stringValue) ?? []
    return difference("ctrf", lines(of: truth), told)
  }

  /// The lines about what was not shown.
  private func lines(of truth: [ToldNotification]) -> [String] {
    lost(truth).map { "\($0.local) \($0.id): not shown: \($0.cause ?? "?")" }
  }
}
