import CivilTime
import Scenarios
import SimulationCore
import Testing

@testable import Reports

@Suite("Picture of a run")
struct TimelinePictureTests {
  private func picture(_ result: ScenarioResult) throws -> MarkupTree.Element {
    // The chart is alone here, so only its own text is checked.
    try MarkupTree.parse(TimelinePicture(result).text(label: "a run"))
  }

  private func number(_ element: MarkupTree.Element, _ name: String) throws -> Double {
    try #require(element.attributes[name].flatMap { Double($0) }, "\(element.name) \(name)")
  }

  /// An area that an element covers in a chart.
  private struct Box {
    let kind: String
    let name: String
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    /// Whether two elements overlap that must not; a number is allowed in its own box.
    func collides(with other: Box) -> Bool {
      guard x.overlaps(other.x), y.overlaps(other.y) else { return false }
      switch (kind, other.kind) {
      case ("text", "text"), ("rect", "rect"): return true
      case ("text", "use"), ("use", "text"): return true
      default: return false
      }
    }
  }

  /// The area that an element covers at most; nil for elements that others may cover.
  private func box(_ element: MarkupTree.Element) throws -> Box? {
    let style = element.attributes["class"] ?? ""
    let name = "\(element.name) \(element.wholeText)"
    switch element.name {
    case "text":
      let (x, y) = (try number(element, "x"), try number(element, "y"))
      let width = Double(element.text.count) * 6
      let left =
        switch element.attributes["text-anchor"] {
        case "middle": x - width / 2
        case "end": x - width
        default: x
        }
      return Box(kind: "text", name: name, x: left...(left + width), y: (y - 8)...y)
    case "use":
      let (x, y) = (try number(element, "x"), try number(element, "y"))
      return Box(kind: "use", name: name, x: (x - 4)...(x + 4), y: (y - 4)...(y + 4))
    case "rect" where style.hasPrefix("pill"):
      let (x, y) = (try number(element, "x"), try number(element, "y"))
      let (width, height) = (try number(element, "width"), try number(element, "height"))
      return Box(kind: "rect", name: name, x: x...(x + width), y: y...(y + height))
    default: return nil
    }
  }

  private static let samples: [@Sendable () throws -> ScenarioResult] = [
    { try RunTimelineSamples.day() }, { try RunTimelineSamples.month() },
    { try RunTimelineSamples.month(days: 200) }, { try RunTimelineSamples.month(days: 2) },
    {
      try RunTimelineSamples.month(header: "knobs: {taskLateness: never, deliveryDrift: beyond}\n")
    }, { try SampleResults.passed() }, { try SampleResults.failed() },
    { try SampleResults.oddOne() }, { try RunTimelineSamples.travels() },
    { try RunTimelineSamples.travels(count: 12) }, { try RunTimelineSamples.halfHour() },
  ]

  @Test("has no overlapping labels or numbers, and none outside it", arguments: samples)
  func room(sample: @Sendable () throws -> ScenarioResult) throws {
    let root = try picture(try sample())
    var count = 0
    for lane in [root.children] + root.children("g").map(\.children) {
      let boxes = try lane.compactMap(box)
      count += boxes.count
      for (index, one) in boxes.enumerated() {
        let isInside = one.kind == "use" || one.x.lowerBound >= 0 && one.x.upperBound <= 1_000
        #expect(isInside, "\(one.name)")
        for other in boxes[(index + 1)...] where one.collides(with: other) {
          Issue.record("\(one.name) lies on \(other.name)")
        }
      }
    }
    #expect(count >= 3)
  }

  @Test("keeps every bar and shape between its edges", arguments: samples)
  func edges(sample: @Sendable () throws -> ScenarioResult) throws {
    let root = try picture(try sample())
    let shapes = root.all.filter { ["rect", "use"].contains($0.name) }
    #expect(shapes.count >= 3)
    for element in shapes {
      let x = try number(element, "x")
      let width = element.name == "rect" ? try number(element, "width") : 0
      #expect(x >= 0 && width >= 0 && x + width <= 1_000, "\(element.attributes)")
    }
  }

  @Test("has a lane for each kind of event that occurred, with its shapes")
  func lanes() throws {
    let root = try picture(try RunTimelineSamples.day())
    let names = root.children("g").compactMap { $0.children("text").first?.text }
    #expect(names == ["Steps", "App", "Phone", "Prefetch", "Fetch", "Notifications", "Clock"])
    let shapes = root.all.compactMap { $0.attributes["href"] }
    for shape in ["#s-dot", "#s-hol", "#s-sqr", "#s-flag"] {
      #expect(shapes.contains(shape), "\(shape)")
    }
    let words = root.wholeText
    for word in [
      "restarted at 26 Oct 06:00:00", "-1h DST at 26 Oct 02:00:00", "America/New_York",
      "clock +2h", "✗ 21–22", "daily_daily shown at", "task may run from 26 Oct 06:25:00",
    ] {
      #expect(words.contains(word), "\(word)")
    }
    let quiet = try picture(try SampleResults.skipped())
    #expect(quiet.children("g").count == 1)
  }

  @Test("has different shapes for missed, refused and expired")
  func trouble() throws {
    let never = try RunTimelineSamples.month(header: "knobs: {taskLateness: never}\n")
    let words = try picture(never).wholeText
    #expect(words.contains("task missed its window, noticed at"))
    var result = try SampleResults.passed()
    var timeline = RunTimeline()
    let events: [TimelineMark.Event] = [
      .taskLaunched(number: 1, id: "t", begin: nil), .taskEnded(number: 1, .expired),
      .fetchStarted(number: 1), .fetchEnded(number: 1, status: 304, word: "response"),
      .fetchStarted(number: 2), .fetchEnded(number: 2, status: nil, word: "timedOut"),
      .notDelivered(id: "n", reason: "denied"), .missed(id: "m", planned: 60_000),
      .taskRefused(id: "t"), .delivered(id: "d", planned: 0, source: "live"),
    ]
    for (index, event) in events.enumerated() {
      let time = Int64(index) * 60_000
      timeline.append(
        TimelineMark(
          instant: result.steps[0].instant.advanced(byMilliseconds: time), wallMilliseconds: time,
          event: event))
    }
    result.timeline = timeline
    let drawn = try picture(result)
    let shapes = Set(drawn.all.compactMap { $0.attributes["href"] })
    #expect(shapes.isSuperset(of: ["#s-cross", "#s-tri", "#s-ring", "#s-dia"]))
    #expect(drawn.wholeText.contains("timedOut"))
  }

  @Test(
    "can show a run whatever its begin date",
    arguments: [nil, 30_000, 90_000, 3_600_000_000] as [Int64?])
  func runs(begin: Int64?) throws {
    var result = try SampleResults.passed()
    var timeline = RunTimeline()
    var events: [(Int64, TimelineMark.Event)] = [
      (60_000, .taskLaunched(number: 1, id: "t", begin: begin)),
      (120_000, .taskEnded(number: 1, .succeeded)),
    ]
    if let begin { events.insert((0, .taskSubmitted(id: "t", begin: begin)), at: 0) }
    for (time, event) in events {
      timeline.append(
        TimelineMark(
          instant: SimulationInstant.zero.advanced(byMilliseconds: time), wallMilliseconds: time,
          event: event))
    }
    result.timeline = timeline
    let words = try picture(result).all.filter { $0.name == "rect" }.map(\.wholeText)
    #expect(words.count { $0.contains("task ran from ") } == 1)
  }

  @Test(
    "has an axis of round times of the phone's clock, also across a change",
    arguments: ["Europe/Berlin", "Australia/Lord_Howe", "UTC"])
  func ticks(zone: String) throws {
    var result = try SampleResults.passed()
    result.setup.zone = zone
    result.timeline = RunTimeline()
    let zone = try Zone(identifier: zone)
    let start = try #require(ISO8601.parse("2025-10-25T13:17:00Z"))
    let change = zone.nextTransition(after: start)?.instant ?? start
    result.setup.startMilliseconds = change - 13 * 3_600_000
    let ticks = TimeTicks(PhoneClock(result), end: 24 * 3_600_000)
    #expect((7...9).contains(ticks.ticks.count))
    for tick in ticks.ticks {
      #expect(tick.time.hour % 3 == 0 && tick.time.minute == 0 && tick.time.second == 0)
      #expect(zone.wallTime(at: result.setup.startMilliseconds + tick.instant) == tick.time)
    }
    #expect(zip(ticks.ticks, ticks.ticks.dropFirst()).allSatisfy { $0.instant < $1.instant })
  }

  @Test(
    "is as long as needed",
    arguments: [(0, 10), (1, 8), (1_000, 8), (86_400_000, 9), (3_153_600_000_000, 11)])
  func lengths(milliseconds: Int64, ticksMax: Int) throws {
    var result = try SampleResults.skipped()
    result.timeline = RunTimeline()
    result.endInstant = result.endInstant.advanced(
      byMilliseconds: milliseconds - result.endInstant.milliseconds)
    let root = try picture(result)
    #expect(root.all.count { $0.attributes["class"] == "grid" } <= ticksMax)
  }
}
