import Scenarios
import Testing

@Suite("Hints of a failure")
struct FailureHintTests {
  /// Cancelled requests are still being removed when the last step looks.
  private static func hint(_ expectation: String) throws -> String? {
    let scenario = try ScenarioFile.parse(
      """
      name: a
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - runUntilIdle
        - call: cancelAllNotifications
        - expect: {\(expectation)}
      """, path: "a.yaml")
    let result = ScenarioRunner.run(scenario)
    let failure = try #require(result.steps.last?.failure)
    return failure.hint
  }

  @Test("removals in flight explain what is pending, and nothing else")
  func removals() throws {
    #expect(try Self.hint("pending: 1")?.hasPrefix("requests are being removed") == true)
    #expect(try Self.hint("delivered: 1") == nil)
    #expect(try Self.hint("delivered: 1, pending: 1")?.isEmpty == false)
  }
}
