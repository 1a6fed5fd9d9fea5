import Foundation
import JSONText
import ProgramSupport
import Testing

@Suite("A run that is interrupted, or watches")
struct InterruptedRunTests {
  private static let short = "name: %\nsteps: [call: configure]\n"
  /// Centuries on a phone with one reminder a day.
  private static let long = """
    name: long
    steps:
      - device: {setPermission: granted}
      - call: {scheduleDailyReminder: {id: r, title: t, body: b, time: "09:00"}}
      - device: systemTerminate
      - repeat: {times: 290, steps: [{advance: 3650d}]}
    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write("1.yaml", InterruptedRunTests.short.replacing("%", with: "first"))
    _ = try folder.write("2.yaml", InterruptedRunTests.long)
    _ = try folder.write("3.yaml", InterruptedRunTests.short.replacing("%", with: "last"))
    return folder
  }

  @Test(
    "reports the results so far, and ends with 128 plus the signal's number",
    arguments: [SIGINT, SIGTERM])
  func partial(signal: Int32) throws {
    let folder = try folder()
    let report = folder.url.appending(path: "out.json")
    let junit = folder.url.appending(path: "out.xml")
    let run = try LiveProgram([
      "run", "--jobs", "1", "--report", "json=\(report.path)", "--report", "junit=\(junit.path)",
      folder.url.path,
    ])
    #expect(run.waitForOutput("first"))
    run.send(signal: signal)
    let output = String(decoding: run.rest(), as: UTF8.self)
    #expect(run.exitCode() == 128 + signal)
    let document = try JSONParser.parse(
      [UInt8](try Data(contentsOf: report)), limits: JSONLimits(bytesMax: 64 << 20, depthMax: 64))
    let outcomes = document["scenarios"]?.arrayValue?.map { $0["outcome"]?.stringValue }
    // The signal may arrive before the second one starts.
    try #require(outcomes?.count == 3)
    #expect(outcomes?[0] == "passed" && outcomes?[2] == "notRun")
    #expect(["aborted", "notRun"].contains(outcomes?[1]))
    #expect(document["outcome"] == "aborted")
    #expect(String(decoding: try Data(contentsOf: junit), as: UTF8.self).contains("</testsuites>"))
    #expect(folder.names == ["1.yaml", "2.yaml", "3.yaml", "out.json", "out.xml"])
    #expect(output.contains("3 scenarios: 1 passed, 0 failed, "))
  }

  @Test(
    "ends although nobody takes what it prints", .timeLimit(.minutes(5)),
    arguments: [SIGINT, SIGTERM])
  func blocked(signal: Int32) throws {
    // From the first line on nobody reads its output, which fills the pipe.
    let run = try LiveProgram(["run", "--log", "assets/scenarios"])
    #expect(run.waitForOutput("ok"))
    let clock = ContinuousClock()
    let began = clock.now
    run.send(signal: signal)
    #expect(run.exitCode() == 128 + signal)
    // half a second on an idle machine.
    #expect(clock.now - began < .seconds(20))
  }

  @Test(
    "leaves no half report when there is more to write than there is time", .timeLimit(.minutes(5)),
    arguments: [[SIGTERM], [SIGINT, SIGINT]])
  func largeReports(signals: [Int32]) throws {
    let folder = try TemporaryFolder()
    let status = [String](repeating: "call: getNotificationStatus", count: 25)
    _ = try folder.write(
      "1.yaml",
      "name: large\nsteps:\n  - repeat: {times: 100, steps: [\(status.joined(separator: ", "))]}\n")
    _ = try folder.write("2.yaml", InterruptedRunTests.short.replacing("%", with: "small"))
    let report = folder.url.appending(path: "out.html")
    let run = try LiveProgram([
      "run", "--report", "html=\(report.path)", "--report", "json=\(report.path).json",
      folder.url.path,
    ])
    // The reports come after the last line.
    #expect(run.waitForOutput("2 scenarios:"))
    let clock = ContinuousClock()
    let began = clock.now
    for signal in signals { run.send(signal: signal) }
    #expect(run.exitCode() == 128 + signals[0])
    // half a second on an idle machine.
    #expect(clock.now - began < .seconds(20))
    #expect(!folder.names.contains { $0.contains("tmp") })
    if let html = try? Data(contentsOf: report) {
      #expect(String(decoding: html.suffix(20), as: UTF8.self).contains("</html>"))
    }
  }

  @Test("with --watch runs again when a file changes, survives a bad file, and ends with 130")
  func watch() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.yaml", "name: before\nsteps: [call: configure]\n")
    let run = try LiveProgram(["run", "--watch", path])
    #expect(run.waitForError("watching 1 file;"))
    _ = try folder.write("a.yaml", "name: a\nsteps: [cal: configure]\n")
    #expect(run.waitForError("watching 1 file;", times: 2))
    #expect(run.error.contains("there is no step 'cal'"))
    _ = try folder.write("a.yaml", "name: after\nsteps: [call: configure, runUntilIdle]\n")
    #expect(run.waitForError("watching 1 file;", times: 3))
    run.send(signal: SIGINT)
    let text = run.errorText()
    #expect(run.exitCode() == 130)
    #expect(text.contains("✓ ok before") && text.contains("✓ ok after"))
  }
}
