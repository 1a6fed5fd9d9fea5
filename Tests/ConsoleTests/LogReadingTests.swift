import CellGrid
import DeviceModel
import Lines
import Scenarios
import SimulationCore
import Testing

@testable import Console

@Suite("Reading the log")
struct LogReadingTests {
  /// A console whose log has 15 lines at info and above, with the log focused.
  private static func logged(rows: Int = 24, columns: Int = 80) -> ConsoleDriver {
    var driver = ConsoleDriver(rows: rows, columns: columns)
    driver.firstRun()
    driver.press(.tab)
    return driver
  }

  @Test("a search is tried letter by letter, and Esc leaves everything as it was")
  func triedSearch() {
    var driver = Self.logged()
    driver.type("kk/c")
    let all = driver.model.log.search?.hits.count ?? 0
    driver.type("onfigure() called")
    #expect(driver.shows("/configure() called 1 of 1"))
    #expect(all > 1)
    #expect(driver.model.log.selected == 1)
    driver.press(.escape)
    #expect(driver.shows("13/15"))
    #expect(driver.model.log.search == nil)
    driver.type("/zzzz")
    #expect(driver.shows("/zzzz - of 0"))
    driver.press(.enter)
    #expect(driver.footer.contains("'zzzz' is nowhere in the log"))
    driver.type("/")
    driver.press(.enter)
    #expect(driver.model.log.search == nil)
  }

  @Test("a filter is tried letter by letter, and Esc leaves everything as it was")
  func triedFilter() {
    var driver = Self.logged()
    driver.type("&fetch")
    #expect(driver.shows("FOLLOW 2"))
    driver.press(.escape)
    #expect(driver.shows("FOLLOW 15"))
    driver.type("&fetch")
    driver.press(.enter)
    driver.type("&zz")
    #expect(driver.shows("No line passes"))
    driver.press(.escape)
    #expect(driver.shows("FOLLOW 2"))
  }

  @Test("f lists the categories, and one can be shown alone")
  func categories() {
    var driver = Self.logged()
    driver.type("f")
    #expect(driver.shows("scheduler"))
    #expect(driver.shows("shown; Enter hides it"))
    driver.type("only fetch")
    driver.press(.enter)
    #expect(driver.shows("only fetch"))
    #expect(driver.shows("FOLLOW 2"))
    driver.command("category storage")
    #expect(driver.shows("only fetch and storage"))
    driver.command("category all")
    #expect(driver.shows("FOLLOW 15"))
    driver.command("category system")
    driver.command("category system")
    #expect(driver.shows("with system"))
  }

  @Test("lines are marked and gone to")
  func marks() {
    var driver = Self.logged()
    driver.type("gmjjm")
    #expect(driver.shows("2 marked"))
    #expect(driver.lines.contains { $0.contains("∗") })
    driver.type("G,")
    #expect(driver.shows("3/15"))
    driver.type(",")
    #expect(driver.shows("1/15"))
    driver.type(",")
    #expect(driver.footer.contains("no earlier mark"))
    driver.type(".m")
    #expect(driver.shows("1 marked"))
  }

  @Test("long lines are wrapped, and the line with the cursor stays in sight")
  func wrapping() {
    var driver = Self.logged(rows: 24, columns: 60)
    let cut = driver.lines.filter { $0.hasSuffix("…") }.count
    driver.press(.control("w"))
    #expect(driver.shows("wrapped"))
    driver.type("t")
    let layout = driver.model.layout
    let shown = driver.lines[layout.log.row..<layout.log.row + layout.log.rows]
    #expect(cut > 0)
    #expect(shown.filter { $0.hasSuffix("…") } == [])
    #expect(shown.last?.isEmpty == false)
    for _ in 0..<12 {
      driver.press(.up)
      let line = driver.model.log.selectedLine ?? 0
      let text = driver.model.log.text(of: line, driver.model.run.device.os.trace)
      #expect(driver.shows(String(text.prefix(20))), "line \(line)")
    }
    driver.press(.control("w"))
    #expect(!driver.shows("wrapped"))
  }

  @Test("times are hidden and shown again")
  func times() {
    var driver = Self.logged()
    driver.press(.control("t"))
    #expect(!driver.lines.contains { $0.hasPrefix("05:42:30") })
    driver.type("m")
    #expect(driver.lines.contains { $0.hasPrefix("∗ I ←") })
    driver.type("m")
    driver.press(.control("t"))
    #expect(driver.lines.contains { $0.hasPrefix("05:42:30") })
  }

  @Test("the line is copied, and what is shown is saved")
  func taking() {
    var driver = Self.logged()
    driver.type("gY")
    #expect(
      driver.takeEffects() == [.copy("05:42:30.000 › configure")])
    driver.press(.control("s"))
    driver.command("saveLog! a.txt")
    #expect(
      driver.takeEffects() == [.saveLog(path: nil), .saveLog(path: "a.txt", replaces: true)])
    driver.command("filter fetch")
    let lines = String(decoding: driver.model.shownLog, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("[DNP-FETCH]") })
  }

  @Test("causes and effects are followed with Enter, and Backspace goes back")
  func causes() throws {
    var driver = Self.logged(rows: 40)
    driver.command("search BGAppRefreshTask")
    driver.press(.enter)
    #expect(driver.shows("Enter follows"))
    let first = driver.lines
    driver.press(.enter)
    #expect(driver.shows("Led to"))
    #expect(driver.lines != first)
    #expect(driver.shows("Backspace goes back"))
    driver.press(.down)
    driver.press(.enter, .backspace, .backspace)
    #expect(driver.lines == first)
    driver.type("Y")
    #expect(driver.takeEffects().contains { if case .copy = $0 { true } else { false } })
    driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test("a line outlives its record, and its page says so")
  func outlived() {
    var driver = ConsoleDriver(traceCapacity: 1_024)
    driver.firstRun()
    for _ in 0..<10 { driver.command("advance 20d") }
    driver.press(.tab)
    driver.type("g")
    #expect(driver.shows("configure() called"))
    driver.press(.enter)
    #expect(driver.shows("no longer has this one"))
    driver.press(.escape)
    driver.type("/configure() called")
    #expect(driver.shows("1 of 1"))
  }

  @Test("texts that nobody has seen are made in slices, before the trace drops their records")
  func texts() {
    var driver = ConsoleDriver(traceCapacity: 4_096)
    driver.firstRun()
    driver.type(":advance 300d")
    driver.sendAndLeave(.key(.enter))
    #expect(driver.model.wakeUp == .now)
    driver.settle()
    #expect(driver.model.wakeUp != .now)
    let log = driver.model.log
    #expect(log.store.textEnd == log.store.end)
    let trace = driver.model.run.device.os.trace
    #expect(trace.oldestSequence > 0)
    for line in log.store.first..<Int(trace.oldestSequence) where line % 50 == 0 {
      #expect(!log.store.text(of: line).isEmpty)
    }
    for sequence in trace.oldestSequence..<trace.nextSequence {
      guard let record = trace.record(sequence) else { continue }
      #expect(log.store.text(of: Int(sequence)) == LogText.body(record.payload))
    }
  }
}
