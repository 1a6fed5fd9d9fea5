import CellGrid
import DailyNotification
import DeviceModel
import ES256K
import ProjectFiles
import Scenarios
import SimulationCore
import Testing

@testable import Console

/// What a forecast says of an Android phone, and what then happens.
@Suite("Forecast of an Android phone")
struct AndroidForecastTests {
  /// A phone with a daily notification, allowed to notify and to set exact alarms.
  private static func scheduled(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) -> ConsoleDriver {
    var configuration = DeviceConfiguration(platform: .android)
    configure(&configuration)
    var driver = ConsoleDriver(rows: 50, columns: 200, device: configuration)
    driver.type("cry")
    driver.command("setExactAlarm granted")
    driver.command("foreground")
    driver.type("s")
    return driver
  }

  private static func row(_ label: String, _ driver: ConsoleDriver) -> String? {
    Forecast.next(driver.model.facts)?.rows.first { $0.label == label }?.text
  }

  @Test("names a blocked channel, and nothing is shown")
  func blocked() {
    var driver = Self.scheduled()
    driver.command("setChannel timesafari.daily none")
    #expect(
      Self.row("would show", driver)
        == "nothing: its channel is off · :setChannel timesafari.daily high")
    driver.command("advance 30m")
    #expect(driver.model.run.device.os.delivered.isEmpty)
  }

  @Test(
    "where no alarm is set it says why, and the way that it names sets them again",
    arguments: [
      (["powerOff"], "The phone is off, and alarms die with the power."),
      (["reboot"], "they are set again within a minute of the first unlock."),
      (["forceStop"], "The app is stopped: nothing fires until somebody opens it."),
      (["forceStop", "lock"], "The app is stopped: nothing fires until somebody opens it."),
      (["forceStop", "powerOff"], "The phone is off, and alarms die with the power."),
      (["setExactAlarm denied"], "a schedule is stored; no exact alarms"),
    ], Knobs.BootBroadcast.allCases)
  func nothing(act: (commands: [String], reason: String), boot: Knobs.BootBroadcast) throws {
    var driver = Self.scheduled { $0.knobs.bootBroadcast = boot }
    for command in act.commands { driver.command(command) }
    #expect(driver.model.facts.plans.isEmpty)
    let isUnheard = boot == .never && act.commands == ["reboot"]
    driver.type("y")
    #expect(
      driver.shows(
        isUnheard ? "nothing of the app hears that the phone was started." : act.reason),
      "\(driver.text)")
    driver.press(.escape)
    let way = try #require(driver.model.facts.notArmed.split(separator: " · ").first)
    for verb in way.split(separator: ", then ") { driver.command(String(verb.dropFirst())) }
    driver.command("advance 61s")
    #expect(!driver.model.facts.plans.isEmpty, "\(act.commands): \(way)")
  }

  @Test("says what Doze does to the alarm", arguments: Knobs.ExactApi.allCases)
  func doze(api: Knobs.ExactApi) {
    var driver = Self.scheduled { $0.knobs.exactApi = api }
    driver.command("background")
    driver.command("setDoze on")
    let words = Self.row("fires", driver)
    driver.command("advance 15m")
    let isShown = !driver.model.run.device.os.delivered.isEmpty
    switch api {
    case .alarmClock: #expect(words == nil && isShown)
    case .allowWhileIdle: #expect(words?.hasPrefix("at its time") == true && isShown)
    case .exact: #expect(words?.hasPrefix("when Doze ends") == true && !isShown)
    }
  }

  @Test("without a network default text is shown, fetched in time content is")
  func network() {
    var offline = Self.scheduled()
    #expect(Self.row("would show", offline)?.hasPrefix("what is fetched when it fires") == true)
    offline.command("setNetwork offline")
    #expect(Self.row("would show", offline)?.hasPrefix("default text, ") == true)
    offline.command("advance 15m")
    #expect(offline.model.run.device.os.delivered.last?.content.info.source == .default)
  }

  // MARK: Random histories

  private static let acts = [
    "setNetwork offline", "setNetwork online", "setDoze on", "setDoze off", "background",
    "launch", "swipeAway", "setChannel timesafari.daily none", "setChannel timesafari.daily high",
    "setPermission denied", "setPermission granted", "setStandbyBucket rare",
    "setStandbyBucket active", "lock", "unlock", "advance 3h", "advance 20m", "advance 1d",
    "simulateTaskLaunch", "tamperCache removed", "reboot", "reboot false", "forceStop",
    "updateApp", "setLowPowerMode on", "setLowPowerMode off", "timeWarp 60", "fillDisk on",
    "fillDisk off", "cancelDualSchedule", "setBattery 10",
  ]

  private static let dual = """
    scheduleDualNotification {"config": {"contentFetch": {"enabled": true, "schedule": \
    "0 */4 * * *"}, "userNotification": {"enabled": true, "schedule": "30 */4 * * *", "title": \
    "T", "body": "B"}, "relationship": {"contentTimeout": 3600000, "fallbackBehavior": "FALLBACK"}}}
    """

  @Test("and outcome agree over random histories", arguments: 1...SampleSize.of(4, long: 48))
  func agreement(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed), stream: "forecasts")
    var driver = Self.scheduled { $0.seed = UInt64(seed) }
    let fallback = ["skip", "show_default", "retry"][seed % 3]
    driver.command(
      "configureNativeFetcher apiBaseUrl=https://api.example "
        + "activeDid=\(TestKeys.standard.identities[0])")
    driver.command(Self.dual.replacing("FALLBACK", with: fallback))
    driver.command("scheduleDailyReminder id=a title=R body=B time=09:00")
    #expect(Set(driver.model.facts.plans.map(\.kind)) == Set(ScheduleKind.allCases))
    for _ in 0..<12 {
      for _ in 0..<(1 + random.below(3)) {
        driver.command(Self.acts[Int(random.below(UInt64(Self.acts.count)))])
      }
      let os = driver.model.run.device.os
      guard let forecast = Forecast.next(driver.model.facts), !forecast.plan.isDue else { continue }
      let before = os.trace.nextSequence
      let minutes = (forecast.plan.time - os.wallMilliseconds) / 60_000 + 3
      driver.command("advance \(minutes)m")
      let shown = Self.shown(forecast.plan, since: before, driver.model.run.device)
      let words = try #require(forecast.rows.first?.text)
      #expect(
        Self.agrees(words, shown), "\(forecast.title): \(words), then \(shown.debug)")
    }
  }

  /// What was shown of an occurrence since a record; nil where nothing was.
  private static func shown(
    _ plan: PlannedNotification, since sequence: UInt64, _ device: Device
  ) -> ContentSource? {
    for record in device.os.trace.records(from: sequence) {
      guard case .notification(.delivered(let item)) = record.payload,
        item.content.info.kind == plan.kind, item.occurrence == plan.plannedTime
      else { continue }
      return item.content.info.source
    }
    return nil
  }

  private static func agrees(_ words: String, _ shown: ContentSource?) -> Bool {
    switch words {
    case _ where words.hasPrefix("nothing:"): shown == nil
    case _ where words.hasPrefix("its own text"): shown != nil
    case _ where words.hasPrefix("content, “"), _ where words.hasPrefix("content, fetched live"):
      shown == .cache || shown == .live
    // What is fetched before its time, it says itself.
    case _ where words.hasPrefix("nothing, since"): shown != .default
    case _ where words.hasPrefix("default text"), _ where words.hasPrefix("content, if"),
      _ where words.hasPrefix("what is fetched"):
      shown != nil || words.contains("nothing, since")
    default: false
    }
  }
}

extension ContentSource? {
  fileprivate var debug: String { self.map(\.rawValue) ?? "nothing" }
}
