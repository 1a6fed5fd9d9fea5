import Scenarios
import SimulationCore
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

  @Test(
    "a setting that a call lacks is named with the step that changes it, which is enough",
    arguments: [
      (
        "platform: android",
        "device: {setExactAlarm: granted}\n  - device: {setPermission: denied}",
        "call: {scheduleDailyNotification: {time: '08:00'}}", "{setPermission: granted}"
      ),
      (
        "platform: android", "device: {setPermission: granted}",
        "call: {scheduleDailyNotification: {time: '08:00'}}", "{setExactAlarm: granted}"
      ),
      (
        "variant: device", "device: {setPermission: denied}",
        "call: {scheduleDailyNotification: {time: '08:00'}}", "{setPermission: granted}"
      ),
      (
        "variant: device",
        "device: {setPermission: granted}\n  - device: {setBackgroundRefresh: denied}",
        "call: {scheduleContentFetch: {enabled: true, schedule: '0 7 * * *'}}",
        "{setBackgroundRefresh: available}"
      ),
    ])
  func settings(_ header: String, _ step: String, _ call: String, _ change: String) throws {
    func result(_ steps: [String]) throws -> ScenarioResult {
      let configure =
        "call: {configureNativeFetcher: {apiBaseUrl: 'https://api.test.example', "
        + "activeDid: '${DID_1}'}}"
      let lines = ([configure, step] + steps + [call]).map { "  - \($0)\n" }
      return try LanguageRun().result("name: a\n\(header)\nsteps:\n" + lines.joined())
    }
    let failure = try #require(try result([]).steps.last?.failure)
    #expect(
      failure.hint?.hasSuffix(": add a step '- device: \(change)' before this one") == true,
      "\(failure)")
    #expect(try result(["device: \(change)"]).outcome == .passed)
  }

  @Test("a rejection that no setting prevents has no hint")
  func otherRejections() throws {
    let scenario = try ScenarioFile.parse(
      "name: a\nsteps: [call: {scheduleDailyNotification: {time: '25:00'}}]", path: "a.yaml")
    #expect(ScenarioRunner.run(scenario).steps.last?.failure?.hint == nil)
  }

  @Test(
    "a time in another zone, a late delivery and one that is not due yet are named",
    arguments: [
      (
        "zone: Asia/Tokyo", "1ms", "pending: {includes: [{at: '2025-11-16T08:00:00Z'}]}",
        "2025-11-16T08:00:00Z is in UTC: 08:00 in Asia/Tokyo is 2025-11-15T23:00:00Z"
      ),
      (
        "zone: UTC", "3h", "delivered: [{at: '2025-11-15T08:00:00Z'}]",
        "the notification of 2025-11-15T08:00:00Z was shown 1m22s817ms later: expect 'planned' "
          + "instead of 'at', or set 'knobs: {deliveryDrift: none}'"
      ),
      (
        "zone: UTC", "1h", "delivered: 1",
        "nothing has been due yet: the next notification is due at 2025-11-15T08:00:00Z"
      ),
      ("zone: UTC", "3h", "delivered: 2", nil),
      ("zone: UTC", "3h", "delivered: [{planned: '2025-11-15T09:00:00Z'}]", nil),
      ("zone: Asia/Tokyo", "1ms", "pending: {includes: [{at: '2025-11-16T08:01:00Z'}]}", nil),
      ("zone: Asia/Tokyo", "1ms", "status: {process: background}", nil),
    ])
  func times(_ header: String, _ wait: String, _ expectation: String, _ hint: String?) throws {
    let failure = try #require(
      try LanguageRun().result(
        """
        name: a
        \(header)
        steps:
          - device: {setPermission: granted}
          - call: {scheduleDailyNotification: {time: "08:00"}}
          - advance: \(wait)
          - expect: {\(expectation)}
        """
      ).steps.last?.failure)
    #expect(failure.hint == hint)
  }

  @Test("a notification that was due and not shown is among the last records, and no hint hides it")
  func notShown() throws {
    let failure = try #require(
      try LanguageRun().result(
        """
        name: a
        platform: android
        knobs: {exactApi: exact}
        steps:
          - device: {setPermission: granted}
          - device: {setExactAlarm: granted}
          - call: {scheduleDailyNotification: {time: "08:00"}}
          - device: swipeAway
          - device: lock
          - device: {setDoze: on}
          - advance: 3h
          - expect: {delivered: 1}
        """
      ).steps.last?.failure)
    #expect(failure.hint == nil)
    let last = failure.lastRecords.last ?? ""
    #expect(last.hasPrefix("2025-11-15 08:00:00.000 alarmHeld identifier=daily_daily"), "\(last)")
  }

  @Test(
    "a refused step, and a notification that may not be shown, name the step that is missing",
    arguments: [
      (
        "device: {setPermission: denied}, advance: 3h, expect: {delivered: 1}",
        "a notification was due and not shown (notifications are denied): add a step "
          + "'- device: {setPermission: granted}' before then"
      ),
      (
        "answer: allow",
        "no dialog is up, since the permission is decided already: leave this step out"
      ),
      (
        "device: swipeAway, press: Check Plugin Status",
        "the app is not running: add a step '- device: launch' before this one"
      ),
      (
        "device: powerOff, device: launch",
        "the phone is off: add a step '- device: powerOn' before this one"
      ),
      ("device: foreground, device: launch", nil),
      // What was to end is gone already: to open the app first is no remedy.
      (
        "device: swipeAway, device: systemTerminate",
        "the app is not running, so there is nothing to end: leave this step out"
      ),
      (
        "device: systemTerminate, device: swipeAway",
        "the app is not running, so there is nothing to end: leave this step out"
      ),
      ("device: launch", "the app is in front already: leave this step out"),
      (
        "device: background, device: launch",
        "the app is in the background: use '- device: foreground' instead of this step"
      ),
      (
        "device: background, advance: 1h, device: launch",
        "the app is suspended: use '- device: foreground' instead of this step"
      ),
      // No more was expected than was shown: no step is missing.
      ("device: {setPermission: denied}, advance: 3h, expect: {pending: 99}", nil),
    ])
  func missingStep(_ steps: String, _ hint: String?) throws {
    let lines = steps.split(separator: ", ").map { "  - \($0)\n" }.joined()
    let failure = try #require(
      try LanguageRun().result(
        """
        name: a
        steps:
          - device: {setPermission: granted}
          - call: {scheduleDailyNotification: {time: "08:00"}}
        \(lines)
        """
      ).steps.last { $0.failure != nil }?.failure)
    #expect(failure.hint == hint, "\(failure)")
  }

  @Test("an answer without a dialog names the button that shows one")
  func noDialog() throws {
    let result = try LanguageRun().result("name: a\nsteps: [answer: allow]")
    #expect(
      result.steps[0].failure?.hint
        == "no dialog is up: add a step '- press: Request Permissions' before this one")
  }

  @Test("a call that was rejected before time passed failed when it was rejected")
  func lateSettled() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "08:00"}}
        - runUntilIdle
        - call: cancelAllNotifications
        - call: {scheduleDailyNotification: {time: "25:00"}}
        - advance: 5h
      """)
    let step = result.steps[4]
    let failure = try #require(step.failure)
    #expect(failure.instant.milliseconds == step.instant.milliseconds + step.durationMilliseconds)
    #expect(failure.instant.milliseconds < 10_000)
    #expect(
      failure.wallMilliseconds == result.setup.startMilliseconds + failure.instant.milliseconds)
    // Nothing of what happened later is among its last records.
    #expect(failure.lastRecords.allSatisfy { $0.hasPrefix("2025-11-15 05:42:3") })
    #expect(failure.lastRecords.contains { $0.contains("isRejected=true") })
  }

  @Test("removals in flight explain what is pending, and nothing else")
  func removals() throws {
    #expect(try Self.hint("pending: 1")?.hasPrefix("requests are being removed") == true)
    #expect(try Self.hint("delivered: 1") == nil)
    #expect(try Self.hint("delivered: 1, pending: 1")?.isEmpty == false)
  }
}
