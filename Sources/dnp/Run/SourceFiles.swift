import Foundation
import Reports
import Scenarios

/// The lines of scenario files, to show what is written where a run failed.
///
/// They are read when the first failure of a file is shown; a file that has gone has none.
final class SourceFiles {
  private var files: [String: [Substring]] = [:]
  /// How many scenarios come from each file.
  private let paths: [String: Int]
  /// What each scenario hides, by its path.
  private let secrets: [String: SecretTexts]

  init(_ scenarios: [Scenario]) {
    let pairs = scenarios.map { scenario in
      // A secret of several lines is none of them alone.
      let lines = scenario.redactions.flatMap { $0.split(whereSeparator: \.isNewline) }
      return (scenario.path, scenario.redactions + lines.map(String.init))
    }
    // The rows of a table of data come from one file.
    secrets = Dictionary(grouping: pairs) { $0.0 }.mapValues { SecretTexts($0.flatMap(\.1)) }
    paths = Dictionary(grouping: scenarios, by: \.path).mapValues(\.count)
  }

  /// The words after `dnp why DAY` that explain the run of a scenario; nil where nothing does.
  ///
  /// Standard input cannot be read again, and `why` takes the first row of a table of data. What
  /// the scenario hides is left out.
  func why(_ path: String, _ selection: [String]) -> [String]? {
    guard paths[path] == 1, FileManager.default.fileExists(atPath: path) else { return nil }
    let secrets = secrets[path] ?? SecretTexts([])
    let words = ["--scenario", path] + selection
    return words.contains { secrets.cleaned($0) != $0 } ? nil : words
  }

  /// The lines of the files that a scenario was read from.
  func lines(of scenario: String) -> RunText.SourceLine {
    let secrets = secrets[scenario] ?? SecretTexts([])
    return { path, number in
      let lines = self.lines(path)
      guard lines.indices.contains(number - 1) else { return nil }
      let line = String(lines[number - 1])
      // A line with a secret is not shown at all: its place says enough.
      return secrets.cleaned(line) == line ? line : nil
    }
  }

  private func lines(_ path: String) -> [Substring] {
    if let known = files[path] { return known }
    var lines: [Substring] = []
    if let bytes = FileManager.default.contents(atPath: path) {
      lines = String(decoding: bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false) { $0.isNewline }
    }
    files[path] = lines
    return lines
  }
}
