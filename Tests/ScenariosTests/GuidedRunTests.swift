import DeviceModel
import ES256K
import Foundation
import Session
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Guided run")
struct GuidedRunTests {
  private static let yaml = """
    name: guided
    setup: [{device: {setPermission: granted}}]
    steps:
      - press: Check Plugin Status
      - expect: {log: "[DNP-PLUGIN] status = ready"}
      - press: Schedule Test Notification
      - expect: {pending: 56}
      - checkpoint: Is it there?
      - advance: 12m
      - expect: {delivered: 1}
    teardown: [{device: systemTerminate}]
    """

  private func run(_ yaml: String = yaml) throws -> GuidedRun {
    GuidedRun(try ScenarioFile.parse(yaml, path: "a.yaml"))
  }

  @Test("set-up and checks run by themselves; a person does the rest")
  func alone() throws {
    var run = try run()
    #expect(run.next == 1)
    run.doNext()
    #expect(run.next == 3)
    #expect(run.steps.map(\.outcome).prefix(4) == [.passed, .passed, .passed, .notRun])
    #expect(run.last == 1)
  }

  @Test("a question waits for a verdict")
  func question() throws {
    for (verdict, outcome) in [
      (Judgement.Verdict.pass, RunOutcome.passed), (.fail, .failed), (.skip, .skipped),
    ] {
      var run = try run()
      run.doNext()
      run.doNext()
      #expect(run.isQuestion)
      run.doNext()
      #expect(run.isQuestion)
      run.judge(nil, note: "let me see")
      #expect(run.isQuestion)
      let index = run.judge(verdict, note: "")
      #expect(index == 5)
      #expect(run.next == 6)
      #expect(run.steps[5].outcome == outcome)
      #expect(run.steps[5].judgement == Judgement(verdict: verdict, note: "let me see"))
    }
  }

  @Test("after all steps its result and its phone are the same as without a person")
  func end() throws {
    var run = try run()
    run.passToEnd()
    let alone = ScenarioRunner.run(run.scenario)
    #expect(run.result.outcome == .passed)
    #expect(run.result.traceHash == alone.traceHash)
    #expect(run.result.recordCount == alone.recordCount)
    #expect(run.steps.last?.outcome == .passed)
    #expect(run.next == nil)
  }

  @Test("a verdict of fail fails the run, and the report says why")
  func failing() throws {
    var run = try run()
    run.doNext()
    run.judge(.fail, note: "too slow")
    run.passToEnd()
    #expect(run.result.outcome == .failed)
    #expect(run.result.failures == ["step 2 'press Check Plugin Status': judged fail: too slow"])
    #expect(run.steps[1].outcome == .passed)
  }

  @Test("a step that fails ends the run with its teardown")
  func red() throws {
    let yaml = GuidedRunTests.yaml.replacing("pending: 56", with: "pending: 57")
    var run = try run(yaml)
    run.doNext()
    run.doNext()
    #expect(run.isOver)
    #expect(
      run.steps.map(\.outcome) == [
        .passed, .passed, .passed, .passed, .failed, .notRun, .notRun, .notRun, .passed,
      ])
    #expect(run.result.outcome == .failed)
  }

  @Test("going back replays up to the last step, and discards its verdict and note")
  func back() throws {
    var run = try run()
    var isBack = run.goBack()
    #expect(!isBack)
    run.doNext()
    run.judge(.pass, note: "first")
    let hash = run.device.os.trace.hash
    run.doNext()
    run.judge(.pass, note: "question")
    #expect(run.next == 6)
    isBack = run.goBack()
    #expect(isBack && run.isQuestion)
    #expect(run.steps[5].judgement == nil)
    isBack = run.goBack()
    #expect(isBack && run.next == 3)
    #expect(run.device.os.trace.hash == hash)
    #expect(run.steps[1].judgement?.note == "first")
    isBack = run.goBack()
    #expect(isBack && run.next == 1)
    isBack = run.goBack()
    #expect(!isBack)
  }

  @Test("going back from the end reopens the run")
  func backFromEnd() throws {
    var run = try run()
    run.passToEnd()
    let isBack = run.goBack()
    #expect(isBack && !run.isOver && run.next == 6)
    run.doNext()
    #expect(run.isOver && run.result.outcome == .passed)
  }

  @Test("a restart discards everything")
  func restart() throws {
    var run = try run()
    run.doNext()
    run.judge(.fail, note: "x")
    run.restart()
    #expect(run.next == 1)
    #expect(run.steps.allSatisfy { $0.judgement == nil })
  }

  @Test("after running up to a step, the phone can be taken over as it is")
  func handedOver() throws {
    var run = try run()
    run.run(until: 7)
    #expect(run.next == 6)
    #expect(run.steps[5].outcome == .skipped)
    var free = run.handOver(name: "free")
    #expect(free.device.os.pendingRequests.count == 56)
    #expect(free.presses.map(\.title).contains("Schedule Test Notification"))
    _ = free.press(.background, title: "background")
    #expect(free.presses.last?.number == free.presses.count)
    #expect(free.result.invariants.allSatisfy { $0.violations == 0 })
  }

  @Test("an open dialog is taken over too, and its call is answered there")
  func openCall() throws {
    var run = try run(
      "name: a\nsteps: [{press: Request Permissions}, {answer: allow}, {call: configure}]")
    run.run(until: 2)
    var free = run.handOver(name: "free")
    #expect(free.device.os.authorizationMachine.isDialogShown)
    _ = free.press(.answerDialog(isAllowed: false), title: "Don’t Allow")
    let press = try #require(free.presses.first)
    #expect(press.outcomeText.contains("\"granted\":false"), "\(press.outcomeText)")
  }

  @Test("the walkthroughs are built into the program and equal their files")
  func builtIn() throws {
    let contents = BuiltInWalkthroughs.contents(Keychain(TestKeys.standard))
    #expect(contents.flatMap(\.errors) == [])
    let names = contents.flatMap(\.scenarios).map(\.name)
    let files = ShippedScenarios.paths.filter { $0.contains("/walkthroughs/") }
    // Their names begin with their numbers.
    let shipped = try files.map { try ShippedScenarios.scenario($0).name }
    #expect(names == shipped.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
    #expect(names.count == 11)
  }

  @Test("every walkthrough passes when each question is passed", arguments: 0..<10)
  func green(index: Int) throws {
    let scenario = try #require(
      BuiltInWalkthroughs.contents(Keychain(TestKeys.standard))[index].scenarios.first)
    var run = GuidedRun(scenario)
    var questions = 0
    while !run.isOver {
      if run.isQuestion {
        questions += 1
        run.judge(.pass, note: "")
      } else {
        run.doNext()
      }
    }
    #expect(run.result.failures == [])
    #expect(run.result.outcome == .passed)
    #expect(questions >= 1)
  }
}

extension GuidedRun {
  /// Performs the remaining steps; each question gets the verdict pass.
  fileprivate mutating func passToEnd() {
    while !isOver {
      if isQuestion {
        judge(.pass, note: "")
      } else {
        doNext()
      }
    }
  }
}
