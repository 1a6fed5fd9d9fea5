import CellGrid
import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Scenarios
import Session
import Testing

@testable import Console

@Suite("Command line")
struct CommandLineTests {
  @Test(
    "calls take options as JSON or as key=value words",
    arguments: [
      ("scheduleDailyNotification time=07:30", ["time": "07:30"]),
      (
        "scheduleDailyNotification time=07:30 sound=false title=\"Good morning\"",
        ["time": "07:30", "sound": false, "title": "Good morning"]
      ),
      ("scheduleDailyNotification {\"time\": \"07:30\"}", ["time": "07:30"]),
      ("configure ttlSeconds=60", ["ttlSeconds": 60]), ("configure", [:]),
    ] as [(String, JSONObject)])
  func calls(line: String, options: JSONObject) throws {
    let name = String(line.prefix { $0 != " " })
    #expect(
      try TypedCommand.parse(line)
        == .perform(.call(method: name, options: options), title: name))
  }

  @Test("calls, verbs and the console's own commands may be typed in any case")
  func spelling() throws {
    #expect(try TypedCommand.parse("setdoze on") == TypedCommand.parse("setDoze on"))
    #expect(try TypedCommand.parse("SETDOZE on") == TypedCommand.parse("setDoze on"))
    #expect(try TypedCommand.parse("Configure ttlSeconds=9") == .parse("configure ttlSeconds=9"))
    #expect(try TypedCommand.parse("SaveLog a.txt") == TypedCommand.parse("saveLog a.txt"))
    #expect(throws: TypedCommand.Failure.self) { try TypedCommand.parse("setdozee on") }
  }

  private static func answer(body: String) -> ScriptedResponse {
    var response = ScriptedResponse()
    response.body = .text(body)
    return response
  }

  @Test(
    "verbs take their values in order or by name",
    arguments: [
      ("warpClock 1h30m", .warpClock(milliseconds: 5_400_000)),
      ("warpClock -2h", .warpClock(milliseconds: -7_200_000)),
      ("warpClock by=-250", .warpClock(milliseconds: -250)),
      ("warpClock {\"by\": 1000}", .warpClock(milliseconds: 1000)), ("shiftDST", .shiftDST),
      ("setZone UTC", .setZone(.utc)), ("setPermission value=denied", .setPermission(.denied)),
      ("reboot", .reboot(isLocked: true)), ("reboot false", .reboot(isLocked: false)),
      ("powerOn locked=false", .powerOn(isLocked: false)),
      ("setBattery 20 true", .setBattery(level: 20, isCharging: true)),
      ("setBattery charging=false level=20", .setBattery(level: 20, isCharging: false)),
      ("setBattery charging=true 7", .setBattery(level: 7, isCharging: true)),
      ("setNetwork slow", .setNetwork(.slow)), ("scriptAPI []", .scriptAPI([])),
      ("scriptAPI [{\"body\": \"a b\"}]", .scriptAPI([answer(body: "a b")])),
      ("scriptAPI responses=[{}]", .scriptAPI([ScriptedResponse()])),
      ("setChannel c low", .setChannel(identifier: "c", ChannelSettings(importance: "low"))),
      ("failWrites 2", .failWrites(count: 2)), ("failWrites count=2", .failWrites(count: 2)),
      ("dismissDelivered a=b c", .dismissDelivered(identifier: "a=b c")),
      ("tapNotification daily_a", .tapNotification(identifier: "daily_a")),
      ("tapNotification \"a b\" later", .tapNotification(identifier: "a b", action: .later)),
      ("tapNotification action=open id=a", .tapNotification(identifier: "a", action: .open)),
      ("otherCode requestAuthorization", .otherCode(.requestAuthorization)),
      ("otherCode removeRequests", .otherCode(.removeRequests(nil))),
      ("otherCode removeRequests=[\"a\", \"b\"]", .otherCode(.removeRequests(["a", "b"]))),
      ("otherCode cancelTask=com.example.a", .otherCode(.cancelTask("com.example.a"))),
      (
        "otherCode submitTask={\"identifier\": \"t\", \"after\": \"1m\"}",
        .otherCode(.submitTask("t", afterMilliseconds: 60_000))
      ),
    ] as [(String, Command)])
  func verbs(line: String, command: Command) throws {
    #expect(try TypedCommand.parse(line) == .perform(command, title: line))
  }

  @Test(
    "a line that is not a command gets a reason and a remedy",
    arguments: [
      ("shedule", "there is no 'shedule'"), ("setPermission maybe", "granted or denied"),
      ("failWrites", "needs 'count'"), ("failWrites x", "a number from 1"),
      ("launch now", "takes nothing"), ("configure {", "no JSON"),
      ("configure [1]", "is no option"), ("warpClock soon", "such as 1h30m or -2h"),
      ("setZone Mars", "not 'Mars'"), ("warpClock by=2h 3h", "no place for '3h'"),
      ("configure \"a", "quotation mark"), ("rate 7", "takes 1, 60, 3600"), ("level", "needs"),
      ("otherCode jump", "takes one of: addRequest, removeRequests"),
      ("otherCode addRequest=x", "exactly one of 'after', 'at', 'daily'"),
      ("", "type a button"), ("advance soon", "is no time"),
    ])
  func complaints(line: String, reason: String) {
    var driver = ConsoleDriver()
    do {
      _ = try driver.model.execute(TypedCommand.parse(line))
      Issue.record("'\(line)' was understood")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
    }
  }

  @Test("a mistyped word gets a suggestion")
  func suggestion() {
    for (line, meant) in [
      ("setPermision denied", "setPermission"), ("cancelAll", "cancelAllNotifications"),
    ] {
      let failure = #expect(throws: TypedCommand.Failure.self) { try TypedCommand.parse(line) }
      #expect(
        failure?.description.contains(meant) == true, "\(line): \(failure?.description ?? "")")
    }
  }

  @Test("a few letters find a button, and Enter presses it")
  func fuzzy() {
    var driver = ConsoleDriver()
    driver.type(":chkpl")
    #expect(driver.shows("Check Plugin Status"))
    driver.press(.enter)
    #expect(driver.shows("Plugin is loaded and ready!"))
  }

  @Test("Tab completes, arrows choose, Esc leaves")
  func completion() {
    var driver = ConsoleDriver()
    driver.type(":setPerm")
    driver.press(.tab)
    #expect(driver.footer.hasPrefix(":setPermission"))
    #expect(driver.shows("granted"))
    driver.press(.down, .enter)
    #expect(driver.shows("✗ Permission ✗ denied"))
    driver.type(":conf")
    driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test("a verb that needs a word is completed by Enter, not refused")
  func needsMore() {
    var driver = ConsoleDriver()
    driver.type(":setBack")
    driver.press(.enter)
    #expect(driver.footer.hasPrefix(":setBackgroundRefresh"))
    driver.type("denied")
    driver.press(.enter)
    #expect(driver.shows("✗ Refresh    ✗ :setBackgroundRefresh available"))
  }

  @Test("options of a call are suggested until they have been typed")
  func options() {
    var driver = ConsoleDriver()
    driver.type(":scheduleDailyNotification ti")
    #expect(driver.shows("time="))
    #expect(driver.shows("title="))
    driver.type("me=07:30 ti")
    let suggested = driver.lines.dropLast().filter { !$0.contains("Enter: ") }.joined()
    #expect(!suggested.contains("time="))
    #expect(suggested.contains("title="))
  }

  @Test("a line can be edited at any place")
  func editing() {
    var driver = ConsoleDriver()
    driver.type(":level xinfo")
    for _ in 0..<4 { driver.press(.left) }
    driver.press(.backspace)
    driver.press(.enter)
    #expect(driver.footer.contains("log: info+"))
    driver.type(":level warning")
    driver.press(.control("w"))
    driver.type("error")
    driver.press(.home, .delete, .end, .control("u"))
    driver.type("pause")
    driver.press(.enter)
    #expect(driver.shows("paused"))
  }

  @Test("pasted text presses no button; in the command line it is inserted as one line")
  func paste() {
    var driver = ConsoleDriver()
    driver.press(.pasteBegin, .character("s"), .character("c"), .enter, .pasteEnd)
    #expect(driver.model.run.presses.isEmpty)
    #expect(driver.footer.contains("pasted text"))
    driver.type(":")
    driver.press(.pasteBegin)
    driver.type("level")
    driver.press(.enter)
    driver.type("debug")
    driver.press(.pasteEnd, .enter)
    #expect(driver.shows("Log  debug+"))
  }

  @Test("an unused key gets a message that says where the keys are listed")
  func unknownKey() {
    var driver = ConsoleDriver()
    driver.type("~")
    #expect(driver.footer.contains("~ does nothing here; ? shows the keys"))
  }

  @Test("the list of keys is filtered by typing and runs an entry")
  func help() {
    var driver = ConsoleDriver()
    driver.type("?")
    #expect(driver.shows("Keys here"))
    driver.type("plugin")
    #expect(driver.shows("1/1"))
    driver.press(.enter)
    #expect(driver.shows("Plugin is loaded and ready!"))
    driver.type("?")
    #expect(driver.shows("Everywhere"))
    #expect(!driver.shows("Check Plugin Status (") && !driver.shows("The page's buttons"))
    driver.press(.end)
    #expect(driver.shows("Dump Prefetch Status"))
    driver.press(.home)
    #expect(driver.shows("1/"))
    driver.press(.escape)
    driver.type("?zzzz")
    #expect(driver.shows("no key has that in its name"))
    driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test("Enter accepts a word that begins as typed, never one that only contains the letters")
  func beginnings() {
    var driver = ConsoleDriver()
    driver.command("setPermission d")
    #expect(driver.shows("✗ Permission ✗ denied"))
    driver.command("level e")
    #expect(driver.shows("Log  error"))
    driver.command("setPermission anted")
    #expect(driver.shows("granted or denied or provisional"))
    #expect(driver.model.overlay == nil, "the next keys are keys again")
    driver.type(":")
    driver.press(.up)
    #expect(driver.footer.hasPrefix(":setPermission anted"))
  }

  @Test("a chosen suggestion runs, whatever was typed")
  func chosen() {
    var driver = ConsoleDriver()
    driver.type(":")
    driver.press(.down, .up, .enter)
    #expect(driver.shows("Plugin is loaded and ready!"), "an empty line, the first entry chosen")
    driver.type(":run")
    driver.press(.down, .enter)
    #expect(driver.model.run.presses.count == 1)
    #expect(!driver.footer.hasPrefix(":"))
  }

  @Test("a word of its description finds a verb, listed after every name that matches")
  func descriptions() {
    var driver = ConsoleDriver()
    driver.type(":force-q")
    driver.press(.enter)
    #expect(driver.shows("app not running"))
    driver.command("launch")
    driver.type(":fg")
    driver.press(.enter)
    #expect(driver.effects.isEmpty, "a few letters never suspend or quit")
  }

  @Test("an action that has a key can also be typed by its label")
  func actions() {
    var driver = ConsoleDriver()
    driver.command("go 1 hour ahead")
    #expect(driver.shows("06:42:30"))
    driver.command("show the log in full")
    #expect(!driver.shows("Check Plugin Status"))
    driver.press(.tab)
    #expect(driver.footer.contains("the log has the whole screen"))
  }

  @Test("after a paste of any length, the line is limited and keys still work")
  func longPaste() {
    var driver = ConsoleDriver()
    driver.type(":")
    driver.press(.pasteBegin)
    for _ in 0..<30_000 { driver.sendAndLeave(.key(.character("x"))) }
    for _ in 0..<1_000 { driver.sendAndLeave(.key(.character("\u{301}"))) }
    #expect(driver.model.wakeUp != .now)
    #expect(driver.effects.isEmpty)
    driver.press(.control("c"))
    #expect(driver.effects == [.quit(code: 130)], "also in a paste that never ends")
  }

  @Test("a full line says so, and takes no more")
  func full() {
    var driver = ConsoleDriver()
    driver.type(":")
    for _ in 0..<4_001 { driver.sendAndLeave(.key(.character("x"))) }
    guard case .prompt(let prompt) = driver.model.overlay else {
      Issue.record("the line is closed")
      return
    }
    #expect(prompt.field.characters.count == 4_000)
    #expect(driver.model.notice == .warning("a line takes 4000 characters"))
  }

  @Test("Esc ends a paste whose end sequence was lost")
  func lostEnd() {
    var driver = ConsoleDriver()
    driver.press(.pasteBegin, .character("s"))
    driver.press(.escape)
    driver.type("c")
    #expect(driver.shows("Plugin is loaded and ready!"))
  }

  @Test("an open list or page fits the screen after the size has changed")
  func resizedOverlays() {
    var driver = ConsoleDriver(rows: 50, columns: 100)
    driver.type("?")
    for _ in 0..<40 { driver.press(.down) }
    driver.send(.resized(CellSize(rows: 20, columns: 70)))
    #expect(driver.shows("41/"))
    guard case .help(let help) = driver.model.overlay else { return }
    let label = help.entries[help.marked].label
    #expect(driver.shows(label))
  }

  @Test("an identity is one whose key the phone has")
  func identities() {
    let model = ConsoleDriver().model
    let os = model.run.device.os
    let suggestions = Suggestions(os: os, filter: model.log.filter) { _ in nil }
    let identities = os.keychain.identities
    #expect(
      suggestions.candidates(for: "setActiveDidFromHost activeDid=").map(\.title) == identities)
    #expect(
      suggestions.candidates(for: "testEndorserAPI apiServer=x activeDid=did:ethr:0xdd").map(\.line)
        == ["testEndorserAPI apiServer=x activeDid=\(identities[1])"])
  }
}

@Suite("The values of a call's options")
struct OptionValuesTests {
  private func suggestions(
    after keys: (inout ConsoleDriver) -> Void = { _ in }
  ) -> (String) -> [Candidate] {
    var driver = ConsoleDriver()
    keys(&driver)
    let suggestions = Suggestions(
      os: driver.model.run.device.os, filter: driver.model.log.filter
    ) { _ in nil }
    return suggestions.candidates
  }

  @Test("of which there is a list are all suggested", arguments: PluginMethod.allCases)
  func words(method: PluginMethod) throws {
    let candidates = suggestions()
    for option in method.options {
      // Only a plugin of another version takes `normal`.
      let words = option.words.filter { $0 != "normal" }
      guard let first = words.first else { continue }
      let line = "\(method.rawValue) \(option.name)="
      #expect(candidates(line).map(\.title) == words, "\(line)")
      #expect(candidates(line).map(\.line) == words.map { line + $0 }, "\(line)")
      #expect(candidates(line + first.prefix(2)).first?.line == line + first)
    }
  }

  @Test("of the calls without a button: every option key is suggested, and those that have a set")
  func withoutButton() {
    let candidates = suggestions { driver in
      driver.type("crys")
    }
    for method in PluginMethod.allCases where method.number >= 44 && !method.optionKeys.isEmpty {
      let keys = candidates("\(method.rawValue) ").map(\.title)
      #expect(keys == method.optionKeys.map { "\($0)=" }, "\(method)")
    }
    #expect(candidates("isAlarmScheduled id=").map(\.title) == ["daily"])
    let times = candidates("isAlarmScheduled triggerAtMillis=")
    #expect(times.count == 20 && times[0].detail == "armed for 2025-11-15T05:53:00Z")
    #expect(times[0].title == "1763185980000")
    #expect(candidates("createSchedule kind=notify clockTime=").map(\.title) == ["05:53", "07:00"])
    #expect(
      candidates("createSchedule kind=notify cron=").first?.line
        == "createSchedule kind=notify cron=\"53 5 * * *\"")
    #expect(candidates("createSchedule timezone=new_y").first?.title == "America/New_York")
    #expect(candidates("registerCallback id=").isEmpty)
  }

  @Test("are taken: what is completed can be run")
  func run() throws {
    var driver = ConsoleDriver()
    driver.type("cry")
    driver.command("createSchedule kind=notify cron=\"53 5 * * *\" title=Morning body=Hello")
    driver.command("isAlarmScheduled id=dual_daily_notification")
    #expect(driver.model.run.presses.suffix(2).allSatisfy { !$0.hasFailed })
    driver.command("getSchedules kind=notify enabled=true")
    #expect(driver.model.run.presses.last?.outcomeText.contains("\"schedules\"") == true)
  }
}
