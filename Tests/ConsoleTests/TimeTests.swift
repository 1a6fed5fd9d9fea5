import CellGrid
import CivilTime
import DeviceModel
import JSONText
import Scenarios
import SimulationCore
import Testing

@testable import Console

@Suite("Time in the console")
struct TimeTests {
  @Test("time passes at the rate, and the remainder of a tick is carried over")
  func rates() {
    var pace = Pace()
    #expect(pace.virtualMilliseconds(of: 1_500) == 1)
    #expect(pace.virtualMilliseconds(of: 500) == 1)
    pace.faster()
    #expect(pace.virtualMilliseconds(of: 1_000) == 60)
    pace.faster()
    #expect(pace.virtualMilliseconds(of: 1_000) == 3_600)
    pace.isRunning = false
    #expect(pace.virtualMilliseconds(of: 1_000_000) == 0)
  }

  @Test("after the host has slept, at most one second is caught up")
  func slept() {
    var driver = ConsoleDriver()
    driver.send(.tick(microseconds: 3_600_000_000))
    #expect(driver.shows("05:42:31"))
  }

  @Test("a paused console needs no wake-up, a running one the next second")
  func wakeUps() {
    var driver = ConsoleDriver()
    #expect(driver.model.wakeUp == .after(microseconds: 1_000_001))
    driver.send(.tick(microseconds: 400_000))
    #expect(driver.model.wakeUp == .after(microseconds: 600_001))
    driver.type(" ")
    #expect(driver.model.wakeUp == .never)
    #expect(driver.shows("paused"))
    driver.type(" +")
    #expect(driver.shows("▶ ×60"))
    #expect(driver.model.wakeUp == .after(microseconds: Pace.frameMicroseconds))
  }

  @Test("> goes to the next event, and says how much later that is")
  func nextEvent() {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.type(">")
    #expect(driver.footer.contains("later"))
    #expect(driver.model.run.device.os.now.milliseconds > 0)
  }

  @Test("with nothing scheduled there is no next event, and a notice says so")
  func nothing() {
    var driver = ConsoleDriver()
    driver.type(">")
    #expect(driver.footer.contains("nothing is scheduled"))
  }

  @Test(
    "a typed time advances to the time it names",
    arguments: [
      ("90s", "2025-11-15T05:44:00Z"), ("+1h30m", "2025-11-15T07:12:30Z"),
      ("08:00", "2025-11-15T08:00:00Z"), ("05:42", "2025-11-16T05:42:00Z"),
      ("2025-11-16 08:00", "2025-11-16T08:00:00Z"), ("2025-11-16T08:00", "2025-11-16T08:00:00Z"),
      ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
    ])
  func typed(text: String, time: String) {
    var driver = ConsoleDriver()
    driver.type("T")
    driver.type(text)
    driver.press(.enter)
    #expect(ISO8601.text(driver.model.run.device.os.wallMilliseconds) == time)
    #expect(driver.model.overlay == nil)
  }

  @Test(
    "an invalid time closes the line and shows the reason; T and Up bring it back",
    arguments: [
      ("soon", "is no time"), ("25:00", "is no time"), ("2025-11-14 08:00", "has passed"),
      ("2400-01-01 00:00", "200 years"), ("99999999999999999999", "is no time"),
    ])
  func refused(text: String, reason: String) {
    var driver = ConsoleDriver()
    driver.type("T")
    driver.type(text)
    driver.press(.enter)
    #expect(driver.shows(reason))
    #expect(driver.model.overlay == nil)
    driver.type("T")
    driver.press(.up)
    #expect(driver.shows("go to: \(text)"))
    #expect(driver.model.run.device.os.now == .zero)
  }

  @Test("a long jump shows its progress, and Esc stops it where it is")
  func progress() {
    var driver = ConsoleDriver()
    driver.firstRun()
    for message in [Message.key(.character(":"))]
      + "goto 2100-01-01 00:00".unicodeScalars.map({
        .key(.character($0))
      })
    {
      driver.sendAndLeave(message)
    }
    driver.sendAndLeave(.key(.enter))
    #expect(driver.model.wakeUp == .now)
    driver.sendAndLeave(.proceed)
    #expect(driver.footer.contains("Esc stops here"))
    driver.sendAndLeave(.key(.character("c")))
    #expect(driver.model.time.jump != nil, "other keys do nothing meanwhile")
    driver.sendAndLeave(.key(.escape))
    #expect(driver.model.time.jump == nil)
    #expect(driver.footer.contains("stopped after"))
    #expect(driver.shows("paused"))
  }

  @Test("a jump in slices gives the same trace as one without")
  func slices() throws {
    var driver = ConsoleDriver()
    driver.firstRun()
    driver.command("advance 365d")
    var device = Device()
    try device.perform(.call(method: "configure", options: [:]))
    try device.perform(.call(method: "requestNotificationPermissions", options: [:]))
    try device.perform(.answerDialog(isAllowed: true))
    try device.perform(.call(method: "scheduleDailyNotification", options: ["time": "05:53"]))
    try device.advance(to: driver.model.run.device.os.now)
    #expect(device.os.trace.hash == driver.model.run.device.os.trace.hash)
    #expect(device.os.trace.nextSequence > 40)
  }

  @Test(
    "durations are shown in their two largest units",
    arguments: [
      (0, "<1s"), (1_000, "1s"), (318_000, "5m18s"), (3_600_000, "1h"), (86_399_999, "23h59m"),
      (183_600_000, "2d3h"), (86_401_000, "1d"),
    ] as [(Int64, String)])
  func lengths(milliseconds: Int64, text: String) {
    #expect(ClockText.length(milliseconds) == text)
  }
}
