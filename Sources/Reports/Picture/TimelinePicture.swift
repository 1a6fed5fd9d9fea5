import CivilTime
import Scenarios
import SimulationCore

/// The chart of a run: a time axis by the phone's clock, and a lane for each kind of event.
struct TimelinePicture {
  /// The height of a lane, in tenths.
  static let laneHeight = 340
  /// The height of the axis, in tenths.
  static let axisHeight = 380
  static let width = 10_000

  let result: ScenarioResult
  let clock: PhoneClock
  let story: RunStory
  let scale: TimeScale

  init(_ result: ScenarioResult) {
    self.result = result
    clock = PhoneClock(result)
    story = RunStory(result)
    let end = result.endInstant.milliseconds
    let first = TimelinePicture.firstPlanned(result.timeline)
    // A run that ends before anything is due shows what would have followed.
    scale = TimeScale(end: first.map { max(end, $0 + $0 / 20) } ?? max(end, 1_000))
  }

  /// The instant at which the first notification is due, in milliseconds.
  private static func firstPlanned(_ timeline: RunTimeline) -> Int64? {
    timeline.marks.compactMap { mark -> Int64? in
      guard case .planned(_, let time) = mark.event else { return nil }
      return mark.instant.milliseconds + time - mark.wallMilliseconds
    }.filter { $0 > 0 }.min()
  }

  /// The whole chart; `label` describes it in a few words.
  func text(label: String) -> String {
    let lanes = shownLanes
    let height = TimelinePicture.height(laneCount: lanes.count)
    let size = "\(SVG.length(TimelinePicture.width)) \(SVG.length(height))"
    return "<svg class=\"picture\" viewBox=\"0 0 \(size)\" role=\"img\">\n"
      + "<title>\(XMLText.escaped(label))</title>\n"
      + axis(height: height) + beyond(height: height)
      + lanes.enumerated().map { index, lane in
        frame(lane, top: TimelinePicture.axisHeight + index * TimelinePicture.laneHeight)
      }.joined()
      + "</svg>\n"
  }

  /// The height of the chart, in tenths.
  var height: Int { TimelinePicture.height(laneCount: shownLanes.count) }

  private static func height(laneCount: Int) -> Int {
    axisHeight + laneCount * laneHeight + 60
  }

  private var shownLanes: [Lane] { lanes.filter { !$0.drawing.isEmpty } }

  /// A lane: its name, and its drawing relative to its top.
  struct Lane {
    let name: String
    let drawing: String
  }

  private var lanes: [Lane] {
    [
      Lane(name: "Steps", drawing: steps), Lane(name: "App", drawing: app),
      Lane(name: "Phone", drawing: phone), Lane(name: "Prefetch", drawing: prefetch),
      Lane(name: "Fetch", drawing: fetch), Lane(name: "Notifications", drawing: notifications),
      Lane(name: "Clock", drawing: clockChanges),
    ]
  }

  private func frame(_ lane: Lane, top: Int) -> String {
    "<g transform=\"translate(0 \(SVG.length(top)))\">\n"
      + SVG.level("rule", y: 0, from: 0, to: TimelinePicture.width)
      + SVG.text("name", x: 40, y: 205, lane.name) + lane.drawing + "</g>\n"
  }

  // MARK: Axis

  private func axis(height: Int) -> String {
    let ticks = TimeTicks(clock, end: scale.end)
    var drawing = ""
    var lastX = Int.min / 2
    var lastDate = ""
    for tick in ticks.ticks {
      let x = scale.x(tick.instant)
      drawing += SVG.upright("grid", x: x, from: TimelinePicture.axisHeight - 60, to: height)
      let date = PhoneClock.date(tick.time)
      let time = tick.time.timeText(ticks.hasSeconds ? .seconds : .minutes)
      let half = max(SVG.width(ofText: time), SVG.width(ofText: date)) / 2 + 20
      // After a clock was set, round times may be close to each other.
      guard x - half > lastX, x + half <= TimelinePicture.width else { continue }
      lastX = x + half
      if !ticks.areDays { drawing += SVG.text("tick", x: x, y: 290, anchor: "middle", time) }
      if date != lastDate {
        drawing += SVG.text(
          "tick day", x: x, y: ticks.areDays ? 290 : 150, anchor: "middle", date)
      }
      lastDate = date
    }
    return drawing
  }

  /// The area after the end of the run.
  private func beyond(height: Int) -> String {
    guard scale.end > story.end else { return "" }
    let (x, top) = (scale.x(story.end), TimelinePicture.axisHeight)
    return SVG.bar(
      "beyond", x: x, y: top, width: TimeScale.right - x, height: height - top,
      title: "after the end of the run")
  }
}
