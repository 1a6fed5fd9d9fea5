import CivilTime
import DailyNotification
import Invariants
import JSONText
import RandomHistories
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("random runs")
struct RandomRunTests {
  /// The first invariant that a run of the steps breaks; nil when all hold.
  private func failure(
    _ steps: [TesterStep], _ configuration: DeviceConfiguration
  ) throws -> String? {
    var phone = WatchedPhone(configuration)
    for step in steps {
      try phone.take(step)
      if let first = phone.checker.violations.first { return "\(first.id)" }
    }
    return nil
  }

  /// The steps without those that are not needed to break the same invariant.
  private func shrunk(
    _ steps: [TesterStep], _ configuration: DeviceConfiguration, _ failure: String
  ) throws -> [TesterStep] {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if try self.failure(fewer, configuration) == failure {
          steps = fewer
        } else {
          start += size
        }
      }
      size /= 2
    }
    return steps
  }

  private func explanation(
    _ steps: [TesterStep], _ configuration: DeviceConfiguration, _ failure: String
  ) throws -> String {
    let few = try shrunk(steps, configuration, failure)
    var phone = WatchedPhone(configuration)
    for step in few { try phone.take(step) }
    let knobs = configuration.knobs.settings(on: configuration.platform).map {
      "\($0.name)=\($0.value)"
    }
    return "seed \(configuration.seed), \(configuration.variant), "
      + "launched \(configuration.isLaunchedAtStart), \(knobs.joined(separator: " ")):\n"
      + few.map { "  \($0)" }.joined(separator: "\n") + "\n" + phone.findings
  }

  @Test("break no invariant in 300 steps", arguments: 1...20 as ClosedRange<UInt64>)
  func unbroken(seed: UInt64) throws {
    var tester = RandomTester(seed: seed)
    let steps = tester.steps(300)
    if let failure = try failure(steps, tester.configuration) {
      Issue.record("\(try explanation(steps, tester.configuration, failure))")
    }
  }

  @Test(
    "break no invariant beside other code, nor by a notification's actions",
    arguments: 1...40 as ClosedRange<UInt64>)
  func unbrokenByOthers(seed: UInt64) throws {
    var tester = RandomTester(seed: seed)
    let steps = tester.stepsWithOtherCode(300)
    if let failure = try failure(steps, tester.configuration) {
      Issue.record("\(try explanation(steps, tester.configuration, failure))")
    }
  }

  @Test(
    "break no invariant on an Android phone beside other code",
    arguments: 1...40 as ClosedRange<UInt64>)
  func unbrokenOnAndroid(seed: UInt64) throws {
    var tester = RandomTester(seed: seed, platform: .android)
    let steps = tester.stepsWithOtherAndroidCode(300)
    if let failure = try failure(steps, tester.configuration) {
      Issue.record("\(try explanation(steps, tester.configuration, failure))")
    }
  }

  @Test(
    "break no invariant under what people report most",
    arguments: DevicePlatform.allCases, 1...40 as ClosedRange<UInt64>)
  func unbrokenByConditions(platform: DevicePlatform, seed: UInt64) throws {
    var tester = RandomTester(seed: seed, platform: platform)
    let steps = tester.stepsWithConditions(300)
    if let failure = try failure(steps, tester.configuration) {
      Issue.record("\(try explanation(steps, tester.configuration, failure))")
    }
  }

  @Test("under what people report most reach skips, held notifications and restrictions")
  func reachOfConditions() throws {
    var found: Set<String> = []
    for platform in DevicePlatform.allCases {
      for seed in 1...40 as ClosedRange<UInt64> {
        var tester = RandomTester(seed: seed, platform: platform)
        var phone = WatchedPhone(tester.configuration)
        for step in tester.stepsWithConditions(300) { try phone.take(step) }
        phone.device.os.trace.forEach(from: 0) { record in
          let fields = record.payload.fieldsJSON
          for field in ["", "reason", "event"] {
            found.insert("\(record.payload.kind) \(fields[field]?.stringValue ?? "")")
          }
        }
      }
    }
    for kind in [
      "heldForSummary ", "log skipRequested", "log skipUndone", "alarmLost hibernation",
      "alarmLost restored",
    ] { #expect(found.contains(kind), "\(kind)") }
  }

  @Test("on an Android phone beside other code reach what that can do to the plugin")
  func reachOnAndroid() throws {
    var found: Set<String> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var tester = RandomTester(seed: seed, platform: .android)
      var phone = WatchedPhone(tester.configuration)
      for step in tester.stepsWithOtherAndroidCode(300) { try phone.take(step) }
      phone.device.os.trace.forEach(from: 0) { record in
        let fields = record.payload.fieldsJSON
        for field in ["", "reason", "by"] {
          found.insert("\(record.payload.kind) \(fields[field]?.stringValue ?? "")")
        }
      }
    }
    for kind in [
      "alarmLost otherCode", "alarmRefused tooMany", "alarmFired other", "taskCancelled other",
      "channelDeleted ", "notDelivered tooMany", "exemptionAnswered ",
    ] { #expect(found.contains(kind), "\(kind)") }
  }

  @Test(
    "beside other code reach evictions, crashes and postponed notifications that are shown again")
  func reachOfOthers() throws {
    var kinds: Set<String> = []
    var isShownAgain = false
    for seed in 1...40 as ClosedRange<UInt64> {
      var tester = RandomTester(seed: seed)
      var phone = WatchedPhone(tester.configuration)
      for step in tester.stepsWithOtherCode(300) { try phone.take(step) }
      phone.device.os.trace.forEach(from: 0) { record in
        kinds.insert(record.payload.kind.description)
        guard case .notification(.delivered(let shown)) = record.payload else { return }
        if shown.content.info.purpose == .postponed { isShownAgain = true }
      }
    }
    #expect(kinds.isSuperset(of: ["requestEvicted", "crashed", "requestDropped"]))
    #expect(isShownAgain)
  }

  @Test("beside other code settle in a quiet phase", arguments: 1...20 as ClosedRange<UInt64>)
  func convergenceOfOthers(seed: UInt64) throws {
    var tester = RandomTester(seed: seed)
    var phone = WatchedPhone(tester.configuration)
    for step in tester.stepsWithOtherCode(200) { try phone.take(step) }
    // Other code may have made every launch crash.
    try phone.take(.perform(.updateApp))
    try phone.quietPhase()
    #expect(phone.violated == [], "seed \(seed): \(phone.findings)")
  }

  @Test("settle in a quiet phase", arguments: 1...20 as ClosedRange<UInt64>)
  func convergence(seed: UInt64) throws {
    var tester = RandomTester(seed: seed)
    var phone = WatchedPhone(tester.configuration)
    for step in tester.steps(200) { try phone.take(step) }
    try phone.quietPhase()
    phone.checker.willExport(phone.device)
    #expect(phone.violated == [], "seed \(seed): \(phone.findings)")
  }

  @Test("run no code of a suspended app", arguments: 1...20 as ClosedRange<UInt64>)
  func suspended(seed: UInt64) throws {
    var tester = RandomTester(seed: seed)
    var phone = WatchedPhone(tester.configuration)
    var cursor: UInt64 = 0
    var state = ProcessMachine.State.notRunning
    for step in tester.steps(300) {
      try phone.take(step)
      phone.device.os.trace.forEach(from: cursor) { record in
        if case .process(.changed(let next)) = record.payload { state = next }
        guard case .plugin(.entry(let entry)) = record.payload, !state.canRunCode else { return }
        Issue.record("'\(entry)' in the state \(state) after \(step)")
      }
      cursor = phone.device.os.trace.nextSequence
    }
  }

  /// What lets a checker skip what it has read: the same number, the same notification.
  @Test("give no number to two pending notifications")
  func numbers() throws {
    var count = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var tester = RandomTester(seed: seed)
      var phone = WatchedPhone(tester.configuration)
      var known: [Int: (identifier: String, content: NotificationContent)] = [:]
      for step in tester.steps(300) {
        try phone.take(step)
        let pending = phone.device.pending
        for index in pending.indices {
          let number = pending.number(at: index)
          let now = (identifier: pending[index].identifier, content: pending[index].content)
          let earlier = known.updateValue(now, forKey: number) ?? now
          #expect(
            earlier.identifier == now.identifier && earlier.content == now.content,
            "number \(number), seed \(seed), after \(step)")
        }
      }
      count += known.count
    }
    #expect(count > 100)
  }

  /// Random runs seldom have content that is stale at its trigger.
  private func staleContent() throws -> WatchedPhone {
    var phone = try WatchedPhone.scheduled()
    try phone.call("configure", ["ttlSeconds": 300])
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.wait(hour)
    #expect(phone.violated == [])
    return phone
  }

  /// Nor a notification on the day of a DST change.
  private func autumn() throws -> WatchedPhone {
    let newYork = try Zone(identifier: "America/New_York")
    var phone = try WatchedPhone.scheduled {
      $0.zone = newYork
      $0.startMilliseconds = 1_761_980_400_000
    }
    try phone.wait(3 * day)
    #expect(phone.violated == [])
    return phone
  }

  /// Nor an answer 304.
  private func unchanged() throws -> WatchedPhone {
    var phone = try WatchedPhone.scheduled { $0.knobs.taskLateness = .fixed }
    try phone.call("configure", ["apiServer": "https://api.example"])
    let script: JSONObject = ["responses": [["etag": "\"1\""]]]
    try phone.perform(try VerbTable.command(verb: "scriptAPI", parameters: script))
    for _ in 0..<2 {
      try phone.call("testEndorserAPI")
      try phone.wait(minute)
    }
    #expect(phone.violated == [])
    return phone
  }

  @Test("reach states that are hard to reach")
  func reach() throws {
    var kinds: Set<String> = []
    var reached = [Int](repeating: 0, count: ReachedStates.State.allCases.count)
    for seed in 1...80 as ClosedRange<UInt64> {
      var tester = RandomTester(seed: seed)
      var phone = WatchedPhone(tester.configuration)
      for step in tester.steps(300) { try phone.take(step) }
      phone.device.os.trace.forEach(from: 0) { kinds.insert($0.payload.kind.description) }
      for (index, tally) in phone.checker.reached.tallies.enumerated() {
        reached[index] += tally.count
      }
    }
    for phone in [try staleContent(), try autumn(), try unchanged()] {
      for (index, tally) in phone.checker.reached.tallies.enumerated() {
        reached[index] += tally.count
      }
    }
    for (state, count) in zip(ReachedStates.State.allCases, reached) {
      #expect(count > 0, "\(state.rawValue)")
    }
    let hard = [
      "callLost", "taskExpired", "taskLost", "taskRefused", "writeFailed", "notDelivered",
      "dialogAnswered", "tapped", "fetchCancelled", "refused", "requestRemoved",
      "requestReaimed", "phone",
    ]
    for kind in hard { #expect(kinds.contains(kind), "\(kind)") }
  }
}
