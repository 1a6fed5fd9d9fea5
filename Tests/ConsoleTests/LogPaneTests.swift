import CellGrid
import DailyNotification
import DeviceModel
import Lines
import Scenarios
import SimulationCore
import Testing

@testable import Console

@Suite("Log pane")
struct LogPaneTests {
  /// A console whose log is focused and has 15 lines at info and above: four acts and what came of
  /// them.
  private static func logged(rows: Int = 24) -> ConsoleDriver {
    var driver = ConsoleDriver(rows: rows)
    driver.firstRun()
    driver.press(.tab)
    return driver
  }

  /// The lines of the log as shown.
  private static func shown(_ driver: ConsoleDriver) -> [String] {
    let layout = driver.model.layout
    return Array(driver.lines[layout.log.row..<layout.log.row + layout.log.rows])
  }

  @Test("at the end, new lines push the others up")
  func follows() {
    var driver = Self.logged()
    #expect(driver.shows("FOLLOW 15"))
    driver.type("t")
    #expect(driver.shows("FOLLOW 17"))
    #expect(Self.shown(driver).last?.contains("← getNotificationStatus ok") == true)
  }

  @Test("away from the end no line moves, and new lines are counted")
  func pinned() {
    var driver = Self.logged()
    driver.type("kk")
    let before = Self.shown(driver)
    driver.type("ttt")
    driver.command("advance 30m")
    #expect(driver.shows("13/23 · 8 new (F)"))
    // The message about the jump covers the last row until the next key.
    #expect(Self.shown(driver).dropLast() == before.dropLast())
    driver.type("t")
    #expect(Self.shown(driver) == before)
    driver.type("G")
    #expect(driver.shows("FOLLOW 27"))
  }

  @Test("new lines do not end scrolling to the side")
  func sideways() {
    var driver = Self.logged()
    driver.press(.right, .right)
    #expect(driver.shows("→16"))
    driver.type("t")
    #expect(driver.shows("→16"))
    driver.press(.left, .left, .left)
    #expect(!driver.shows("→" + "16"))
  }

  @Test("the cursor goes to the first line, the last one and a page at a time")
  func moves() {
    var driver = Self.logged()
    driver.type("g")
    #expect(driver.shows("1/15"))
    #expect(Self.shown(driver).first?.contains("› configure") == true)
    driver.press(.pageDown)
    #expect(driver.shows("7/15"))
    driver.press(.end)
    #expect(driver.shows("FOLLOW 15"))
    driver.press(.pageUp)
    #expect(driver.shows("9/15"))
  }

  @Test("L cycles through the levels, and debug shows what info hides")
  func levels() {
    var driver = Self.logged()
    driver.type("L")
    #expect(driver.shows("Log  warning+"))
    #expect(driver.shows("No line passes the filter"))
    driver.type("LL")
    #expect(driver.shows("Log  debug+"))
    #expect(driver.model.log.index.count > 11)
    driver.type("L")
    #expect(driver.shows("FOLLOW 15"))
  }

  @Test("what the system did is shown on demand")
  func system() {
    var driver = Self.logged()
    driver.type("S")
    #expect(driver.shows("with system"))
    #expect(driver.model.log.index.count > 20)
    driver.command("search taskSubmitted")
    #expect(driver.shows("taskSubmitted identifier="))
  }

  @Test("a filter keeps the lines that contain a string, negated the others")
  func filter() {
    var driver = Self.logged()
    driver.type("&fetch")
    driver.press(.enter)
    #expect(driver.shows("with 'fetch'"))
    // Two lines about the fetch; the line of the schedule call does not contain the word.
    #expect(driver.shows("FOLLOW 2"))
    driver.type("!")
    #expect(driver.shows("without 'fetch'"))
    #expect(driver.shows("FOLLOW 13"))
    driver.command("filter")
    #expect(driver.shows("FOLLOW 15"))
  }

  @Test("a category is hidden and shown again")
  func categories() {
    var driver = Self.logged()
    driver.command("category scheduler")
    #expect(driver.shows("no scheduler"))
    #expect(driver.shows("FOLLOW 13"))
    driver.command("category scheduler")
    #expect(driver.shows("FOLLOW 15"))
  }

  @Test("a search goes to the first hit and counts all; n and N cycle through them")
  func search() {
    var driver = Self.logged()
    driver.type("g/schedul")
    driver.press(.enter)
    // The act and the six lines that follow it contain it in some case.
    let count = driver.model.log.search?.hits.count ?? 0
    #expect(count == 7)
    #expect(driver.shows("/schedul 1 of 7"))
    driver.type("n")
    #expect(driver.shows("/schedul 2 of 7"))
    driver.type("NN")
    #expect(driver.shows("/schedul 7 of 7"))
    driver.type("n")
    #expect(driver.shows("/schedul 1 of 7"))
  }

  @Test("a capital letter makes the search case-sensitive")
  func smartCase() {
    var driver = Self.logged()
    driver.command("search SCHEDULER")
    #expect(driver.model.log.search?.hits.count == 2)
    driver.command("search nowhere")
    #expect(driver.footer.contains("'nowhere' is nowhere in the log"))
    driver.type("n")
    #expect(driver.footer.contains("no hit"))
  }

  @Test("new lines are searched too")
  func searchGoesOn() {
    var driver = Self.logged()
    driver.command("search status")
    let before = driver.model.log.search?.hits.count ?? 0
    driver.type("t")
    #expect(driver.model.log.search?.hits.count == before + 2)
  }

  @Test("e and w go to errors and warnings")
  func warnings() {
    var driver = Self.logged()
    driver.command("setPermission denied")
    driver.type("s")
    driver.type("t")
    driver.type("k")
    driver.type("gw")
    let first = driver.model.log.selectedLine
    #expect(driver.shows("W [DNP-PLUGIN] notifications_denied"))
    driver.type("w")
    #expect(driver.model.log.selectedLine != first)
    driver.type("W")
    #expect(driver.model.log.selectedLine == first)
    driver.type("e")
    #expect(driver.shows("E ← scheduleDailyNotification rejected notifications_denied"))
    driver.type("e")
    #expect(driver.footer.contains("no later error"))
  }

  @Test("a line is shown in full, with its fields and its causes")
  func details() {
    var driver = Self.logged(rows: 40)
    driver.command("search BGAppRefreshTask")
    driver.press(.enter)
    #expect(driver.shows("Record "))
    #expect(driver.shows("date: 2025-11-15T05:48:00Z"))
    #expect(driver.shows("Came from"))
    #expect(driver.shows("› scheduleDailyNotification"))
    driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test("a filter and a search stay correct while the ring drops its oldest records")
  func dropped() {
    var driver = ConsoleDriver(traceCapacity: 1_024)
    driver.firstRun()
    driver.command("level debug")
    driver.command("system")
    driver.command("search taskSubmitted")
    driver.type("k")
    // In steps, since records that the ring drops within a slice are never seen.
    for _ in 0..<40 { driver.command("advance 20d") }
    let trace = driver.model.run.device.os.trace
    let log = driver.model.log
    #expect(trace.oldestSequence > 1_000)
    #expect(log.index.droppedCount > 1_000)
    // The log keeps a line longer than the trace keeps its record.
    #expect(log.index[0] == log.store.first)
    #expect(log.store.first < trace.oldestSequence)
    let hits = log.search?.hits
    #expect(hits.map { $0.count > 0 && $0[0] >= log.store.first } == true)
    #expect(driver.shows("dropped"))
  }

  /// A console with about 20,000 records, all of them shown.
  private static func large() -> ConsoleDriver {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("level debug")
    driver.command("system")
    driver.command("advance 1000d")
    driver.press(.tab)
    return driver
  }

  @Test("a filter by string works in slices, and counts no old line as new")
  func slicedFilter() {
    var driver = Self.large()
    driver.type("k")
    driver.type(":filter DNP")
    driver.model.log.sliceBytes = 10_000
    driver.sendAndLeave(.key(.enter))
    #expect(driver.model.wakeUp == .now)
    #expect(driver.shows("looking …"))
    #expect(driver.model.log.newCount == 0)
    driver.settle()
    #expect(driver.model.log.newCount == 0)
    #expect(driver.model.log.index.count > 4_000)
    #expect(!driver.shows("looking …"))
  }

  @Test("an unfinished search does not move the cursor after the reader has moved it")
  func slicedSearch() {
    var driver = Self.large()
    driver.type("g/scheduleDailyNotification")
    driver.sendAndLeave(.key(.enter))
    driver.settle()
    let first = driver.model.log.selectedLine
    driver.type("G")
    driver.type("k:search configure() called")
    driver.model.log.sliceBytes = 10_000
    driver.sendAndLeave(.key(.enter))
    #expect(driver.model.log.isSeeking)
    driver.sendAndLeave(.key(.up))
    let here = driver.model.log.selectedLine
    driver.settle()
    #expect(driver.model.log.selectedLine == here)
    #expect(driver.model.log.search?.hits.count == 1)
    driver.type("n")
    #expect(driver.model.log.selectedLine != here)
    #expect(first != nil)
  }

  @Test("during a search the phone's clock keeps running")
  func clockGoesOn() {
    var driver = Self.large()
    driver.type(":search nowhere at all")
    driver.model.log.sliceBytes = 10_000
    driver.sendAndLeave(.key(.enter))
    #expect(driver.model.wakeUp == .now)
    #expect(driver.model.isTimePassing)
    driver.settle()
    #expect(driver.footer.contains("'nowhere at all' is nowhere in the log"))
  }

  @Test("a new filter does not inherit the negation of the old one")
  func negation() {
    var driver = Self.logged()
    driver.command("filter fetch")
    driver.type("!")
    driver.command("filter fetch")
    #expect(driver.shows("FOLLOW 2"))
  }
}
