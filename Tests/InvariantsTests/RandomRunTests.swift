import DailyNotification
import Invariants
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("random runs")
struct RandomRunTests {
  /// What a run of the steps broke first; nil when everything held.
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
    let knobs = configuration.knobs.settings.map { "\($0.name)=\($0.value)" }
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

  @Test("run no code of a suspended app", arguments: 1...20 as ClosedRange<UInt64>)
  func suspended(seed: UInt64) throws {
    var tester = RandomTester(seed: seed)
    var phone = WatchedPhone(tester.configuration)
    var cursor: UInt64 = 0
    var state = ProcessMachine.State.notRunning
    for step in tester.steps(300) {
      try phone.take(step)
      phone.device.os.trace.forEach(from: cursor) { record in
        if case .process(let next) = record.payload { state = next }
        guard case .entry(let entry) = record.payload, !state.canRunCode else { return }
        Issue.record("'\(entry)' in the state \(state) after \(step)")
      }
      cursor = phone.device.os.trace.nextSequence
    }
  }

  @Test("reach states that are hard to reach")
  func reach() throws {
    var kinds: Set<String> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var tester = RandomTester(seed: seed)
      var phone = WatchedPhone(tester.configuration)
      for step in tester.steps(300) { try phone.take(step) }
      phone.device.os.trace.forEach(from: 0) { kinds.insert($0.payload.kind.description) }
    }
    let hard = [
      "callLost", "taskExpired", "taskLost", "taskRefused", "writeFailed", "notDelivered",
      "dialogAnswered", "tapped", "fetchCancelled", "refused", "requestRemoved",
      "requestReaimed", "phone",
    ]
    for kind in hard { #expect(kinds.contains(kind), "\(kind)") }
  }
}
