import CellGrid
import DeviceModel
import Foundation
import Scenarios
import Testing

@testable import Console

@Suite("The console with an Android phone")
struct AndroidScreenTests {
  /// Words that belong to an iPhone; the buttons of the test app's page keep their labels.
  private static let words = [
    "iOS", "iPhone", "BGTask", "BGApp", "Notification Center", "Background App Refresh",
    "Background refresh", "Low Power Mode", "setBackgroundRefresh", "64 requests",
    "forceQuit", "force-quit", "prefetch task", "Prefetch task", "and task, ", "provisional",
  ]

  private static func driver(rows: Int = 24, columns: Int = 80) -> ConsoleDriver {
    ConsoleDriver(
      rows: rows, columns: columns, device: DeviceConfiguration(platform: .android))
  }

  private static func foreignWords(_ driver: ConsoleDriver) -> [String] {
    driver.lines.filter { line in
      !line.contains("Simulate BGTask")
        && !line.contains("setLowPowerMode") && words.contains { line.contains($0) }
    }
  }

  @Test("no screen has a word of the iPhone", arguments: [(16, 60), (24, 80), (50, 200)])
  func words(rows: Int, columns: Int) {
    var driver = Self.driver(rows: rows, columns: columns)
    let acts: [(String, (inout ConsoleDriver) -> Void)] = [
      ("new", { _ in }), ("ready", { $0.type("c") }), ("dialog", { $0.type("r") }),
      ("refused", { $0.type("ys") }),
      (
        "scheduled",
        {
          $0.command("setExactAlarm granted")
          $0.command("foreground")
          $0.type("s")
        }
      ), ("away", { $0.command("swipeAway") }), ("due", { $0.command("advance 7m") }),
      ("shown", { $0.command("advance 8m") }), ("log", { $0.type("2") }),
      ("timeline", { $0.type("3") }), ("phone", { $0.type("4") }), ("store", { $0.type("6") }),
      ("ledger", { $0.type("7") }),
      (
        "stopped",
        {
          $0.type("1")
          $0.command("forceStop")
        }
      ),
      ("status", { $0.command("status") }),
      (
        "why",
        {
          $0.press(.escape)
          $0.type("y")
        }
      ),
      (
        "palette",
        {
          $0.press(.escape)
          $0.type(":set")
        }
      ),
    ]
    for (name, act) in acts {
      act(&driver)
      #expect(Self.foreignWords(driver) == [], "\(name)")
    }
  }

  @Test("the status names the state of the app as Android does")
  func status() {
    var driver = Self.driver()
    driver.command("forceStop")
    #expect(driver.model.statusLines.contains { $0.hasPrefix("  Phone: stopped by force, ") })
    driver.command("reboot false")
    #expect(driver.model.statusLines.contains { $0.hasPrefix("  Phone: stopped by force, ") })
    driver.command("launch")
    driver.command("swipeAway")
    #expect(driver.model.statusLines.contains { $0.hasPrefix("  Phone: app not running, Sat") })
    driver.command("forceStop")
    #expect(driver.model.statusLines.contains { $0.hasPrefix("  Phone: stopped by force, ") })
    #expect(driver.shows("stopped by force"), "\(driver.text)")
    let row = PhoneEntry.all(driver.model.run.device).first { $0.label == "App" }
    #expect(row?.value == "stopped by force")
    driver.command("launch")
    driver.command("swipeAway")
    // The broadcast of the start reaches a receiver, which needs a process.
    driver.command("reboot false")
    #expect(driver.model.statusLines.contains { $0.hasPrefix("  Phone: background, ") })
  }

  @Test("the ledger counts alarms and work")
  func ledger() {
    var driver = Self.driver(rows: 50, columns: 200)
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s7")
    #expect(driver.shows("+2 alarms · 1 work"), "\(driver.text)")
    #expect(!driver.shows("2 request"), "\(driver.text)")
  }

  @Test("the permission for exact alarms has a row that says what grants it")
  func alarms() {
    var driver = Self.driver(rows: 50, columns: 200)
    driver.type("crys")
    #expect(row("Alarms", driver)?.text == ":setExactAlarm granted · no exact")
    driver.command("setExactAlarm granted")
    #expect(row("Alarms", driver)?.text == "✓ exact")
  }

  @Test("the next event of a locked phone is none: nobody sees the phases of Doze")
  func nothingToSee() {
    var driver = Self.driver()
    driver.command("lock")
    let before = driver.model.run.device.os.wallMilliseconds
    driver.type(">")
    #expect(driver.shows("nothing is scheduled; no"), "\(driver.text)")
    #expect(driver.model.run.device.os.wallMilliseconds - before < 86_400_000)
  }

  @Test("what is stored and has no alarm is not called unscheduled")
  func storedOnly() {
    var driver = Self.driver()
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    driver.command("forceStop")
    #expect(driver.shows("stored, but no alarm"), "\(driver.text)")
    driver.type(">")
    #expect(driver.shows("1 not shown (15 Nov 05:53: its alarm went"), "\(driver.text)")
    #expect(!driver.shows("nothing is scheduled"), "\(driver.text)")
  }

  @Test("the permission's row names what brings the app to the front, where the dialog can show")
  func wayToAsk() {
    var driver = Self.driver(rows: 50, columns: 200)
    #expect(row("Permission", driver)?.text == "not asked yet · press r")
    driver.command("background")
    #expect(row("Permission", driver)?.text == "not asked yet · :foreground, then r")
    driver.command("lock")
    #expect(row("Permission", driver)?.text == "not asked yet · :unlock, then r")
    driver.command("reinstall")
    #expect(row("Plugin", driver)?.text.contains("stopped by force") == false)
  }

  @Test("a blocked channel, Doze and a rare bucket have rows of their own")
  func rows() throws {
    var driver = Self.driver(rows: 50, columns: 200)
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    let channel = try #require(row("Channel", driver))
    #expect(channel.light == .ok && channel.text.contains("timesafari.daily high"))
    driver.command("setChannel timesafari.daily none")
    #expect(row("Channel", driver)?.light == .error)
    #expect(row("Channel", driver)?.text.contains(":setChannel timesafari.daily high") == true)
    driver.command("setDoze on")
    #expect(row("Doze", driver)?.light == .pending)
    driver.command("setStandbyBucket rare")
    #expect(row("Battery", driver)?.light == .pending)
    driver.command("setBatteryExemption on")
    #expect(row("Battery", driver)?.light == .ok)
  }

  @Test(
    "what the system has forgotten is held, with what brings it back, and no time is given for it",
    arguments: [
      (["forceStop"], ":launch · held: the app is stopped until somebody opens it"),
      (["reboot"], ":unlock · held: the phone has not been unlocked since its start"),
      (["powerOff"], ":powerOn, then :unlock · held: the phone is off"),
      (["reboot", "unlock"], ":advance 1m · held: the phone has just been started"),
      (
        ["forceStop", "lock"],
        ":unlock, then :launch · held: the app is stopped until somebody opens it"
      ),
    ])
  func forgotten(acts: [String], prefetch: String) {
    var driver = Self.driver(rows: 50, columns: 200)
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    #expect(driver.shows("prefetch in 5m30s"), "\(driver.text)")
    for act in acts { driver.command(act) }
    #expect(row("Prefetch", driver)?.text == prefetch)
    #expect(row("Pending", driver)?.text == "0 of 500 alarms · 1 work held")
    #expect(!driver.shows("prefetch in"), "\(driver.text)")
    #expect(TimelineAhead.marks(driver.model.facts).isEmpty)
    #expect(driver.model.stages[.armed] == .pending)
    // What is stored is there, whatever the lock keeps from the app.
    #expect(driver.shows("1 daily"), "\(driver.text)")
    let way = prefetch.split(separator: " · ").first ?? ""
    for verb in way.split(separator: ", then ") { driver.command(String(verb.dropFirst())) }
    driver.command("advance 61s")
    #expect(driver.model.facts.taskBegin != nil && !driver.model.facts.isPrefetchForgotten)
  }

  @Test("the next step of each row is whole on a screen of 80 columns", arguments: [16, 24, 40])
  func steps(rows: Int) {
    let states = [
      [], ["setExactAlarm denied"], ["setChannel timesafari.daily none"],
      ["setChannel daily_reminders none"], ["clearPending"], ["background", "clearPending"],
      ["swipeAway", "clearPending"], ["forceStop"], ["reboot"], ["powerOff"], ["lock"],
      ["setDoze on"], ["setStandbyBucket rare"], ["setPermission denied"], ["background"],
      ["background", "setNetwork offline", "advance 7m"],
      ["background", "setLowPowerMode on", "advance 7m"],
    ]
    var count = 0
    for (acts, isScheduled) in states.flatMap({ [($0, true), ($0, false)] }) {
      var driver = Self.driver(rows: rows)
      driver.type("cry")
      driver.command("setExactAlarm granted")
      driver.command("foreground")
      if isScheduled { driver.type("s") }
      for act in acts { driver.command(act) }
      for row in driver.model.statusRows(driver.model.facts, height: .max) {
        let steps = row.text.components(separatedBy: " · ").filter {
          $0.hasPrefix(":") || $0.contains("press ")
        }
        let label = "\(row.light.glyph) \(row.label) "
        let start = driver.lines.firstIndex { $0.contains(label) }
        guard let step = steps.first, let start else { continue }
        count += 1
        // A row is wrapped where rows are free.
        let shown = driver.lines[start...].prefix(3).joined(separator: " ")
        #expect(
          step.split(separator: " ").allSatisfy { shown.contains($0) },
          "\(acts) \(row.label): \(step)\n\(driver.text)")
      }
    }
    #expect(count > 40)
  }

  @Test("the header says that it is an Android phone, whatever else has room")
  func header() {
    let states = [[], ["systemTerminate"], ["reboot"], ["forceStop"], ["setZone America/New_York"]]
    for (rows, columns) in [(16, 60), (24, 80), (50, 200)] {
      for acts in states {
        var driver = Self.driver(rows: rows, columns: columns)
        driver.type("cry")
        if acts == ["systemTerminate"] { driver.command("background") }
        for act in acts { driver.command(act) }
        #expect(driver.lines[0].contains("Android"), "\(driver.lines[0])")
        #expect(driver.lines[0].contains("▶"), "\(driver.lines[0])")
      }
    }
  }

  @Test("nothing that cannot be shown has a green light, and the header says so")
  func blockedLights() {
    var driver = Self.driver(rows: 50, columns: 200)
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    driver.command("setChannel daily_reminders none")
    #expect(row("Scheduled", driver)?.light == .ok && row("Pending", driver)?.light == .ok)
    driver.command("setChannel timesafari.daily none")
    let text = ":setChannel timesafari.daily high"
    #expect(row("Scheduled", driver)?.text == text)
    #expect(row("Scheduled", driver)?.light == .error && row("Pending", driver)?.light == .error)
    #expect(driver.model.stages[.scheduled] == .error)
    driver.command("simulateTaskLaunch")
    driver.command("advance 6m")
    #expect(driver.lines[0].contains("next: not shown as things stand"), "\(driver.lines[0])")
  }

  @Test("an alarm that Doze holds is held, in every row, and nothing of the past would change it")
  func held() {
    var configuration = DeviceConfiguration(platform: .android)
    configuration.knobs.exactApi = .exact
    var driver = ConsoleDriver(rows: 50, columns: 200, device: configuration)
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    driver.command("background")
    driver.command("setDoze on")
    driver.command("advance 12m")
    #expect(row("Scheduled", driver)?.text == ":setDoze off · held: the phone is in Doze")
    #expect(driver.shows("held, the phone is in Doze"), "\(driver.text)")
    #expect(!driver.shows("any moment") && !driver.shows("on its way"), "\(driver.text)")
    #expect(!driver.shows("runs before"), "\(driver.text)")
    driver.command("setDoze off")
    driver.command("advance 10s")
    #expect(driver.model.run.device.os.delivered.count == 1)
  }

  @Test(
    "where nothing is armed though nothing forbids it, the row names what arms it",
    arguments: [
      [
        "background", "setPermission denied", "simulateTaskLaunch", "advance 1m",
        "setPermission granted",
      ],
      ["clearPending"], ["background", "clearPending"], ["swipeAway", "clearPending"],
    ], DevicePlatform.allCases)
  func remedy(acts: [String], platform: DevicePlatform) {
    var driver = ConsoleDriver(
      rows: 50, columns: 200, device: DeviceConfiguration(platform: platform))
    driver.type("cry")
    if platform == .android {
      driver.command("setExactAlarm granted")
      driver.command("foreground")
    }
    driver.type("s")
    for act in acts { driver.command(act) }
    guard driver.model.facts.plans.isEmpty else {
      // A phone keeps what was armed when the permission was taken away and given back.
      return #expect(acts.contains("setPermission granted"))
    }
    let text = row("Scheduled", driver)?.text ?? ""
    let way = text.split(separator: " · ").first ?? ""
    #expect(way.hasPrefix(":"), "\(text)")
    for verb in way.split(separator: ", then ") { driver.command(String(verb.dropFirst())) }
    #expect(!driver.model.facts.plans.isEmpty, "\(text)")
  }

  @Test("Android asks a second time after a denial, and not a third time")
  func secondDialog() {
    var driver = Self.driver(rows: 50, columns: 200)
    driver.type("crn")
    #expect(row("Permission", driver)?.text == "✗ denied once · press r")
    #expect(row("Scheduled", driver)?.text == "✗ denied · press r")
    driver.type("r")
    #expect(driver.shows("Allow Daily Notification Test to send"))
    driver.type("n")
    #expect(row("Permission", driver)?.text == "✗ denied · :setPermission granted")
    #expect(row("Scheduled", driver)?.text == "✗ denied · :setPermission granted")
    driver.type("r")
    #expect(!driver.shows("Allow Daily Notification Test to send"))
  }

  @Test("Esc dismisses the dialog of Android, which may come again; that of an iPhone stays")
  func dismissed() {
    var driver = Self.driver(rows: 50, columns: 200)
    driver.type("cr")
    driver.press(.escape)
    #expect(!driver.model.isDialogShown)
    #expect(row("Permission", driver)?.text == "not asked yet · press r")
    driver.type("3")
    #expect(driver.shows("Permission dialog dismissed"), "\(driver.text)")
    driver.type("1rnr")
    driver.command("dismiss")
    #expect(row("Permission", driver)?.text == "✗ denied once · press r")
    driver.type("ry")
    #expect(row("Permission", driver)?.text == "✓ granted")

    var phone = ConsoleDriver(rows: 50, columns: 200)
    phone.type("cr")
    phone.press(.escape)
    #expect(phone.model.isDialogShown)
    #expect(
      phone.footer.contains("the iPhone's dialog stays until it is answered"), "\(phone.footer)")
  }

  @Test("without POST_NOTIFICATIONS in the manifest no row says that Settings can allow them")
  func undeclaredPermission() throws {
    var device = DeviceConfiguration(platform: .android)
    let lacking = AndroidManifest.standard.without("POST_NOTIFICATIONS")
    device.androidManifest = try #require(lacking)
    var driver = ConsoleDriver(rows: 50, columns: 200, device: device)
    driver.type("cr")
    #expect(!driver.model.isDialogShown)
    #expect(row("Permission", driver)?.text == "✗ denied · the manifest lacks POST_NOTIFICATIONS")
    driver.type("s")
    #expect(row("Scheduled", driver)?.text == "✗ denied · the manifest lacks POST_NOTIFICATIONS")
    #expect(!driver.shows("setPermission granted"), "\(driver.text)")
    driver.command("setPermission granted")
    #expect(driver.footer.contains("Settings have no switch"), "\(driver.footer)")
  }

  private func row(_ label: String, _ driver: ConsoleDriver) -> StatusRow? {
    driver.model.statusRows(driver.model.facts, height: .max).first { $0.label == label }
  }

  @Test("a process that only a worker starts is not in front on the timeline")
  func timeline() {
    var driver = Self.driver()
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    driver.command("swipeAway")
    let before = driver.model.happened.states(of: .app).count
    driver.command("advance 15m")
    let states = driver.model.happened.states(of: .app).dropFirst(before)
    #expect(!states.isEmpty && states.allSatisfy { $0.look != .high }, "\(states)")
  }

  @Test("the dialog is Android's, and its switches are on the phone's screen")
  func look() {
    var driver = Self.driver()
    driver.type("cr")
    #expect(driver.shows("Allow Daily Notification Test to send"))
    #expect(driver.shows("Don’t allow"))
    driver.type("y4")
    for label in ["Exact alarms", "Doze", "Standby bucket", "Battery exemption", "Battery Saver"] {
      #expect(driver.shows(label), "\(label)")
    }
  }

  @Test(":platform begins with a new phone of the other system")
  func platform() {
    var driver = ConsoleDriver()
    driver.command("platform android")
    #expect(driver.shows("Android API 34"))
    driver.command("platform ios")
    #expect(driver.shows("iOS 17.0"))
  }

  @Test("scenarios that are not about one system are asked for again for the phone on the screen")
  func walkthroughs() {
    var driver = ConsoleDriver()
    driver.command("platform android")
    #expect(!driver.takeEffects().contains(.loadScenarios))
    driver.send(.scenariosLoaded([], problems: []))
    #expect(driver.model.scenarioPlatform == .android)
    driver.command("platform ios")
    #expect(driver.takeEffects().contains(.loadScenarios))
    #expect(driver.model.scenarioPlatform == .ios)
  }
}
