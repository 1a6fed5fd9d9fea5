import DeviceModel
import History
import LocatedYAML
import Testing

@testable import Scenarios

@Suite("Platforms of a file")
struct PlatformsTests {
  private static let steps = "steps: [{expect: {pending: 0}}]"

  private func scenarios(_ yaml: String, on platform: DevicePlatform? = nil) -> ScenarioContents {
    ScenarioFile.read(
      Array((yaml + "\n" + PlatformsTests.steps).utf8), path: "a.yaml",
      ScenarioSources(platform: platform))
  }

  @Test("a neutral file runs on the platform that is chosen, else on iOS")
  func neutral() {
    let expectations: [(chosen: DevicePlatform?, expected: DevicePlatform)] = [
      (nil, .ios), (.ios, .ios), (.android, .android),
    ]
    for (chosen, expected) in expectations {
      let contents = scenarios("name: a", on: chosen)
      #expect(contents.scenarios.map(\.configuration.platform) == [expected])
      #expect(contents.scenarios.map(\.name) == ["a"])
    }
  }

  @Test("a file for both runs on both, each a scenario with a name of its own")
  func both() {
    let yaml = "name: a\nplatforms: [ios, android]\nknobs: {deliveryDrift: none, swipeKills: stock}"
    let contents = scenarios(yaml)
    #expect(contents.errors.isEmpty, "\(contents.errors)")
    #expect(contents.scenarios.map(\.name) == ["a [ios]", "a [android]"])
    #expect(contents.scenarios.map(\.configuration.platform) == [.ios, .android])
    #expect(contents.scenarios.map { ScenarioRunner.run($0).outcome } == [.passed, .passed])
    let one = scenarios(yaml, on: .android).scenarios
    #expect(one.map(\.name) == ["a"] && one.map(\.configuration.platform) == [.android])
  }

  @Test("each row of data is run on each platform")
  func rows() {
    let yaml = "name: a\nplatforms: [android, ios]\ndata: [{X: 1, label: b}, {X: 2, label: c}]"
    #expect(
      scenarios(yaml).scenarios.map(\.name)
        == ["a [b] [android]", "a [b] [ios]", "a [c] [android]", "a [c] [ios]"])
  }

  @Test("a file for another platform is skipped, with the reason")
  func skipped() {
    let contents = scenarios("name: a\nplatform: ios", on: .android)
    let results = contents.scenarios.map { ScenarioRunner.run($0) }
    #expect(results.map(\.outcome) == [.skipped])
    #expect(results.map(\.skipReason) == ["platform is ios, not android"])
  }

  @Test(
    "what only the other system has is an error with its place and the way out",
    arguments: [
      ("name: a\nknobs: {dozeQuota: aosp}", "2:9", "knob 'dozeQuota' belongs to Android"),
      (
        "name: a\nplatform: android\nknobs: {deliveryDrift: none}", "3:9",
        "knob 'deliveryDrift' belongs to iOS, and this phone runs Android"
      ),
      ("name: a\nvariant: emulator", "2:10", "variant 'emulator' belongs to Android"),
      ("name: a\nplatforms: [ios, android]\nvariant: simulator", "3:10", "'simulator' belongs to"),
      ("name: a\nplatform: android\nosVersion: \"17.0\"", "3:12", "'osVersion: 17.0' belongs"),
      ("name: a\nmanifest: {without: [BootReceiver]}", "2:11", "'manifest' belongs to Android"),
      ("name: a\ntargetSdk: 33", "2:12", "'targetSdk' belongs to Android"),
      ("name: a\nplatform: android\ninfoPlist: {}", "3:12", "'infoPlist' belongs to iOS"),
      ("name: a\nwhen: {variant: emulator}", "2:7", "never holds on iOS"),
      ("name: a\nwhen: {platform: android, osVersion: 17.0}", "2:7", "never holds on Android"),
      ("name: a\nplatform: ios\nplatforms: [ios]", "2:1", "exclude each other"),
      ("name: a\nplatforms: []", "2:12", "'platforms' is empty"),
      ("name: a\nplatforms: [ios, ios]", "2:18", "there twice"),
    ])
  func other(yaml: String, place: String, message: String) {
    let errors = scenarios(yaml).errors.map(\.description)
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.allSatisfy { $0.hasPrefix("a.yaml:\(place): ") }, "\(errors)")
    #expect(errors.allSatisfy { $0.contains(message) }, "\(errors)")
  }

  @Test("a neutral file on the system that was chosen: knobs of the other one have no effect")
  func lentKnobs() {
    let yaml = """
      name: a
      knobs: {deliveryDrift: none}
      breaks: [{knob: {deliveryDrift: beyond}, fails: x}, {variant: simulator, fails: x}]
      """
    let contents = scenarios(yaml, on: .android)
    #expect(contents.errors.isEmpty, "\(contents.errors)")
    #expect(contents.scenarios.map { ScenarioRunner.run($0).outcome } == [.passed])
    #expect(contents.scenarios.map(\.breaks.count) == [0])
    #expect(scenarios(yaml, on: .ios).scenarios.map(\.breaks.count) == [2])
  }

  @Test(
    "a neutral file that names other things of a system is skipped on the other one",
    arguments: [
      ("infoPlist: {backgroundModes: []}", "'infoPlist' belongs to iOS"),
      ("variant: simulator", "variant 'simulator' belongs to iOS"),
      ("osVersion: \"18.2\"", "'osVersion: 18.2' belongs to iOS"),
      (
        "setup: [{device: {setBackgroundRefresh: denied}}]",
        "device: setBackgroundRefresh belongs to iOS"
      ),
    ])
  func lentThings(line: String, reason: String) {
    let contents = scenarios("name: a\n" + line, on: .android)
    #expect(contents.errors.isEmpty, "\(contents.errors)")
    let results = contents.scenarios.map { ScenarioRunner.run($0) }
    #expect(results.map(\.outcome) == [.skipped] && results.map(\.skipReason) == [reason])
    #expect(scenarios("name: a\n" + line).scenarios.map { ScenarioRunner.run($0).outcome } != [])
  }

  @Test("a step for the other system alone, or a refusal that is expected, skips nothing")
  func ownSteps() {
    let yaml = """
      name: a
      setup:
        - {device: {setBackgroundRefresh: denied}, when: {platform: ios}}
        - {device: {setBackgroundRefresh: denied}, refused: iosOnly, when: {platform: android}}
      """
    let results = scenarios(yaml, on: .android).scenarios.map { ScenarioRunner.run($0) }
    #expect(results.map(\.outcome) == [.passed], "\(results.map(\.failures))")
  }

  @Test("what is expected may differ by system, and lines about tasks are read as each writes them")
  func values() {
    let yaml = """
      name: a
      platforms: [ios, android]
      setup:
        - {device: {setExactAlarm: granted}, when: {platform: android}}
        - {device: {setPermission: granted}}
        - {call: {scheduleDailyNotification: {time: "05:53"}}}
        - label: armed
          expect:
            pending:
              count: {ios: 56, android: 2}
              includes: [daily_daily, {ios: {source: default}}]
            tasks:
              - identifier: {ios: com.timesafari.dailynotification.fetch, android: dnp_fetch_daily}
            log: "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00Z)"
            noEvent: {android: requestAdded}
        - {call: cancelAllNotifications}
        - runUntilIdle
      """
    let results = scenarios(yaml).scenarios.map { ScenarioRunner.run($0) }
    #expect(results.map(\.failures) == [[], []])
    let wrong = yaml.replacing("android: 2", with: "android: 3")
    let failed = scenarios(wrong).scenarios.map { ScenarioRunner.run($0) }
    #expect(failed.map(\.outcome) == [.passed, .failed])
  }

  @Test("a name without its date stands for the notification of any day on Android")
  func names() {
    for name in ["", "T05:53", "T05:53_America/New_York"].map({ "daily_daily_2025-11-16" + $0 }) {
      #expect(AlarmNames.isDated(name, of: "daily_daily"))
      #expect(AlarmNames.isDated(name, of: "daily_daily_2025-11-16"))
      #expect(!AlarmNames.isDated(name, of: "daily_daily_2025-11-17"))
      #expect(!AlarmNames.isDated(name, of: "daily"))
    }
    #expect(AlarmNames.isDated("dual_notify_2025-11-15T07:00_x", of: "dual_daily_notification"))
    #expect(!AlarmNames.isDated("daily_daily_evening", of: "daily_daily"))
    #expect(!AlarmNames.isDated("daily_daily", of: "daily_daily"))
  }

  @Test("a condition for the other platform may name what only that one has")
  func condition() {
    let yaml = """
      name: a
      setup:
        - {expect: {pending: 1}, when: {platform: android, variant: emulator}}
      """
    #expect(scenarios(yaml).errors.isEmpty)
    let bare = "name: a\nsetup:\n  - {expect: {pending: 1}, when: {variant: emulator}}"
    let errors = scenarios(bare).errors.map(\.description)
    #expect(errors.count == 1 && errors[0].hasPrefix("a.yaml:3:5: "), "\(errors)")
    #expect(scenarios(bare, on: .android).errors.isEmpty)
  }

  @Test("a break of one platform belongs to that one")
  func breaks() {
    let yaml = """
      name: a
      platforms: [ios, android]
      breaks:
        - {remove: 1, platform: android, fails: x}
        - {knob: {swipeKills: asForceStop}, platform: android, fails: x}
      """
    #expect(scenarios(yaml).scenarios.map(\.breaks.count) == [0, 2])
  }
}
