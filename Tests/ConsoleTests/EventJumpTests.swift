import CellGrid
import CivilTime
import DeviceModel
import Scenarios
import Session
import SimulationCore
import Testing

@testable import Console

@Suite("Going to the next event of a kind")
struct EventJumpTests {
  /// A phone that was scheduled once, with the clock stopped.
  private func scheduled(zone: String = "UTC") throws -> ConsoleDriver {
    var device = DeviceConfiguration()
    device.zone = try Zone(identifier: zone)
    var driver = ConsoleDriver(device: device)
    driver.type(" ")
    driver.firstRun()
    return driver
  }

  private func wall(_ driver: ConsoleDriver) -> String {
    ISO8601.text(driver.model.run.device.os.wallMilliseconds)
  }

  @Test(
    "each event is found from a phone in the background, and the message says what happened",
    arguments: [
      ("next notification", "Daily shown"), ("next prefetch", "Prefetch"),
      ("next task", "Prefetch started"),
    ])
  func found(text: String, words: String) throws {
    var driver = try scheduled()
    driver.command("background")
    driver.command("goto \(text)")
    #expect(driver.footer.contains("later: \(words)"), "\(driver.footer)")
    #expect(driver.model.run.device.os.now > .zero)
    #expect(!driver.model.time.isJumping)
  }

  @Test("a notification that is due while the phone is off is the next miss")
  func miss() throws {
    var driver = try scheduled()
    driver.command("setPermission denied")
    driver.command("goto next miss")
    #expect(driver.footer.contains("later: Daily not shown"), "\(driver.footer)")
  }

  @Test("going to an event is as going to its instant: the trace is the same")
  func sameTrace() throws {
    var one = try scheduled()
    one.command("background")
    one.command("goto next notification")
    var other = try scheduled()
    other.command("background")
    let instant =
      one.model.run.device.os.now.milliseconds
      - other.model.run.device.os.now
      .milliseconds
    other.command("advance \(instant)ms")
    #expect(
      one.model.run.device.os.trace.hash == other.model.run.device.os.trace.hash, "\(instant)")
  }

  @Test("the next change of the clocks is where the zone has it")
  func clocks() throws {
    var driver = try scheduled(zone: "Europe/London")
    driver.type("T")
    driver.type("next DST")
    driver.press(.enter)
    #expect(wall(driver) == "2026-03-29T01:00:00Z")
    #expect(driver.footer.contains("Clocks go forward 1h"), "\(driver.footer)")
  }

  @Test(
    "clocks that go back, or forward, are found past a change in the other direction",
    arguments: [
      ("America/New_York", "next fall back", "2026-11-01T06:00:00Z", "Clocks go back 1h"),
      ("America/New_York", "next spring forward", "2026-03-08T07:00:00Z", "Clocks go forward 1h"),
      ("Australia/Sydney", "fall back", "2026-04-04T16:00:00Z", "Clocks go back 1h"),
      ("Australia/Lord_Howe", "spring forward", "2026-10-03T15:30:00Z", "Clocks go forward 30m"),
    ])
  func direction(zone: String, text: String, time: String, words: String) throws {
    var driver = try scheduled(zone: zone)
    driver.command(text)
    #expect(wall(driver) == time)
    #expect(driver.footer.contains(words), "\(driver.footer)")
  }

  @Test(
    "where none comes, the clock stays and a message says so",
    arguments: [
      ("next miss", "nothing is scheduled"), ("next dst", "do not change within 366 days"),
      ("next fall back", "no next fall back: the clocks of UTC do not go back"),
      ("next spring forward", "the clocks of UTC do not go forward"),
      ("next reboot", "does not restart by itself"), ("next failure", "nothing is scheduled"),
    ])
  func none(text: String, words: String) {
    var driver = ConsoleDriver()
    driver.type(" ")
    driver.command("goto \(text)")
    #expect(driver.footer.contains(words), "\(driver.footer)")
    #expect(driver.model.run.device.os.now == .zero)
    #expect(!driver.model.time.isJumping)
  }

  @Test("a failed prefetch is the next failure")
  func failure() throws {
    var driver = try scheduled()
    driver.command("setNetwork offline")
    driver.command("background")
    driver.command("next test failure")
    #expect(driver.footer.contains("later: Prefetch failed: NETWORK"), "\(driver.footer)")
  }

  @Test("where the clocks of the zone never change, a jump to DST says so, and the clock stays")
  func withoutDST() {
    var driver = ConsoleDriver(columns: 160)
    let now = driver.model.run.device.os.now
    driver.command("goto next dst")
    #expect(driver.footer.contains("the clocks of UTC do not change"), "\(driver.footer)")
    #expect(driver.footer.contains(":setZone takes another zone"))
    #expect(driver.model.run.device.os.now == now)
  }

  @Test("in the past it goes to what was done later, and begins no branch")
  func past() throws {
    var driver = try scheduled()
    driver.command("advance 1h")
    driver.command("reboot locked")
    driver.command("advance 1h")
    let reboot = driver.model.run.presses.last?.instant
    driver.type("7g<")
    #expect(driver.model.isInPast)
    driver.command("goto next reboot")
    #expect(driver.model.run.device.os.now == reboot)
    #expect(driver.model.isInPast)
    #expect(driver.footer.contains("Phone starts again"), "\(driver.footer)")
    driver.command("goto next dst")
    #expect(driver.footer.contains("no next DST before the present"), "\(driver.footer)")
    #expect(driver.model.isInPast)
    #expect(driver.model.line.number == 0)
    driver.type("}")
    #expect(!driver.model.isInPast)
  }

  @Test("Esc stops a search, and nothing has happened")
  func stopped() throws {
    var driver = try scheduled()
    let now = driver.model.run.device.os.now
    let model = driver.model
    driver.model.time.begin(
      EventSearch(.failure, from: model.run, model.happened, past: nil))
    #expect(driver.footer.contains("looking for next failure"), "\(driver.footer)")
    driver.sendAndLeave(.key(.escape))
    #expect(!driver.model.time.isJumping)
    #expect(driver.footer.contains("stopped; the clock stays"), "\(driver.footer)")
    #expect(driver.model.run.device.os.now == now)
  }

  @Test(
    "the events complete after goto, by themselves, and where a time is asked for",
    arguments: [(":goto next m", "next miss"), (":next mi", "next miss → goto"), ("Tdst", "DST")])
  func completed(keys: String, words: String) {
    var driver = ConsoleDriver()
    driver.type(keys)
    #expect(driver.shows(words), "\(driver.text)")
    driver.press(.tab)
    driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test("every event is read as it is shown, in any case")
  func texts() {
    for event in AwaitedEvent.allCases {
      #expect(AwaitedEvent(text: event.text) == event)
      #expect(AwaitedEvent(text: " NEXT  \(event.rawValue.uppercased())") == event)
    }
    #expect(AwaitedEvent(text: "next week") == nil)
    #expect(AwaitedEvent(text: "miss") == nil)
  }
}
