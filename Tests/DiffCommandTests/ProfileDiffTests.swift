import DeviceModel
import Foundation
import JSONText
import ProgramSupport
import Testing

@Suite("dnp diff --profiles")
struct ProfileDiffTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The numbers of a row of the table, in the order of the versions.
  private func numbers(_ title: String, _ output: String) throws -> [Int] {
    let line = try #require(output.split(separator: "\n").first { $0.hasPrefix(title + " ") })
    return line.dropFirst(title.count).split(separator: " ").compactMap { Int($0) }
  }

  /// New Activity at 07:00, whose fetch runs only where `lateness` lets it.
  private func chained(_ header: String, _ lateness: String) throws -> String {
    try folder.write(
      "chained.yaml",
      """
      name: chained
      \(header)
      knobs: {taskLateness: \(lateness), deliveryDrift: none}
      steps:
        - press: Request Permissions
        - answer: allow
        - call:
            configureNativeFetcher:
              apiBaseUrl: https://api.test.example
              activeDid: did:ethr:0x1
        - call:
            scheduleDualNotification:
              config:
                contentFetch: {enabled: true, schedule: '40 6 * * *'}
                userNotification: {enabled: true, schedule: '0 7 * * *', title: News, body: B}
                relationship: {contentTimeout: 3600000, fallbackBehavior: show_default}
        - device: background
        - advance: 3h
        - expect: {delivered: 1}
        - advance: 1d
      """)
  }

  @Test("counts days with nothing and days with default text, and runs on after a failed step")
  func days() throws {
    let path = try chained("", "never")
    let run = try ProgramRun(["diff", "--profiles", path])
    #expect(run.code == 1, "\(run.error)")
    #expect(run.output.hasPrefix("\(path) on iOS, 2025-11-15 to 2025-11-16\n"))
    #expect(try numbers("days with a notification", run.output) == [2, 2, 2])
    #expect(try numbers("days with nothing shown", run.output) == [0, 2, 2])
    #expect(try numbers("days with default text", run.output) == [2, 0, 0])
    #expect(try numbers("shown in all", run.output) == [2, 0, 0])
    #expect(try numbers("steps that failed", run.output) == [0, 1, 1])
    #expect(run.output.contains("\nupstream\n  nothing shown  2025-11-15, 2025-11-16\n"))
    #expect(run.output.hasSuffix("\nthey differ\n"))
  }

  @Test("runs this plugin first, whatever version the file names")
  func header() throws {
    let named = try ProgramRun(["diff", "--profiles", try chained("profile: upstream", "never")])
    #expect(try numbers("shown in all", named.output) == [2, 0, 0])
  }

  @Test("finds the hour by which 24 hours drift, on both systems", arguments: ["ios", "android"])
  func drift(platform: String) throws {
    let path = "assets/scenarios/known-bugs/upstream-27-day-of-24-hours-at-dst.yaml"
    let run = try ProgramRun(["diff", "--profiles", "--platform", platform, path])
    #expect(run.code == 1)
    #expect(try numbers("shown in all", run.output) == [3, 3, 3])
    #expect(try numbers("at other times than normal", run.output) == [0, 2, 2])
  }

  @Test("counts calls that were rejected, and says that all is equal")
  func equal() throws {
    let path = try folder.write(
      "a.yaml",
      "name: a\nsteps:\n  - {call: scheduleDailyNotification, rejects: missing_parameter}\n")
    let run = try ProgramRun(["diff", "--profiles", path])
    #expect(try numbers("calls rejected", run.output) == [1, 1, 1])
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("\nequal in all of this\n"))
  }

  @Test("has an object for each version in JSON")
  func json() throws {
    let path = try chained("", "fixed")
    let run = try ProgramRun(["diff", "--profiles", "--format", "json", path])
    let value = try JSONParser.parse(run.output)
    #expect(value["compared"] == "profiles" && value["platform"] == "ios")
    let rows = try #require(value["profiles"]?.arrayValue)
    let names = ["normal"] + CompatibilityProfile.allCases.map(\.rawValue)
    #expect(rows.map { $0["profile"]?.stringValue } == names)
    #expect(rows.map { $0["daysPlanned"]?.arrayValue?.count } == [2, 2, 2])
    #expect(rows.allSatisfy { $0["failedSteps"] == 0 && $0["daysWithNothing"] == [] })
  }

  @Test("says why a scenario was skipped, and does not call that equal")
  func skipped() throws {
    let path = try folder.write("a.yaml", "name: a\nplatform: ios\nsteps: [device: launch]\n")
    let run = try ProgramRun(["diff", "--profiles", "--platform", "android", path])
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.error.contains("\(path) was skipped: platform is ios, not android"))
  }

  @Test("takes one scenario, and no version")
  func refusals() throws {
    let scenario = "assets/scenarios/first-run/happy-path.yaml"
    let summary = try folder.write("a.json", "{}")
    let cases: [([String], String)] = [
      ([scenario, scenario], "--profiles takes one scenario; leave out '<b>'"),
      (["--profile", "upstream", scenario], "--profiles runs every version; leave out --profile"),
      ([summary], "is a run summary; give a scenario"),
    ]
    for (arguments, text) in cases {
      let run = try ProgramRun(["diff", "--profiles"] + arguments)
      #expect(run.code == 64, "\(arguments)")
      #expect(run.error.contains(text), "\(run.error)")
    }
  }
}
