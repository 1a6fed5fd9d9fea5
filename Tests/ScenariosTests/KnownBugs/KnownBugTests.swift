import DailyNotification
import ES256K
import Foundation
import JSONText
import ProjectFiles
import Scenarios
import Testing

@testable import DeviceModel

@Suite("Known bugs of the plugin")
struct KnownBugTests {
  /// The scenarios of a bug's file that run on its phone.
  private func scenarios(of bug: KnownBug) throws -> [Scenario] {
    let all = try ShippedScenarios.scenarios(bug.path).filter {
      $0.configuration.platform == bug.platform
    }
    try #require(!all.isEmpty)
    return all
  }

  /// The files of the regression scenarios.
  private var files: [String] {
    get throws {
      try ShippedScenarios.paths.filter {
        try ShippedScenarios.scenario($0).tags.contains("plugin-history")
      }
    }
  }

  @Test("each makes its scenario fail where it is expected to", arguments: KnownBug.all)
  func caught(bug: KnownBug) throws {
    for scenario in try scenarios(of: bug) {
      #expect(ScenarioRunner.run(scenario).failures == [], "\(scenario.name)")
      let result = try MisbehavingRun.result(of: scenario, with: bug)
      #expect(result.outcome == .failed, "\(scenario.name)")
      let isThere =
        if bug.failure.hasPrefix("invariant ") {
          // No step fails but one that asks for the invariants.
          result.failures.contains { $0.hasPrefix("\(bug.failure) (") }
            && result.failures.allSatisfy { $0.contains("invariant") }
        } else {
          result.failures.first?.contains("'\(bug.failure)':") == true
        }
      #expect(isThere, "\(scenario.name): \(result.failures)")
      let broken = Set(result.violations.map(\.id))
      #expect(broken == bug.invariants, "\(scenario.name): \(result.violations.map(\.text))")
    }
  }

  @Test("without one a phone does what it does in any run", arguments: KnownBug.all)
  func healthy(bug: KnownBug) throws {
    let none = KnownBug(number: bug.number, name: bug.name, platform: bug.platform, failure: "")
    for scenario in try scenarios(of: bug) {
      let result = try MisbehavingRun.result(of: scenario, with: none)
      #expect(result.failures == [], "\(scenario.name)")
      #expect(result.traceHash == ScenarioRunner.run(scenario).traceHash, "\(scenario.name)")
    }
  }

  @Test("each regression scenario has a bug on each phone it runs on, and each bug a scenario")
  func complete() throws {
    let files = try files
    #expect(Set(files) == Set(KnownBug.all.map(\.path)))
    for path in files {
      for scenario in try ShippedScenarios.scenarios(path) {
        let isPlanted = KnownBug.all.contains {
          $0.path == path && $0.platform == scenario.configuration.platform
        }
        #expect(isPlanted, "\(scenario.name)")
      }
    }
    for bug in KnownBug.all {
      let number = bug.number < 10 ? "0\(bug.number)" : "\(bug.number)"
      #expect(bug.name.hasPrefix("upstream-\(number)-"), "\(bug.name)")
    }
    #expect(Set(KnownBug.all.map(\.number)) == Set(1...28))
  }

  @Test("cancelling everything on Android leaves an alarm that is not the plugin's")
  func foreignAlarm() throws {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.keychain = Keychain(TestKeys.standard)
    var device = Device(configuration)
    try device.perform(.setPermission(.authorized))
    try device.perform(.setExactAlarm(isGranted: true))
    try device.perform(
      .call(method: "scheduleDailyNotification", options: ["time": "08:00"]))
    let own = try #require(device.os.android.alarms.entries.first).alarm
    try device.os.setAlarm(
      Alarm(identifier: "42", time: own.time, call: .alarmClock, payload: own.payload))
    #expect(device.os.android.alarms.entries.count == 3)
    try device.perform(.call(method: "cancelAllNotifications", options: [:]))
    #expect(device.os.android.alarms.entries.map(\.alarm.identifier) == ["42"])
  }

  @Test("docs/known-bugs.md has a row for each bug, its scenarios and where they fail")
  func page() throws {
    let page = try ProjectFile.text("docs/known-bugs.md")
    let rows = page.split(separator: "\n").filter { $0.wholeMatch(of: /\| \d+ \|.*/) != nil }
    let numbers = rows.compactMap { Int($0.split(separator: " ")[1]) }
    // The history has no 5 and no 11.
    #expect(numbers == Array(1...33).filter { $0 != 5 && $0 != 11 })
    for row in rows {
      #expect(row.contains("](../assets/scenarios/") || row.contains("not modelled"), "\(row)")
    }
    // What only changed from one version to the next has rows without a number.
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("|") }
    for bug in KnownBug.all {
      let hasRow = lines.contains {
        $0.contains("](../\(bug.path))") && $0.contains("*\(bug.failure)*")
      }
      #expect(hasRow, "\(bug.name): \(bug.failure)")
      for number in bug.invariants {
        let isNamed = lines.contains {
          $0.contains("](../\(bug.path))") && $0.contains("invariant \(number)")
        }
        #expect(isNamed, "\(bug.name): invariant \(number)")
      }
    }
  }

  @Test("each step that docs/known-bugs.md names is one of a scenario in its row")
  func steps() throws {
    let page = try ProjectFile.text("docs/known-bugs.md")
    var count = 0
    for row in page.split(separator: "\n") where row.hasPrefix("|") {
      let files = try row.matches(of: /\]\(\.\.\/(assets\/scenarios\/[^)]+)\)/)
        .map { try ProjectFile.text(String($0.1)) }
      for step in row.matches(of: /\*([^*|]+)\*/).map({ String($0.1) })
      where !step.hasPrefix("invariant ") {
        count += 1
        let isThere = files.contains { $0.contains("label: \(step)\n") }
        #expect(isThere, "\(step)")
      }
    }
    #expect(count > 30)
  }

  @Test("every link of docs/known-bugs.md to a file of the project leads somewhere")
  func links() throws {
    let page = try ProjectFile.text("docs/known-bugs.md")
    let links = page.matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
      .filter { !$0.hasPrefix("https://") }
    #expect(links.count > KnownBug.all.count)
    for link in links {
      let path = ProjectFile.url("docs/\(link)").standardizedFileURL.path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }
}
