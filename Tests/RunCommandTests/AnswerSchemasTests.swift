import ES256K
import Foundation
import JSONText
import PlainText
import ProgramSupport
import SchemaSupport
import Testing
import Tokens

/// Every answer that `--format json` prints fits the schema that `dnp schema` has for it.
@Suite("The schemas of answers")
struct AnswerSchemasTests {
  /// A command line, the schema of its answer, and its exit code.
  struct Row: CustomTestStringConvertible, Sendable {
    let words: [String]
    let schema: String
    let code: Int32
    var testDescription: String { words.joined(separator: " ") }

    init(_ line: String, _ schema: String, code: Int32 = 0) {
      words = line.split(separator: " ").map(String.init)
      self.schema = schema
      self.code = code
    }
  }

  private static let scenarios = "assets/scenarios"
  private static let logs = "Tests/DeviceLogsTests/Fixtures"

  static let rows = [
    Row("when --time 02:30 --zone America/New_York --from 2025-03-08T00:00:00Z", "when"),
    Row("when --time 01:30 --zone Europe/London --from 2025-10-25T00:00:00Z --count 3", "when"),
    Row("when --time 12:00 --zone Pacific/Apia --from 2011-12-29T00:00:00Z --count 3", "when"),
    Row("why 2025-11-15 --scenario \(scenarios)/first-run/task-miss.yaml", "why", code: 1),
    Row("why 2025-11-15 --scenario \(scenarios)/first-run/happy-path.yaml", "why"),
    Row("why 2025-11-15 --scenario \(scenarios)/errors/denied-for-every-call.yaml", "why"),
    Row(
      "diff \(scenarios)/first-run/task-miss.yaml \(scenarios)/first-run/happy-path.yaml", "diff",
      code: 1),
    Row(
      "diff \(scenarios)/first-run/task-miss.yaml \(scenarios)/first-run/task-miss.yaml", "diff"),
    Row(
      "diff --profiles \(scenarios)/known-bugs/upstream-23-chained-without-a-run.yaml", "diff",
      code: 1),
    Row(
      "diff --profiles \(scenarios)/known-bugs/upstream-27-day-of-24-hours-at-dst.yaml", "diff",
      code: 1),
    Row("diff --profiles \(scenarios)/android/android-force-stop.yaml", "diff"),
    Row("lint \(scenarios)/first-run", "lint"),
    Row("validate-logs \(logs)/threadtime.log --year 2025 --explain", "validate-logs"),
    Row("validate-logs \(logs)/default.log", "validate-logs"),
    Row("validate-logs README.md", "validate-logs", code: 1),
    Row("sessions list", "sessions"),
    Row("zones", "zones"), Row("zones --from 1970 --to 2100 Africa/Casablanca UTC", "zones"),
  ]

  @Test("hold for what is printed", arguments: rows)
  func printed(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      row.words + ["--format", "json"], environment: ["XDG_STATE_HOME": folder.url.path])
    #expect(run.code == row.code, "\(run.error)")
    try check(run.output, row.schema)
  }

  @Test("hold for findings, summaries and tokens")
  func written() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.yaml", "name: a\nvars: {X: 1}\nsteps: [pres: x]\n")
    let other = try folder.write("b.yaml", "name: b\nvars: {X: 1}\nsteps: [call: configure]\n")
    let lint = try ProgramRun(["lint", "--format", "json", path, other])
    #expect(lint.code == 65)
    try check(lint.output, "lint")

    let summary = folder.url.appending(path: "a.json").path
    let happy = "\(AnswerSchemasTests.scenarios)/first-run/happy-path.yaml"
    _ = try ProgramRun(["run", happy, "--report", "json=\(summary)"])
    let early = folder.url.appending(path: "b.json").path
    _ = try ProgramRun(["run", happy, "--seed", "2", "--report", "json=\(early)"])
    for pair in [[summary, summary], [summary, early]] {
      try check(try ProgramRun(["diff", "--format", "json"] + pair).output, "diff")
    }

    let issuer = TestKeys.standard.identities[0]
    let signed = JSONWebToken.signed(
      issuer: issuer, issuedAtSeconds: 1_763_185_350, expiresAtSeconds: 1_763_185_410)
    let signature = try #require(TestKeys.standard.signature(of: Array(signed.utf8), by: issuer))
    let token = Array("\(signed).\(Base64.url.text(signature))".utf8)
    for words in [["decode"], ["verify"], ["verify", "--at", "2025-11-15T05:43:00Z"]] {
      let run = try ProgramRun(["jwt"] + words + ["--format", "json"], input: token)
      try check(run.output, "jwt-\(words[0])")
    }
  }

  @Test("refuse an answer with another key, or without one")
  func planted() throws {
    let directory = try SchemaDirectory.project.get()
    let answer: JSONObject = ["files": 1, "findings": []]
    let lint = directory.schema("lint.schema.json")
    #expect(lint.findings(in: .object(answer)) == [])
    var more = answer
    more["other"] = 1
    #expect(lint.findings(in: .object(more)).count == 1)
    #expect(lint.findings(in: ["files": 1]).count == 1)
  }

  private func check(_ output: String, _ name: String) throws {
    let schema = try SchemaDirectory.project.get().schema("\(name).schema.json")
    #expect(schema.findings(in: try JSONParser.parse(output)) == [], "\(output.prefix(400))")
  }
}

@Suite("dnp schema")
struct SchemaCommandTests {
  @Test("lists the schemas with their titles")
  func list() throws {
    let run = try ProgramRun(["schema"])
    #expect(run.code == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count >= 58)
    #expect(lines.contains { $0.hasPrefix("scenario ") && $0.hasSuffix(" Scenario") })
    #expect(lines.contains { $0.hasPrefix("plugin/configure ") })
  }

  @Test("prints a schema")
  func one() throws {
    for name in ["run-summary", "run-summary.schema.json"] {
      let run = try ProgramRun(["schema", name])
      #expect(run.code == 0)
      #expect(try JSONParser.parse(run.output)["title"] == "Run summary")
    }
  }

  @Test("suggests the schema that was meant: 64")
  func unknown() throws {
    let run = try ProgramRun(["schema", "scenaro"])
    #expect(run.code == 64)
    #expect(run.error == "there is no schema 'scenaro'; did you mean 'scenario'?\n")
    #expect(try ProgramRun(["schema", "nothing at all"]).error.hasSuffix("lists them\n"))
  }
}
