import CellGrid
import DeviceModel
import Testing

@testable import Console

@Suite("Console without a screen")
struct PlainSessionTests {
  @Test("a key's label that needs a screen is refused; the list of keys is printed")
  func labels() {
    var session = PlainSession(
      ConsoleSetup(
        appearance: Appearance(isColored: false, isASCII: false),
        size: CellSize(rows: 24, columns: 80), isPaused: true))
    let keys = session.take("show the keys")
    #expect(keys.lines == session.take("help").lines && !keys.lines.isEmpty)
    #expect(session.model.overlay == nil)
    #expect(session.take("show what is stored").lines == session.take("store").lines)
    for label in [
      "search the log", "go to a time or an event that you type", "let time run, or pause it",
      "go to the next pane", "show the log in full",
    ] {
      #expect(session.take(label).complaint?.contains("needs the screen") == true, "\(label)")
      #expect(session.model.overlay == nil, "\(label)")
    }
    #expect(session.take("run to the next thing to see").complaint == nil)
  }

  private static func session(isASCII: Bool = false) -> PlainSession {
    PlainSession(
      ConsoleSetup(
        appearance: Appearance(isColored: false, isASCII: isASCII),
        size: CellSize(rows: 24, columns: 80)))
  }

  @Test("a command prints the new lines of the log")
  func lines() {
    var session = Self.session()
    let answer = session.take("Check Plugin Status")
    #expect(
      answer.lines == [
        "05:42:30.000 › configure",
        "05:42:30.000 I [DNP-PLUGIN] configure() called",
        "05:42:30.000 I [DNP-PLUGIN] status = ready", "05:42:30.000 I ← configure ok {}",
      ])
  }

  @Test("the dialog is announced once, and answered by a command")
  func dialog() {
    var session = Self.session()
    #expect(session.take("Request Permissions").lines.last?.contains("answerDialog allow") == true)
    let answer = session.take("answerDialog allow")
    #expect(answer.lines.contains { $0.contains("requestPermissions() → granted") })
    #expect(!answer.lines.contains { $0.contains("dialog waits") })
  }

  @Test("of two dialogs the one in front is announced whenever it is another one")
  func dialogs() {
    var session = PlainSession(
      ConsoleSetup(
        device: DeviceConfiguration(platform: .android),
        appearance: Appearance(isColored: false, isASCII: false),
        size: CellSize(rows: 24, columns: 80)))
    func announced(_ line: String) -> String? {
      session.take(line).lines.first { $0.contains("dialog") && $0.hasPrefix("# ") }
    }
    #expect(announced("Request Permissions")?.hasPrefix("# the permission dialog waits") == true)
    let exemption = announced("Battery Exemption")
    #expect(exemption?.hasPrefix("# the dialog for the exemption from battery") == true)
    #expect(announced("answerDialog deny")?.hasPrefix("# the permission dialog waits") == true)
    #expect(announced("answerDialog deny") == nil)
  }

  @Test("time passes only by a command, which returns when all of it has passed")
  func time() {
    var session = Self.session()
    for line in ["Request Permissions", "answerDialog allow", "Schedule Test Notification"] {
      #expect(session.take(line).complaint == nil)
    }
    let answer = session.take("advance 1d")
    #expect(answer.lines.contains { $0.contains("Notification delivered") })
    #expect(answer.lines.last == "# 1d later: Daily shown with default text: the app was in front")
  }

  @Test("a line that is not a command is reported, and nothing else happens")
  func complaint() {
    var session = Self.session()
    let answer = session.take("shedule")
    #expect(answer.complaint?.contains("there is no 'shedule'") == true)
    #expect(answer.lines.isEmpty)
    #expect(session.take("# a remark") == PlainSession.Answer(lines: [], effects: []))
    #expect(session.take("  ") == PlainSession.Answer(lines: [], effects: []))
  }

  @Test("status, help, messages and export print their answers")
  func others() {
    var session = Self.session()
    #expect(session.take("status").lines.contains { $0.contains("Plugin: loaded, not checked") })
    #expect(session.take("help").lines.contains { $0.hasPrefix("scheduleDailyNotification") })
    #expect(session.take("messages").lines.contains { $0.contains("standard error") })
    #expect(session.take("export a.json").effects == [.export(path: "a.json")])
    #expect(session.receive(.exported(path: "a.json")) == ["# run summary written: a.json"])
    #expect(session.take("quit").effects == [.quit(code: 0)])
  }

  @Test("in ASCII mode only ASCII is printed")
  func ascii() {
    var session = Self.session(isASCII: true)
    let lines = ["Check Plugin Status", "status", "Request Permissions"].flatMap {
      session.take($0).lines
    }
    let isASCII = lines.joined().unicodeScalars.allSatisfy { $0.isASCII }
    #expect(isASCII)
    #expect(lines.contains { $0.contains("< configure ok {}") })
  }

  @Test("forms that the screen shows can be typed: a letter, a colon before a verb, allow")
  func asOnTheScreen() {
    var session = Self.session()
    #expect(session.take("c").lines.contains { $0.contains("status = ready") })
    _ = session.take("r")
    #expect(session.take("allow").lines.contains { $0.contains("requestPermissions() → granted") })
    #expect(session.take(":background").complaint == nil)
  }

  @Test("what a Show button shows is printed in full after its line, as comments")
  func shown() {
    var session = Self.session()
    #expect(
      session.take("Show Raw API Response").lines == [
        "05:42:30.000 › showRawResponse", "05:42:30.000 I ← raw API response: none",
      ])
    let lines = session.take("'ds").lines
    #expect(lines.first == "05:42:30.000 › showSnapshot")
    #expect(lines.dropFirst().first == "05:42:30.000 I ← schedule snapshot:")
    #expect(lines.contains { $0.hasPrefix("#   \"contentHash\": ") })
    #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("# ") })
    #expect(session.take("help").lines.contains("New Activity: Turn On  (button, 'na)"))
  }
}
