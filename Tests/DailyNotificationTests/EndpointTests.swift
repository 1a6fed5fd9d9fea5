import CivilTime
import JSONText
import Testing
import Tokens

@testable import DailyNotification
@testable import DeviceModel

@Suite("A test of the endpoint")
struct EndpointTests {
  private static let alice = IdentityTests.alice
  private static let bob = IdentityTests.bob

  private func phone() throws -> Phone {
    let phone = try Phone()
    try phone.value(
      "configure", ["apiServer": "https://api.example", "activeDid": Self.alice])
    return phone
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let outcome: FetchOutcome
    let status: JSONValue
    var error: JSONValue = nil
    var etag: JSONValue = nil
    var isNotModified = false

    var testDescription: String { "\(status.canonicalText) \(error.canonicalText)" }

    static func status(_ status: Int, _ body: String = "", etag: String? = nil) -> FetchOutcome {
      .response(status: status, body: Array(body.utf8), etag: etag, retryAfterSeconds: nil)
    }

    static let content = Phone.payload("T", for: "2025-11-15T05:53:00Z")

    static let all = [
      Answer(outcome: status(200, content, etag: "\"x\""), status: 200, etag: "\"x\""),
      Answer(outcome: status(200, content), status: 200),
      Answer(outcome: status(200), status: 200, error: "invalid_payload"),
      Answer(outcome: status(200, "{\"title\":\"T\"}"), status: 200, error: "invalid_payload"),
      // Nothing was fetched before that could be unchanged.
      Answer(
        outcome: status(304, etag: "\"x\""), status: 304, error: "invalid_payload",
        etag: "\"x\""),
      Answer(outcome: status(401), status: 401, error: "auth_failed"),
      Answer(outcome: status(403), status: 403, error: "auth_failed"),
      Answer(outcome: status(400), status: 400, error: "server_error"),
      Answer(
        outcome: status(400, #"{"error":{"code":"JWT_VERIFY_FAILED"}}"#), status: 400,
        error: "auth_failed"),
      Answer(outcome: status(404), status: 404, error: "server_error"),
      Answer(outcome: status(429), status: 429, error: "rate_limited"),
      Answer(outcome: status(500), status: 500, error: "server_error"),
      Answer(outcome: .unreachable, status: nil, error: "network_failed"),
      Answer(outcome: .timedOut, status: nil, error: "fetch_timeout"),
      Answer(outcome: .oversized(status: 200), status: 200, error: "invalid_payload"),
    ]
  }

  @Test("reports its outcome and duration", arguments: Answer.all)
  func answers(answer: Answer) throws {
    let phone = try phone()
    let call = try phone.call("testEndorserAPI")
    try phone.advance(milliseconds: 250)
    #expect(phone.reply(call) == nil)
    try phone.answerEndpoint(answer.outcome)
    #expect(
      phone.reply(call)
        == .value([
          "success": .bool(answer.error.isNull), "status": answer.status, "durationMs": 250,
          "etag": answer.etag, "notModified": .bool(answer.isNotModified), "error": answer.error,
        ]))
    #expect(phone.device.os.storage.contents.isEmpty)
    #expect(phone.count(.prefetchFailed) == 0)
    #expect(phone.device.app?.plugin.unansweredCalls.isEmpty == true)
  }

  @Test("stays open while other calls are answered; each test gets its own answer")
  func open() throws {
    let phone = try phone()
    let first = try phone.call("testEndorserAPI")
    let second = try phone.call("testEndorserAPI")
    try phone.schedule()
    #expect(phone.reply(first) == nil)
    #expect(phone.device.app?.plugin.unansweredCalls.map(\.number) == [first, second])
    try phone.answerEndpoint(500)
    #expect(phone.reply(first) == nil)
    guard case .value(let value)? = phone.reply(second) else {
      Issue.record("no value")
      return
    }
    #expect(value["status"] == 500)
    try phone.settle()
    guard case .value(let unreachable)? = phone.reply(first) else {
      Issue.record("no value")
      return
    }
    #expect(unreachable["error"] == "network_failed")
    #expect(unreachable["durationMs"] == 300)
  }

  @Test("is lost when its process dies")
  func lost() throws {
    let phone = try phone()
    let call = try phone.call("testEndorserAPI")
    try phone.perform(.swipeAway)
    let lost = phone.payloads.compactMap {
      if case .plugin(.callLost(let call)) = $0 { call.number } else { nil }
    }
    #expect(lost == [call])
    try phone.perform(.launch)
    try phone.settle()
    #expect(phone.reply(call) == nil)
  }

  @Test("fetches from the configured server as the active identity, or as the options say")
  func request() throws {
    let phone = try phone()
    let usual = try #require(try phone.requests(ofCall: "testEndorserAPI").first)
    #expect(usual.url == "https://api.example/content")
    #expect(try JSONWebToken(#require(usual.token)).issuer == Self.alice.stringValue)
    #expect(usual.identity == Self.alice.stringValue)
    #expect(usual.etag == nil)
    #expect(usual.timeoutMilliseconds == 15_000)
    let other = try #require(
      try phone.requests(
        ofCall: "testEndorserAPI",
        ["activeDid": Self.bob, "apiServer": "https://other.example"]
      ).first)
    #expect(other.url == "https://other.example/content")
    #expect(try JSONWebToken(#require(other.token)).issuer == Self.bob.stringValue)
  }

  @Test("sends the ETag of the last answer, only to the same URL and for the same identity")
  func tag() throws {
    let phone = try phone()
    try phone.call("testEndorserAPI")
    try phone.answerEndpoint(200, Answer.content, etag: "\"e1\"")
    func tag(_ options: JSONObject = [:]) throws -> String? {
      try #require(try phone.requests(ofCall: "testEndorserAPI", options).first).etag
    }
    #expect(try tag() == "\"e1\"")
    try phone.answerEndpoint(304)
    #expect(try phone.counter("dnp_etag_not_modified_total") == 1)
    #expect(try tag(["apiServer": "https://other.example"]) == nil)
    #expect(try tag(["activeDid": Self.bob]) == nil)
    // Nothing was sent that could be unchanged.
    try phone.answerEndpoint(304)
    #expect(try phone.counter("dnp_etag_not_modified_total") == 1)
    #expect(try tag() == "\"e1\"")
    try phone.value("setActiveDidFromHost", ["activeDid": Self.bob])
    try phone.value("setActiveDidFromHost", ["activeDid": Self.alice])
    #expect(try tag() == nil)
  }

  @Test("keeps the ETag for the identity that made the call, not the one active at the answer")
  func tagOfAsker() throws {
    let phone = try phone()
    try phone.call("testEndorserAPI")
    try phone.value("setActiveDidFromHost", ["activeDid": Self.bob])
    try phone.answerEndpoint(200, Answer.content, etag: "\"abc\"")
    let request = try #require(try phone.requests(ofCall: "testEndorserAPI").first)
    #expect(request.etag == nil)
  }

  @Test("needs a server, configured or the native fetcher's")
  func server() throws {
    let phone = try Phone()
    #expect(try phone.rejection("testEndorserAPI") == .noServer)
    try phone.value(
      "configureNativeFetcher",
      ["apiBaseUrl": "https://native.example", "activeDid": Self.alice])
    let request = try #require(try phone.requests(ofCall: "testEndorserAPI").first)
    #expect(request.url == "https://native.example/content")
    let anonymous = try #require(
      try Phone().requests(ofCall: "testEndorserAPI", ["apiServer": "https://a.example"]).first)
    #expect(anonymous.token == nil)
  }
}
