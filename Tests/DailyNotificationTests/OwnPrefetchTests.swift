import CivilTime
import JSONText
import PlainText
import SimulationCore
import Testing
import Tokens

@testable import DailyNotification
@testable import DeviceModel

@Suite("The prefetch of a notification")
struct OwnPrefetchTests {
  private func launch(_ phone: Phone, _ outcome: FetchOutcome? = nil) throws {
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    if let outcome { try phone.answerFetch(outcome) } else { try phone.settle() }
  }

  private func fetched(_ phone: Phone) -> [String] {
    phone.device.os.storage.contents.map { ISO8601.text($0.scheduledFor) }
  }

  @Test("is the regular one, however often the task is launched before it")
  func launchedOften() throws {
    let phone = try Phone()
    try phone.schedule()
    for _ in 0..<4 {
      try launch(phone)
      #expect(fetched(phone) == ["2025-11-15T05:53:00Z"])
      #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
    }
    try phone.perform(.harness(.forceRescheduleAll))
    try phone.settle()
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test(
    "stays after a run that brought nothing",
    arguments: [Phone.failure(401), Phone.content("T", for: "2025-11-17T05:53:00Z")])
  func broughtNothing(outcome: FetchOutcome) throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example"])
    try phone.schedule()
    try launch(phone, outcome)
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test("is made though a late run has brought content for it, and brings newer content")
  func afterLateRun() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:30:00Z")
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.settle()
    let contents = phone.device.os.storage.contents
    #expect(contents.map { ISO8601.text($0.scheduledFor) } == ["2025-11-16T05:53:00Z"])
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
    try phone.advance(to: "2025-11-16T05:53:00Z")
    #expect(phone.count(.taskCompleted) == 2)
    let fetched = try #require(phone.device.os.storage.contents.first { $0.kind == .daily })
    #expect(try fetched.fetchedAt > #require(ISO8601.parse("2025-11-16T05:48:00Z")))
    #expect(phone.taskBegins == "2025-11-17T05:48:00Z")
  }

  @Test("is one run where several are due")
  func severalDue() throws {
    let phone = try Phone()
    try phone.schedule(["id": "a", "time": "06:00"])
    try phone.schedule(["id": "b", "time": "06:02"])
    try phone.schedule(["id": "c", "time": "09:00"])
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:58:30Z")
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.settle()
    #expect(fetched(phone) == ["2025-11-15T06:00:00Z", "2025-11-15T06:02:00Z"])
    #expect(phone.count(.taskCompleted) == 1)
    #expect(phone.taskBegins == "2025-11-15T08:55:00Z")
  }

  @Test("of a close pair is a task each")
  func closePair() throws {
    let phone = try Phone()
    try phone.schedule(["id": "a", "time": "06:00"])
    try phone.schedule(["id": "b", "time": "06:03"])
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:59:00Z")
    #expect(phone.taskStarts == ["2025-11-15T05:55:00Z", "2025-11-15T05:58:00Z"])
    #expect(fetched(phone) == ["2025-11-15T06:00:00Z", "2025-11-15T06:03:00Z"])
  }

  @Test("of dual is the regular one as well, however often the task is launched before it")
  func dualLaunchedOften() throws {
    let phone = try Phone.dual(
      DualOptions.config(relationship: ["contentTimeout": 86_400_000]))
    for _ in 0..<3 {
      try launch(phone, Phone.content("News", for: "2025-11-15T18:00:00Z"))
      #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
      #expect(try phone.pendingTitle() == "News")
    }
    try launch(phone, Phone.failure(401))
    #expect(phone.taskBegins == "2025-11-15T17:40:00Z")
  }

  @Test("counts each kind's retries once a run")
  func retriesOfSeveral() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example", "prefetchLeadMinutes": 20])
    try phone.schedule(["id": "a", "time": "06:05"])
    try phone.schedule(["id": "b", "time": "06:06"])
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:50:00Z")
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.advance(to: "2025-11-15T06:04:00Z")
    #expect(phone.count(.prefetchFailed) == 8)
    #expect(phone.count(.taskCompleted) == 4)
  }

  @Test("is made at once when the identity changes too late for a task")
  func identityJustBefore() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:50:00Z")
    try phone.perform(.foreground)
    #expect(try phone.pending("daily_daily").content.info.source == .cache)
    try phone.value("setActiveDidFromHost", ["activeDid": IdentityTests.bob])
    #expect(phone.device.activities == [.fetch])
    try phone.settle()
    #expect(try phone.pending("daily_daily").content.info.source == .live)
  }

  @Test(
    "of dual is said by the line that daily has",
    arguments: [
      ("2025-11-15T17:39:30Z", 30), ("2025-11-15T17:45:00Z", -300),
    ] as [(String, Int)])
  func lateDual(start: String, ahead: Int) throws {
    let phone = try Phone.dual(start: start)
    #expect(phone.lines().contains("[DNP-FETCH] Prefetch skipped (ahead=\(ahead)s)"))
    #expect(phone.taskBegins == "2025-11-16T17:40:00Z")
  }

  @Test("of dual says nothing while its fetch can be submitted, or was for an earlier notification")
  func timelyDual() throws {
    #expect(try Phone.dual().count(.prefetchSkipped) == 0)
    let hourly = try Phone.dual(
      DualOptions.config(notification: ["schedule": "0 * * * *"]), start: "2025-11-15T19:30:00Z")
    #expect(hourly.count(.prefetchSkipped) == 0)
  }
}

@Suite("A write that was refused")
struct RefusedWriteTests {
  @Test("is seen even where an equal row was stored before")
  func equalRow() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.fillDisk(isOn: true))
    let before = phone.count(.schedulePersisted)
    #expect(
      try phone.rejection("scheduleDailyNotification", ["time": "05:53"]).kind == .storageFailed)
    #expect(phone.count(.schedulePersisted) == before)
  }

  @Test("of content is the reason of the failure, and is not tried again", arguments: [200, 304])
  func content(status: Int) throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example"])
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.answerFetch(200, Phone.payload("T", for: "2025-11-15T05:53:00Z"), etag: "\"a\"")
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.perform(.fillDisk(isOn: true))
    try phone.answerFetch(
      status, status == 200 ? Phone.payload("U", for: "2025-11-15T05:53:00Z") : "")
    #expect(
      phone.lines().contains("[DNP-FETCH] Prefetch failed (reason=STORAGE, status=\(status))"))
    #expect(try phone.counter("dnp_prefetch_failure_total{reason=\"STORAGE\"}") == 1)
    #expect(
      phone.hostEvents.contains(.prefetchFailed(reason: .storage, status: status)))
  }
}

@Suite("One token for every request")
struct TokenChooserTests {
  private static let bob = "did:ethr:0xDd140bCb621F2e33aA4c97733DCCb92967389dbA"

  /// A token of the host that expires some seconds from now.
  private func hostToken(_ phone: Phone, seconds: Int64) -> JSONValue {
    let now = phone.device.os.wallMilliseconds / 1000
    let claims: JSONValue = [
      "iss": .string(Self.bob), "iat": .integer(now - 100), "exp": .integer(now + seconds),
    ]
    return .string("e30.\(Base64.url.text(claims.canonicalBytes)).c2ln")
  }

  /// What the prefetch, the endpoint test and the token test would use; all must be one.
  private func chosen(_ phone: Phone) throws -> String? {
    let before = (phone.device.os, phone.device.app)
    let fetch = try phone.prefetchRequest().token
    (phone.device.os, phone.device.app) = before
    let test = try phone.requests(ofCall: "testEndorserAPI").first?.token
    (phone.device.os, phone.device.app) = before
    let reply = phone.reply(try phone.call("testJWTGeneration"))
    (phone.device.os, phone.device.app) = before
    guard case .value(let value)? = reply else { return nil }
    #expect(fetch == test)
    #expect(fetch == value["jwt"]?.stringValue)
    return fetch
  }

  @Test(
    "is the same in the prefetch, the endpoint's test and the token's",
    arguments: 1...10 as ClosedRange<UInt64>)
  func same(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: "tokens")
    let phone = try Phone()
    try phone.schedule(["time": "23:00"])
    func configure(_ token: JSONValue) throws {
      try phone.value(
        "configureNativeFetcher",
        ["apiBaseUrl": "https://api.example", "activeDid": .string(Self.bob), "jwtToken": token])
    }
    try configure(nil)
    for _ in 0..<30 {
      switch random.below(6) {
      case 0: try configure("abc.def.ghi")
      case 1: try configure(hostToken(phone, seconds: random.integer(in: -60...600)))
      case 2:
        try phone.value("refreshAuthenticationForNewIdentity", ["activeDid": .string(Self.bob)])
        #expect(try chosen(phone)?.hasPrefix("eyJ") == true)
      case 3:
        let before = try chosen(phone)
        try phone.call("testEndorserAPI")
        try phone.answerEndpoint(401)
        try phone.advance(seconds: 1)
        #expect(try chosen(phone) != before)
      case 4:
        let before = try chosen(phone)
        try phone.perform(.harness(.prefetchOnly))
        try phone.answerFetch(401)
        try phone.advance(seconds: 1)
        #expect(try chosen(phone) != before)
      default: try phone.advance(seconds: random.integer(in: 1...300))
      }
      _ = try chosen(phone)
    }
  }

  @Test("is the host's until it expires, then one of the plugin's own")
  func expires() throws {
    let phone = try Phone()
    let token = hostToken(phone, seconds: 60)
    try phone.value(
      "configureNativeFetcher",
      ["apiBaseUrl": "https://api.example", "activeDid": .string(Self.bob), "jwtToken": token])
    #expect(try phone.prefetchRequest().token == token.stringValue)
    let value = try phone.value("testJWTGeneration")
    #expect(value["signer"] == "host" && value["issuer"] == .string(Self.bob))
    #expect(value["expiresAt"] == Phone.time("2025-11-15T05:43:30Z"))
    try phone.settle()
    try phone.advance(to: "2025-11-15T05:43:30Z")
    #expect(try phone.prefetchRequest().token != token.stringValue)
    #expect(try phone.value("testJWTGeneration")["signer"] == "keychain")
  }

  @Test("that names no time of its own says null")
  func opaque() throws {
    let phone = try Phone()
    try phone.value(
      "configureNativeFetcher",
      ["apiBaseUrl": "https://api.example", "activeDid": .string(Self.bob), "jwtToken": "opaque"])
    let value = try phone.value("testJWTGeneration")
    #expect(value["jwt"] == "opaque" && value["signer"] == "host")
    #expect(value["issuedAt"] == .null && value["expiresAt"] == .null)
  }
}
