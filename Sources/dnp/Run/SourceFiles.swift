import Foundation
import Reports
import Scenarios

/// The lines of scenario files, to show what is written where a run failed.
///
/// They are read when the first failure of a file is shown; a file that has gone has none.
final class SourceFiles {
  private var files: [String: [Substring]] = [:]
  /// What each scenario hides, by its path.
  private let secrets: [String: SecretTexts]

  init(_ scenarios: [Scenario]) {
    let pairs = scenarios.map { scenario in
      // A secret of several lines is none of them alone.
      let lines = scenario.redactions.flatMap { $0.split(whereSeparator: \.isNewline) }
      return (scenario.path, SecretTexts(scenario.redactions + lines.map(String.init)))
    }
    secrets = Dictionary(pairs) { first, _ in first }
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
    if path != "-", let bytes = FileManager.default.contents(atPath: path) {
      lines = String(decoding: bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false) { $0.isNewline }
    }
    files[path] = lines
    return lines
  }
}
