import PlainText
public import Scenarios
import SimulationCore

/// Several scenarios as a table: a heading for each folder, a row for each scenario.
public struct RunTable: Sendable {
  private let text: RunText
  private let root: [Substring]
  private let nameWidth: Int

  /// The maximum width of the name column; a longer name moves the rest of its row.
  private static let nameWidthMax = 48

  /// Creates a table for scenarios with these names and paths.
  public init(_ text: RunText, names: [String], paths: [String]) {
    self.text = text
    let widest = names.map(\.count).max() ?? 0
    nameWidth = min(widest, RunTable.nameWidthMax)
    root = RunTable.commonFolder(of: paths)
  }

  /// The folder of a file, without what all paths have in common.
  public func area(of path: String) -> String {
    let folder = path.split(separator: "/").dropLast().dropFirst(root.count)
    return folder.isEmpty ? root.last.map(String.init) ?? "." : folder.joined(separator: "/")
  }

  /// The line before the rows of a folder.
  public func heading(_ area: String, isFirst: Bool) -> String {
    if area == "." { return "" }
    return (isFirst ? "" : "\n") + text.styled(area, .heading) + "\n"
  }

  /// One scenario: `  ✓ ok  happy-path   8 steps   1h30m   0.4 ms`.
  public func row(_ result: ScenarioResult, elapsed: Duration) -> String {
    let name = SafeText.terminalLine(result.name).padded(to: nameWidth)
    // The singular is as wide as the plural, so that the columns are aligned.
    let steps = result.steps.count.counted("step ", plural: "steps")
    let virtual = DurationText.rough(result.endInstant.milliseconds)
    let columns = [
      text.mark(result.outcome).padded(to: text.markWidth), name, steps.padded(left: 9),
      virtual.padded(left: 8), DurationText.measured(elapsed).padded(left: 11),
    ]
    return "  " + text.styled(columns[0], .outcome(result.outcome)) + " "
      + columns.dropFirst().joined(separator: " ") + remark(result)
  }

  private func remark(_ result: ScenarioResult) -> String {
    if let reason = result.skipReason { return "  (\(SafeText.terminalLine(reason)))" }
    guard result.isFlaky else { return "" }
    let seed = result.setup.seed
    return "  flaky: attempt \(result.earlierAttempts.count + 1), seed \(seed)"
  }

  private static func commonFolder(of paths: [String]) -> [Substring] {
    let folders = paths.map { Array($0.split(separator: "/").dropLast()) }
    guard var common = folders.first else { return [] }
    for folder in folders.dropFirst() {
      let same = zip(common, folder).prefix { $0 == $1 }.count
      common = Array(common[..<same])
    }
    return common
  }
}
