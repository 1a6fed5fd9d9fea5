import CivilTime
import Testing

@testable import Scenarios

/// What a person saw on a day, whatever it had been planned for, and whoever sent it.
@Suite("What was shown on a day")
struct ShownOnDayTests {
  private func explanation(
    _ steps: [String], day: String, head: String = "platform: ios\nknobs: {deliveryDrift: none}",
    id: String? = nil
  ) throws -> DayExplanation {
    let yaml = "name: a\n\(head)\nsteps:\n" + steps.map { "  - \($0)\n" }.joined()
    let scenario = try ScenarioFile.parse(yaml, path: "a.yaml")
    let date = try #require(CivilDate(text: day))
    return try DayExplanation(try TracedRun.trace(of: scenario), day: date, id: id)
  }

  private static let old =
    "device: {otherCode: {addRequest: {id: old-reminder, daily: '08:00', title: Old}}}"

  @Test("names what other code showed beside the plugin's own, without a verdict on it")
  func otherCode() throws {
    let steps = [
      "device: {setPermission: granted}", Self.old,
      "call: {scheduleDailyNotification: {time: '08:00'}}", "device: background",
      "advance: {to: '2025-11-15T08:01:00Z'}",
    ]
    let told = try explanation(steps, day: "2025-11-15")
    #expect(told.foreign.map(\.identifier) == ["old-reminder"])
    #expect(told.stories.map(\.id) == ["daily"])
    #expect(try explanation(steps, day: "2025-11-15", id: "daily").foreign.isEmpty)
  }

  @Test("tells of other code alone on a day for which nothing was planned")
  func alone() throws {
    let told = try explanation(
      ["device: {setPermission: granted}", Self.old, "advance: 1d"], day: "2025-11-15")
    #expect(told.stories.isEmpty && told.nothing != nil)
    #expect(told.foreign.count == 1 && told.isFine)
  }

  @Test("tells a notification on the day it was planned for, and on the day it was shown")
  func late() throws {
    let steps = [
      "device: {setPermission: granted}", "device: {setExactAlarm: granted}",
      "call: {scheduleDailyReminder: {id: r, title: T, body: B, time: '12:00'}}",
      "device: background", "device: {warpClock: 7d}", "advance: 1m",
    ]
    let head = "platform: android"
    let shown = try explanation(steps, day: "2025-11-22", head: head).stories
      .filter { !$0.showings.isEmpty }
    #expect(!shown.isEmpty)
    #expect(shown.allSatisfy { $0.showings.allSatisfy { $0.driftMilliseconds > 86_400_000 } })
    let planned = try explanation(steps, day: "2025-11-15", head: head).stories
    #expect(planned.first?.showings == shown.first?.showings)
  }

  @Test("notes what was shown twice, and what the person had postponed")
  func twice() throws {
    let steps = [
      "device: {setPermission: granted}", "call: {scheduleDailyNotification: {time: '08:00'}}",
      "device: background", "advance: {to: '2025-11-15T08:01:00Z'}",
      "device: {tapNotification: {id: daily_daily, action: later}}", "advance: 2h",
    ]
    let stories = try explanation(steps, day: "2025-11-15").stories
    let postponed = stories.filter { $0.remarks == ["the person had postponed it"] }
    #expect(postponed.count == 1 && postponed.first?.showings.count == 1)
    #expect(stories.count { $0.remarks.isEmpty && !$0.showings.isEmpty } == 1)
  }

  @Test("notes what was shown after its schedule had ended, and what ended it")
  func afterCancel() throws {
    let steps = [
      "device: {setPermission: granted}", "call: {scheduleDailyNotification: {time: '08:00'}}",
      "advance: {to: '2025-11-15T07:59:59.999Z'}", "call: cancelAllNotifications", "advance: 10m",
    ]
    // The removal takes effect a moment later, and the system shows it meanwhile.
    let stories = try explanation(steps, day: "2025-11-15").stories
    #expect(stories.first?.showings.count == 1, "\(stories)")
    let remark = try #require(stories.first?.remarks.first)
    #expect(
      remark.contains("after its schedule had ended") && remark.contains("cancelAllNotifications"),
      "\(remark)")
  }
}
