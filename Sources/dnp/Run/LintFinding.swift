import Foundation
import JSONText
import LocatedYAML
import PlainText
import Scenarios

/// What is wrong, or looks wrong, at a place of a scenario file.
struct LintFinding {
  /// How bad it is; the word is that of reports.
  enum Kind: String, CaseIterable {
    case error
    case warning
  }

  let kind: Kind
  let error: LocatedError

  /// What was found in a file in the order of lines, then the errors in what it includes.
  static func all(of contents: ScenarioContents, path: String) -> [LintFinding] {
    let findings =
      contents.errors.map { LintFinding(kind: .error, error: $0) }
      + contents.warnings.map { LintFinding(kind: .warning, error: $0) }
    let own = findings.filter { $0.error.path == path }.enumerated().sorted { first, second in
      let (one, other) = (first.element.error, second.element.error)
      return (one.line, one.column, first.offset) < (other.line, other.column, second.offset)
    }
    return own.map(\.element) + findings.filter { $0.error.path != path }
  }

  /// `FILE:LINE:COLUMN: error: what; remedy`, with a line feed.
  var text: String {
    SafeText.terminalLine(
      "\(error.path):\(error.line):\(error.column): \(kind.rawValue): \(error.message); "
        + error.remedy) + "\n"
  }

  var json: JSONValue {
    [
      "path": .string(error.path), "line": .integer(Int64(error.line)),
      "column": .integer(Int64(error.column)), "severity": .string(kind.rawValue),
      "message": .string(error.message), "remedy": .string(error.remedy),
    ]
  }

  /// All findings as a SARIF log.
  ///
  /// Source: OASIS, Static Analysis Results Interchange Format 2.1.0, §3.13 (log), §3.27 (result).
  /// Columns count Unicode scalars, as YAML's do.
  static func sarif(_ findings: [LintFinding]) -> JSONValue {
    let rules: [JSONValue] = Kind.allCases.map { kind in
      ["id": .string("scenario-\(kind.rawValue)"), "name": .string(kind.ruleName)]
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "dnp lint", "version": .string(DNP.version), "rules": .array(rules),
            ]
          ],
          "columnKind": "unicodeCodePoints", "results": .array(findings.map(\.result)),
        ]
      ],
    ]
  }

  private var result: JSONValue {
    [
      "ruleId": .string("scenario-\(kind.rawValue)"), "level": .string(kind.rawValue),
      "message": ["text": .string("\(error.message); \(error.remedy)")],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": .string(uri)],
            "region": [
              "startLine": .integer(Int64(error.line)),
              "startColumn": .integer(Int64(error.column)),
            ],
          ]
        ]
      ],
    ]
  }

  /// The path as a reference of RFC 3986; standard input gets a name that is one.
  private var uri: String {
    let path = error.path == "<stdin>" ? "stdin" : error.path
    return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }
}

extension LintFinding.Kind {
  /// The rule's name, as code scanning lists it.
  fileprivate var ruleName: String {
    switch self {
    case .error: "ScenarioCannotRun"
    case .warning: "ScenarioLooksWrong"
    }
  }
}
