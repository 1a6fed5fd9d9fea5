import DailyNotification
import DeviceModel
import ES256K
import JSONText
import PlainText
import Session
import SimulationCore
import Testing
import Tokens

@testable import Scenarios

@Suite("Sealed tokens")
struct SealedTokenTests {
  private let keys = TestKeys.standard

  /// A token of an identity that is valid from the default start of a phone on for an hour, with a
  /// signature by another one.
  private func token(of identity: String, signedBy signer: String? = nil) throws -> String {
    let seconds = DeviceConfiguration().startMilliseconds / 1000
    let signed = JSONWebToken.signed(
      issuer: identity, issuedAtSeconds: seconds, expiresAtSeconds: seconds + 3600)
    let signature = try #require(
      keys.signature(of: Array(signed.utf8), by: signer ?? identity))
    return "\(signed).\(Base64.url.text(signature))"
  }

  private func sealed(_ token: String) throws -> String {
    var secrets = SecretNumbers()
    return try #require(SealedToken.sealed(token, keys, &secrets))
  }

  private func problem(_ token: String, acceptsSeals: Bool) -> TokenProblem? {
    var check = TokenCheck()
    check.acceptsSeals = acceptsSeals
    do throws(TokenProblem) {
      try check.verify(token, at: DeviceConfiguration().startMilliseconds, keys)
      return nil
    } catch {
      return error
    }
  }

  @Test("say whether the issuer had signed, which only a simulated server believes")
  func seals() throws {
    let (alice, bob) = (keys.identities[0], keys.identities[1])
    let good = try sealed(token(of: alice))
    let forged = try sealed(token(of: alice, signedBy: bob))
    #expect(problem(good, acceptsSeals: true) == nil)
    #expect(problem(good, acceptsSeals: false) == .algorithm("none"))
    #expect(problem(forged, acceptsSeals: true) == .wrongSignature(issuer: alice))
    #expect(try sealed(good) == good)
  }

  @Test("are worth what they stand for, now and when the journal is read again")
  func press() throws {
    let alice = keys.identities[0]
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(keys)
    for (signer, status) in [(alice, 200), (keys.identities[1], 400)] as [(String, Int64)] {
      var run = InteractiveRun(name: "a", configuration: configuration)
      _ = run.press(
        try VerbTable.command(
          verb: "scriptAPI", parameters: ["responses": [["requireToken": true]]]),
        title: "api")
      let options: JSONObject = [
        "apiBaseUrl": "https://api.example", "activeDid": .string(alice),
        "jwtToken": .string(try token(of: alice, signedBy: signer)),
      ]
      _ = run.press(.call(method: "configureNativeFetcher", options: options), title: "fetcher")
      _ = run.press(.call(method: "testEndorserAPI", options: [:]), title: "test")
      _ = try run.runUntilIdle(limit: 1_000)
      #expect(reply(run)?["status"] == .integer(status))
      #expect(try disagreement(of: run) == nil)
    }
  }

  /// How a phone that is made from the run's journal differs from the run's.
  private func disagreement(of run: InteractiveRun) throws -> InteractiveRun.Disagreement? {
    let entries = try run.presses.map { press in
      var entry = JournalEntry(press)
      entry.commands = try JournalText.commands(JournalText.text(press, of: run))
      return entry
    }
    var replay = JournalReplay(
      name: "again", configuration: run.device.os.configuration, entries, until: run.device.os.now,
      traceHash: run.device.os.trace.hash.text, recordCount: run.device.os.trace.nextSequence)
    replay.finish()
    return replay.disagreement
  }

  /// Presses with a secret at each place where an address can stand.
  private static let addresses: [(command: String, parameters: JSONObject)] = [
    ("configure", ["apiServer": "https://us3r:hunter2@api.example/v1?token=qu3ry#part"]),
    (
      "configureNativeFetcher",
      [
        "apiBaseUrl": "https://us3r:hunter2@api.example/?a=1&api_key=qu3ry",
        "activeDid": "did:ethr:0x0000000000000000000000000000000000000001",
      ]
    ),
    (
      "scheduleDailyNotification",
      [
        "time": "05:53", "title": "mail me@host.example", "body": "call +44 20 7946 0958",
        "url": "https://host.example/#access_token=qu3ry",
      ]
    ),
    ("scheduleDailyReminder", ["id": "https://us3r@host.example", "time": "see ?token=qu3ry"]),
    ("createSchedule", ["etag": "https://us3r:hunter2@host.example", "?key=qu3ry": 1]),
    ("https://host.example/?token=qu3ry", [:]),
  ]

  @Test("stand for the user and the secret parameters of an address, wherever it is given")
  func addresses() throws {
    var run = InteractiveRun(name: "a")
    for (method, options) in Self.addresses {
      _ = run.press(.call(method: method, options: options), title: method)
    }
    _ = run.press(
      try VerbTable.command(
        verb: "scriptAPI",
        parameters: [
          "responses": [
            [
              "body": ["title": "see https://us3r:hunter2@host.example", "id": "a"],
              "headers": ["Location": "https://host.example/?code=qu3ry"],
            ], ["body": "password=hunter2 https://us3r@host.example", "status": 500],
          ]
        ]), title: "api")
    _ = run.press(.call(method: "testEndorserAPI", options: [:]), title: "test")
    _ = try run.runUntilIdle(limit: 1_000)
    #expect(run.presses.count == Self.addresses.count + 2)
    let journal = run.presses.map { JournalText.text($0, of: run) + $0.title }.joined()
    for secret in ["us3r", "hunter2", "qu3ry"] { #expect(!journal.contains(secret), "\(journal)") }
    // What a phone shows stays.
    for kept in ["me@host.example", "+44 20 7946 0958", "api.example/v1?", "#part", "a=1"] {
      #expect(journal.contains(kept), "\(kept)")
    }
    #expect(try disagreement(of: run) == nil)
  }

  /// Texts with secrets of each kind, some of them equal to those of others.
  private static let texts = [
    "ann@mail.example", "https://ann@mail.example/?token=qu3ry", "bob@mail.example or 555-867-5309",
    "hunter2-hunter2", "Bearer hunter2-hunter2", "AKIAIOSFODNN7EXAMPLE", "4711", "(redacted 2)",
    RandomToken.text, "see \(RandomToken.text)", "no secret", "+44 20 7946 0958",
  ]

  private enum RandomToken {
    static let text = "eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoxIn0.c2lnbmF0dXJl"
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    texts[Int(random.below(UInt64(texts.count)))]
  }

  /// Calls in which a text stands where any may be.
  private static func command(_ random: inout SeededGenerator) -> Command {
    func text() -> JSONValue { .string(self.text(&random)) }
    switch random.below(6) {
    case 0: return .call(method: "configure", options: ["apiKey": text(), "note": text()])
    case 1:
      return .call(
        method: "scheduleDailyReminder",
        options: ["id": text(), "title": text(), "body": text(), "time": "05:53"])
    case 2:
      return .call(
        method: "configureNativeFetcher",
        options: [
          "apiBaseUrl": text(), "jwtToken": text(),
          "activeDid": .string(TestKeys.standard.identities[0]),
        ])
    case 3: return .call(method: "testJWTGeneration", options: [:])
    case 4:
      let response: JSONValue = ["body": ["title": text(), "password": text()]]
      return (try? VerbTable.command(verb: "scriptAPI", parameters: ["responses": [response]]))
        ?? .background
    default: return .call(method: self.text(&random), options: ["z": text(), "a": text()])
    }
  }

  @Test("have the same numbers when the journal is read again", arguments: 1...40)
  func numbers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "numbers of secrets")
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    var run = InteractiveRun(name: "a", configuration: configuration)
    for _ in 0..<12 {
      let count = 1 + Int(random.below(2))
      _ = run.press(
        (0..<count).map { _ in Self.command(&random) }, title: Self.text(&random))
      _ = try? run.runUntilIdle(limit: 1_000)
    }
    #expect(run.presses.count == 12)
    #expect(try disagreement(of: run) == nil)
    let state = run.device.stateValue.canonicalText
    let journal = run.presses.map { JournalText.text($0, of: run) }.joined()
    for secret in ["qu3ry", "c2lnbmF0dXJl"] {
      #expect(!state.contains(secret) && !journal.contains(secret))
    }
  }

  private func reply(_ run: InteractiveRun) -> JSONValue? {
    var last: JSONValue?
    run.device.os.trace.forEach(from: 0) { record in
      if case .plugin(.replied(_, .value(let value))) = record.payload { last = value }
    }
    return last
  }

  @Test("a session's phone is not made again without the keys that it had")
  func missing() throws {
    let own = try #require(PrivateKey([UInt8](repeating: 1, count: 32)))
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys(own: own))
    let text = ConfigurationText.text(configuration)
    #expect(try ConfigurationText.configuration(text, configuration.keychain) == configuration)
    #expect(throws: JournalText.Failure.self) {
      try ConfigurationText.configuration(text, Keychain(TestKeys.standard))
    }
  }
}
