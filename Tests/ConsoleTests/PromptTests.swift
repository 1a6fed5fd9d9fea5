import CellGrid
import CivilTime
import DeviceModel
import Scenarios
import Testing

@testable import Console

@Suite("A line that is typed")
struct PromptTests {
  @Test("it says what Enter will do before Enter is pressed")
  func intention() {
    var driver = ConsoleDriver()
    for (typed, says) in [
      ("chkpl", "Enter: Check Plugin Status"),
      ("setPermission denied", "Enter: setPermission denied"),
      ("c", "Enter: press Check Plugin Status"), ("setPermission maybe", "refused: "),
      ("rate 7", "refused: "), ("setBack", "Enter: setBackgroundRefresh"),
    ] {
      driver.type(":")
      driver.type(typed)
      #expect(driver.shows(says), "\(typed)")
      driver.press(.escape)
    }
  }

  @Test("lines that were typed come back, the latest first")
  func history() {
    var driver = ConsoleDriver()
    driver.command("level debug")
    driver.command("level error")
    driver.command("level error")
    driver.command("zzqq")
    driver.type(":")
    driver.press(.up)
    #expect(driver.footer.hasPrefix(":zzqq"))
    driver.press(.up)
    #expect(driver.footer.hasPrefix(":level error"))
    driver.press(.up)
    #expect(driver.footer.hasPrefix(":level debug"))
    driver.press(.control("n"))
    #expect(driver.footer.hasPrefix(":level error"))
    driver.press(.control("p"), .enter)
    #expect(driver.shows("Log  debug+"))
    driver.type("/first")
    driver.press(.enter)
    driver.type("/")
    driver.press(.control("p"))
    #expect(driver.footer.hasPrefix("/first"))
  }

  @Test("what had been typed comes back after the earlier lines")
  func draft() {
    var driver = ConsoleDriver()
    driver.command("level debug")
    driver.type(":rat")
    driver.press(.control("p"), .control("n"))
    #expect(driver.footer.hasPrefix(":rat"))
    driver.press(.control("n"))
    #expect(driver.footer.hasPrefix(":rat") || driver.footer.contains("no later line"))
  }

  @Test(
    "words of testers stand for verbs",
    arguments: [
      ("force quit", "app not running"), ("revoke", "✗ Permission ✗ denied"),
      ("kill", "systemTerminate"), ("offline", "offline"),
    ])
  func synonyms(word: String, shows: String) {
    var driver = ConsoleDriver(rows: 40, columns: 120)
    driver.firstRun()
    driver.type(":")
    driver.type(word)
    #expect(driver.shows("\(word) → "))
    driver.press(.enter)
    #expect(driver.shows(shows))
  }

  @Test("every synonym stands for something that can be typed")
  func knownSynonyms() throws {
    for row in Synonyms.rows {
      let name = String(row.line.prefix { $0 != " " })
      let isKnown =
        ConsoleVerb(rawValue: name) != nil || VerbTable.rows.contains { $0.name == name }
      #expect(isKnown, "\(row.line)")
      if !row.line.hasSuffix(" ") { _ = try TypedCommand.parse(row.line) }
      for word in row.words {
        #expect(KnownCommand.names.allSatisfy { $0.line != word }, "\(word) is a name")
      }
    }
    let words = Synonyms.rows.flatMap(\.words)
    #expect(Set(words).count == words.count)
  }

  @Test(
    "the name of a city stands for its time zone",
    arguments: ["new york", "setZone new", "zone new y", "New_York"])
  func cities(typed: String) {
    var driver = ConsoleDriver()
    driver.type(":")
    driver.type(typed)
    #expect(driver.shows("Enter: setZone America/New_York"), "\(driver.text)")
    driver.press(.enter)
    #expect(driver.model.run.device.os.zone.identifier == "America/New_York")
    // A name that begins with the letters goes first: Cancún is no button.
    driver.type(":canc")
    #expect(!driver.shows("Enter: setZone"), "\(driver.text)")
  }

  @Test(
    "values that are known are completed",
    arguments: [
      ("setZone New_Y", "America/New_York"), ("setBattery 20 t", "true"),
      ("setBattery charging=f", "false"), ("warpClock 1", "1h30m"), ("reboot ", "true"),
      ("reboot l", "reboot locked"),
      ("category only st", "only storage"), ("level w", "warning"),
    ])
  func values(typed: String, offers: String) {
    var driver = ConsoleDriver()
    driver.type(":")
    driver.type(typed)
    #expect(driver.model.overlay.map { "\($0)".contains(offers) } == true, "\(typed)")
    #expect(driver.shows(offers))
  }

  @Test("an option that is probably misspelt is named; JSON sends it all the same")
  func misspelt() throws {
    let failure = #expect(throws: TypedCommand.Failure.self) {
      try TypedCommand.parse("scheduleDailyNotification time=07:30 titel=x")
    }
    #expect(failure?.description.contains("did you mean 'title'?") == true)
    _ = try TypedCommand.parse("scheduleDailyNotification {\"titel\": \"x\"}")
    _ = try TypedCommand.parse("scheduleDailyNotification time=07:30 whatever=x")
  }

  @Test("after a mistake the next keys are keys again")
  func mistake() {
    var driver = ConsoleDriver()
    driver.command("zzqq")
    #expect(driver.model.overlay == nil)
    #expect(driver.footer.contains("there is no 'zzqq'"))
    driver.type("c")
    #expect(driver.shows("Plugin is loaded and ready!"))
  }
}
