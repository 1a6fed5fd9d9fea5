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

  @Test("a list of differences that is cut says so")
  func bounded() throws {
    let differences = JSONMatch.differences(
      .array((0..<300).map { .integer(Int64($0)) }),
      .array((0..<300).map { .integer(Int64($0) + 1) }), at: .init())
    #expect(differences.count == JSONMatch.differencesMax)
    #expect(differences.last?.found.contains("was not compared, after 200 differences") == true)
  }
}
