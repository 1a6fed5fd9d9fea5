import CellGrid
import DailyNotification
import DeviceModel
import Scenarios
import SimulationCore
import Testing

@testable import Console

@Suite("Log pane")
struct LogPaneTests {
  /// A console whose log has 11 lines at info and above, with the log in front.
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
    #expect(driver.shows("FOLLOW 11"))
    driver.type("t")
    #expect(driver.shows("FOLLOW 12"))
    #expect(Self.shown(driver).last?.contains("← getNotificationStatus ok") == true)
  }

  @Test("away from the end nothing that is being read moves, and new lines are counted")
  func pinned() {
    var driver = Self.logged()
    driver.type("kk")
    let before = Self.shown(driver)
    driver.type("ttt")
    driver.command("advance 30m")
    #expect(Self.shown(driver) == before)
    #expect(driver.shows("9/15 · 4 new (G)"))
    driver.type("G")
    #expect(driver.shows("FOLLOW 15"))
  }

  @Test("scrolling to the side does not end with new lines")
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
    #expect(driver.shows("1/11"))
    #expect(Self.shown(driver).first?.contains("configure() called") == true)
    driver.press(.pageDown)
    #expect(driver.shows("8/11"))
    driver.press(.end)
    #expect(driver.shows("FOLLOW 11"))
    driver.press(.pageUp)
    #expect(driver.shows("4/11"))
  }

  @Test("the level goes round, and debug shows what info hides")
  func levels() {
    var driver = Self.logged()
    driver.type("L")
    #expect(driver.shows("Log  warning+"))
    #expect(driver.shows("No line passes the filter"))
    driver.type("LL")
    #expect(driver.shows("Log  debug+"))
    #expect(driver.model.log.index.count > 11)
    driver.type("L")
    #expect(driver.shows("FOLLOW 11"))
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

  @Test("a filter keeps the lines that have a text, negated those that have not")
  func filter() {
    var driver = Self.logged()
    driver.type("&fetch")
    driver.press(.enter)
    #expect(driver.shows("with 'fetch'"))
    // Two fetch lines, and the call of the schedule does not have the word.
    #expect(driver.shows("FOLLOW 2"))
    driver.type("!")
    #expect(driver.shows("without 'fetch'"))
    #expect(driver.shows("FOLLOW 9"))
    driver.command("filter")
    #expect(driver.shows("FOLLOW 11"))
  }

  @Test("a category is hidden and shown again")
  func categories() {
    var driver = Self.logged()
    driver.command("category scheduler")
    #expect(driver.shows("no scheduler"))
    #expect(driver.shows("FOLLOW 9"))
    driver.command("category scheduler")
    #expect(driver.shows("FOLLOW 11"))
  }

  @Test("a search goes to a hit, counts them, and n and N go round")
  func search() {
    var driver = Self.logged()
    driver.type("g/schedul")
    driver.press(.enter)
    // Lines 6 to 11 have it in some case; line 8 and 9 among them.
    let count = driver.model.log.search?.hits.count ?? 0
    #expect(count == 6)
    #expect(driver.shows("/schedul 1 of 6"))
    driver.type("n")
    #expect(driver.shows("/schedul 2 of 6"))
    driver.type("NN")
    #expect(driver.shows("/schedul 6 of 6"))
    driver.type("n")
    #expect(driver.shows("/schedul 1 of 6"))
  }

  @Test("a capital letter makes the search mind the case")
  func smartCase() {
    var driver = Self.logged()
    driver.command("search SCHEDULER")
    #expect(driver.model.log.search?.hits.count == 2)
    driver.command("search nowhere")
    #expect(driver.footer.contains("'nowhere' is nowhere in the log"))
    driver.type("n")
    #expect(driver.footer.contains("no hit"))
  }

  @Test("lines that come while a search is on are searched too")
  func searchGoesOn() {
    var driver = Self.logged()
    driver.command("search status")
    let before = driver.model.log.search?.hits.count ?? 0
    driver.type("t")
    #expect(driver.model.log.search?.hits.count == before + 1)
  }

  @Test("e and w go to errors and warnings")
  func warnings() {
    var driver = Self.logged()
    driver.command("setPermission denied")
    driver.type("s")
    driver.type("t")
    driver.type("k")
    driver.type("gw")
    let first = driver.model.log.selectedSequence
    #expect(driver.shows("W [DNP-PLUGIN] notifications_denied"))
    driver.type("w")
    #expect(driver.model.log.selectedSequence != first)
    driver.type("W")
    #expect(driver.model.log.selectedSequence == first)
    driver.type("e")
    #expect(driver.footer.contains("no later error"))
  }

  @Test("a line is shown in full, with its fields and what it came from")
  func details() {
    var driver = Self.logged(rows: 40)
    driver.command("search BGAppRefreshTask")
    driver.press(.enter)
    #expect(driver.shows("Record "))
    #expect(driver.shows("date: 2025-11-15T05:48:00Z"))
    #expect(driver.shows("Came from"))
    #expect(driver.shows("called"))
    driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test("a filter survives a ring that has dropped its oldest records")
  func dropped() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("setLowPowerMode on")
    driver.command("level debug")
    driver.command("system")
    driver.type("  ")
    driver.command("advance 36500d")
    let trace = driver.model.run.device.os.trace
    let index = driver.model.log.index
    #expect(trace.oldestSequence > 0 || index.droppedCount == 0)
    if index.count > 0 { #expect(index[0] >= trace.oldestSequence) }
  }
}
