import CellGrid
import DeviceModel
import Scenarios
import Session
import SimulationCore
import Testing

@testable import Console

@Suite("The store on the screen")
struct StoreTests {
  private static let token =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoxIn0.c2lnbmF0dXJlLXg"

  private func driver(rows: Int = 50, columns: Int = 120) -> ConsoleDriver {
    var driver = ConsoleDriver(rows: rows, columns: columns)
    driver.firstRun()
    driver.type("bI")
    driver.command("advance 15m")
    driver.type("6")
    return driver
  }

  @Test("6 and :store show values, schedules, content and history; 1 and q go back")
  func shown() {
    var driver = driver()
    for text in [
      "Values ", "Schedules 1", "Ledger 1", "armed 56", "Content ", "History 1", "DAILY daily",
      "old, ",
    ] {
      #expect(driver.shows(text), "\(text)\n\(driver.text)")
    }
    driver.type("q")
    #expect(!driver.shows("read only") && driver.model.screen.isConsole)
    driver.command("store")
    #expect(driver.shows("read only"))
    driver.type("1")
    #expect(!driver.shows("read only") && driver.model.screen.isConsole)
  }

  @Test("times are shown in the device's zone, with the stored number beside them")
  func times() {
    var driver = driver()
    #expect(driver.shows("15 Nov 05:53:00  1763185980000"))
    driver.command("setZone America/New_York")
    #expect(driver.shows("15 Nov 00:53:00  1763185980000"), "\(driver.text)")
  }

  @Test("at the smallest size every entry can be reached, and a long value ends in an ellipsis")
  func small() {
    var driver = driver(rows: 16, columns: 60)
    #expect(driver.shows("▸Values"))
    driver.type("G")
    #expect(driver.shows("▸DAILY daily"))
    #expect(driver.lines.contains { $0.hasSuffix("…") }, "\(driver.text)")
    let before = driver.text
    driver.type("j")
    #expect(driver.text == before)
    driver.type("g")
    #expect(driver.shows("▸Values"))
  }

  @Test("where everything fits, values are wrapped and nothing is cut")
  func wide() {
    for (rows, columns) in [(50, 200), (50, 120)] {
      let driver = driver(rows: rows, columns: columns)
      #expect(!driver.text.contains("…"), "\(driver.text)")
    }
  }

  @Test("with little room a time goes without its number, so that the rest is read")
  func narrow() {
    var driver = driver(rows: 16, columns: 60)
    driver.type("G")
    #expect(driver.shows("15 Nov 05:54:22 · cache"), "\(driver.text)")
    driver.press(.enter)
    #expect(driver.shows("plannedTime: 15 Nov 05:53:00  1763185980000"), "\(driver.text)")
  }

  @Test("'dh writes the remembered deliveries into the log, from the store and the buttons")
  func history() {
    var driver = driver()
    #expect(driver.shows("'dh writes the history into the log"))
    driver.type("'d")
    #expect(driver.text.contains("h Show Delivery History"))
    driver.type("h")
    #expect(driver.model.run.presses.last?.title == "Show Delivery History")
    driver.type("2")
    #expect(driver.text.contains("history"), "\(driver.text)")
  }

  @Test("Enter shows the entry in full, and says so on a heading")
  func opened() {
    var driver = driver()
    driver.press(.enter)
    #expect(driver.footer.contains("heading"))
    driver.type("G")
    driver.press(.enter)
    #expect(driver.shows("plannedTime: 15 Nov 05:53:00  1763185980000"), "\(driver.text)")
    driver.press(.escape)
    #expect(driver.shows("read only"))
  }

  @Test("an entry of the ledger shows each occurrence that is armed")
  func ledger() {
    var driver = driver()
    driver.type("G")
    while !driver.shows("▸Ledger 1"), !driver.shows("▸Values") { driver.type("k") }
    driver.type("j")
    driver.press(.enter)
    #expect(driver.shows("settledTime: 15 Nov 05:53:00  1763185980000"), "\(driver.text)")
    #expect(driver.shows("armed: 16 Nov 05:53:00  1763272380000"), "\(driver.text)")
  }

  @Test("keys of the hidden log and of other panes say how to get there")
  func hidden() {
    var driver = driver()
    driver.press(.tab)
    #expect(driver.footer.contains("1 shows the buttons"))
    driver.type("S")
    #expect(driver.footer.contains("2 shows the log"))
  }

  @Test("no secret is shown, on the screen or without one")
  func secrets() {
    var driver = driver(rows: 50, columns: 200)
    driver.command(
      "configureNativeFetcher apiBaseUrl=https://api.example activeDid=did:ethr:1 "
        + "jwtToken=\(Self.token)")
    #expect(driver.shows("native_fetcher_config"), "\(driver.text)")
    #expect(driver.shows("(redacted "), "\(driver.text)")
    let all = driver.text + StorePane.lines(driver.model.run.device).joined(separator: "\n")
    #expect(!all.contains(Self.token.prefix(24)))
  }

  @Test("without a screen store prints the same entries, and reading changes nothing")
  func plain() {
    var session = PlainSession(
      ConsoleSetup(
        appearance: Appearance(isColored: false, isASCII: false),
        size: CellSize(rows: 24, columns: 80)))
    _ = session.take("check plugin status")
    let before = session.model.run.device.os.trace.hash
    let answer = session.take("store")
    #expect(answer.complaint == nil && answer.lines.contains("Schedules 0"))
    #expect(answer.lines.first?.hasPrefix("Values ") == true)
    #expect(session.model.run.device.os.trace.hash == before)
  }
}
