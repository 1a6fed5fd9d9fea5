import DailyNotification
import Testing

@testable import DeviceModel

@Suite("task scheduler machine")
struct TaskSchedulerMachineTests {
  private typealias Machine = TaskSchedulerMachine
  private let good = Machine.SubmitConditions(
    isSimulatorRefusing: false, isRefreshAvailable: true, isLowPowerRefusing: false)

  private func machine(
    _ identifiers: [String] = ["a", "b"], modes: [String] = ["fetch"],
    registering: [String] = ["a", "b"]
  ) -> Machine {
    var machine = Machine(
      infoPlist: InfoPlist(permittedIdentifiers: identifiers, backgroundModes: modes))
    for identifier in registering { _ = machine.register(identifier, isLaunching: true) }
    return machine
  }

  @Test("registers a permitted handler once, while the app launches")
  func register() {
    var machine = machine(registering: [])
    #expect(machine.register("a", isLaunching: true) == .registered)
    #expect(
      machine.register("a", isLaunching: true)
        == .crash("Launch handler for a has already been registered"))
    #expect(
      machine.register("b", isLaunching: false)
        == .crash("All launch handlers must be registered before application finishes launching"))
    #expect(
      machine.register("c", isLaunching: true)
        == .crash("c is not in BGTaskSchedulerPermittedIdentifiers"))
    #expect(machine.handlers == ["a"])
  }

  @Test("compares identifiers exactly", arguments: ["A", "a ", "á", ""])
  func spelling(identifier: String) {
    var machine = machine(registering: [])
    #expect(
      machine.register(identifier, isLaunching: true)
        == .crash("\(identifier) is not in BGTaskSchedulerPermittedIdentifiers"))
  }

  @Test("crashes an app that submits without a handler")
  func noHandler() {
    var machine = machine(registering: ["a"])
    #expect(
      machine.submit("b", earliestBeginDate: 0, good)
        == .crash("No launch handler registered for task with identifier b"))
    #expect(machine.pending.isEmpty)
  }

  @Test(
    "refuses with code 1 what is not available now",
    arguments: [(true, true, false), (false, false, false), (false, true, true)])
  func unavailable(isSimulator: Bool, isAvailable: Bool, isLowPower: Bool) {
    var machine = machine()
    let conditions = Machine.SubmitConditions(
      isSimulatorRefusing: isSimulator, isRefreshAvailable: isAvailable,
      isLowPowerRefusing: isLowPower)
    #expect(machine.submit("a", earliestBeginDate: 0, conditions) == .refused(.unavailable))
    #expect(TaskSubmissionError.unavailable.rawValue == 1)
  }

  @Test("refuses a second refresh request with code 2")
  func tooMany() {
    var machine = machine()
    _ = machine.submit("a", earliestBeginDate: 0, good)
    #expect(
      machine.submit("b", earliestBeginDate: 0, good) == .refused(.tooManyPendingTaskRequests))
    #expect(TaskSubmissionError.tooManyPendingTaskRequests.rawValue == 2)
    #expect(machine.pending.map(\.identifier) == ["a"])
  }

  @Test("takes ten processing requests beside the refresh request, and no more")
  func processing() {
    let names = (0...10).map { "r\($0).notify" }
    var machine = machine(
      ["a"] + names, modes: ["fetch", "processing"], registering: ["a"] + names)
    for name in ["a"] + names.dropLast() {
      _ = machine.submit(name, earliestBeginDate: 0, good)
    }
    #expect(machine.pending.count == 11)
    #expect(
      machine.submit("r10.notify", earliestBeginDate: 0, good)
        == .refused(.tooManyPendingTaskRequests))
    #expect(
      machine.submit("r9.notify", earliestBeginDate: 5, good)
        == .accepted(serial: 12, replaced: nil, isReplacement: true))
  }

  @Test(
    "requires the background mode for the request's kind",
    arguments: [
      ("a", ["fetch"], true), ("a", ["processing"], false), ("b.notify", ["processing"], true),
      ("b.notify", ["fetch"], false), (TaskIdentifier.notify, ["processing"], true),
    ])
  func mode(identifier: String, modes: [String], isPermitted: Bool) {
    var machine = machine([identifier], modes: modes, registering: [identifier])
    let action = machine.submit(identifier, earliestBeginDate: 0, good)
    #expect((action == .refused(.notPermitted)) != isPermitted)
  }

  @Test(
    "refuses with code 3 a mode that is not spelled exactly as Apple does",
    arguments: [
      [], ["background-fetch", "background-processing"], ["Fetch"], ["processing"],
      ["remote-notification"],
    ])
  func notPermitted(modes: [String]) {
    var machine = machine(modes: modes)
    #expect(machine.submit("a", earliestBeginDate: 0, good) == .refused(.notPermitted))
    #expect(TaskSubmissionError.notPermitted.rawValue == 3)
  }

  @Test("replaces a pending request with the same identifier")
  func replacement() {
    var machine = machine()
    #expect(
      machine.submit("a", earliestBeginDate: 1, good)
        == .accepted(serial: 1, replaced: nil, isReplacement: false))
    #expect(
      machine.submit("a", earliestBeginDate: 2, good)
        == .accepted(serial: 2, replaced: nil, isReplacement: true))
    #expect(machine.pending.map(\.earliestBeginDate) == [2])
    #expect(machine.becomeReady(1) == false)
    #expect(machine.becomeReady(2) == true)
    #expect(machine.firstReady?.serial == 2)
  }

  @Test("cancels a pending request")
  func cancel() {
    var machine = machine()
    _ = machine.submit("a", earliestBeginDate: 1, good)
    #expect(machine.cancel("b") == nil)
    #expect(machine.cancel("a")?.earliestBeginDate == 1)
    #expect(machine.cancel("a") == nil)
    #expect(machine.firstReady == nil)
  }

  @Test("consumes the request at launch")
  func launch() {
    var machine = machine()
    _ = machine.submit("a", earliestBeginDate: 7, good)
    let first = machine.launch("a")
    #expect(first.task == LaunchedTask(number: 1, identifier: "a", beginDate: 7))
    #expect(first.consumed?.earliestBeginDate == 7)
    #expect(machine.pending.isEmpty)
    let second = machine.launch("a")
    #expect(second.task == LaunchedTask(number: 2, identifier: "a", beginDate: nil))
    #expect(second.consumed == nil)
    #expect(!machine.isIdle)
  }

  @Test("completes a task once, and reports a second completion and an unknown task")
  func complete() {
    var machine = machine()
    let task = machine.launch("a").task
    #expect(machine.isRunning(1))
    #expect(machine.complete(task) == .completed(nil))
    #expect(machine.isIdle)
    #expect(machine.complete(task) == .completedTwice)
    #expect(
      machine.complete(LaunchedTask(number: 9, identifier: "a", beginDate: nil)) == .unknown
    )
  }

  @Test("expires a running task, which can still be completed afterwards")
  func expire() {
    var machine = machine()
    let task = machine.launch("a").task
    #expect(machine.run(of: "a")?.task == task)
    #expect(machine.expire(1) == task)
    #expect(machine.run(of: "a") == nil)
    #expect(machine.isRunning(1))
    #expect(machine.complete(task) == .completed(nil))
    #expect(machine.expire(1) == nil)
  }

  @Test("loses handlers and running tasks with the process, and keeps pending requests")
  func processDied() {
    var machine = machine()
    let task = machine.launch("a").task
    _ = machine.submit("a", earliestBeginDate: 1, good)
    #expect(machine.processDied().map(\.task) == [task])
    #expect(machine.handlers.isEmpty)
    #expect(machine.isIdle)
    #expect(machine.pending.map(\.identifier) == ["a"])
    #expect(machine.register("a", isLaunching: true) == .registered)
    #expect(machine.complete(task) == .unknown)
  }
}
