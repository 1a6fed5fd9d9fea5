import CellGrid
import DailyNotification
import DeviceModel
import ES256K
import Scenarios
import Session
import SimulationCore
import Testing

@testable import Console

@Suite("Walkthroughs on the screen")
struct WalkthroughTests {
  private func driver() -> ConsoleDriver {
    var driver = ConsoleDriver()
    driver.type("5jj")
    driver.press(.enter)
    return driver
  }

  @Test("5 asks the shell for the scenarios once, and shows the first ones and what they are about")
  func list() {
    var driver = ConsoleDriver()
    driver.type("5")
    #expect(driver.takeEffects() == [.loadScenarios])
    #expect(driver.shows("▸1-launch") && driver.shows("walkthroughs/1-launch.yaml"))
    driver.type("15j")
    #expect(driver.takeEffects() == [])
    #expect(driver.shows("▸2-plugin-status"))
  }

  @Test("the list has groups; / shows only scenarios with a text, Esc those from before")
  func filtered() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.type("5")
    #expect(driver.shows(" Walkthroughs") && driver.shows(" 10-recovery"))
    driver.type("/remind")
    #expect(driver.shows("▸9-reminders") && !driver.shows(" 8-new-activity"))
    #expect(driver.shows("1 of 11, with 'remind'"))
    driver.press(.escape)
    #expect(driver.shows("▸9-reminders") && driver.shows(" 1-launch"))
    driver.type("/zzz")
    #expect(driver.shows("No scenario has 'zzz'"))
    driver.press(.enter)
    driver.press(.enter)
    #expect(driver.footer.contains("no scenario has 'zzz'"))
    driver.press(.control("r"))
    driver.press(.control("u"))
    driver.press(.enter)
    #expect(driver.shows("▸1-launch") && driver.shows(" 10-recovery"))
  }

  @Test("V does the steps up to a question, :step N those before one, J begins the next one")
  func runOn() {
    var driver = driver()
    driver.command("step 3")
    #expect(driver.model.guide.run?.next == 2)
    #expect(driver.footer.contains("2 steps done"), "\(driver.footer)")
    driver.type("V")
    #expect(driver.model.guide.run?.isQuestion == true)
    #expect(driver.footer.contains("a question waits"), "\(driver.footer)")
    driver.type("V")
    #expect(driver.footer.contains("a question waits"))
    driver.type("J")
    #expect(driver.footer.contains("this one is not over"))
    for _ in 0..<20 where driver.model.guide.run?.isOver == false { driver.type("PV") }
    #expect(driver.model.guide.run?.isOver == true)
    #expect(driver.shows("over: J begins") && driver.footer.contains("J next one"))
    driver.type("J")
    #expect(driver.model.guide.run?.scenario.name == "4-simulate-the-task")
    driver.type("q")
    #expect(driver.shows("3-schedule ✓"))
  }

  @Test("V stops at a failure, whose words are shown")
  func runOnToFailure() throws {
    let text = """
      name: failing
      steps:
        - press: Check Plugin Status
        - {label: wrong, expect: {delivered: 5}}
        - advance: 1h
        - advance: 1h
      """
    let contents = ScenarioFile.read(
      Array(text.utf8), path: "failing.yaml",
      ScenarioSources(keychain: Keychain(TestKeys.standard)))
    var driver = ConsoleDriver()
    driver.model.begin(try #require(contents.scenarios.first, "\(contents.errors)"))
    driver.type("V")
    #expect(driver.footer.contains("step 2 failed"), "\(driver.footer)")
    #expect(driver.model.run.device.os.now == .zero)
  }

  @Test("no number of a step leads past a question")
  func runOnToQuestion() {
    var driver = driver()
    driver.type("V")
    driver.command("step 99")
    #expect(driver.model.guide.run?.isQuestion == true, "a question is never passed")
    driver.press(.escape)
    driver.command("step none")
    #expect(driver.shows("'step' takes the number"))
  }

  @Test("the next step is shown and its button marked; the button's key does the step")
  func highlighted() {
    var driver = driver()
    #expect(driver.shows("step 1 of 14"))
    #expect(driver.model.guide.nextControl?.id == "checkPluginStatus")
    driver.type("c")
    #expect(driver.shows("step 2 of 14"))
    #expect(driver.shows("[DNP-PLUGIN] status = ready"))
    #expect(driver.model.controls.control.id == "requestPermissions")
  }

  @Test("any other button, verb, time or answer does nothing and names the next step")
  func otherwise() {
    for keys in ["s", "M", ">", "I", " ", "T", "+"] {
      var driver = driver()
      let before = driver.model.run.device.os.trace.hash
      driver.type(keys)
      #expect(driver.model.run.device.os.trace.hash == before, "\(keys)")
      #expect(driver.footer.contains("next step is") || driver.shows("next step is"), "\(keys)")
    }
    var driver = driver()
    for line in ["background", "advance 1h", "scheduleDailyNotification time=05:53"] {
      driver.command(line)
      #expect(driver.text.contains("the next step is"), "\(line)\n\(driver.text)")
      driver.press(.escape)
    }
    #expect(driver.model.guide.run?.next == 0)
    driver.type("cr")
    driver.type("n")
    #expect(driver.model.isDialogShown)
    driver.type("y")
    #expect(!driver.model.isDialogShown)
  }

  @Test("time does not pass by itself during a walkthrough")
  func time() {
    var driver = driver()
    let before = driver.model.run.device.os.now
    driver.send(.tick(microseconds: 5_000_000))
    #expect(driver.model.run.device.os.now == before)
    #expect(driver.model.wakeUp == .never)
  }

  @Test("a question takes a note and a verdict, and the export has both")
  func judged() throws {
    var driver = driver()
    driver.type("crys")
    driver.press(.enter)
    #expect(driver.shows("Question") && driver.shows("show the notification for 05:53?"))
    driver.press(.escape)
    driver.type("O")
    driver.type("eight lines")
    driver.press(.enter)
    #expect(driver.shows("note: eight lines"))
    driver.type("X")
    let step = try #require(driver.model.result.steps.first { $0.judgement != nil })
    #expect(step.judgement == Judgement(verdict: .fail, note: "eight lines"))
    #expect(driver.model.result.outcome == .failed)
  }

  @Test("a question in full takes its verdict, and the verdict closes it")
  func judgedInFull() {
    var driver = driver()
    driver.type("crys")
    driver.press(.enter)
    #expect(driver.shows("┌─ Question") && driver.footer.contains("P pass"))
    driver.type("P")
    #expect(!driver.shows("┌─ Question"))
    #expect(driver.model.guide.run?.isQuestion == false)
  }

  @Test("a question goes before the dialog, which stays beside it and waits")
  func questionBeforeDialog() {
    var driver = ConsoleDriver()
    driver.type("5j")
    driver.press(.enter)
    driver.type("cPr")
    #expect(driver.model.isDialogShown && driver.model.guide.run?.isQuestion == true)
    #expect(driver.shows("iOS, waits") && driver.shows("P pass, X fail, K skip, O note"))
    driver.type("y")
    #expect(driver.model.isDialogShown)
    driver.type("P")
    #expect(driver.shows("▸[y] Allow") && driver.shows("press y, or Enter on it"))
    driver.type("y")
    #expect(!driver.model.isDialogShown)
  }

  @Test("the dialog's marked button is the one that the step wants, each time")
  func wantedAnswer() {
    var driver = ConsoleDriver()
    driver.type("5jjjjj")
    driver.press(.enter)
    driver.type("cr")
    #expect(driver.shows("▸[n] Don’t Allow") && driver.shows("press n, or Enter on it"))
    driver.press(.right)
    #expect(driver.shows("▸[y] Allow"))
    driver.press(.enter)
    #expect(driver.model.isDialogShown && driver.text.contains("press n, or Enter on it"))
    driver.type("B")
    driver.type("r")
    #expect(driver.shows("▸[n] Don’t Allow"))
    driver.press(.enter)
    #expect(driver.model.run.device.os.authorization == .denied)
  }

  @Test("a verdict counts wherever the keyboard is; what a refusal names works there")
  func everywhere() {
    for keys in ["\t", "2", "6"] {
      var driver = driver()
      driver.type("crys")
      if keys == "\t" { driver.press(.tab) } else { driver.type(keys) }
      #expect(driver.footer.contains("P pass"), "\(keys)")
      driver.type("P")
      #expect(driver.model.guide.run?.isQuestion == false, "\(keys)")
      driver.type("M")
      #expect(driver.footer.contains(", then Enter"), "\(keys)")
    }
    var driver = driver()
    driver.type("2M")
    #expect(driver.footer.contains("1, then Enter"))
    driver.type("1")
    driver.press(.enter)
    #expect(driver.model.guide.run?.next == 1)
  }

  @Test("q leaves a walkthrough and never the program, from either screen")
  func left() {
    var driver = driver()
    driver.type("1q")
    #expect(driver.model.guide.run == nil)
    #expect(driver.takeEffects().allSatisfy { $0 == .loadScenarios })
  }

  @Test("back and restart restore the phone")
  func back() {
    var driver = driver()
    let first = driver.model.run.device.os.trace.hash
    driver.type("c")
    let second = driver.model.run.device.os.trace.hash
    driver.type("r")
    driver.press(.escape)
    driver.command("back")
    #expect(driver.model.run.device.os.trace.hash == second)
    #expect(driver.model.guide.run?.next == 1)
    driver.type("R")
    #expect(driver.model.run.device.os.trace.hash == first)
    #expect(!driver.shows("status = ready"))
    driver.type("B")
    #expect(driver.footer.contains("this is the first step"))
  }

  @Test("after taking over, the phone continues where the scenario left it")
  func takenOver() {
    var driver = driver()
    driver.type("cry")
    driver.type("U")
    #expect(driver.model.guide.run == nil)
    #expect(driver.shows("the phone is yours"))
    driver.type("s")
    #expect(driver.model.run.device.os.pendingRequests.count == 56)
    #expect(
      driver.model.run.presses.map(\.title).suffix(2) == [
        "answer allow", "Schedule Test Notification",
      ])
  }

  @Test("can run up to a step and then hand over to the person")
  func until() throws {
    let scenario = try #require(
      BuiltInWalkthroughs.contents(Keychain(TestKeys.standard))[2].scenarios.first)
    var model = ConsoleDriver().model
    model.begin(scenario, untilStep: 5)
    #expect(model.guide.run == nil)
    #expect(model.run.device.os.pendingRequests.count == 56)
  }

  @Test("a phone that was used is replaced only when Enter is pressed again")
  func replaced() {
    var driver = ConsoleDriver()
    driver.type("c5")
    driver.press(.enter)
    #expect(driver.model.guide.run == nil)
    #expect(driver.text.contains("this replaces the phone and its 1 press"))
    driver.press(.enter)
    #expect(driver.model.guide.run != nil)
  }

  @Test("at its end the verdict is shown; q goes back to the list")
  func over() {
    var driver = ConsoleDriver()
    driver.type("5")
    driver.press(.enter)
    driver.walkToEnd()
    #expect(driver.shows("✓ passed"))
    driver.press(.enter)
    #expect(driver.text.contains("the walkthrough is over"))
    driver.type("q")
    #expect(driver.model.guide.run == nil && driver.shows("▸1-launch"))
  }

  @Test("a failed expectation is shown with the step")
  func failed() throws {
    let scenario = try ScenarioFile.parse(
      "name: red\nsteps: [{press: Check Plugin Status}, {expect: {pending: 3}}]", path: "a.yaml")
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.model.begin(scenario)
    driver.type("c")
    #expect(driver.shows("expected 3 pending"))
    #expect(driver.shows("✗ failed"))
  }

  @Test("can be led by commands without a screen")
  func plain() {
    var session = PlainSession(
      ConsoleSetup(
        appearance: Appearance(isColored: false, isASCII: false),
        size: CellSize(rows: 24, columns: 80), isPaused: true))
    #expect(session.take("walkthrough 3-schedule").effects == [.loadScenarios])
    let scenarios = BuiltInWalkthroughs.contents(Keychain(TestKeys.standard)).flatMap(\.scenarios)
    _ = session.receive(.scenariosLoaded(scenarios, problems: []))
    #expect(session.model.guide.run?.scenario.name == "3-schedule")
    #expect(session.take("walkthroughs").lines.filter { $0.hasPrefix("# ") }.count == 11)
    let lines = session.take("step").lines
    #expect(lines.contains { $0.contains("status = ready") })
    #expect(lines.contains("# passed: step 1 Press Check Plugin Status, as always first"))
    #expect(lines.last == "# next, step: step 2 of 14, Press Request Permissions")
    #expect(session.take("advance 1h").complaint?.contains("the next step is") == true)
    _ = session.take("takeOver")
    #expect(session.take("pass").complaint?.contains("there is no walkthrough") == true)
    #expect(session.take("walkthrough 9-x").complaint?.contains("there is no scenario") == true)
    #expect(session.take("saveScenario a.yaml").effects == [.saveScenario(path: "a.yaml")])
  }
}
