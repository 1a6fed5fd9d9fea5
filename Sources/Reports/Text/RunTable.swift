import CivilTime
public import Scenarios
import SimulationCore

/// Several scenarios as a table: a heading for each folder, a row for each scenario.
public struct RunTable: Sendable {
  private let text: RunText
  private let root: [Substring]
  private let nameWidth: Int

  /// How wide a name is at most before it pushes the rest of its row aside.
  private static let nameWidthMax = 48

  /// Makes a table for the scenarios of these names and files.
  public init(_ text: RunText, names: [String], paths: [String]) {
    self.text = text
    let widest = names.map(\.count).max() ?? 0
    nameWidth = min(widest, RunTable.nameWidthMax)
    root = RunTable.commonFolder(of: paths)
  }

  /// The folder of a file, as far as it differs from the others'.
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
    let name = SafeText.line(result.name).padded(to: nameWidth)
    let steps = "\(result.steps.count) step\(result.steps.count == 1 ? " " : "s")"
    let virtual = DurationText.rough(result.endInstant.milliseconds)
    let columns = [
      text.mark(result.outcome).padded(to: text.markWidth), name, steps.padded(left: 9),
      virtual.padded(left: 8), RunText.milliseconds(elapsed).padded(left: 11),
    ]
    return "  " + text.styled(columns[0], .outcome(result.outcome)) + " "
      + columns.dropFirst().joined(separator: " ") + remark(result)
  }

  private func remark(_ result: ScenarioResult) -> String {
    if let reason = result.skipReason { return "  (\(SafeText.line(reason)))" }
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

extension String {
  /// The text with spaces behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with spaces before it up to a width.
  func padded(left width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

extension DurationText {
  /// The two largest units of a duration: `30d4h`, `12m`, `0s`.
  static func rough(_ milliseconds: Int64) -> String {
    let units: [(String, Int64)] = [
      ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
    ]
    guard let first = units.firstIndex(where: { milliseconds >= $0.1 }) else {
      return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
    }
    let whole = "\(milliseconds / units[first].1)\(units[first].0)"
    guard first + 1 < units.count else { return whole }
    let rest = milliseconds % units[first].1 / units[first + 1].1
    return rest == 0 ? whole : whole + "\(rest)\(units[first + 1].0)"
  }
}
