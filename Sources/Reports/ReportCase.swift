import LocatedYAML
import PlainText
import Scenarios
import SimulationCore

/// A scenario in a report: its result, and what identifies it.
struct ReportCase {
  let result: ScenarioResult
  /// Its place in the run, from 0.
  let index: Int
  /// The folder it belongs to.
  let area: String
  /// Its name, with a number appended when an earlier one of its area has the same name.
  let name: String
  /// Its real duration by the host's clock, in microseconds.
  let elapsedMicroseconds: Int

  /// The same for people: `0.4 ms`.
  var elapsedText: String { DurationText.measured(.microseconds(elapsedMicroseconds)) }

  /// The same in whole milliseconds.
  var elapsedMilliseconds: Int { elapsedMicroseconds / 1_000 }

  /// The area of a scenario without a folder.
  static let rootArea = "scenarios"

  /// All results, in order.
  static func all(_ results: [ScenarioResult], _ context: RunContext) -> [ReportCase] {
    var taken: Set<[String]> = []
    var counts: [[String]: Int] = [:]
    let elapsed = context.elapsedMicroseconds
    return results.enumerated().map { index, result in
      let area = area(ofPath: result.path)
      let plain = result.name.isEmpty ? "unnamed" : result.name
      var name = plain
      while !taken.insert([area, name]).inserted {
        counts[[area, plain], default: 1] += 1
        name = "\(plain) (\(counts[[area, plain], default: 1]))"
      }
      return ReportCase(
        result: result, index: index, area: area, name: name,
        elapsedMicroseconds: index < elapsed.count ? max(0, elapsed[index]) : 0)
    }
  }

  /// The areas in the order of their first scenarios, each with its scenarios.
  static func areas(_ cases: [ReportCase]) -> [(area: String, cases: [ReportCase])] {
    var areas: [(area: String, cases: [ReportCase])] = []
    var places: [String: Int] = [:]
    for each in cases {
      if let place = places[each.area] {
        areas[place].cases.append(each)
      } else {
        places[each.area] = areas.count
        areas.append((each.area, [each]))
      }
    }
    return areas
  }

  /// The folder below `scenarios` in a path; otherwise the file's own folder.
  static func area(ofPath path: String) -> String {
    let folders = path.split(separator: "/").dropLast().filter { $0 != "." && $0 != ".." }
    if let root = folders.lastIndex(of: "scenarios"), root + 1 < folders.endIndex {
      return String(folders[root + 1])
    }
    return folders.last.map(String.init) ?? rootArea
  }

  /// An identifier of the scenario that is the same in each run: 16 hexadecimal digits.
  var id: String {
    var hash = TraceHash()
    // Not the whole path, which depends on where a machine keeps its files.
    let file = result.path.split(separator: "/").last.map(String.init) ?? ""
    for text in [area, name, file] { hash.combine(text) }
    return hash.text
  }

  /// Why it was skipped, or not judged, on one line.
  var skipReason: String {
    if result.outcome == .notJudged {
      let lost = result.occurrences.lostCount
      return "not judged: nothing was expected"
        + (lost == 0 ? "" : "; \(lost.counted("notification")) not shown")
    }
    return result.skipReason ?? result.steps.lazy.compactMap(\.skipReason).first
      ?? result.outcome.word
  }

  /// The first step that failed.
  var failedStep: StepResult? { result.steps.first { $0.failure != nil } }

  /// The place of the first failure: the included file or its own, and the line if it is known.
  var failurePlace: (path: String, line: Int?) {
    guard let step = failedStep else { return (result.path, nil) }
    return (step.includedFrom ?? result.path, step.failure?.place?.line ?? step.line)
  }

  /// How much of what was found is shown, in bytes.
  private static let foundBytesMax = 2_000

  /// The failures with place, instant and last records, as a terminal shows them.
  var explanation: String {
    RunText(isUTF8: true).explanation(result, bytesMax: ReportCase.foundBytesMax)
  }
}
