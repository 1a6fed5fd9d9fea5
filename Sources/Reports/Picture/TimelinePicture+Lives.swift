import Scenarios
import SimulationCore

extension TimelinePicture {
  /// The app's process: the more active it is, the higher the bar.
  var app: String {
    var drawing = SVG.level(
      "dead", y: 170, from: TimeScale.left, to: scale.x(story.end))
    var drawn: [Int: Int] = [:]
    for (span, life, word) in story.app {
      guard let height = TimelinePicture.height(of: life) else { continue }
      let (x, width) = extent(span)
      // A bar inside another one of its kind would only make the page larger.
      if let end = drawn[height], x + width <= end { continue }
      drawn[height] = x + width
      drawing += SVG.bar(
        "life \(life.rawValue)", x: x, y: 170 - height / 2, width: width, height: height,
        title: "\(word) from \(clock.text(at: span.start)) to \(clock.text(at: span.end))")
      if life == .foreground, width >= SVG.width(ofText: life.rawValue) + 80 {
        drawing += SVG.text(
          "on", x: x + width / 2, y: 208, anchor: "middle", life.rawValue)
      }
    }
    return drawing
  }

  private static func height(of life: TimelineMark.AppLife) -> Int? {
    switch life {
    case .foreground: 180
    case .background: 100
    case .suspended: 40
    case .dead: nil
    }
  }

  /// The phone, if it was ever locked, switched off or restarted.
  var phone: String {
    let restarts = result.timeline.marks.filter { $0.event == .rebooted }
    guard story.phone.count > 1 || !restarts.isEmpty else { return "" }
    var drawing = ""
    var crowd = Crowd(gap: 60)
    for (span, life) in story.phone where life != .off {
      let (x, width) = extent(span)
      let height = life == .unlocked ? 100 : 40
      drawing += SVG.bar(
        "life \(life.rawValue)", x: x, y: 170 - height / 2, width: width, height: height,
        title: "\(life.rawValue) from \(clock.text(at: span.start)) to "
          + clock.text(at: span.end))
    }
    for mark in restarts {
      let x = scale.x(mark.instant.milliseconds)
      guard crowd.admits(x) else { continue }
      drawing += SVG.shape(
        .square, x: x, y: 170,
        title: "restarted at \(clock.text(at: mark.instant.milliseconds))")
    }
    return drawing
  }

  /// The extent of a span, at least wide enough to be visible.
  func extent(_ span: RunStory.Span) -> (x: Int, width: Int) {
    let x = scale.x(span.start)
    return (x, max(scale.x(span.end) - x, 15))
  }
}

/// Prevents shapes of one row from overlapping.
struct Crowd {
  /// The minimum distance between two shapes, in tenths.
  let gap: Int
  private var last: Int?

  init(gap: Int) {
    self.gap = gap
  }

  /// Whether there is room at a place, which is then occupied.
  mutating func admits(_ x: Int) -> Bool {
    if let last, abs(x - last) < gap { return false }
    last = x
    return true
  }
}
