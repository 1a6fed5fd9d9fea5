import CellGrid
import Scenarios
import Testing

@testable import Console

@Suite("Controls in the console")
struct ControlsTests {
  @Test(
    "the list scrolls through every button, each with its group's name above", arguments: [24, 50])
  func scrolling(rows: Int) {
    var driver = ConsoleDriver(rows: rows)
    var seen: [String] = []
    for _ in ControlTable.rows {
      seen += driver.lines.compactMap { line in
        line.hasPrefix("▸") ? String(line.prefix(32)) : nil
      }
      let group = driver.model.controls.control.group.rawValue
      let isFirst = ControlTable.rows.first { $0.group.rawValue == group }
      if isFirst == driver.model.controls.control { #expect(driver.shows(" \(group)"), "\(group)") }
      driver.press(.down)
    }
    for (line, control) in zip(seen, ControlTable.rows) {
      #expect(line.contains(" \(control.label)"), "\(line)")
    }
    #expect(seen.count == ControlTable.rows.count)
    driver.press(.home)
    #expect(driver.lines[1].hasPrefix(" Plugin"))
  }

  @Test("without room for group names, a short label begins with its group")
  func small() {
    var driver = ConsoleDriver(rows: 16, columns: 60)
    #expect(!driver.lines.contains { $0.hasPrefix(" Plugin") })
    driver.command("setPermission granted")
    driver.type("'na")
    #expect(driver.shows("▸'na New Activity: Turn On"))
  }

  @Test("Turn On of New Activity makes its three calls with one press, and the status counts it")
  func newActivity() {
    var driver = ConsoleDriver(rows: 50, columns: 200)
    driver.command("setPermission granted")
    driver.type("'na")
    for call in ["configureNativeFetcher", "updateStarredPlans", "scheduleDualNotification"] {
      #expect(driver.shows("← \(call) ok"), "\(call)")
    }
    #expect(driver.model.run.presses.count == 2)
    #expect(driver.shows("ok (0 ms) ← New Activity: Turn On"))
    #expect(driver.shows("● Scheduled  05:53:00, in 10m30s · dual"))
    #expect(driver.shows("▲ Prefetch   05:48:00, in 5m30s"))
    #expect(driver.shows("● Schedules  1 dual"))
    driver.type("'ndI")
    #expect(driver.shows("○ Schedules  none"))
    #expect(driver.shows("nothing scheduled"))
  }

  @Test("a reminder alone needs no fetch, and the next notification of any kind is named")
  func reminder() {
    var driver = ConsoleDriver(rows: 50, columns: 200)
    driver.command("setPermission granted")
    driver.type("'rs")
    #expect(driver.shows("● Scheduled  05:53:00, in 10m30s · reminder"))
    #expect(driver.shows("○ Prefetch   nothing to fetch for"))
    #expect(driver.shows("○ Prefetch armed"))
    driver.command("scheduleDailyNotification time=05:50")
    #expect(driver.shows("● Scheduled  05:50:00, in 7m30s · daily"))
    #expect(driver.shows("● Schedules  1 daily, 1 reminder"))
  }

  @Test("after a reminder was shown the next one is tomorrow's; no stage of a fetch is lit")
  func reminderDelivered() {
    var driver = ConsoleDriver(rows: 50, columns: 200)
    driver.command("setPermission granted")
    driver.type("'rs")
    driver.command("background")
    driver.command("goto 05:53")
    #expect(driver.shows("its time has come; on its way"))
    driver.command("advance 5m")
    #expect(driver.shows("05:54:22 · a reminder, its own"))
    #expect(driver.shows("● Last shown"))
    #expect(driver.shows("● Scheduled  16 Nov 05:53:00"))
    #expect(driver.shows("○ Fetched") && driver.shows("● Delivered"))
    driver.command("advance 2d")
    #expect(driver.shows("● Scheduled  18 Nov 05:53:00"))
  }

  @Test("what a Show button shows is a line of the log, and Enter shows it in full")
  func shown() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.type("'ds")
    #expect(driver.shows("← schedule snapshot: {"))
    driver.press(.tab, .enter)
    #expect(driver.shows("kind shown"))
    #expect(driver.shows("  what: snapshot"))
    #expect(driver.shows("  \"contentHash\": "))
    driver.press(.escape)
    driver.type("'dr")
    #expect(driver.shows("← raw API response: none"))
  }

  @Test("minutes other than the button's can be typed")
  func minutes() {
    var driver = ConsoleDriver()
    driver.command("setPermission granted")
    driver.command("scheduleInMinutes 15")
    #expect(driver.shows("● Scheduled  05:58:00, in 15m30s"))
    driver.command("scheduleInMinutes n=20")
    #expect(driver.shows("● Scheduled  06:03:00, in 20m30s"))
    driver.type("'dn")
    #expect(driver.shows("● Scheduled  06:43:00, in 1h"))
    driver.type("'dw")
    #expect(driver.shows("06:42:30"))
    driver.command("timeWarp minutes=-60")
    #expect(driver.shows("05:42:30"))
  }

  @Test("when a verb's call is rejected, that is the outcome of the press")
  func rejected() {
    var driver = ConsoleDriver()
    driver.command("setPermission denied")
    driver.type("'dm")
    #expect(driver.shows("✗ Last press rejected notifications_denied"))
    #expect(driver.footer.contains("Schedule 1-min Notification: rejected notifications_denied"))
  }

  @Test("the name of a command wins over a label that differs in case")
  func names() throws {
    #expect(try TypedCommand.parse("status") == .console(.status, ""))
    let button = try #require(ControlTable.control(id: "newActivityStatus"))
    #expect(try TypedCommand.parse("Status") == .press(button))
    #expect(try TypedCommand.parse("new activity: status") == .press(button))
  }
}
