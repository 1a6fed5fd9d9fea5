import CellGrid
import CivilTime
import DailyNotification
import DeviceModel
import Scenarios
import Testing

@testable import Console

@Suite("Phone screen")
struct PhoneScreenTests {
  private static func shown(rows: Int = 40, columns: Int = 120) -> ConsoleDriver {
    var driver = ConsoleDriver(rows: rows, columns: columns)
    driver.firstRun()
    driver.type("bI")
    driver.command("goto 2025-11-15 06:00")
    driver.type("4")
    return driver
  }

  /// Puts the mark on a row.
  private static func mark(_ label: String, _ driver: inout ConsoleDriver) throws {
    let entries = PhoneEntry.all(driver.model.run.device)
    let place = try #require(entries.firstIndex { $0.label == label })
    driver.type("g")
    while driver.model.phone.position.marked < place { driver.type("j") }
    #expect(driver.model.phone.position.marked == place)
  }

  @Test("arrows change a switch, to the right and back again")
  func switches() throws {
    var driver = Self.shown()
    try Self.mark("Network", &driver)
    driver.press(.right)
    #expect(driver.model.run.device.os.network.condition == .offline)
    #expect(driver.shows("‹ offline ›"))
    driver.press(.left)
    #expect(driver.model.run.device.os.network.condition == .online)
    try Self.mark("Permission", &driver)
    driver.press(.right)
    #expect(driver.shows("‹ denied ›"))
    try Self.mark("Battery", &driver)
    driver.press(.right)
    #expect(driver.model.run.device.os.power.battery.level == 100)
  }

  @Test(
    "a row without values says what it is done with",
    arguments: [
      ("clearPending", "clearPending has no values; Enter does it"),
      ("Zone", "Zone has no list of values; Enter, then type one"),
      ("taskLateness", "a knob is decided when the phone is made"),
    ])
  func withoutValues(label: String, message: String) throws {
    var driver = Self.shown()
    try Self.mark(label, &driver)
    for key in [Key.right, .left] {
      driver.press(key)
      #expect(driver.shows(message), "\(driver.text)")
    }
  }

  @Test("header and phone name another version of the plugin, and what is chained to its fetch")
  func profile() {
    var device = DeviceConfiguration()
    device.knobs = CompatibilityProfile.upstream.applied(to: device.knobs)
    var driver = ConsoleDriver(rows: 40, columns: 120, device: device)
    #expect(driver.lines[0].contains("upstream"), "\(driver.lines[0])")
    driver.type("4")
    #expect(driver.shows("profile upstream"))
    driver.type("1cry")
    driver.command("new activity: turn on")
    #expect(driver.shows("dual 05:53:00: not armed until"), "\(driver.text)")
    #expect(driver.shows("fetched)"), "\(driver.text)")

    device.knobs.plugin.dualMode = .replace
    let mixed = ConsoleDriver(rows: 40, columns: 120, device: device)
    #expect(mixed.lines[0].contains("other plugin"))
    #expect(!ConsoleDriver(rows: 40, columns: 120).lines[0].contains("plugin"))
  }

  @Test(
    "a host that has forgotten its fetcher has a row that says what registers one",
    arguments: DevicePlatform.allCases)
  func forgottenFetcher(platform: DevicePlatform) {
    func plugin(_ driver: ConsoleDriver) -> String? {
      driver.model.statusRows(driver.model.facts, height: .max).first { $0.label == "Plugin" }?
        .text
    }
    var device = DeviceConfiguration(platform: platform)
    device.knobs.plugin.nativeFetcher = .forgotten
    var driver = ConsoleDriver(rows: 40, columns: 120, device: device)
    driver.type("c")
    let missing = ":registerNativeFetcher · no native fetcher"
    #expect(plugin(driver) == missing)
    #expect(driver.shows("▲ Plugin     :registerNativeFetcher ·"), "\(driver.text)")
    driver.command("registerNativeFetcher")
    #expect(plugin(driver) == "Plugin is loaded and ready!")
    // It lasts as long as the process.
    driver.command("swipeAway")
    driver.command("launch")
    #expect(plugin(driver) == missing)
    device.knobs.plugin.nativeFetcher = .registered
    #expect(plugin(ConsoleDriver(rows: 24, columns: 80, device: device)) != missing)
  }

  @Test("at 60×16 one line says the time and what is on the screen")
  func small() {
    let driver = Self.shown(rows: 16, columns: 60)
    #expect(driver.shows("06:00 · Sat 15 Nov 2025 · the app is open"), "\(driver.text)")
  }

  @Test("in a walkthrough only what its next step does is offered")
  func guided() throws {
    var driver = ConsoleDriver(rows: 24, columns: 120)
    driver.command("walkthrough 7-errors")
    driver.type("4")
    #expect(!driver.footer.contains("next value"), "\(driver.footer)")
    driver.press(.right)
    #expect(driver.footer.contains("the next step is"), "\(driver.footer)")
    driver.type("1")
    driver.press(.enter, .enter)
    #expect(driver.model.guide.run?.nextTitle.hasPrefix("Set the network to offline") == true)
    driver.type("4")
    try Self.mark("Network", &driver)
    #expect(driver.footer.contains("next value"), "\(driver.footer)")
    driver.press(.right)
    #expect(driver.model.run.device.os.network.condition == .offline)
  }

  @Test("what cannot be done now says why, and doing it says so too")
  func refusals() throws {
    var driver = Self.shown()
    try Self.mark("simulateTaskExpiration", &driver)
    // The list cuts the reason of the marked row; the title has all of it.
    #expect(
      driver.shows("task 'com.timesafari.dailynotification.fetch' is not running"),
      "\(driver.text)")
    try Self.mark("Lock", &driver)
    driver.press(.right)
    #expect(driver.shows("‹ locked ›"))
    try Self.mark("App", &driver)
    driver.press(.left)
    driver.press(.left)
    #expect(driver.model.notice != nil)
  }

  @Test("every verb is a switch, a card or a row, and every knob is named")
  func complete() {
    for platform in DevicePlatform.allCases { checkComplete(platform) }
  }

  private func checkComplete(_ platform: DevicePlatform) {
    let phone = Device(DeviceConfiguration(platform: platform))
    let entries = PhoneEntry.all(phone)
    let labels = Set(entries.map(\.label))
    let texts = entries.flatMap { entry -> [String] in
      switch entry.kind {
      case .choice(let commands, _): commands.map(\.verb)
      case .verb(let command): [command.verb]
      case .typed(let text): [String(text.prefix { $0 != " " })]
      case .heading, .fixed: []
      }
    }
    let reached = Set(texts).union([
      "answerDialog", "tapNotification", "dismissDelivered", "foreground", "launch",
    ])
    for row in VerbTable.rows {
      #expect(reached.contains(row.name) == row.platforms.contains(platform), "\(row.name)")
    }
    for knob in Knobs.table(on: platform) { #expect(labels.contains(knob.name)) }
  }

  @Test("a verb that needs more opens the command line with its name")
  func typed() throws {
    var driver = Self.shown()
    try Self.mark("Zone", &driver)
    driver.press(.enter)
    #expect(driver.shows(":setZone"))
    driver.type("Europe/London")
    driver.press(.enter)
    #expect(driver.model.run.device.os.zone.identifier == "Europe/London")
  }

  @Test("cards have their titles whole, and as much of their age as there is room for")
  func ages() {
    for (columns, age) in [(80, "23h ago"), (120, "23h47m ago")] {
      var driver = ConsoleDriver(rows: 40, columns: columns)
      driver.firstRun()
      driver.command("goto 2025-11-16 05:42")
      driver.type("4")
      #expect(driver.shows("Daily Notification ") && driver.shows(age), "\(driver.text)")
    }
  }

  @Test("the names of Android's channels are whole", arguments: [80, 120, 200])
  func channels(columns: Int) {
    var driver = ConsoleDriver(
      rows: 40, columns: columns, device: DeviceConfiguration(platform: .android))
    driver.type("4")
    #expect(driver.shows("Channel timesafari.daily "), "\(driver.text)")
    #expect(driver.shows("Channel daily_reminders "), "\(driver.text)")
    #expect(!driver.shows("Android only"), "\(driver.text)")
  }

  @Test("cards are tapped with Enter and dismissed with d", arguments: [60, 80, 120, 200])
  func cards(columns: Int) {
    var driver = Self.shown(rows: 24, columns: columns)
    #expect(driver.shows("Notification Center 1"), "\(driver.text)")
    driver.press(.tab)
    #expect(driver.model.pane == .cards)
    driver.type("d")
    #expect(driver.model.run.device.delivered.isEmpty)
    driver.type("d")
    #expect(driver.footer.contains("Notification Center is empty"))
    var other = Self.shown(rows: 24, columns: columns)
    other.press(.tab, .enter)
    #expect(other.model.run.device.delivered.isEmpty)
  }

  @Test("a phone that is off shows nothing, and a locked one its lock")
  func sight() {
    var driver = Self.shown()
    driver.command("powerOff")
    #expect(driver.shows("the phone is off"))
    driver.command("powerOn")
    #expect(driver.shows("locked since its start"))
  }
}
