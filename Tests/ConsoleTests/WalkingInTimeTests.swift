import CellGrid
import DeviceModel
import Foundation
import ProjectFiles
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
    #expect(driver.text.contains("+56 requests · 1 task"), "\(driver.text)")
    driver.type("gjjj")
    driver.press(.enter)
    #expect(driver.text.contains("Entry 4: Schedule Test Notification"), "\(driver.text)")
    #expect(driver.text.contains("storage.schedules + daily"))
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

  @Test("a jump is an entry of the ledger, and can be stepped over")
  func jumps() {
    var driver = usedPhone()
    let present = hash(driver)
    driver.type("7")
    #expect(driver.shows("› 1d passed"), "\(driver.text)")
    #expect(driver.shows("› 1h passed"))
    driver.type("k")
    #expect(driver.shows(" reply ok (0 ms)"), "\(driver.text)")
    driver.type("k")
    #expect(driver.shows("changed ") && driver.shows("1 shown"), "\(driver.text)")
    driver.press(.enter)
    #expect(driver.shows("─ › 1h passed ─"), "\(driver.text)")
    driver.press(.escape)
    driver.type("7<")
    #expect(driver.shows("just before 1d passed"), "\(driver.text)")
    let before = driver.model.run.device.os.now
    driver.type("((")
    #expect(driver.model.run.presses.count == 4)
    #expect(driver.model.run.device.os.now.milliseconds + 3_600_000 == before.milliseconds)
    driver.type(")")
    #expect(driver.model.run.device.os.now == before)
    #expect(driver.model.run.presses.count == 4, "the jump, and not what was done after it")
    driver.type(")")
    #expect(driver.model.run.presses.count == 5)
    driver.type(")")
    #expect(!driver.model.isInPast)
    #expect(hash(driver) == present)
    for _ in 0..<7 { driver.type("(") }
    #expect(driver.model.run.presses.isEmpty)
    driver.type("(")
    #expect(driver.footer.contains("this is the beginning"))
  }

  /// A phone with so much behind it that it is not made again at once.
  private func oldPhone() -> ConsoleDriver {
    var driver = ConsoleDriver()
    driver.type(" ")
    driver.firstRun()
    driver.command("advance 3000d")
    driver.command("advance 3000d")
    return driver
  }

  @Test("a long replay shows how far it is, and can be stopped")
  func long() {
    var driver = oldPhone()
    let present = hash(driver)
    driver.sendAndLeave(.key(.character("[")))
    #expect(driver.model.isReplaying)
    #expect(driver.footer.contains("% · doing the session again · Esc stops"), "\(driver.text)")
    driver.sendAndLeave(.key(.character("c")))
    #expect(driver.model.isReplaying, "nothing else is done meanwhile")
    driver.press(.escape)
    #expect(!driver.model.isReplaying && !driver.model.isInPast)
    #expect(hash(driver) == present)
    driver.type("[")
    #expect(driver.model.isInPast)
    driver.type("}")
    #expect(hash(driver) == present)
  }

  @Test("the opening of a long session can be stopped, and gone on with")
  func opening() {
    let old = oldPhone().model.run
    var rest = JournalReplay(
      again: old, old.presses.map(JournalEntry.init), until: old.device.os.now)
    let isComplete = rest.proceed(eventsMax: 1_000)
    #expect(!isComplete)
    let opening = SessionOpening(run: rest.run, rest: rest, remark: ["goes on"])
    var driver = ConsoleDriver()
    driver.model = Model(setup(), opening: opening)
    #expect(driver.model.isReplaying && driver.model.isInPast)
    var other = driver
    driver.settle()
    #expect(driver.footer.contains("goes on"))
    #expect(hash(driver) == old.device.os.trace.hash.text)
    other.press(.escape)
    #expect(other.model.isInPast && other.footer.contains("stopped on the way"))
    other.type("}")
    #expect(hash(other) == old.device.os.trace.hash.text)
  }

  private func setup() -> ConsoleSetup {
    ConsoleSetup(
      appearance: Appearance(isColored: true, isASCII: false),
      size: CellSize(rows: 24, columns: 80), isPaused: true, keeping: .kept)
  }

  @Test("the branches of a session are listed, and another one goes on")
  func branches() {
    var driver = usedPhone()
    let entries = Array(driver.model.journal.prefix(2))
    let rows = [("phone", 2, false), ("branch", 5, true)].enumerated().map { place, row in
      SessionBranch(
        id: Int64(place + 1), name: row.0, origin: "a new phone", pressCount: row.1,
        time: "2025-11-15T05:42:30Z", isCurrent: row.2)
    }
    driver.type("B")
    #expect(driver.takeEffects() == [.loadBranches])
    driver.send(.branchesLoaded(rows))
    #expect(driver.shows("▸●branch") && driver.shows("phone   2"), "\(driver.text)")
    driver.press(.enter)
    #expect(driver.footer.contains("this is branch branch already"))
    driver.send(.branchesLoaded(rows))
    driver.type("g")
    driver.press(.enter)
    #expect(driver.takeEffects() == [.openBranch(1)])
    let configuration = driver.model.run.device.os.configuration
    driver.send(
      .branchOpened(
        OpenedBranch(
          id: 1, name: "phone", configuration: configuration, entries: entries,
          end: SimulationInstant(milliseconds: 60_000), traceHash: "another")))
    #expect(driver.footer.contains("branch phone stays as it is"), "\(driver.text)")
    #expect(driver.model.run.presses.count == 5)
    driver.send(
      .branchOpened(
        OpenedBranch(
          id: 1, name: "phone", configuration: configuration, entries: entries,
          end: SimulationInstant(milliseconds: 60_000), traceHash: nil)))
    #expect(driver.footer.contains("branch phone goes on: 2 presses so far"), "\(driver.text)")
    #expect(driver.model.line.origin == .opened(branch: 1, name: "phone"))
    #expect(driver.model.run.device.os.now == SimulationInstant(milliseconds: 60_000))
    driver.send(.branchesLoaded([]))
    #expect(driver.footer.contains("this session is not kept"))
  }

  private static let keys = [
    "c", "r", "y", "n", "s", "b", "t", "a", "H", "M", "D", ">", "I", "[", "]", "[", "}", "'na",
    "'nd", "'rs", "'rl", "z", "'dw", "'df", "(", ")",
  ]

  /// How many random sessions there are.
  private static let seeds = UInt64(SampleSize.of(40, long: 400))

  /// The branches of a session as a store has them: text, and the hash that they had.
  private struct Kept {
    var branches: [OpenedBranch] = []
    var current = 0
    var line = 0

    /// Takes what the shell would write before a frame.
    mutating func save(_ model: Model) throws {
      guard !model.isInPast, !model.isReplaying else { return }
      if model.line.number != line || branches.isEmpty {
        line = model.line.number
        if case .opened(let id, _) = model.line.origin {
          current = Int(id)
        } else {
          current = branches.count
          branches.append(try Kept.branch(model, current))
        }
      }
      branches[current] = try Kept.branch(model, current)
    }

    private static func branch(_ model: Model, _ id: Int) throws -> OpenedBranch {
      let run = model.run
      return OpenedBranch(
        id: Int64(id), name: "branch-\(id)",
        configuration: try ConfigurationText.configuration(
          ConfigurationText.text(run.device.os.configuration),
          run.device.os.configuration.keychain),
        entries: try run.presses.map { press in
          var entry = JournalEntry(press)
          entry.commands = try JournalText.commands(JournalText.text(press, of: run))
          return entry
        }, end: run.device.os.now, traceHash: run.device.os.trace.hash.text)
    }
  }

  @Test(
    "a random session with steps back, branches and resumes repeats itself", arguments: 0..<seeds)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "walking in time")
    var driver = ConsoleDriver()
    var kept = Kept()
    driver.type(" ")
    try kept.save(driver.model)
    for _ in 0..<40 {
      switch random.below(20) {
      case 0:
        // The program is ended and started again.
        var replay = kept.branches[kept.current].replay(named: "again")
        replay.finish()
        #expect(replay.disagreement == nil)
        driver.model = Model(setup(), opening: SessionOpening(run: replay.run, remark: []))
        kept.line = 0
      case 1:
        let place = Int(random.below(UInt64(kept.branches.count)))
        driver.send(.branchOpened(kept.branches[place]))
        #expect(driver.model.line.origin == .opened(branch: Int64(place), name: "branch-\(place)"))
      default:
        driver.type(Self.keys[Int(random.below(UInt64(Self.keys.count)))])
        driver.press(.escape)
      }
      try kept.save(driver.model)
    }
    for branch in kept.branches {
      var replay = branch.replay(named: "again")
      replay.finish()
      #expect(replay.disagreement == nil, "\(branch.name)")
    }
    if !driver.model.isInPast {
      let again = driver.model.run.again(
        driver.model.run.presses.map(JournalEntry.init), until: driver.model.run.device.os.now)
      #expect(again.device.stateValue == driver.model.run.device.stateValue)
      #expect(again.device.os.trace.hash.text == hash(driver))
    }
  }
}
