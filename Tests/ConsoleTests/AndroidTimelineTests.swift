import CellGrid
import DailyNotification
import DeviceModel
import History
import JSONText
import Scenarios
import Session
import SimulationCore
import Testing

@testable import Console

/// What the timeline, the phone's screen and the log keep of what only an Android phone has.
@Suite("Timeline and pages of an Android phone")
struct AndroidTimelineTests {
  private static func scheduled(
    rows: Int = 50, _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) -> ConsoleDriver {
    var configuration = DeviceConfiguration(platform: .android)
    configure(&configuration)
    var driver = ConsoleDriver(rows: rows, columns: 200, device: configuration)
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    return driver
  }

  private static func words(_ row: TimelineRow, _ driver: ConsoleDriver) -> [String] {
    driver.model.happened.marks.filter { $0.row == row }.map(\.text)
  }

  @Test("Doze, channels, the bucket and the exemption are marks of the row of limits")
  func limits() {
    var driver = Self.scheduled()
    #expect(Self.words(.limits, driver) == [])
    driver.command("setDoze on")
    driver.command("setDoze off")
    driver.command("setChannel timesafari.daily none")
    driver.command("setChannel timesafari.daily high")
    driver.command("setStandbyBucket rare")
    driver.command("setBatteryExemption on")
    #expect(
      Self.words(.limits, driver) == [
        "Doze begins", "Doze ends", "Channel timesafari.daily off",
        "Channel timesafari.daily high", "Standby bucket rare", "Exempt from battery optimization",
      ])
    #expect(
      driver.model.happened.states(of: .limits).map(\.word) == [
        "not in Doze", "Doze", "not in Doze",
      ])
    driver.type("3")
    #expect(driver.shows(" limits") && driver.shows(" alarms"), "\(driver.text)")
  }

  @Test("exact alarms have a state from the beginning, and those that were lost a mark")
  func alarms() {
    var driver = Self.scheduled()
    #expect(driver.model.happened.states(of: .alarms).map(\.word) == ["no exact ones", "exact"])
    driver.command("setExactAlarm denied")
    let fate = "was taken away with the permission for exact alarms"
    #expect(
      Self.words(.alarms, driver) == [
        "Exact alarms allowed", "Exact alarms not allowed",
        "Alarm daily_daily_2025-11-15T05:53 \(fate)", "Alarm daily_daily_2025-11-16T05:53 \(fate)",
      ])
    #expect(driver.shows("W alarm daily_daily_2025-11-15T05:53 \(fate)"), "\(driver.text)")
  }

  @Test("an iPhone has neither row")
  func iPhone() {
    var driver = ConsoleDriver(rows: 50, columns: 200)
    driver.type("cryqs3")
    #expect(driver.model.happened.states(of: .alarms).isEmpty)
    #expect(!driver.shows(" limits") && !driver.shows(" alarms"), "\(driver.text)")
  }

  @Test(
    "a loss says what became of its alarm, once",
    arguments: [
      (
        ["setExactAlarm denied", "advance 1h", "launch"],
        "Daily not shown: its alarm was taken away with the permission for exact alarms"
      ),
      (
        ["forceStop", "advance 1h", "launch"],
        "Daily not shown: its alarm went when the app was stopped by force"
      ),
      (
        ["setChannel timesafari.daily none", "advance 1h"],
        "Daily not shown: channel timesafari.daily blocked"
      ),
      (
        ["setPermission denied", "advance 1h", "foreground"],
        "Daily not shown: notifications denied"
      ),
    ])
  func causes(acts: [String], mark: String) {
    var driver = Self.scheduled()
    driver.command("background")
    for act in acts { driver.command(act) }
    #expect(Self.words(.daily, driver) == [mark])
  }

  @Test("the strip gives each kind its own row where there are several and room is left")
  func strip() {
    var driver = Self.scheduled()
    #expect(driver.shows(" notified"), "\(driver.text)")
    driver.command("scheduleDailyReminder id=a title=R body=B time=09:00")
    #expect(!driver.shows(" notified"), "\(driver.text)")
    #expect(driver.lines.contains { $0.hasPrefix(" daily ") }, "\(driver.text)")
    #expect(driver.lines.contains { $0.hasPrefix(" reminder ") }, "\(driver.text)")
    #expect(driver.lines.contains { $0.hasPrefix(" prefetch ") }, "\(driver.text)")
  }

  // MARK: Pages of Settings

  @Test("a page that the app opens is drawn, and its rows say how to change it and to go back")
  func pages() {
    var driver = Self.scheduled()
    driver.type("o")
    let plugin = driver.model.statusRows(driver.model.facts, height: .max).first
    #expect(plugin?.text == ":foreground leaves Settings: notification category")
    #expect(plugin?.light == .pending)
    driver.type("4")
    for line in [
      "Settings: notification category", "timesafari.daily high",
      ":setChannel timesafari.daily none",
      ":foreground goes back to the app",
    ] { #expect(driver.shows(line), "\(line): \(driver.text)") }
    driver.command("foreground")
    #expect(driver.model.run.latest.openPage == nil && driver.shows("the app is open"))
  }

  @Test("the exemption is asked for by a dialog of the system")
  func exemption() {
    var driver = Self.scheduled()
    driver.type("'pe")
    #expect(driver.shows("Let app always run in background?"), "\(driver.text)")
    #expect(driver.shows("[n] Deny") && driver.shows("▸[y] Allow"), "\(driver.text)")
    driver.type("n'pe")
    driver.press(.escape)
    #expect(!driver.model.isDialogShown)
    driver.type("'pe")
    driver.press(.enter)
    #expect(!driver.model.isDialogShown)
    #expect(driver.model.run.device.os.isBatteryExempt)
    driver.type("'pe")
    #expect(!driver.model.isDialogShown, "an exempt app is not asked again")
    let asked = "Dialog for the exemption"
    #expect(
      Self.words(.limits, driver) == [
        asked, "No exemption", asked, "\(asked) dismissed", asked,
        "Exempt from battery optimization",
      ])
  }

  @Test("lost alarms of other code are no marks among the plugin's")
  func otherAlarms() {
    var driver = Self.scheduled()
    driver.command("otherCode setAlarm={\"id\": \"news\", \"after\": \"2h\"}")
    #expect(driver.model.run.device.pending.count == 3)
    driver.command("reboot")
    let lost = Self.words(.alarms, driver).filter { $0.contains("died with the power") }
    #expect(lost.count == 2 && !lost.contains { $0.contains("news") }, "\(lost)")
  }

  @Test("of two dialogs the later one is in front and answered first")
  func twoDialogs() {
    var driver = ConsoleDriver(
      rows: 50, columns: 200, device: DeviceConfiguration(platform: .android))
    driver.type("cr")
    driver.command("requestBatteryOptimizationExemption")
    #expect(driver.shows("Let app always run in background?"), "\(driver.text)")
    driver.type("n")
    #expect(driver.shows("Allow Daily Notification Test to send"), "\(driver.text)")
    #expect(driver.model.run.device.os.authorization == .notDetermined)
    driver.type("y")
    #expect(driver.model.run.device.os.authorization == .authorized)
    #expect(!driver.model.isDialogShown && !driver.model.run.device.os.isBatteryExempt)
    #expect(driver.model.run.device.os.process.state == .foreground)
  }

  @Test("the switch of Doze is off, on, or on with a window")
  func dozeSwitch() {
    var driver = Self.scheduled()
    driver.type("4")
    func value() -> String? {
      PhoneEntry.all(driver.model.run.device).first { $0.label == "Doze" }?.value
    }
    #expect(value() == "off")
    driver.command("background")
    driver.command("setDoze on")
    #expect(value() == "on")
    driver.command("advance 61m")
    #expect(value() == "on, window" || value() == "off")
  }

  // MARK: Before the first notification

  @Test("rows, log and why name what lacks before the button is pressed")
  func firstSteps() {
    var driver = ConsoleDriver(
      rows: 50, columns: 200, device: DeviceConfiguration(platform: .android))
    #expect(driver.shows(":setExactAlarm granted, then s: exact alarms, schedule."))
    driver.type("crys")
    let rows = driver.model.statusRows(driver.model.facts, height: .max)
    let scheduled = rows.first { $0.label == "Scheduled" }?.text
    #expect(scheduled == ":setExactAlarm granted, then s · nothing scheduled")
    driver.type("1")
    driver.type("y")
    #expect(driver.shows(":setExactAlarm granted, then s"), "\(driver.text)")
    #expect(driver.shows("was rejected, exact_alarm_permission_required: "), "\(driver.text)")
  }

  // MARK: Names

  @Test("the two verbs of the prefetch are recorded by the name of the work")
  func work() {
    var driver = Self.scheduled()
    driver.type("b")
    let lines = driver.model.run.device.os.trace.records(from: 0).map { LogText.line($0.payload) }
    #expect(lines.contains("› simulateTaskLaunch dnp_fetch_daily"))
    #expect(!lines.contains { $0.contains("com.timesafari.dailynotification.fetch") })
  }

  @Test("a notification is tapped by its name without a date")
  func tap() {
    var driver = Self.scheduled()
    driver.command("advance 15m")
    driver.command("tapNotification daily_daily")
    #expect(driver.model.run.presses.last?.hasFailed == false, "\(driver.footer)")
  }

  @Test("the stored snapshot knows the notification that was just shown")
  func snapshot() throws {
    var driver = Self.scheduled()
    driver.command("background")
    driver.command("advance 11m")
    let os = driver.model.run.device.os
    guard case .snapshot(let snapshot)? = os.storedData.value(.scheduleSnapshot) else {
      Issue.record("no snapshot is stored")
      return
    }
    #expect(
      snapshot.json["last_notification"]?.stringValue?.hasPrefix("2025-11-15T05:53:0") == true)
  }
}
