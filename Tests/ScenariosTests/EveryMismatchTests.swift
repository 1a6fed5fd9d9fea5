import JSONText
import LocatedYAML
import Testing

@testable import Scenarios

@Suite("Every mismatch of a list")
struct EveryMismatchTests {
  private func failure(_ steps: String) throws -> StepFailure {
    let yaml = """
      name: a
      steps:
        - device: {setPermission: granted}
        - call: {configure: {}}
      \(steps)
      """
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    return try #require(result.steps.last?.failure)
  }

  @Test("each record that is missing is named at its place")
  func events() throws {
    let failure = try failure(
      """
        - expect:
            event:
              - delivered
              - called: {method: configure}
              - {tapped: {identifier: x}}
              - {called: {method: configure}, times: 2}
      """)
    #expect(
      failure.all.map(\.expected) == [
        "a record delivered", #"a record tapped {"identifier":"x"}"#,
        #"2 records called {"method":"configure"}"#,
      ])
    #expect(failure.all.compactMap(\.place?.line) == [7, 9, 10])
  }

  @Test("each record that was written and should not have been is named")
  func noEvents() throws {
    let failure = try failure(
      """
        - expect:
            noEvent:
              - called: {method: configure}
              - delivered
              - replied: {method: configure}
      """)
    #expect(failure.all.count == 2)
    #expect(failure.all.compactMap(\.place?.line) == [7, 9])
  }

  @Test("each line that is missing is named, and one in the wrong order")
  func lines() throws {
    let failure = try failure(
      """
        - expect:
            log:
              - "[DNP-PLUGIN] requestPermissions() → granted"
              - "[DNP-PLUGIN] status = ready"
              - "[DNP-PLUGIN] configure() called"
              - "[DNP-PLUGIN] cancelAllNotifications() called"
      """)
    #expect(
      failure.all.map(\.expected) == [
        "the line '[DNP-PLUGIN] requestPermissions() → granted'",
        "the line '[DNP-PLUGIN] configure() called'",
        "the line '[DNP-PLUGIN] cancelAllNotifications() called'",
      ])
    #expect(
      failure.all[1].found == "it was logged, but not after '[DNP-PLUGIN] status = ready'")
    #expect(failure.all.compactMap(\.place?.line) == [7, 9, 10])
  }

  @Test("each line that is missing, unexpected or different is named at its place")
  func exactLines() throws {
    let failure = try failure(
      """
        - call: {cancelAllNotifications: {}}
        - runUntilIdle
        - expect:
            logExactly:
              - "[DNP-PLUGIN] requestPermissions() → granted"
              - "[DNP-PLUGIN] configure() called"
              - "[DNP-PLUGIN] cancelAllNotifications() called"
              - "[DNP-PLUGIN] status = ready"
      """)
    #expect(
      failure.all.map(\.expected) == [
        "log line 1 '[DNP-PLUGIN] requestPermissions() → granted'",
        "log line 3 '[DNP-PLUGIN] cancelAllNotifications() called'",
        "log line 5 the end of the log",
      ])
    #expect(
      failure.all.map(\.found) == [
        "missing before '[DNP-PLUGIN] configure() called'",
        "missing before '[DNP-PLUGIN] status = ready'",
        "'[DNP-PLUGIN] cancelAllNotifications() called'",
      ])
    // What follows the last line stands at the key.
    #expect(failure.all.compactMap(\.place?.line) == [9, 11, 8])
  }

  @Test("lists of lines are aligned at the lines that both have")
  func aligned() {
    let rows: [(expected: String, found: String, texts: [String])] = [
      ("abc", "abc", []),
      ("abc", "ac", ["1 log line 2 'b': missing before 'c'"]),
      ("ac", "abxc", ["1 log line 2 'c': 'b' before it", "1 log line 2 'c': 'x' before it"]),
      ("abc", "axc", ["1 log line 2 'b': 'x'"]),
      ("abcd", "axd", ["1 log line 2 'b': 'x'", "2 log line 3 'c': missing before 'd'"]),
      ("ab", "a", ["1 log line 2 'b': the end of the log"]),
      (
        "a", "abc",
        ["1 log line 2 the end of the log: 'b'", "1 log line 3 the end of the log: 'c'"]
      ),
      ("", "a", ["0 log line 1 the end of the log: 'a'"]),
      (
        "abcde", "xbdfe",
        [
          "0 log line 1 'a': 'x'", "2 log line 3 'c': missing before 'd'",
          "4 log line 5 'e': 'f' before it",
        ]
      ),
    ]
    for row in rows {
      let differences = LineComparison.differences(
        row.expected.map(String.init), row.found.map(String.init))
      #expect(differences.map { "\($0.index) \($0.expected): \($0.found)" } == row.texts)
    }
  }

  @Test("what is not compared of two logs is said")
  func boundedLines() {
    let many = LineComparison.differences(
      (0..<300).map { "a\($0)" }, (0..<300).map { "b\($0)" })
    #expect(many.count == JSONMatch.differencesMax)
    #expect(many.last?.found.contains("was not compared, after 200 differences") == true)
    let long = LineComparison.differences([], (0...LineComparison.linesMax).map { "b\($0)" })
    #expect(long.map(\.expected) == ["log line 1 the end of the log"])
    #expect(
      long.first?.found
        == "'b0'; what follows was not compared, more than 2000 lines differ")
  }

  @Test("a list of differences that is cut says so")
  func bounded() throws {
    let differences = JSONMatch.differences(
      .array((0..<300).map { .integer(Int64($0)) }),
      .array((0..<300).map { .integer(Int64($0) + 1) }), at: .init())
    #expect(differences.count == JSONMatch.differencesMax)
    #expect(differences.last?.found.contains("was not compared, after 200 differences") == true)
  }
}
