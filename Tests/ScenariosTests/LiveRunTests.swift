import DailyNotification
import DeviceModel
import ES256K
import Session
import SimulationCore
import Synchronization
import Testing

@testable import Scenarios

/// A network whose answers take as long as the phone waits for them, without a clock.
private final class PretendedNetwork: LiveNetwork {
  private let state = Mutex(State())
  private let reply: @Sendable (AwaitedFetch) -> (FetchAnswer.End, milliseconds: Int64)?
  /// Whether the phone's time is late: an answer is there long before the phone has waited for it.
  private let isAhead: Bool

  static let content = FetchAnswer.End.response(
    RawResponse(
      status: 200, headers: [RawResponse.Header(name: "Content-Type", value: "application/json")],
      body: Array(
        #"{"title":"T","body":"B","scheduled_for":"2025-11-15T05:42:30Z"}"#.utf8)))

  private struct State {
    /// How long each request has been under way, in milliseconds.
    var waited: [AwaitedFetch: Int64] = [:]
    var asked: [AwaitedFetch] = []
    var scripts: [[ScriptedResponse]] = []
  }

  /// - Parameter reply: How a request ends and after how long; nil for one that never does.
  init(
    isAhead: Bool = false,
    _ reply: @escaping @Sendable (AwaitedFetch) -> (FetchAnswer.End, milliseconds: Int64)?
  ) {
    self.isAhead = isAhead
    self.reply = reply
  }

  /// Answers every request with content, after a time in milliseconds.
  convenience init(answeringAfter milliseconds: Int64) {
    self.init { _ in (PretendedNetwork.content, milliseconds) }
  }

  /// The requests that were made, in order.
  var asked: [AwaitedFetch] { state.withLock { $0.asked } }
  /// The scripts that were handed on.
  var scripts: [[ScriptedResponse]] { state.withLock { $0.scripts } }

  func answer(
    to awaited: [AwaitedFetch], withinMilliseconds limit: Int64
  ) -> LiveAnswer? {
    state.withLock { state in
      state.asked += awaited.filter { state.waited[$0] == nil }
      state.waited = Dictionary(
        uniqueKeysWithValues: awaited.map { ($0, state.waited[$0] ?? 0) })
      for fetch in awaited {
        guard let (end, milliseconds) = reply(fetch), let waited = state.waited[fetch],
          isAhead || waited + limit >= milliseconds
        else { continue }
        return LiveAnswer(
          FetchAnswer(number: fetch.number, end: end), milliseconds: milliseconds)
      }
      for fetch in awaited { state.waited[fetch]? += limit }
      return nil
    }
  }

  func script(_ responses: [ScriptedResponse]?) -> String? {
    state.withLock { state in
      if let responses { state.scripts.append(responses) }
      return responses?.first?.status == 599 ? "no such status" : nil
    }
  }
}

@Suite("A live run")
struct LiveRunTests {
  private static let start = """
    name: a
    knobs: {taskLateness: fixed, deliveryDrift: none}
    steps:
      - press: Request Permissions
      - answer: allow
      - call: {configure: {apiServer: "https://api.test.example"}}

    """

  /// Runs the steps live, then what was recorded without a network; both give the same trace.
  private func run(
    _ steps: String, _ network: PretendedNetwork
  ) throws -> (result: ScenarioResult, recorded: String) {
    let keychain = Keychain(TestKeys.standard)
    let sources = ScenarioSources(keychain: keychain)
    let contents = ScenarioFile.read(
      Array((LiveRunTests.start + steps).utf8), path: "a.yaml", sources)
    let scenario = try #require(contents.scenarios.first, "\(contents.errors)")
    var recorded = ""
    let result = ScenarioRunner.run(
      scenario, live: network, isInterrupted: { _ in false },
      recorded: { recorded = ScenarioRecorder.yaml($0, name: "b", description: "c") })
    let again = ScenarioFile.read(Array(recorded.utf8), path: "b.yaml", sources)
    let repeated = ScenarioRunner.run(try #require(again.scenarios.first, "\(again.errors)"))
    #expect(repeated.failures.isEmpty, "\(repeated.failures)")
    #expect(repeated.traceHash == result.traceHash && repeated.recordCount == result.recordCount)
    #expect(repeated.telemetry == result.telemetry)
    return (result, recorded)
  }

  /// Runs the steps live, which pass.
  private func passes(
    _ steps: String, _ network: PretendedNetwork
  ) throws -> (result: ScenarioResult, recorded: String) {
    let (result, recorded) = try run(steps, network)
    #expect(result.outcome == .passed, "\(result.failures)")
    return (result, recorded)
  }

  @Test("stops at a request, which is answered as long after it as that took")
  func answered() throws {
    let network = PretendedNetwork(answeringAfter: 137)
    let (result, recorded) = try passes(
      """
        - press: Prefetch Only
        - advance: 1h
        - expect:
            metric: {dnp_prefetch_success_total: 1}
            event: [{fetchEnded: {status: 200, durationMilliseconds: 137}}]
      """, network)
    #expect(recorded.contains("- advance: 137ms\n  - device: {answerFetch:"))
    #expect(network.asked.map(\.number) == [1])
    #expect(result.endInstant.milliseconds == 3_600_000)
  }

  @Test(
    "waits in every step that lets time pass",
    arguments: ["runUntilIdle", "runToNextEvent", "advance: 300ms"])
  func steps(_ step: String) throws {
    let network = PretendedNetwork(answeringAfter: 300)
    _ = try passes(
      """
        - press: Prefetch Only
        - \(step)
        - expect: {metric: {dnp_prefetch_success_total: 1}}
      """, network)
  }

  @Test("waits while an expectation does")
  func expecting() throws {
    let network = PretendedNetwork(answeringAfter: 300)
    let (result, _) = try passes(
      """
        - press: Prefetch Only
        - expect: {within: 1s, metric: {dnp_prefetch_success_total: 1}}
      """, network)
    #expect(result.endInstant.milliseconds == 300)
  }

  @Test("ends a step in the middle of a request, which goes on in the next")
  func middle() throws {
    let network = PretendedNetwork(answeringAfter: 300)
    _ = try passes(
      """
        - press: Prefetch Only
        - advance: 100ms
        - expect: {metric: {dnp_prefetch_success_total: 0}}
        - advance: 200ms
        - expect: {metric: {dnp_prefetch_success_total: 1}}
      """, network)
    #expect(network.asked.count == 1)
  }

  @Test("cancels the request of a task whose 30 s are over")
  func expired() throws {
    let network = PretendedNetwork { _ in nil }
    let (_, recorded) = try passes(
      """
        - press: Schedule Test Notification
        - device: background
        - advance: 20m
        - expect:
            event: [fetchStarted, taskExpired, fetchCancelled, {taskCompleted: {isSuccess: false}}]
            metric: {'dnp_prefetch_failure_total{reason=EXPIRED}': 1}
      """, network)
    #expect(!recorded.contains("answerFetch"))
    #expect(network.asked.count == 1)
  }

  @Test(
    "shows the plugin each way in which there is no answer",
    arguments: [
      (FetchAnswer.Failure.network, "NETWORK"), (.timeout, "TIMEOUT"), (.tls, "NETWORK"),
      (.tooLarge, "PAYLOAD"), (.refusedHost, "NETWORK"), (.unavailable, "NETWORK"),
    ])
  func failures(_ failure: FetchAnswer.Failure, _ reason: String) throws {
    let network = PretendedNetwork { _ in
      (.failed(failure, status: failure == .tooLarge ? 200 : nil, detail: "so"), milliseconds: 9)
    }
    let (_, recorded) = try passes(
      """
        - press: Prefetch Only
        - runUntilIdle
        - expect: {metric: {'dnp_prefetch_failure_total{reason=\(reason)}': 1}}
      """, network)
    #expect(recorded.contains("\"failed\":\"\(failure.rawValue)\""))
  }

  @Test("takes an answer that comes after the request's time for none")
  func late() throws {
    let network = PretendedNetwork(answeringAfter: 15_001)
    _ = try passes(
      """
        - press: Prefetch Only
        - runUntilIdle
        - expect: {metric: {'dnp_prefetch_failure_total{reason=TIMEOUT}': 1}}
      """, network)
  }

  @Test("asks nobody without a connection, and waits for a slow one")
  func connection() throws {
    let network = PretendedNetwork(answeringAfter: 1)
    let (result, _) = try passes(
      """
        - device: {setNetwork: offline}
        - press: Prefetch Only
        - runUntilIdle
        - expect: {metric: {'dnp_prefetch_failure_total{reason=NETWORK}': 1}}
        - device: {setNetwork: slow}
        - press: Prefetch Only
        - runUntilIdle
        - expect: {metric: {dnp_prefetch_success_total: 1}}
      """, network)
    #expect(network.asked.count == 1)
    #expect(result.endInstant.milliseconds >= 2_000)
  }

  @Test("hands each script on, and says when it is not taken")
  func scripts() throws {
    let network = PretendedNetwork(answeringAfter: 1)
    let (result, _) = try run("  - api: [{status: 500}]\n  - api: []", network)
    #expect(result.outcome == .passed)
    #expect(network.scripts.map { $0.map(\.status) } == [[500], []])
    let refused = try run("  - api: [{status: 599}]", network).result
    #expect(refused.failures.joined().contains("no such status"))
  }

  @Test("drops the request of a process that dies")
  func death() throws {
    let network = PretendedNetwork(answeringAfter: 60_000)
    let (_, recorded) = try passes(
      """
        - press: Prefetch Only
        - advance: 1s
        - device: swipeAway
        - advance: 1h
        - expect: {metric: {dnp_prefetch_success_total: 0}}
      """, network)
    #expect(!recorded.contains("answerFetch"))
  }

  @Test("takes an answer when it would have come, not when it is there", arguments: [false, true])
  func ahead(_ isAhead: Bool) throws {
    let network = PretendedNetwork(isAhead: isAhead) { _ in
      (.failed(.timeout, status: nil, detail: "x"), milliseconds: 15_000)
    }
    let failures = "expect: {metric: {'dnp_prefetch_failure_total{reason=TIMEOUT}': "
    let (_, recorded) = try passes(
      """
        - press: Prefetch Only
        - advance: 10s
        - \(failures)0}}
        - advance: 4s999ms
        - \(failures)0}}
        - advance: 1ms
        - \(failures)1}}

      """, network)
    #expect(network.asked.count == 1 && recorded.contains("answerFetch"))
  }
}
