import CivilTime
import ES256K
import JSONText
import Testing
import Tokens

@testable import DailyNotification
@testable import DeviceModel

@Suite("An identity")
struct IdentityTests {
  static let alice = JSONValue.string(TestKeys.standard.identities[0])
  static let bob = JSONValue.string(TestKeys.standard.identities[1])

  /// A phone with Alice's identity whose next notification shows fetched content.
  private func prefetched() throws -> Phone {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example", "activeDid": Self.alice])
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.answerFetch(
      200, Phone.payload("For Alice", for: "2025-11-15T05:53:00Z"), etag: "\"a1\"")
    try #require(try phone.pendingTitle("daily_daily") == "For Alice")
    _ = try phone.value("testJWTGeneration")
    return phone
  }

  /// The calls that set an identity, with options that set Bob's.
  static let calls: [(String, JSONObject)] = [
    ("configure", ["activeDid": bob]), ("setActiveDidFromHost", ["activeDid": bob]),
    ("refreshAuthenticationForNewIdentity", ["activeDid": bob]),
    ("updateBackgroundTaskIdentity", ["activeDid": bob]),
    ("configureNativeFetcher", ["activeDid": bob, "apiBaseUrl": "https://api.example"]),
  ]

  @Test(
    "that is another one clears token, ETags and content; the default text shows", arguments: calls)
  func changed(method: String, options: JSONObject) throws {
    let phone = try prefetched()
    try phone.call("testEndorserAPI")
    try phone.answerEndpoint(
      200, Phone.payload("Endpoint", for: "2025-11-15T05:53:00Z"), etag: "\"e1\"")
    #expect(phone.device.os.storage.value(.endpointTag) != nil)
    #expect(try phone.value(method, options) == [:])
    try phone.settle()
    #expect(phone.device.os.storage.contents.isEmpty)
    #expect(phone.device.os.storage.value(.endpointTag) == nil)
    #expect(phone.device.app?.plugin.identity.cachedToken?.issuer != Self.alice.stringValue)
    #expect(try phone.pendingTitle("daily_daily") == "Daily Notification")
    #expect(phone.pendingIdentifiers.count == Phone.windowMax)
    #expect(try phone.value("getCoordinationStatus")["identity"] == Self.bob)
    #expect(phone.count(.identityChanged) == 2)
    #expect(phone.lines(from: .debug).contains("[DNP-IDENTITY] Identity changed (cleared=1)"))
    try phone.perform(.systemTerminate)
    try phone.perform(.launch)
    #expect(try phone.value("getCoordinationStatus")["identity"] == Self.bob)
  }

  @Test("that is the same one changes nothing", arguments: calls)
  func unchanged(method: String, options: JSONObject) throws {
    let phone = try prefetched()
    var same = options
    same["activeDid"] = Self.alice
    let before = phone.device.os.pendingRequests
    let contents = phone.device.os.storage.contents
    try phone.value(method, same)
    #expect(phone.device.os.pendingRequests == before)
    #expect(phone.device.os.storage.contents == contents)
    #expect(phone.count(.identityChanged) == 1)
  }

  @Test("that changes while content is fetched restarts the fetch")
  func whileFetching() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example", "activeDid": Self.alice])
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    let first = try #require(phone.device.app?.plugin.prefetch.running).number
    try phone.value("setActiveDidFromHost", ["activeDid": Self.bob])
    let second = try #require(phone.device.app?.plugin.prefetch.running).number
    #expect(second != first)
    try phone.answerFetch(200, Phone.payload("For Bob", for: "2025-11-15T05:53:00Z"))
    #expect(try phone.pendingTitle("daily_daily") == "For Bob")
    #expect(phone.device.os.storage.contents.map(\.identity) == [Self.bob.stringValue])
    #expect(phone.count(.taskCompleted) == 1)
  }

  @Test("that cannot be stored is rejected and changes nothing", arguments: calls)
  func notStored(method: String, options: JSONObject) throws {
    let phone = try prefetched()
    try phone.perform(.fillDisk(isOn: true))
    #expect(try phone.rejection(method, options).kind == .storageFailed)
    #expect(try phone.value("getCoordinationStatus")["identity"] == Self.alice)
    #expect(try phone.pendingTitle("daily_daily") == "For Alice")
  }

  @Test("can have its cache cleared; the reply counts the items, and the default text is shown")
  func clearCache() throws {
    let phone = try prefetched()
    #expect(try phone.value("clearCacheForNewIdentity") == ["cleared": 1])
    #expect(try phone.pendingTitle("daily_daily") == "Daily Notification")
    #expect(try phone.value("clearCacheForNewIdentity") == ["cleared": 0])
  }

  @Test("has its pending task submitted again by call 24, for the same time")
  func task() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.value("updateBackgroundTaskIdentity", ["activeDid": Self.bob])
    #expect(phone.count(.taskScheduled) == 2)
    #expect(phone.taskBegins == "2025-11-15T05:48:00Z")
  }

  @Test("keeps a retry at its time when call 24 is made", arguments: [true, false])
  func taskOfRetry(isSame: Bool) throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example", "activeDid": Self.alice])
    try phone.schedule()
    try phone.runTask(at: "2025-11-15T05:48:00Z", Phone.failure(500))
    #expect(phone.taskBegins == "2025-11-15T05:49:00Z")
    try phone.value(
      "updateBackgroundTaskIdentity", ["activeDid": isSame ? Self.alice : Self.bob])
    #expect(phone.taskBegins == "2025-11-15T05:49:00Z")
  }

  @Test("requests content with its token, and with the ETag of the stored content")
  func request() throws {
    let phone = try prefetched()
    let request = try phone.prefetchRequest()
    #expect(request.url == "https://api.example/content")
    #expect(request.scheduledFor == ISO8601.parse("2025-11-15T05:53:00Z"))
    #expect(request.etag == "\"a1\"")
    #expect(request.token == phone.device.app?.plugin.identity.cachedToken?.text)
    #expect(request.token?.hasPrefix("eyJ") == true)
  }

  @Test("never sends the ETag of another identity or another URL")
  func foreignTag() throws {
    let moved = try prefetched()
    try moved.value("configure", ["apiServer": "https://other.example"])
    #expect(try moved.prefetchRequest().etag == nil)
    let changed = try prefetched()
    try changed.value("setActiveDidFromHost", ["activeDid": Self.bob])
    try changed.settle()
    let request = try changed.prefetchRequest()
    #expect(request.etag == nil)
    #expect(try JSONWebToken(#require(request.token)).issuer == Self.bob.stringValue)
  }

  @Test("has its content renewed by 304: its age starts again and the counter moves")
  func notModified() throws {
    let phone = try prefetched()
    try phone.advance(seconds: 60)
    _ = try phone.prefetchRequest()
    let now = phone.device.os.wallMilliseconds
    try phone.answerFetch(304)
    let row = try #require(phone.device.os.storage.contents.first)
    #expect(row.fetchedAt == now)
    #expect(row.etag == "\"a1\"")
    #expect(try phone.counter("dnp_etag_not_modified_total") == 1)
    #expect(try phone.pending("daily_daily").content.info.fetchedAt == row.fetchedAt)
  }

  @Test("that changed cannot use a 304: the fetch fails, since nothing is stored for it")
  func notModifiedAfterChange() throws {
    let phone = try prefetched()
    try phone.value("setActiveDidFromHost", ["activeDid": Self.bob])
    try phone.settle()
    _ = try phone.prefetchRequest()
    try phone.answerFetch(304)
    #expect(phone.lines().contains("[DNP-FETCH] Prefetch failed (reason=PAYLOAD, status=304)"))
    #expect(try phone.pendingTitle("daily_daily") == "Daily Notification")
  }

  @Test("may have a token from the host, which is dropped with it")
  func hostToken() throws {
    let phone = try Phone()
    try phone.value(
      "configureNativeFetcher",
      ["apiBaseUrl": "https://api.example", "activeDid": Self.alice, "jwtToken": "host.token"])
    try phone.schedule()
    #expect(try phone.prefetchRequest().token == "host.token")
    try phone.settle()
    try phone.value("setActiveDidFromHost", ["activeDid": Self.bob])
    let request = try phone.prefetchRequest()
    #expect(request.token?.hasPrefix("eyJ") == true)
    #expect(request.url == "https://api.example/content")
    #expect(request.scheduledFor == ISO8601.parse("2025-11-15T05:53:00Z"))
  }
}

@Suite("A token")
struct TokenTests {
  static let did = IdentityTests.alice
  /// An identity for which the keychain has no key.
  static let stranger: JSONValue = "did:ethr:0x00000000000000000000000000000000000000ab"

  /// The decoded header or claims of a token.
  private func decoded(_ part: Substring) throws -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var bits = 0
    var count = 0
    var bytes: [UInt8] = []
    for character in part {
      bits = bits << 6 | (try #require(alphabet.firstIndex(of: character)))
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
        bits &= (1 << count) - 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("has three parts: its header, its claims and a signature of its issuer")
  func parts() throws {
    let phone = try Phone()
    let value = try phone.value("testJWTGeneration", ["activeDid": Self.did])
    let issued = try #require(ISO8601.parse("2025-11-15T05:42:30Z"))
    let text = try #require(value["jwt"]?.stringValue)
    #expect(
      value == [
        "success": true, "jwt": .string(text), "algorithm": "ES256K", "issuer": Self.did,
        "issuedAt": .integer(issued), "expiresAt": .integer(issued + 60_000),
        "signer": "keychain",
      ])
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    try #require(parts.count == 3)
    #expect(try decoded(parts[0]) == #"{"typ":"JWT","alg":"ES256K"}"#)
    let seconds = issued / 1000
    let did = try #require(Self.did.stringValue)
    #expect(
      try decoded(parts[1]) == #"{"exp":\#(seconds + 60),"iat":\#(seconds),"iss":"\#(did)"}"#)
    #expect(parts[2].count == 86)
    var check = TokenCheck()
    check.issuer = Self.did.stringValue
    check.isLowerHalfRequired = true
    try check.verify(text, at: issued, TestKeys.standard)
    #expect(!text.contains("="))
    #expect(
      phone.lines(from: .debug).contains(
        "[DNP-IDENTITY] Token issued (expires=2025-11-15T05:43:30Z, signer=keychain)"))
  }

  @Test("is made by nobody else's key: calls 22, 25 and 26 are rejected, and nothing changes")
  func noKey() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example", "activeDid": Self.did])
    for method in [
      "refreshAuthenticationForNewIdentity", "testJWTGeneration", "testEndorserAPI",
    ] {
      let rejection = try phone.rejection(method, ["activeDid": Self.stranger])
      #expect(rejection.kind == .authenticationFailed)
      #expect(rejection.data["activeDid"] == Self.stranger)
    }
    #expect(phone.count(.keyMissing) == 3)
    #expect(phone.count(.tokenIssued) == 0)
    #expect(try phone.value("getCoordinationStatus")["identity"] == Self.did)
  }

  @Test("that nobody can sign fails the prefetch as AUTH, and nothing is sent")
  func prefetchWithoutKey() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example", "activeDid": Self.stranger])
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:50:00Z")
    #expect(phone.lines().contains("[DNP-FETCH] Prefetch failed (reason=AUTH, status=none)"))
    #expect(phone.lines().contains("[DNP-FETCH] BGTask completed (success=false)"))
    #expect(
      phone.lines().contains(
        "[DNP-IDENTITY] No key in the keychain (did=\(Self.stranger.stringValue ?? ""))"))
    #expect(phone.payloads.allSatisfy { $0.kind.description != "fetchStarted" })
    #expect(try phone.pendingTitle("daily_daily") == "Daily Notification")
    #expect(phone.taskBegins == "2025-11-16T05:48:00Z")
  }

  @Test(
    "cannot be signed while the keychain is locked: from a start to the first unlock, or always",
    arguments: Knobs.KeychainAccess.allCases)
  func lockedKeychain(knob: Knobs.KeychainAccess) throws {
    let phone = try Phone { $0.knobs.keychainAccess = knob }
    let isLocked = {
      try phone.device.os.signature(of: [1], by: #require(Self.did.stringValue)) == nil
    }
    #expect(try !isLocked())
    try phone.perform(.lock)
    #expect(try isLocked() == (knob == .whenUnlocked))
    try phone.perform(.unlock)
    #expect(try !isLocked())
    try phone.perform(.reboot(isLocked: true))
    #expect(try isLocked())
    try phone.perform(.unlock)
    #expect(try !isLocked())
  }

  @Test("that a locked keychain has fails the prefetch as AUTH, and the log says why")
  func prefetchWhileLocked() throws {
    let phone = try Phone { $0.knobs.keychainAccess = .whenUnlocked }
    try phone.value("configure", ["apiServer": "https://api.example", "activeDid": Self.did])
    try phone.schedule()
    try phone.perform(.background)
    try phone.perform(.lock)
    let rejection = try phone.rejection("testJWTGeneration", [:])
    #expect(rejection.kind == .authenticationFailed)
    #expect(rejection.message.contains("unlocked"))
    try phone.advance(to: "2025-11-15T05:50:00Z")
    #expect(phone.count(.keychainLocked) == 2)
    #expect(phone.lines().contains("[DNP-FETCH] Prefetch failed (reason=AUTH, status=none)"))
    #expect(phone.payloads.allSatisfy { $0.kind.description != "fetchStarted" })
  }

  @Test("needs the keychain, which outlives a reinstall unless the knob says otherwise")
  func reinstalled() throws {
    for (knob, isKept) in [
      (Knobs.KeychainSurvivesReinstall.yes, true), (.no, false),
    ] {
      let phone = try Phone { $0.knobs.keychainSurvivesReinstall = knob }
      try phone.perform(.reinstall)
      try phone.perform(.launch)
      let call = try phone.call("testJWTGeneration", ["activeDid": Self.did])
      #expect(phone.reply(call)?.isRejected == !isKept)
      #expect(phone.device.state(.identities).arrayValue?.count == (isKept ? 3 : 0))
    }
  }

  @Test("is the same on every phone for the same second and issuer, and differs otherwise")
  func equal() throws {
    let tokens = try (0..<2).map { _ in
      try Phone().value("testJWTGeneration", ["activeDid": Self.did])
    }
    #expect(tokens[0] == tokens[1])
    let other = try Phone().value("testJWTGeneration", ["activeDid": IdentityTests.bob])
    #expect(other["jwt"] != tokens[0]["jwt"])
  }

  @Test("of the active identity is kept for half its life")
  func cached() throws {
    let phone = try Phone()
    try phone.value("setActiveDidFromHost", ["activeDid": Self.did])
    let first = try phone.value("testJWTGeneration")
    try phone.advance(milliseconds: 29_999)
    #expect(try phone.value("testJWTGeneration") == first)
    try phone.advance(milliseconds: 1)
    let second = try phone.value("testJWTGeneration")
    #expect(second != first)
    #expect(second["issuedAt"] == Phone.time("2025-11-15T05:43:00Z"))
    try phone.perform(.warpClock(milliseconds: -3_600_000))
    #expect(try phone.value("testJWTGeneration")["issuedAt"] == Phone.time("2025-11-15T04:43:00Z"))
  }

  @Test("is renewed by call 22, also for the same identity")
  func refreshed() throws {
    let phone = try Phone()
    try phone.value("setActiveDidFromHost", ["activeDid": Self.did])
    try phone.value("testJWTGeneration")
    try phone.advance(seconds: 10)
    #expect(
      try phone.value("refreshAuthenticationForNewIdentity", ["activeDid": Self.did]) == [:])
    #expect(
      try phone.value("testJWTGeneration")["issuedAt"] == Phone.time("2025-11-15T05:42:40Z"))
  }

  @Test("needs an identity")
  func noIdentity() throws {
    #expect(try Phone().rejection("testJWTGeneration") == .noIdentity)
  }
}
