import Scenarios
import SimulationCore

extension TimelinePicture {
  /// The rows for successes and for failures.
  static let goodRow = 110
  static let badRow = 245

  /// Each task from its begin date to its launch, and from there to its end.
  var prefetch: String {
    var drawing = ""
    var good = Crowd(gap: 70)
    var bad = Crowd(gap: 70)
    for task in story.tasks {
      drawing += waiting(task) + run(task)
      guard let (instant, end) = task.ended else { continue }
      let title = "task \(end.rawValue) at \(clock.text(at: instant))"
      let x = scale.x(instant)
      if end == .succeeded {
        guard good.admits(x) else { continue }
        drawing += SVG.shape(.dot, x: x, y: TimelinePicture.goodRow, title: title)
      } else if bad.admits(x) {
        drawing += SVG.shape(.cross, x: x, y: TimelinePicture.badRow, title: title)
      }
    }
    for mark in result.timeline.marks {
      guard let title = TimelinePicture.trouble(mark.event) else { continue }
      let x = scale.x(mark.instant.milliseconds)
      guard bad.admits(x) else { continue }
      drawing += SVG.shape(
        .triangle, x: x, y: TimelinePicture.badRow,
        title: "\(title) at \(clock.text(at: mark.instant.milliseconds))")
    }
    return drawing
  }

  private static func trouble(_ event: TimelineMark.Event) -> String? {
    switch event {
    case .taskMissed: "task missed its window, noticed"
    case .taskRefused: "task refused"
    case .app, .phone, .rebooted, .clockSet, .zoneSet, .planned, .withdrawn, .delivered,
      .notDelivered, .missed, .tapped, .taskSubmitted, .taskCancelled, .taskLaunched, .taskEnded,
      .fetchStarted, .fetchEnded, .recovered:
      nil
    }
  }

  private func waiting(_ task: RunStory.Refresh) -> String {
    guard let begin = task.begin, begin < scale.end else { return "" }
    let x = scale.x(begin)
    let title = "task may run from \(clock.text(at: begin))"
    // A task that was withdrawn before its begin date is not worth a mark.
    guard task.until > begin || task.until == story.end else { return "" }
    let width = max(scale.x(max(task.until, begin)) - x, 0)
    return SVG.upright("begin", x: x, from: 40, to: 180, title: title)
      + (width < 10
        ? ""
        : SVG.bar(
          "wait", x: x, y: 80, width: width, height: 60,
          title: "\(title), waited until \(clock.text(at: task.until))"))
  }

  private func run(_ task: RunStory.Refresh) -> String {
    guard task.number != nil else { return "" }
    let (x, width) = extent(
      RunStory.Span(start: task.until, end: task.ended?.instant ?? story.end))
    return SVG.bar(
      "ran", x: x, y: 60, width: width, height: 100,
      title: "task ran from \(clock.text(at: task.until))")
  }

  /// Each fetch with its outcome.
  var fetch: String {
    var drawing = ""
    var labels: [RowLabel] = []
    var good = Crowd(gap: 70)
    var bad = Crowd(gap: 70)
    for fetch in story.fetches {
      let x = scale.x(fetch.end)
      let (start, width) = extent(RunStory.Span(start: fetch.start, end: fetch.end))
      let word = fetch.status.map(String.init) ?? fetch.word
      let isGood = fetch.status.map { (200...299).contains($0) || $0 == 304 } ?? false
      guard isGood ? good.admits(x) : bad.admits(x) else { continue }
      let row = isGood ? TimelinePicture.goodRow : TimelinePicture.badRow
      // The shape alone says that an answer was good.
      labels.append(RowLabel(x: x, y: row + 35, word: fetch.status == 200 ? "" : word))
      drawing += SVG.bar("ran", x: start, y: row - 20, width: width, height: 40)
      drawing += SVG.shape(
        isGood ? (fetch.status == 304 ? .ring : .dot) : .cross, x: x, y: row,
        title: "fetch \(fetch.number): \(word) at \(clock.text(at: fetch.end))")
    }
    return drawing + RowLabel.text(labels)
  }
}
