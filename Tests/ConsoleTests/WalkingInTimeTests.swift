import CellGrid
import DeviceModel
import Scenarios
import Session
import SimulationCore
import Testing

@testable import Console

@Suite("Walking in time")
struct WalkingInTimeTests {
  private func hash(_ driver: ConsoleDriver) -> String {
    driver.model.run.device.os.trace.hash.text
  }

  /// A phone with the first run behind it, and a day.
  private func usedPhone() -> ConsoleDriver {
    var driver = ConsoleDriver()
    driver.type(" ")
    driver.firstRun()
    driver.type("H")
    driver.type("t")
    driver.type("D")
    return driver
  }

  @Test("steps back lead to the beginning, steps forward to the same phone again")
  func there() {
    var driver = usedPhone()
    let present = hash(driver)
    let presses = driver.model.run.presses.count
    var hashes: [String] = [present]
    while driver.model.run.device.os.now > .zero {
      driver.type("[")
      #expect(driver.model.isInPast)
      hashes.append(hash(driver))
    }
    #expect(hashes.count > 5)
    driver.type("[")
    #expect(driver.text.contains("this is the beginning"))
    for hash in hashes.reversed().dropFirst().dropLast() {
      driver.type("]")
      #expect(self.hash(driver) == hash)
    }
    driver.type("]")
    #expect(!driver.model.isInPast)
    #expect(hash(driver) == present)
    #expect(driver.model.run.presses.count == presses)
    #expect(driver.model.line.number == 0)
  }

  @Test("doing something in the past begins a branch, going to the present does not")
  func branch() {
    var driver = usedPhone()
    let present = hash(driver)
    driver.type("[[")
    driver.type("}")
    #expect(hash(driver) == present)
    driver.type("7g<")
    #expect(driver.model.isInPast)
    #expect(driver.model.run.presses.isEmpty)
    #expect(driver.model.journal.count == 5)
    driver.type("1p")
    #expect(!driver.model.isInPast)
    #expect(driver.model.run.presses.map(\.title) == ["Check Permissions"])
    #expect(driver.model.line.origin == .branch(afterEntries: 0))
    driver.type("M")
    driver.type("[")
    driver.type(" ")
    #expect(driver.model.line.number == 2, "letting time run begins one, too")
  }

  @Test("the ledger shows each entry with its reply, and what it changed")
  func ledger() {
    var driver = usedPhone()
    driver.send(.resized(CellSize(rows: 40, columns: 140)))
    driver.type("7")
    #expect(driver.text.contains("Schedule Test Notification"))
    #expect(driver.text.contains("+58 −1 requests · 1 task"), "\(driver.text)")
    driver.type("gjjj")
    driver.press(.enter)
    #expect(driver.text.contains("Entry 4: Schedule Test Notification"), "\(driver.text)")
    #expect(driver.text.contains("storage.schedules + {"))
    driver.press(.escape)
    driver.command("saveScenario")
    #expect(driver.effects.contains(.saveScenario(path: nil)))
  }

  @Test("a walkthrough has its own way back")
  func guided() {
    var driver = ConsoleDriver()
    driver.command("walkthrough 3-schedule")
    driver.press(.enter)
    driver.type("[")
    #expect(driver.text.contains("B goes back by a step"))
    #expect(!driver.model.isInPast)
  }

  private static let keys = [
    "c", "r", "y", "n", "s", "b", "t", "a", "H", "M", "D", ">", "I", "[", "]", "[", "}", "'na",
    "'nd", "'rs", "'rl", "z", "'dw", "'df",
  ]

  @Test("a random session with steps back and branches repeats itself", arguments: 0..<40)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "walking in time")
    var driver = ConsoleDriver()
    driver.type(" ")
    for _ in 0..<30 {
      driver.type(Self.keys[Int(random.below(UInt64(Self.keys.count)))])
      driver.press(.escape)
    }
    let run = driver.model.run
    let entries = try run.presses.map { press in
      var entry = JournalEntry(press)
      entry.commands = try JournalText.commands(JournalText.text(press, of: run))
      return entry
    }
    var disagreement: InteractiveRun.Disagreement?
    let again = InteractiveRun(
      name: "again",
      configuration: try ConfigurationText.configuration(
        ConfigurationText.text(run.device.os.configuration), run.device.os.configuration.keychain),
      entries, until: run.device.os.now, traceHash: hash(driver), disagreement: &disagreement)
    #expect(disagreement == nil)
    #expect(again.device.os.trace.hash == run.device.os.trace.hash)
    #expect(again.device.stateValue == run.device.stateValue)
  }
}
