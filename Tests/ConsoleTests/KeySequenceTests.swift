import CellGrid
import Scenarios
import Session
import Testing

@testable import Console

@Suite("Keys of several letters")
struct KeySequenceTests {
  @Test("after ' the foot of the screen names the groups, then the buttons of a group")
  func hints() {
    var driver = ConsoleDriver()
    driver.type("'")
    #expect(driver.shows("' and two letters:  r Reminders  n New Activity"))
    #expect(driver.footer.contains("d Developer  Esc cancels"))
    driver.type("r")
    #expect(
      driver.shows(
        "'r and a letter:  s Schedule Daily Reminder  u Update  c Cancel  l List"))
    #expect(driver.model.run.presses.isEmpty)
  }

  @Test(
    "every group's buttons are named, at any size that is drawn", arguments: [60, 80, 200])
  func allHints(columns: Int) {
    for control in ControlTable.rows {
      let keys = Bindings.standard.text(ofControl: control.id)
      guard keys.count == 3 else { continue }
      var driver = ConsoleDriver(rows: 16, columns: columns)
      driver.type(String(keys.prefix(2)))
      #expect(driver.shows("\(keys.suffix(1)) \(control.label)"), "\(keys)\n\(driver.text)")
    }
  }

  @Test("the two letters press the button, mark it and bring it into sight")
  func presses() {
    for control in ControlTable.rows {
      let keys = Bindings.standard.text(ofControl: control.id)
      guard keys.count == 3 else { continue }
      var driver = ConsoleDriver()
      driver.command("setPermission granted")
      driver.type(keys)
      #expect(driver.model.run.presses.last?.title == control.title)
      #expect(driver.model.controls.control == control)
      #expect(driver.shows("▸\(keys) \(control.label)"), "\(keys)")
      #expect(driver.model.pendingKeys.isEmpty)
    }
  }

  @Test("they work in the log and on its screen too", arguments: ["\t", "2"])
  func elsewhere(way: String) {
    var driver = ConsoleDriver()
    if way == "\t" { driver.press(.tab) } else { driver.type(way) }
    driver.type("'pb")
    #expect(driver.model.run.presses.map(\.title) == ["Battery Status"])
    #expect(driver.shows("← getBatteryStatus ok"))
  }

  @Test("Esc cancels and says so; so does a letter that no button has", arguments: ["'", "'d"])
  func cancel(keys: String) {
    var driver = ConsoleDriver()
    driver.type(keys)
    driver.press(.escape)
    #expect(driver.footer.contains("no button pressed"))
    driver.type(keys + "z")
    #expect(driver.footer.contains("no button has \(keys)z; ? shows the keys"))
    driver.type("c")
    #expect(driver.model.run.presses.map(\.title) == ["Check Plugin Status"])
  }

  @Test("time, a change of size and repainting keep the letters typed so far")
  func undisturbed() {
    var driver = ConsoleDriver()
    driver.type("'d")
    driver.send(.tick(microseconds: 900_000))
    driver.send(.resized(CellSize(rows: 30, columns: 100)))
    driver.press(.control("l"))
    #expect(driver.footer.contains("Esc cancels"))
    driver.type("s")
    #expect(driver.model.run.presses.map(\.title) == ["Show Schedule Snapshot"])
  }

  @Test("a message that arrives in between is shown above the hint")
  func message() {
    var driver = ConsoleDriver()
    driver.type("'c")
    driver.send(.errorOutput("a library said something\n"))
    #expect(driver.shows("standard error: a library said something"))
    #expect(driver.footer.contains("c Coordinate Tasks"))
  }

  @Test("on a screen that became too small for the hint, letters typed before press nothing")
  func tooSmall() {
    var driver = ConsoleDriver()
    driver.type("'d")
    driver.send(.resized(CellSize(rows: 10, columns: 40)))
    driver.type("s")
    driver.send(.resized(CellSize(rows: 24, columns: 80)))
    #expect(driver.model.pendingKeys.isEmpty)
    #expect(driver.model.run.presses.isEmpty)
  }

  @Test("the list of keys and the command line know them")
  func listed() {
    var driver = ConsoleDriver()
    driver.type("?")
    driver.type("'dt")
    #expect(driver.shows("Dump Prefetch Status"))
    driver.press(.enter)
    #expect(driver.model.run.presses.map(\.title) == ["Dump Prefetch Status"])
    driver.command("'ds")
    #expect(driver.model.run.presses.count == 2)
  }

  @Test("without the app the buttons after ' are off and say why")
  func notRunning() {
    var driver = ConsoleDriver()
    driver.command("swipeAway")
    driver.type("'dd")
    #expect(driver.footer.contains("Simulate DST Shift: app not running"))
    driver.type("'na")
    #expect(driver.footer.contains("New Activity: Turn On: app not running"))
    #expect(driver.model.run.presses.count == 1)
  }
}
