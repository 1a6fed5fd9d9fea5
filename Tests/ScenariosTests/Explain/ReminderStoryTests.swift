import CivilTime
import DeviceModel
import Testing

@testable import Scenarios

@Suite("Explanation of a day with a reminder")
struct ReminderStoryTests {
  private func explained(_ day: String) throws -> [NotificationStory] {
    let trace = try DayExplanationTests.trace(
      [
        "press: Request Permissions", "answer: allow",
        "call: {scheduleDailyReminder: {id: pills, title: T, body: B, time: '08:00'}}",
        "device: background", "advance: 3d",
      ], header: "knobs: {taskLateness: fixed, deliveryDrift: none}\n")
    return try DayExplanation(trace, day: try DayExplanationTests.day(day)).stories
  }

  @Test(
    "treats its own text as the expected content, and each delivery as that of its day",
    arguments: ["2025-11-15", "2025-11-16", "2025-11-17"])
  func shown(day: String) throws {
    let stories = try explained(day)
    #expect(stories.map(\.id) == ["reminder_pills"])
    let story = try #require(stories.first)
    #expect(story.verdict == .shown && story.reasons == [])
    #expect(story.showings.map(\.driftMilliseconds) == [0])
  }

  @Test("says on the last day that the run ended before its time")
  func ahead() throws {
    #expect(try explained("2025-11-18").map(\.verdict) == [.ahead])
  }
}
