import CellGrid
import CivilTime
import DeviceModel
import History
import Scenarios
import Testing

@testable import Console

@Suite("Timeline")
struct TimelineTests {
  /// Two days: one with content, one with default text, and the window of requests ahead.
  private static func twoDays(rows: Int = 40, columns: Int = 120) -> ConsoleDriver {
    var driver = ConsoleDriver(rows: rows, columns: columns)
    driver.firstRun()
    driver.type("bI")
    driver.command("goto 2025-11-16 06:00")
    return driver
  }

  private static func signs(_ driver: ConsoleDriver, _ row: TimelineRow) -> [String] {
    driver.model.happened.marks.filter { $0.row == row }.map(\.sign.words)
  }

  @Test("marks say what was shown and why a text was the default one")
  func marks() {
    let driver = Self.twoDays()
    #expect(
      Self.signs(driver, .daily)
        == ["shown with content", "shown with default text: the app was in front"])
    #expect(
      Self.signs(driver, .prefetch).prefix(2) == ["started", "succeeded (200, 170 bytes)"])
    let times = driver.model.happened.marks.map(\.time)
    #expect(times == times.sorted())
  }

  @Test("what was not seen or heard is said with the showing", arguments: [true, false])
  func quiet(isFocusOn: Bool) {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    driver.command("background")
    if isFocusOn { driver.command("setFocus on") }
    driver.command("goto 06:00")
    let texts = driver.model.happened.marks.filter { $0.row == .daily }.map(\.text)
    #expect(texts.count == 1)
    #expect((texts.last?.hasSuffix(", listed only (a Focus was on)") == true) == isFocusOn)
  }

  @Test("a reminder that is lost stands in the row of the reminders, whatever its id")
  func lostReminder() {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    driver.command("scheduleDailyReminder id=daily_r title=R body=B time=05:50")
    driver.command("clearPending")
    driver.command("background")
    driver.command("goto 06:30")
    driver.command("foreground")
    let lost = "not shown: its request was cleared by a tester"
    #expect(Self.signs(driver, .reminder) == [lost])
    #expect(Self.signs(driver, .daily) == [lost])
  }

  @Test(
    "the stages name the day of what is not today's, where their names are short, too",
    arguments: [80, 100, 120, 200])
  func stagesDay(columns: Int) {
    var driver = ConsoleDriver(rows: 40, columns: columns)
    driver.firstRun()
    #expect(driver.shows(" 05:53 daily ● Reg"), "\(driver.text)")
    driver.command("goto 20:00")
    #expect(driver.shows("16 Nov 05:53 daily ● Reg"), "\(driver.text)")
  }

  @Test(
    "each hold of the prefetch is named with the default text",
    arguments: [
      ("setBackgroundRefresh denied", "Background App Refresh was off"),
      ("setLowPowerMode on", "Low Power Mode was on"),
      ("swipeAway", "the app had been swiped away"),
      ("fillDisk on", "the fetched content could not be stored"),
    ])
  func holds(command: String, reason: String) {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("background")
    driver.command(command)
    if command == "fillDisk on" { driver.command("simulateTaskLaunch") }
    driver.command("goto 06:00")
    #expect(Self.signs(driver, .daily).last == "shown with default text: \(reason)")
  }

  @Test("what was taken in slice by slice equals what is read at once")
  func incremental() {
    var driver = Self.twoDays()
    driver.command("setZone America/New_York")
    driver.command("reboot")
    driver.command("advance 3d")
    var whole = TimelineHistory()
    whole.read(driver.model.run)
    #expect(whole.marks == driver.model.happened.marks)
    #expect(whole.zones == driver.model.happened.zones)
    for row in TimelineRow.allCases {
      #expect(whole.states(of: row) == driver.model.happened.states(of: row), "\(row)")
    }
    #expect(whole.marks.count > 8)
  }

  @Test("its memory is bounded, and the latest marks stay")
  func bounded() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("background")
    driver.model.happened = TimelineHistory(countMax: 100)
    driver.command("advance 90d")
    let happened = driver.model.happened
    #expect(happened.markCount > 200)
    #expect((75..<100).contains(happened.marks.count))
    let last = happened.marks.last?.time ?? 0
    #expect(driver.model.run.device.os.wallMilliseconds - last < 2 * 86_400_000)
  }

  @Test("3 shows it, arrows move the cursor, and Enter shows the log there")
  func keys() {
    var driver = Self.twoDays()
    driver.type("3")
    #expect(driver.shows("Timeline") && driver.shows("at now"))
    driver.press(.up)
    #expect(driver.shows("▲ Sun 16 Nov 05:5"), "\(driver.text)")
    #expect(driver.shows("◈ Daily shown with default text: the app was in front"))
    driver.press(.enter)
    #expect(driver.model.screen == .log && driver.model.pane == .log)
    let record = driver.model.log.selectedLine.map { UInt64($0) }
    let mark = driver.model.happened.marks.last { $0.row == .daily }
    #expect(record == mark?.sequence)
    driver.type("3")
    driver.press(.left)
    let left = driver.model.timeline.cursor
    driver.press(.right)
    #expect(driver.model.timeline.cursor == left.map { $0 + driver.model.timeline.window.step })
    driver.type("G")
    #expect(driver.model.timeline.cursor == nil)
  }

  @Test("t goes through what is planned, and says what it is")
  func planned() {
    var driver = Self.twoDays()
    driver.type("3t")
    #expect(driver.footer.contains("17 Nov 05:5"), "\(driver.footer)")
    driver.type("t")
    let first = driver.model.timeline.cursor
    driver.type("t")
    #expect((driver.model.timeline.cursor ?? 0) > (first ?? 0))
    driver.press(.enter)
    #expect(driver.footer.contains("still ahead"))
  }

  @Test(
    "z and Z go from an hour to a month, with the cursor in sight", arguments: [60, 80, 120, 200])
  func zoom(columns: Int) {
    var driver = Self.twoDays(rows: 24, columns: columns)
    driver.type("3")
    var spans: [Int64] = []
    driver.type("zzz")
    #expect(driver.model.timeline.zoom == .hour)
    for zoom in TimelineZoom.allCases {
      #expect(driver.model.timeline.zoom == zoom)
      let window = driver.model.timeline.window
      #expect(window.end - window.start >= zoom.minutes * 60_000)
      #expect(window.times.contains(driver.model.run.device.os.wallMilliseconds))
      spans.append(window.end - window.start)
      driver.type("Z")
    }
    #expect(spans == spans.sorted())
    #expect(driver.footer.contains("widest"))
  }

  @Test("zones and the change of the clocks are marks; times are those of their zone")
  func zones() {
    var configuration = DeviceConfiguration()
    configuration.startMilliseconds = ISO8601.parse("2025-11-01T12:00:00Z") ?? 0
    var driver = ConsoleDriver(rows: 40, columns: 120, device: configuration)
    driver.command("setZone America/New_York")
    driver.command("goto 2025-11-02 06:00")
    driver.type("3")
    #expect(driver.shows("Zone America/New_York"))
    #expect(driver.shows("Sun 02 Nov 01:00:00 ↯ Clocks go back 1h"), "\(driver.text)")
    #expect(driver.lines.contains { $0.hasPrefix(" zone") && $0.contains("↯") })
  }

  @Test("now has the zone of now, also in the column in which it changed")
  func zoneOfNow() {
    var driver = Self.twoDays()
    driver.command("setZone America/New_York")
    driver.type("3")
    #expect(
      driver.lines.contains { $0.contains("New_York UTC-05:00 now") }, "\(driver.text)")
  }

  @Test("a clock that was set back keeps its marks in the order of its times")
  func setBack() {
    var driver = Self.twoDays()
    driver.command("warpClock -30h")
    driver.command("advance 2h")
    let times = driver.model.happened.marks.map(\.time)
    #expect(times == times.sorted())
    driver.type("3")
    #expect(driver.shows("Clock set back 1d6h"))
  }

  @Test("the first screen has one row at 24 rows, three from 40 and five from 50")
  func strip() {
    let heights = [(16, 0), (24, 1), (40, 4), (50, 6)]
    for (rows, height) in heights {
      let size = CellSize(rows: rows, columns: 120)
      #expect(Layout(size: size, screen: .console(.controls)).timeline.rows == height)
    }
    var driver = ConsoleDriver()
    driver.firstRun()
    #expect(driver.lines.contains { $0.contains("3 timeline") && $0.contains("◇") })
  }

  @Test(
    "the axis labels every window, and no label runs into another", arguments: TimelineZoom.allCases
  )
  func ticks(zoom: TimelineZoom) throws {
    var london = Timeline<Zone>()
    let start = TracePoint(sequence: 0, wallMilliseconds: 0)
    london.note(try Zone(identifier: "Europe/London"), at: start)
    let zones = ZoneHistory(london)
    let first = try #require(ISO8601.parse("2026-03-28T21:00:00Z"))
    for columns in [48, 68, 108, 188] {
      let window = TimelineWindow(
        start: first, step: zoom.step(columns: columns), columns: columns)
      let ticks = window.ticks(zones)
      #expect(ticks.count >= 3, "\(zoom) \(columns)")
      for (tick, next) in zip(ticks, ticks.dropFirst()) {
        #expect(tick.column + tick.label.count < next.column, "\(zoom) \(columns) \(ticks)")
      }
    }
  }
}
