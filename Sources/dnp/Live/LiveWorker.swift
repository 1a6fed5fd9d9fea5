import DeviceModel
import Foundation
import Session
import Synchronization

/// Makes the requests of the console's phone on a thread of its own, so that no key waits for one.
final class LiveWorker: Sendable {
  private let network: LiveRequests
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  private struct State {
    var awaited: [AwaitedFetch] = []
    /// Those of them that are answered, until the phone knows it.
    var answered: [AwaitedFetch] = []
    var answers: [LiveAnswer] = []
    var script: [ScriptedResponse]?
    var isScriptNew = false
    var hasStarted = false
  }

  /// How long the thread waits for an answer before it looks at what is awaited, in milliseconds.
  private static let waitMilliseconds: Int64 = 10

  init(_ network: LiveRequests) {
    self.network = network
  }

  /// Says what is awaited now and what a test API is to answer; returns the answers that are there.
  func exchange(
    _ awaited: [AwaitedFetch], script: [ScriptedResponse]?
  ) -> [LiveAnswer] {
    let (answers, isFirst) = state.withLock { state in
      if state.script != script {
        state.script = script
        state.isScriptNew = true
      }
      state.awaited = awaited
      state.answered.removeAll { !awaited.contains($0) }
      let isFirst = !state.hasStarted && !awaited.isEmpty
      if isFirst { state.hasStarted = true }
      defer { state.answers = [] }
      return (state.answers, isFirst)
    }
    if isFirst { Thread.detachNewThread { self.work() } }
    news.signal()
    return answers
  }

  private func work() {
    while true {
      let (awaited, script) = state.withLock { state in
        defer { state.isScriptNew = false }
        return (
          state.awaited.filter { !state.answered.contains($0) },
          state.isScriptNew ? Script.new(state.script) : .same
        )
      }
      // A script that is not taken is a server that answers something else.
      if case .new(let responses) = script { _ = network.script(responses) }
      let answer = network.answer(
        to: awaited, withinMilliseconds: awaited.isEmpty ? 0 : Self.waitMilliseconds)
      guard let answer else {
        if awaited.isEmpty { news.wait() }
        continue
      }
      state.withLock { state in
        state.answered += awaited.filter { $0.number == answer.answer.number }
        state.answers.append(answer)
      }
    }
  }

  private enum Script {
    case same
    case new([ScriptedResponse]?)
  }
}
