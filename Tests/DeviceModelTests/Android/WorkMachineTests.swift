import DailyNotification
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("work manager")
struct WorkMachineTests {
  private var machine = WorkMachine()

  private mutating func enqueue(
    _ policy: WorkRequest.Policy = .keep, at date: Int64 = start + hour, name: String = "w"
  ) -> WorkMachine.EnqueueAction {
    machine.enqueue(WorkRequest(name: name, policy: policy, beginDate: date), lateness: 0)
  }

  private mutating func run(_ serial: Int) throws -> LaunchedTask {
    let isReady = machine.becomeReady(serial)
    #expect(isReady)
    let task = machine.begin(serial)
    return try #require(task)
  }

  @Test("keeps, replaces or appends work of a name", arguments: WorkRequest.Policy.allCases)
  func policies(policy: WorkRequest.Policy) {
    var tests = self
    guard case .enqueued(1, let nothing) = tests.enqueue(policy) else {
      Issue.record("the first work of a name waits")
      return
    }
    #expect(nothing.isEmpty)
    let action = tests.enqueue(policy, at: start + 2 * hour)
    let state = tests.machine.state("w")
    switch (policy, action) {
    case (.keep, .kept):
      #expect(state == WorkState(name: "w", isRunning: false, beginDate: start + hour))
    case (.replace, .enqueued(2, let replaced)):
      #expect(replaced.map(\.serial) == [1])
      #expect(state == WorkState(name: "w", isRunning: false, beginDate: start + 2 * hour))
    case (.appendOrReplace, .appended(2)): #expect(tests.machine.items.count == 2)
    case (.keep, _), (.replace, _), (.appendOrReplace, _): Issue.record("\(action)")
    }
    #expect(tests.machine.state("other") == nil)
  }

  @Test("replacing from inside stops the worker; appending waits for it")
  func inside() throws {
    var tests = self
    _ = tests.enqueue()
    let task = try tests.run(1)
    #expect(task == LaunchedTask(number: 1, identifier: "w", beginDate: start + hour))
    #expect(
      tests.machine.state("w") == WorkState(name: "w", isRunning: true, beginDate: nil))
    guard case .appended(2) = tests.enqueue(.appendOrReplace, at: start + day) else {
      Issue.record("it waits for the worker")
      return
    }
    #expect(
      tests.machine.state("w") == WorkState(name: "w", isRunning: true, beginDate: start + day))
    guard case .ended(_, let next) = tests.machine.end(task, .success, at: start) else {
      Issue.record("the worker ends")
      return
    }
    #expect(next?.serial == 2)
    let second = try tests.run(2)
    guard case .enqueued(3, let replaced) = tests.enqueue(.replace) else {
      Issue.record("it takes the worker's place")
      return
    }
    #expect(replaced.compactMap(\.task) == [second])
  }

  @Test("takes what waits for failed work with it")
  func failure() throws {
    var tests = self
    _ = tests.enqueue()
    let task = try tests.run(1)
    _ = tests.enqueue(.appendOrReplace)
    guard case .failed(_, let dependents) = tests.machine.end(task, .failure, at: start) else {
      Issue.record("the work fails")
      return
    }
    #expect(dependents.map(\.serial) == [2])
    #expect(tests.machine.items.isEmpty)
  }

  @Test("backs off from 30 s, doubled up to five hours")
  func backoff() throws {
    var tests = self
    _ = tests.enqueue()
    var delays: [Int64] = []
    for _ in 1...12 {
      let task = try tests.run(1)
      guard case .again(let item) = tests.machine.end(task, .retry, at: start) else {
        Issue.record("it runs again")
        return
      }
      delays.append(item.beginDate - start)
    }
    let seconds: [Int64] = [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 18_000, 18_000]
    #expect(delays == seconds.map { $0 * 1_000 })
  }

  @Test("begins a run that was stopped again", arguments: [false, true])
  func stopped(isTimeUp: Bool) throws {
    var tests = self
    _ = tests.enqueue()
    let task = try tests.run(1)
    let stop = tests.machine.stop(task.number, isTimeUp: isTimeUp, at: start)
    let (before, after) = try #require(stop)
    #expect(before.task == task && after.task == nil)
    #expect(after.isReady == !isTimeUp)
    #expect(after.beginDate == start + (isTimeUp ? 30_000 : hour))
    let isAgain = tests.machine.stop(task.number, isTimeUp: isTimeUp, at: start) != nil
    #expect(!isAgain)
    guard case .unknown = tests.machine.end(task, .success, at: start) else {
      Issue.record("a stopped worker's result counts for nothing")
      return
    }
  }

  @Test("survives the end of the process and begins again")
  func death() throws {
    var tests = self
    _ = tests.enqueue()
    _ = tests.enqueue(name: "v")
    let task = try tests.run(1)
    let again = tests.machine.processDied(at: start)
    #expect(again.map(\.before.task) == [task])
    #expect(tests.machine.isIdle && tests.machine.items.count == 2)
  }

  @Test("is unknown to the system after a force-stop until the app runs again")
  func rescheduling() throws {
    var tests = self
    _ = tests.enqueue()
    _ = tests.enqueue(.appendOrReplace)
    _ = tests.enqueue(name: "v")
    tests.machine.attach(EventToken.make(), to: 1)
    let tokens = tests.machine.unschedule()
    #expect(tokens.count == 1 && !tests.machine.isScheduled)
    let items = tests.machine.reschedule()
    #expect(items.map(\.serial) == [1, 3])
    let none = tests.machine.reschedule()
    #expect(none.isEmpty)
  }
}
