import CellGrid
import DailyNotification
import DeviceModel
import ES256K
import PlainText
import Scenarios
import Session
import SimulationCore
import Testing
import Tokens

@testable import Console

@Suite("Live requests in the console")
struct LiveTests {
  private static let server = "configure {\"apiServer\":\"https://api.test.example\"}"

  /// A console whose phone has a request under way.
  private func asking() -> ConsoleDriver {
    var driver = ConsoleDriver(hasNetwork: true)
    driver.type("ry")
    driver.command(LiveTests.server)
    driver.command("live on")
    driver.type(" ")
    driver.command("prefetchOnly")
    return driver
  }

  private func answer(_ number: Int, milliseconds: Int64) -> Message {
    .fetchAnswered(
      LiveAnswer(
        FetchAnswer(
          number: number, end: .response(RawResponse(status: 503, headers: [], body: []))),
        milliseconds: milliseconds))
  }

  @Test("are handed to the shell, and their answers are kept like presses")
  func answered() throws {
    var driver = asking()
    #expect(driver.model.awaitedFetches.map(\.number) == [1])
    #expect(driver.model.isTimePassing)
    #expect(driver.model.wakeUp == .after(microseconds: TimeControl.awaitingMicroseconds))
    driver.send(answer(1, milliseconds: 250))
    #expect(driver.model.awaitedFetches.isEmpty)
    #expect(driver.model.run.device.os.now.milliseconds == 250)
    let last = try #require(driver.model.run.presses.last)
    #expect(last.title == "answerFetch" && last.instant.milliseconds == 250)
    // Nobody pressed it.
    #expect(driver.model.run.lastPress?.title != "answerFetch")
    #expect(driver.shows("Prefetch failed (reason=SERVER"))
    // The clock was stopped and stands again.
    #expect(driver.model.wakeUp == .never && !driver.model.isTimePassing)
    // Read again, the journal asks nobody.
    let run = driver.model.run
    let entries = run.presses.map(JournalEntry.init)
    let again = run.again(entries, until: run.device.os.now)
    #expect(again.device.os.trace.hash == run.device.os.trace.hash)
  }

  @Test("cannot be foreseen: a jump to an event says so and goes nowhere")
  func unforeseen() {
    var driver = ConsoleDriver(hasNetwork: true)
    driver.type("ry")
    driver.command("live on")
    #expect(driver.model.run.device.os.network.scriptText == "live API")
    driver.command("goto next notification")
    #expect(!driver.model.time.isJumping)
    #expect(driver.shows("what a live API will answer is not known"))
  }

  @Test("let time pass as fast as real time, also while the clock stands or runs fast")
  func pace() {
    var driver = asking()
    driver.send(.tick(microseconds: 400_000))
    #expect(driver.model.run.device.os.now.milliseconds == 400)
    driver.type(" ++")
    driver.send(.tick(microseconds: 100_000))
    #expect(driver.model.run.device.os.now.milliseconds == 500)
    driver.send(answer(1, milliseconds: 450))
    #expect(driver.model.run.device.os.now.milliseconds == 500)
    driver.send(.tick(microseconds: 1_000))
    #expect(driver.model.run.device.os.now.milliseconds == 4_100)
  }

  @Test("hold a jump up until they are answered")
  func jump() {
    var driver = asking()
    driver.sendAndLeave(.key(.character("H")))
    #expect(driver.model.time.jump != nil)
    driver.sendAndLeave(.proceed)
    #expect(driver.model.run.device.os.now.milliseconds == 0)
    #expect(driver.model.wakeUp == .after(microseconds: TimeControl.awaitingMicroseconds))
    driver.sendAndLeave(.tick(microseconds: 90_000))
    #expect(driver.model.run.device.os.now.milliseconds == 90)
    driver.send(answer(1, milliseconds: 120))
    #expect(driver.model.time.jump == nil)
    #expect(driver.model.run.device.os.now.milliseconds == 3_600_000)
  }

  @Test("are not waited for by >, which says so")
  func nextEvent() {
    var driver = asking()
    driver.type(">")
    #expect(driver.footer.contains("a request is under way"))
    driver.command("runUntilIdle")
    #expect(driver.footer.contains("a request is under way"))
  }

  @Test("whose answer comes too late change nothing")
  func late() {
    var driver = asking()
    driver.command("swipeAway")
    let count = driver.model.run.device.os.trace.nextSequence
    driver.send(answer(1, milliseconds: 20))
    #expect(driver.model.run.device.os.trace.nextSequence == count)
    #expect(driver.model.awaitedFetches.isEmpty)
  }

  @Test("are not made in the past")
  func past() {
    var driver = asking()
    driver.send(answer(1, milliseconds: 50))
    driver.command("prefetchOnly")
    #expect(driver.model.awaitedFetches.count == 1)
    driver.command("stepBack")
    #expect(driver.model.isInPast && driver.model.awaitedFetches.isEmpty)
  }

  /// A token of the first test identity, signed by it, valid for an hour from a phone's start on.
  private static func token() throws -> String {
    let keys = TestKeys.standard
    let seconds = DeviceConfiguration().startMilliseconds / 1000
    let signed = JSONWebToken.signed(
      issuer: keys.identities[0], issuedAtSeconds: seconds, expiresAtSeconds: seconds + 3600)
    let signature = try #require(keys.signature(of: Array(signed.utf8), by: keys.identities[0]))
    return "\(signed).\(Base64.url.text(signature))"
  }

  /// A live console in which a person has given a token, and the endpoint is being tested with it.
  private func asking(with token: String) -> ConsoleDriver {
    var driver = ConsoleDriver(hasNetwork: true)
    driver.type("ry")
    driver.command(LiveTests.server)
    driver.command("live on")
    driver.command(
      "configureNativeFetcher {\"apiBaseUrl\":\"https://api.test.example\",\"activeDid\":\""
        + "\(TestKeys.standard.identities[0])\",\"jwtToken\":\"\(token)\"}")
    driver.type(" ")
    driver.command("testEndorserAPI")
    return driver
  }

  @Test("carry the token that was given, which nothing keeps", arguments: [true, false])
  func token(isJWT: Bool) throws {
    let token = try isJWT ? LiveTests.token() : "an-opaque-token-4711"
    var driver = asking(with: token)
    #expect(driver.model.awaitedFetches.map(\.request.token) == [token])
    let run = driver.model.run
    #expect(run.device.os.awaitedFetches.map(\.request.token) != [token])
    for press in run.presses { #expect(!JournalText.text(press, of: run).contains(token)) }
    var texts = ""
    let secrets = run.device.os.secrets
    dump(run, to: &texts)
    #expect(!texts.contains(token) && !"\(secrets)".contains(token))
    // Gone back and forth again, the phone asks with it again.
    driver.send(answer(1, milliseconds: 50))
    driver.command("stepBack")
    driver.command("stepForward")
    driver.command("testEndorserAPI")
    #expect(driver.model.awaitedFetches.last?.request.token == token)
  }

  @Test("go to the address that was given, whose user and parameters nothing keeps")
  func address() throws {
    var driver = ConsoleDriver(hasNetwork: true)
    driver.type("ry")
    driver.command(LiveTests.server)
    driver.command("live on")
    let given = "https://us3r:hunter2@api.test.example/v1/?token=qu3ry&a=1"
    driver.command("configure {\"apiServer\":\"\(given)\"}")
    driver.type(" ")
    driver.command("testEndorserAPI")
    let asked = driver.model.awaitedFetches.map(\.request.url)
    #expect(asked.count == 1)
    for url in asked {
      #expect(url.hasPrefix("https://us3r:hunter2@api.test.example/v1/"), "\(url)")
      #expect(url.hasSuffix("?token=qu3ry&a=1"), "\(url)")
    }
    let run = driver.model.run
    var kept = run.device.os.awaitedFetches.map(\.request.url)
    kept += run.presses.map { JournalText.text($0, of: run) }
    #expect(kept.count > 3)
    for text in kept {
      for secret in ["us3r", "hunter2", "qu3ry"] { #expect(!text.contains(secret), "\(text)") }
    }
  }

  @Test("to an address that is kept without its secrets are refused, which is explained")
  func resumedAddress() throws {
    var first = ConsoleDriver(hasNetwork: true)
    first.type("ry")
    first.command("live on")
    first.command("configure {\"apiServer\":\"https://u:hunter2@api.test.example\"}")
    first.type(" ")
    first.command("testEndorserAPI")
    let run = first.model.run
    let entries = try run.presses.map { press in
      var entry = JournalEntry(press)
      entry.commands = try JournalText.commands(JournalText.text(press, of: run))
      return entry
    }
    var driver = ConsoleDriver(hasNetwork: true)
    driver.model.run = run.again(entries, until: run.device.os.now)
    driver.type(" ")
    let asked = try #require(driver.model.awaitedFetches.first)
    #expect(asked.request.url.hasPrefix("https://(redacted ") && asked.request.token == nil)
    driver.send(
      .fetchAnswered(
        LiveAnswer(
          FetchAnswer(
            number: asked.number, end: .response(RawResponse(status: 401, headers: [], body: []))),
          milliseconds: 20)))
    #expect(driver.footer.contains("configure it again"), "\(driver.footer)")
  }

  @Test("carry a stand-in once the session is opened again, until the token is given again")
  func resumed() throws {
    let token = try LiveTests.token()
    let first = asking(with: token).model.run
    var entries: [JournalEntry] = []
    for press in first.presses {
      var entry = JournalEntry(press)
      entry.commands = try JournalText.commands(JournalText.text(press, of: first))
      entries.append(entry)
    }
    var driver = ConsoleDriver(hasNetwork: true)
    driver.model.run = first.again(entries, until: first.device.os.now)
    driver.type(" ")
    let standIn = try #require(driver.model.awaitedFetches.first?.request.token)
    #expect(standIn != token && SealedToken.isStandIn(standIn))
    driver.send(
      .fetchAnswered(
        LiveAnswer(
          FetchAnswer(
            number: 1, end: .response(RawResponse(status: 400, headers: [], body: []))),
          milliseconds: 20)))
    #expect(driver.footer.contains("give it again"))
    driver.command(
      "configureNativeFetcher {\"apiBaseUrl\":\"https://api.test.example\",\"activeDid\":\""
        + "\(TestKeys.standard.identities[0])\",\"jwtToken\":\"\(token)\"}")
    driver.command("testEndorserAPI")
    #expect(driver.model.awaitedFetches.last?.request.token == token)
  }

  @Test(
    "bring no control characters to the screen, whatever a server sends",
    arguments: [
      #"\u001b[2Jplanted"#, #"planted\u001b]0;owned\u0007"#, #"\u009b31mplanted"#,
      #"planted\u202eturned\u2066"#, #"planted\r\n\u0000\u0008\u007f"#, "planted\u{85}\u{1B}c",
    ])
  func escapes(_ title: String) {
    var driver = ConsoleDriver(rows: 40, columns: 120, hasNetwork: true)
    driver.type("ry")
    driver.command(LiveTests.server)
    driver.command("live on")
    driver.type("s")
    driver.type(" ")
    driver.command("prefetchOnly")
    let body =
      #"{"id":"a","title":"\#(title)","body":"\#(title)","scheduled_for":"2025-11-15T05:53:00Z"}"#
    let headers = ["Content-Type", "ETag", "Location", "Vary"].map { name in
      RawResponse.Header(
        name: name, value: name == "Content-Type" ? "application/json" : "\u{1B}[2J\u{9B}planted")
    }
    for answer in [
      RawResponse(status: 200, headers: headers, body: Array(body.utf8)),
      RawResponse(status: 500, headers: headers, body: Array("\u{1B}[2Jplanted\u{9B}".utf8)),
    ] {
      let number = driver.model.awaitedFetches.first?.number ?? 0
      driver.send(
        .fetchAnswered(
          LiveAnswer(FetchAnswer(number: number, end: .response(answer)), milliseconds: 9)))
      driver.command("showRawResponse")
      driver.command("showCachedPayload")
      driver.command("prefetchOnly")
    }
    driver.send(
      .fetchAnswered(
        LiveAnswer(
          FetchAnswer(
            number: driver.model.awaitedFetches.first?.number ?? 0,
            end: .failed(.network, status: nil, detail: "\u{1B}[2Jplanted")), milliseconds: 9)))
    driver.command("advance 12m")
    var isSeen = false
    for screen in "1234567" {
      driver.type(String(screen))
      isSeen = isSeen || driver.text.contains("planted")
      let stray = driver.lines.joined().unicodeScalars.filter { scalar in
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      #expect(stray.isEmpty, "screen \(screen): \(stray.map(\.value))")
      driver.press(.escape)
    }
    #expect(isSeen)
  }

  @Test("need a shell that can make them")
  func without() {
    var driver = ConsoleDriver()
    driver.command("live on")
    #expect(driver.footer.contains("requests cannot be made here"))
    #expect(!driver.model.run.device.os.network.isLive)
  }

  @Test("begin with the console where that is asked for")
  func wanted() {
    var driver = ConsoleDriver(hasNetwork: true)
    driver.model.goLive()
    #expect(driver.model.run.device.os.network.isLive)
    let count = driver.model.run.presses.count
    driver.model.goLive()
    #expect(driver.model.run.presses.count == count)
  }
}
