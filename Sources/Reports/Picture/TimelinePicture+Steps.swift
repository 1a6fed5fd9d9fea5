import Scenarios
import SimulationCore

extension TimelinePicture {
  /// Steps whose numbers would not fit side by side.
  private struct Group {
    var first: StepResult
    var last: StepResult
    var x: Int
    var isBad: Bool

    var label: String {
      let numbers =
        first.number == last.number ? "\(first.number)" : "\(first.number)–\(last.number)"
      return isBad ? "✗ \(numbers)" : numbers
    }

    var width: Int { SVG.width(ofText: label) + 80 }

    /// The left end of its box, inside the axis.
    var left: Int {
      min(max(x - width / 2, TimeScale.left - 100), TimelinePicture.width - 20 - width)
    }
  }

  /// The numbers of the steps where they began, grouped where they are close.
  var steps: String {
    groups.map { group in
      let title =
        "step \(group.label) at \(clock.text(at: group.first.instant.milliseconds)): "
        + group.first.title
        + (group.first.number == group.last.number ? "" : " … \(group.last.title)")
      return SVG.upright("stem", x: group.x, from: 260, to: TimelinePicture.laneHeight)
        + SVG.bar(
          group.isBad ? "pill bad" : "pill", x: group.left, y: 70, width: group.width, height: 190,
          title: title)
        + SVG.text(
          group.isBad ? "number bad" : "number", x: group.left + group.width / 2, y: 205,
          anchor: "middle", group.label)
    }.joined()
  }

  private var groups: [Group] {
    var groups: [Group] = []
    for step in result.steps where step.hasRun {
      let x = scale.x(step.instant.milliseconds)
      groups.append(Group(first: step, last: step, x: x, isBad: step.failure != nil))
      while groups.count > 1, let last = groups.last {
        let before = groups[groups.count - 2]
        guard before.left + before.width + 30 > last.left else { break }
        groups.removeLast()
        groups[groups.count - 1].last = last.last
        groups[groups.count - 1].isBad = before.isBad || last.isBad
      }
    }
    return groups
  }
}
