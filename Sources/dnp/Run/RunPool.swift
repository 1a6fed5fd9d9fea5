import Foundation
import Scenarios
import Synchronization

/// Runs scenarios on several threads and delivers the results in the order of the scenarios.
///
/// Runs are independent, so the results are the same with any number of threads.
final class RunPool: Sendable {
  /// A result, and its real duration.
  struct Finished {
    let result: ScenarioResult
    let elapsed: Duration
  }

  private struct State {
    var next = 0
    var results: [Int: Finished] = [:]
    var hasFailed = false
  }

  private let scenarios: [Scenario]
  private let isFailFast: Bool
  private let live: LiveOptions?
  private let recorder: LiveRecorder?
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// The size of a thread's stack, in bytes: deep includes and JSON need more than the default.
  private static let stackBytes = 8 * 1_048_576

  init(
    _ scenarios: [Scenario], isFailFast: Bool, live: LiveOptions? = nil,
    recorder: LiveRecorder? = nil
  ) {
    self.live = live
    self.recorder = recorder
    self.scenarios = scenarios
    self.isFailFast = isFailFast
  }

  /// Runs all scenarios; `body` gets the results in the order of the scenarios, on this thread.
  func run(jobs: Int, body: (Finished) -> Void) {
    if jobs > 1 {
      for _ in 0..<min(jobs, scenarios.count) {
        let thread = Thread { self.work() }
        thread.stackSize = RunPool.stackBytes
        thread.start()
      }
    }
    for index in scenarios.indices {
      if jobs <= 1 { runNext() }
      body(wait(for: index))
    }
  }

  private func work() {
    while runNext() {}
  }

  /// Runs the next scenario that no thread has started; false when there is none.
  @discardableResult
  private func runNext() -> Bool {
    let taken: (index: Int, isWanted: Bool)? = state.withLock { state in
      guard state.next < scenarios.count else { return nil }
      defer { state.next += 1 }
      let isWanted = Interruption.number == nil && !(isFailFast && state.hasFailed)
      return (state.next, isWanted)
    }
    guard let taken else { return false }
    let finished = finished(scenarios[taken.index], isWanted: taken.isWanted)
    state.withLock { state in
      state.results[taken.index] = finished
      if [.failed, .aborted].contains(finished.result.outcome) { state.hasFailed = true }
    }
    arrival.signal()
    return true
  }

  private func finished(_ scenario: Scenario, isWanted: Bool) -> Finished {
    guard isWanted else {
      return Finished(result: ScenarioRunner.notRun(scenario), elapsed: .zero)
    }
    let clock = ContinuousClock()
    let began = clock.now
    let result = result(of: scenario)
    return Finished(result: result, elapsed: clock.now - began)
  }

  private func result(of scenario: Scenario) -> ScenarioResult {
    guard let network = live?.network() else {
      return ScenarioRunner.run(scenario) { _ in Interruption.number != nil }
    }
    return ScenarioRunner.run(
      scenario, live: network, isInterrupted: { _ in Interruption.number != nil },
      recorded: { recorder?.write($0, of: scenario) })
  }

  private func wait(for index: Int) -> Finished {
    while true {
      if let finished = state.withLock({ $0.results.removeValue(forKey: index) }) {
        return finished
      }
      arrival.wait()
    }
  }
}
