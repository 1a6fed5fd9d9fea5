import CellGrid
import DeviceModel
import Scenarios
import Testing

@testable import Console

@Suite("Why")
struct WhyTests {
  private static func scheduled() -> ConsoleDriver {
    var driver = ConsoleDriver(rows: 50, columns: 160)
    driver.firstRun()
    return driver
  }

  @Test("of what comes next it says what would be shown, and what would change that")
  func forecast() {
    var driver = Self.scheduled()
    #expect(driver.shows("Comes next Daily, 05:53:00"), "\(driver.text)")
    driver.type("y")
    #expect(driver.shows("would show  default text"), "\(driver.text)")
    #expect(driver.shows("may run from 05:48:00; now it would be held: the app is in front"))
    #expect(driver.shows("unless      the prefetch runs before 05:53:00 · b runs it now"))
    driver.press(.escape)
    driver.type("bI")
    driver.type("y")
    #expect(driver.shows("would show  content, "))
    #expect(driver.shows("fetched 05:42:30, fresh until 16 Nov 05:42:30"))
  }

  @Test("while the task runs the forecast says that its content would be shown")
  func running() {
    var driver = Self.scheduled()
    driver.type(" b")
    #expect(driver.model.facts.isTaskRunning)
    let rows = Forecast.next(driver.model.facts)?.rows ?? []
    #expect(rows.first?.text.hasPrefix("content, if the running task fetches some") == true)
    #expect(rows.last?.text == "the running task fetches content · I lets it end")
    driver.type("I")
    #expect(Forecast.next(driver.model.facts)?.rows.first?.text.hasPrefix("content, “") == true)
  }

  @Test("requests of no schedule are named until time has removed them")
  func removed() {
    var driver = Self.scheduled()
    driver.type(" a")
    // In a narrow pane the row takes more lines.
    for words in ["▲ Pending    56 of no", "schedule · I", "removes them"] {
      #expect(driver.shows(words), "\(driver.text)")
    }
    driver.type("I")
    #expect(driver.shows("○ Pending    0 of 64"), "\(driver.text)")
    #expect(!driver.shows("removes them"), "\(driver.text)")
  }

  @Test("each hold of the prefetch names what ends it")
  func remedies() {
    for (command, remedy) in [
      ("setBackgroundRefresh denied", ":setBackgroundRefresh available"),
      ("setLowPowerMode on", ":setLowPowerMode off"), ("powerOff", ":powerOn"),
      ("reboot", ":unlock"),
    ] {
      var driver = Self.scheduled()
      driver.command("background")
      driver.command(command)
      #expect(
        Forecast.next(driver.model.facts)?.rows.last?.text.contains(remedy) == true, "\(command)")
    }
    var denied = Self.scheduled()
    denied.command("setPermission denied")
    denied.type("y")
    #expect(denied.shows("would show  nothing: notifications are denied"))
  }

  @Test("names no button of the page while the app does not run, and what is needed to open it")
  func noButtons() {
    for command in ["swipeAway", "reboot"] {
      var driver = Self.scheduled()
      driver.command(command)
      #expect(
        Forecast.next(driver.model.facts)?.rows.last?.text.contains("runs it now") == false)
      #expect(!driver.shows("b runs it"), "\(driver.text)")
    }
    var driver = Self.scheduled()
    driver.command("reboot")
    driver.type("b")
    #expect(driver.footer.contains("app not running; :unlock, then :launch"), "\(driver.footer)")
    driver.command("unlock")
    driver.type("b")
    #expect(driver.footer.contains("app not running; :launch opens it"), "\(driver.footer)")
  }

  @Test("where nothing is pending it says why, and what changes that")
  func nothing() {
    var empty = ConsoleDriver(rows: 50, columns: 160)
    empty.type("y")
    #expect(empty.shows("none is scheduled · press s"), "\(empty.text)")
    for (command, remedy) in [
      ("reboot", ":unlock"), ("powerOff", ":powerOn, then :unlock"), ("forceStop", ":launch"),
    ] {
      var driver = ConsoleDriver(
        rows: 50, columns: 160, device: DeviceConfiguration(platform: .android))
      driver.command("setExactAlarm granted")
      driver.firstRun()
      driver.command(command)
      driver.type("y")
      #expect(
        driver.shows("a schedule is stored, but no alarm is set · \(remedy)"),
        "\(command): \(driver.text)")
    }
  }

  @Test("many records in a row that say the same are two, each with its day")
  func alike() {
    var driver = Self.scheduled()
    driver.command("goto 2025-12-20 06:00")
    driver.type("y")
    driver.press(.end)
    #expect(driver.shows(" more like it"), "\(driver.text)")
    #expect(driver.shows("20 Dec 05:5"), "\(driver.text)")
  }

  @Test("of a notification that was shown it tells the story, as dnp why does")
  func story() {
    var driver = Self.scheduled()
    driver.command("goto 06:00")
    driver.type("3")
    driver.press(.up)
    driver.type("y")
    #expect(driver.shows("Daily shown with default text: the app was in front"), "\(driver.text)")
    #expect(driver.shows("because   its prefetch task, due from 05:48:00"), "\(driver.text)")
    #expect(driver.shows("what led to it:"))
  }

  @Test("of a line it follows the causes back to what the tester did")
  func line() {
    var driver = Self.scheduled()
    driver.press(.tab)
    driver.command("search Persisted")
    driver.type("y")
    #expect(driver.shows("← Sat 15 Nov 05:42:30") && driver.shows("› scheduleDailyNotification"))
  }

  @Test("a miss is explained by what kept it from being shown")
  func miss() {
    var driver = Self.scheduled()
    driver.command("background")
    driver.command("setPermission denied")
    driver.command("goto 06:00")
    driver.command("why")
    #expect(driver.model.overlay != nil && driver.shows("because   "), "\(driver.text)")
  }

  @Test("the explanation uses no schedule of another phone, and holds after a walkthrough")
  func walkthrough() {
    var driver = ConsoleDriver(rows: 50, columns: 160)
    driver.command("walkthrough 5-delivery")
    driver.walkToEnd()
    driver.type("y")
    #expect(driver.model.overlay != nil)
    #expect(!driver.shows("no call scheduled anything"), "\(driver.text)")
  }
}
