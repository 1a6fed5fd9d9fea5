import CellGrid
import CivilTime
import Scenarios
import Testing

@testable import Console

@Suite("First run in the console")
struct FirstRunTests {
  @Test("a new screen says which keys to press first")
  func invitation() {
    let driver = ConsoleDriver()
    #expect(driver.shows("loaded, not checked · press c"))
    #expect(driver.shows("not asked yet · press r"))
    #expect(driver.shows("nothing scheduled · press s"))
    #expect(driver.shows("Press c, then r, then s"))
    #expect(driver.shows("TEST BUILD"))
  }

  @Test("status, permission and schedule turn the lights green, one after the other")
  func lights() {
    var driver = ConsoleDriver()
    driver.type("c")
    #expect(driver.shows("● Plugin     Plugin is loaded and ready!"))
    driver.type("r")
    #expect(driver.shows("Would Like to"))
    #expect(driver.shows("▲ Permission the dialog waits for an answer"))
    driver.type("y")
    #expect(driver.shows("● Permission ✓ granted"))
    #expect(!driver.shows("Would Like to"))
    driver.type("s")
    #expect(driver.shows("▲ Prefetch   05:48:00, in 5m30s · b or"))
    #expect(driver.shows("● Scheduled  05:53:00, in 10m30s"))
    #expect(driver.shows("● Pending    56 of 64 requests · 1 task"))
    #expect(driver.shows("● Armed ▲ BGTask ○ Fetched ○ Delivered"))
  }

  @Test("the log has the eight lines of the first run, in their order")
  func lines() {
    var driver = ConsoleDriver(rows: 50, columns: 200)
    driver.firstRun()
    let lines = driver.lines.compactMap { line in
      line.firstRange(of: "[DNP-").map { String(line[$0.lowerBound...]) }
    }
    #expect(
      lines == [
        "[DNP-PLUGIN] configure() called", "[DNP-PLUGIN] status = ready",
        "[DNP-PLUGIN] requestPermissions() → granted",
        "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=2025-11-15T05:53:00Z",
        "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-15T05:53:00Z",
        "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-15T05:48:00Z)",
        "[DNP-SCHEDULER] Scheduling notification for 2025-11-15T05:53:00Z",
        "[DNP-STORAGE] Persisted schedule to DB (id=daily, type=DAILY, time=05:53, "
          + "next=2025-11-15T05:53:00Z)",
      ])
  }

  @Test("prefetch and delivery light the last stages and fill the last rows")
  func delivery() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.type("b")
    #expect(driver.shows("● BGTask"))
    driver.type("I")
    #expect(driver.shows("● Fetched ○ Delivered"))
    driver.command("advance 15m")
    #expect(driver.shows("● Delivered"))
    #expect(driver.shows("from cache: yes"))
    #expect(driver.shows("missed 0 · shown 1 · fetched 1"))
  }

  @Test("denying the permission turns the light red and says how to continue")
  func denial() {
    var driver = ConsoleDriver()
    driver.type("r")
    driver.type("n")
    #expect(driver.shows("✗ Permission ✗ denied · :setPermission granted"))
    driver.type("s")
    #expect(driver.footer.contains("rejected notifications_denied"))
    #expect(driver.shows("✗ Last press rejected notifications_denied"))
    driver.command("setPermission granted")
    #expect(driver.shows("● Permission ✓ granted"))
  }

  @Test("without a running app the buttons are off and say why")
  func notRunning() {
    var driver = ConsoleDriver()
    driver.command("swipeAway")
    #expect(driver.shows("✗ Plugin     app not running · :launch"))
    driver.type("s")
    #expect(driver.footer.contains("app not running"))
    #expect(driver.model.run.presses.count == 1, "a button that is off presses nothing")
    driver.command("launch")
    driver.type("c")
    #expect(driver.shows("Plugin is loaded and ready!"))
  }

  @Test("the stages belong to one notification, which is named before them")
  func tracked() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    #expect(driver.shows("─ 05:53 daily ● Reg"))
    driver.type("bI")
    driver.command("advance 15m")
    #expect(driver.shows("─ 05:53 daily ● Reg"))
    #expect(driver.shows("● Fetched ─ ● Delivered"))
    driver.command("goto 2025-11-16 05:50")
    #expect(driver.shows("─ 16 Nov 05:53 daily") || driver.shows("─ 05:53 daily"))
    #expect(driver.shows("○ Delivered"))
  }

  @Test("default text is amber, a failed fetch red, and neither is green at any stage of it")
  func amber() {
    var amber = ConsoleDriver(rows: 40, columns: 120)
    amber.firstRun()
    amber.command("background")
    amber.command("setBackgroundRefresh denied")
    amber.command("goto 06:00")
    #expect(amber.shows("▲ Delivered") && amber.shows("▲ Last shown 05:5"))
    #expect(!amber.shows("● Fetched"))
    var red = ConsoleDriver(rows: 40, columns: 120)
    red.firstRun()
    red.command("fillDisk on")
    red.type("bI")
    #expect(red.shows("✗ Fetched"))
    red.command("advance 15m")
    #expect(red.shows("▲ Delivered") && red.shows("✗ Fetched") && red.shows("▲ Last shown 05:5"))
  }

  @Test("what was not shown has the stages until the next one is nearer")
  func notShown() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    driver.type("bI")
    driver.command("setBackgroundRefresh denied")
    driver.command("advance 15m")
    #expect(driver.shows("─ 05:53 daily ● Reg") && driver.shows("● Delivered"))
    driver.command("background")
    driver.command("setPermission denied")
    driver.command("goto 2025-11-16 06:00")
    // Neither the one of the day before nor the one of the day after.
    #expect(driver.shows("─ 05:53 daily") && driver.shows("✗ Delivered"), "\(driver.text)")
    #expect(!driver.shows("● Fetched"))
    driver.command("setBackgroundRefresh available")
    driver.command("setPermission granted")
    driver.command("foreground")
    driver.command("goto 2025-11-17 05:50")
    #expect(driver.shows("─ 05:53 daily") && driver.shows("○ Delivered"), "\(driver.text)")
  }

  @Test(
    "where a fetch must fail, what ends that is named instead of a button",
    arguments: [("setNetwork offline", ":setNetwork online"), ("fillDisk on", ":fillDisk off")])
  func hopeless(act: String, way: String) throws {
    var driver = ConsoleDriver(rows: 50, columns: 200)
    driver.firstRun()
    func change() throws -> String {
      try #require(
        Forecast.next(driver.model.facts)?.rows.first { $0.label == "unless" }?.text)
    }
    #expect(try change().contains("runs it now"))
    driver.command(act)
    #expect(try change().contains(way) && !change().contains("runs it now"))
    #expect(driver.shows(" · \(way)"), "\(driver.text)")
    driver.command(String(way.dropFirst()))
    driver.type("b")
    driver.type("I")
    #expect(driver.shows("● Fetched"))
  }

  @Test("while denied nothing that is armed is green")
  func denied() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    driver.command("setPermission denied")
    #expect(driver.shows("✗ Scheduled  ✗ denied · :setPermission granted"))
    #expect(!driver.shows("● Pending") && !driver.shows("● Scheduled"))
  }

  @Test("a reminder does not turn the daily's last delivery green")
  func reminder() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    driver.command("background")
    driver.command("setBackgroundRefresh denied")
    driver.command("goto 06:00")
    #expect(driver.shows("▲ Last shown"))
    driver.command("foreground")
    driver.command("scheduleDailyReminder id=r title=T body=B time=06:10")
    driver.command("background")
    driver.command("goto 06:20")
    #expect(driver.shows("shown 2"), "\(driver.text)")
    #expect(driver.shows("▲ Last shown 05:5"))
  }

  @Test("an error is over after a later success of the same, or once the person has seen it")
  func acknowledged() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.type("rns")
    #expect(driver.shows("✗ Last error"))
    #expect(driver.footer.contains("C error seen"))
    driver.command("setPermission granted")
    driver.type("s")
    #expect(driver.shows("○ Last error over since 05:42"), "\(driver.text)")
    #expect(!driver.footer.contains("C error seen"))
    driver.command("fillDisk on")
    driver.type("bI")
    #expect(driver.shows("✗ Last error"))
    driver.type("C")
    #expect(driver.shows("○ Last error seen · "))
    driver.type("C")
    #expect(driver.footer.contains("there is no error to have seen"))
  }

  @Test("a fetch that fails after a delivery does not turn that delivery red")
  func laterFailure() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.type("bI")
    driver.command("advance 15m")
    #expect(driver.shows("● Last shown"))
    driver.command("fillDisk on")
    driver.type("bI")
    #expect(driver.shows("✗ Last fetch"))
    #expect(driver.shows("● Last shown"))
  }

  @Test("> stops at the prefetch's earliest begin date, and says what each step was")
  func steps() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.type(">")
    #expect(driver.shows("05:48:00 UTC"))
    #expect(driver.footer.contains("5m30s later: the prefetch may run from now on"))
    #expect(driver.shows("held: app in front · b runs it"))
    driver.type("b")
    driver.type(">")
    #expect(driver.footer.contains("Prefetch succeeded"))
    driver.type(">")
    #expect(driver.footer.contains("on its way"))
    #expect(driver.shows("▲ Scheduled  its time has come; on its way"))
    driver.type(">")
    #expect(driver.shows("from cache: yes"))
  }

  @Test("a command that lets a due fetch succeed stands first, so that it has room")
  func wayToFetch() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("setNetwork offline")
    driver.type(">")
    #expect(driver.shows("Prefetch   :setNetwork online · held: app"), "\(driver.text)")
  }

  @Test("the stages go on when the next notification is nearer than the last one")
  func nearer() throws {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.type("bIbI")
    driver.command("goto 06:00")
    let shown = try #require(ISO8601.parse("2025-11-15T05:53:00Z"))
    driver.command("goto 17:52")
    #expect(driver.model.stages.tracked?.time == shown)
    driver.command("goto 17:54")
    #expect(driver.model.stages.tracked?.time == shown + 86_400_000)
    // What the second task fetched was for the day before.
    #expect(driver.model.stages[.fired] == .pending)
  }

  @Test("what was not shown although its content was fetched has a green Fetched")
  func fetchedInVain() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    driver.type("bI")
    driver.command("setPermission denied")
    driver.command("goto 06:00")
    #expect(driver.shows("● Fetched") && driver.shows("✗ Delivered"), "\(driver.text)")
  }

  @Test("a delivery while the app is away is shown and counted at once")
  func away() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("background")
    driver.command("setBackgroundRefresh denied")
    driver.command("goto 06:00")
    #expect(driver.shows("▲ Delivered"))
    #expect(driver.shows("shown 1"))
    #expect(driver.shows("Notification Center shows daily_daily (source=default)"))
  }

  @Test("the next day's notification is not marked as delivered before it is")
  func nextDay() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("swipeAway")
    driver.command("goto 2025-11-16 05:53")
    driver.command("launch")
    #expect(driver.shows("▲ Delivered"))
    driver.command("advance 5m")
    #expect(driver.shows("▲ Delivered"))
  }

  @Test("below the minimum size keys press nothing, but quitting works")
  func tooSmall() {
    var driver = ConsoleDriver(rows: 10, columns: 40)
    driver.type("cD:")
    #expect(driver.model.run.presses.isEmpty)
    #expect(driver.model.overlay == nil)
    driver.type("q")
    #expect(driver.effects == [.quit(code: 0)])
  }

  @Test("a year other than that of the start is shown at 80 columns too")
  func year() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("advance 365d")
    #expect(driver.lines[0].contains("15 Nov 2026"))
    driver.press(.tab)
    driver.type("g")
    #expect(driver.shows("2025-11-15 05:42:30"))
  }
}
