import DailyNotification
import ES256K
import JSONText
import PlainText
import SimulationCore
import Testing
import Tokens

@testable import DeviceModel

@Suite("network")
struct NetworkMachineTests {
  private let now = ClockTimes(
    wallMilliseconds: 1_763_185_350_000, trueMilliseconds: 1_763_185_350_000)

  private func request(
    etag: String? = nil, token: String? = nil, timeout: Int64 = 15_000,
    url: String = "https://example.com/content", scheduledFor: Int64? = 1_763_185_980_000
  ) -> ContentRequest {
    ContentRequest(
      url: url, token: token, etag: etag, scheduledFor: scheduledFor, timeoutMilliseconds: timeout)
  }

  @Test("what is left of a script answers what the script would have, at every place")
  func restOfScript() throws {
    let responses = try ScriptReader.responses(
      [["status": 503], ["status": 409, "times": 3], ["status": 429], [:]])
    for asked in 0...8 {
      var script = ScriptedAPI(responses)
      for _ in 0..<asked { _ = script.next() }
      var rest = ScriptedAPI(script.rest)
      for _ in 0..<8 { #expect(rest.next()?.status == script.next()?.status, "after \(asked)") }
    }
    #expect(ScriptedAPI([]).rest.isEmpty)
  }

  private func machine(
    _ script: JSONValue = [[:]], _ condition: NetworkCondition = .online, seed: UInt64 = 1
  ) throws -> NetworkMachine {
    var machine = NetworkMachine(seed: seed)
    machine.set(condition)
    machine.script(try ScriptReader.responses(script))
    return machine
  }

  private func answer(
    _ script: JSONValue, _ request: ContentRequest? = nil, _ condition: NetworkCondition = .online
  ) throws -> NetworkMachine.Answer {
    var machine = try machine(script, condition)
    return machine.answer(request ?? self.request(), at: now, TestKeys.standard)
  }

  /// The status and body of an answer; nil when there is none.
  private func response(_ outcome: FetchOutcome) -> (status: Int, body: String)? {
    guard case .response(let response) = outcome else { return nil }
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test("reaches no server without a script, and fails after 300 ms, offline after 50")
  func unreachable() throws {
    for condition in NetworkCondition.allCases {
      let answer = try answer([], nil, condition)
      #expect(answer.outcome == .unreachable)
      #expect(answer.milliseconds == (condition == .offline ? 50 : 300))
      #expect(answer.raw == nil)
    }
    #expect(try answer([[:]], nil, .offline).outcome == .unreachable)
  }

  @Test("answers with correct content for the requested time")
  func proper() throws {
    let answer = try answer([[:]])
    let body = try #require(response(answer.outcome)?.body)
    let value = try JSONParser.parse(body)
    #expect(value["scheduled_for"] == "2025-11-15T05:53:00Z")
    #expect(value["title"] == "Scripted Update")
    #expect(answer.raw?.body == Array(body.utf8))
    let other = try self.answer([["scheduledFor": "then"]])
    #expect(response(other.outcome)?.body.contains("\"scheduled_for\":\"then\"") == true)
    let unnamed = try self.answer([[:]], request(scheduledFor: nil))
    #expect(
      response(unnamed.outcome)?.body.contains("\"scheduled_for\":\"2025-11-15T05:42:30Z\"") == true
    )
  }

  @Test(
    "has proper content at the test API's host until it is scripted",
    arguments: [
      ("https://api.test.example/content", true), ("https://user@API.TEST.example:443/x?y", true),
      ("https://api.test/content", true), ("https://api.test.example.org/content", false),
      ("https://other/api.test.example", false),
    ])
  func testAPI(url: String, isAnswered: Bool) throws {
    var machine = NetworkMachine(seed: 1)
    let answer = machine.answer(request(url: url), at: now, TestKeys.standard)
    let body = response(answer.outcome)?.body
    #expect((body != nil) == isAnswered)
    #expect(body?.contains("2025-11-15T05:53:00Z") ?? true)
    machine.script([])
    #expect(
      machine.answer(request(url: url), at: now, TestKeys.standard).outcome
        == .unreachable)
    machine = NetworkMachine(seed: 1)
    machine.set(.offline)
    #expect(
      machine.answer(request(url: url), at: now, TestKeys.standard).outcome
        == .unreachable)
  }

  @Test(
    "brings the plugin's own content as the connection allows", arguments: NetworkCondition.allCases
  )
  func fixedContent(condition: NetworkCondition) throws {
    var machine = NetworkMachine(seed: 1)
    machine.set(condition)
    let answers = (0..<300).map { _ in machine.answer(fixed: [1], timeoutMilliseconds: 15_000) }
    let lost = answers.count { $0.outcome == .unreachable }
    switch condition {
    case .online:
      #expect(lost == 0)
      #expect(answers.allSatisfy { $0.milliseconds == 120 })
    case .offline:
      #expect(lost == 300)
      #expect(answers.allSatisfy { $0.milliseconds == 50 })
    case .slow:
      #expect(lost == 0)
      #expect(answers.allSatisfy { (2000...10_000).contains($0.milliseconds) })
    case .flaky: #expect((70...130).contains(lost))
    }
  }

  @Test("answers from the script in order, as often as it says, and repeats the last one")
  func order() throws {
    var machine = try machine([["status": 500, "times": 2], ["status": 429], ["status": 200]])
    let statuses = (0..<6).map { _ in
      response(machine.answer(request(), at: now, TestKeys.standard).outcome)?.status
    }
    #expect(statuses == [500, 500, 429, 200, 200, 200])
    machine.script([])
    #expect(
      machine.answer(request(), at: now, TestKeys.standard).outcome == .unreachable)
  }

  @Test(
    "answers what the script says",
    arguments: [
      (["status": 500], 500, ""), (["body": "no JSON"], 200, "no JSON"),
      (["status": 503, "body": ["b": 1, "a": [true]]], 503, "{\"a\":[true],\"b\":1}"),
      (["body": "{\"a\":1}", "malformed": true], 200, "{\"a{"),
      (["body": [], "malformed": true], 200, "[{"),
      (["status": 500, "malformed": true], 500, "{"), (["status": 304], 304, ""),
    ] as [(JSONValue, Int, String)])
  func content(item: JSONValue, status: Int, body: String) throws {
    let got = try #require(response(answer([item]).outcome))
    #expect(got == (status, body))
    if item["malformed"] != nil { #expect((try? JSONParser.parse(got.body)) == nil) }
  }

  @Test("sends ETag and Retry-After")
  func headers() throws {
    let answer = try answer([["status": 429, "retryAfterSeconds": 120, "etag": "\"v1\""]])
    #expect(
      answer.outcome
        == .response(status: 429, body: [], etag: "\"v1\"", retryAfterSeconds: 120))
    #expect(answer.raw?.value(of: "Retry-After") == "120")
    #expect(answer.raw?.value(of: "ETag") == "\"v1\"")
    #expect(answer.raw?.value(of: "Content-Type") == nil)
  }

  @Test(
    "answers 304 without content when the phone has the same ETag, weakly compared",
    arguments: [
      ("\"a\"", "\"a\"", true), ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true),
      ("\"b\", W/\"a\" ", "\"a\"", true), ("*", "\"a\"", true), ("\"b\"", "\"a\"", false),
      ("\"A\"", "\"a\"", false), ("a", "\"a\"", false),
    ])
  func notModified(asked: String, tag: String, isSame: Bool) throws {
    let item: JSONValue = ["etag": .string(tag)]
    let got = try #require(response(answer([item], request(etag: asked)).outcome))
    #expect(got.status == (isSame ? 304 : 200))
    #expect(got.body.isEmpty == isSame)
    let failing = try answer([["etag": .string(tag), "status": 500]], request(etag: asked))
    #expect(response(failing.outcome)?.status == 500)
  }

  @Test("answers in full when either side has no ETag")
  func noTag() throws {
    #expect(response(try answer([[:]], request(etag: "\"a\"")).outcome)?.status == 200)
    #expect(response(try answer([["etag": "\"a\""]]).outcome)?.status == 200)
  }

  @Test(
    "is as slow as the connection",
    arguments: [
      (.online, 40...250), (.flaky, 40...250), (.slow, 2000...10_000),
    ] as [(NetworkCondition, ClosedRange<Int64>)])
  func latency(condition: NetworkCondition, range: ClosedRange<Int64>) throws {
    var machine = try machine([[:]], condition)
    let times = (0..<500).map { _ in
      machine.answer(request(), at: now, TestKeys.standard).milliseconds
    }
    #expect(times.allSatisfy { range.contains($0) })
    #expect(Set(times).count > 100)
    #expect(times.contains { $0 > range.upperBound * 9 / 10 })
    var delayed = try self.machine([["delayMs": "2s"]], condition)
    let late = delayed.answer(request(), at: now, TestKeys.standard)
    if late.outcome != .unreachable { #expect(late.milliseconds >= 2040) }
  }

  @Test("sends the script's headers, and those of their names instead of its own")
  func scriptedHeaders() throws {
    let answer = try answer([
      [
        "etag": "\"v1\"",
        "headers": [
          "content-type": "text/html", "Vary": "*", "Cache-Control": "no-store",
          "Retry-After": "Sat, 15 Nov 2025 06:00:00 GMT",
        ],
      ]
    ])
    guard case .response(let response) = answer.outcome else {
      Issue.record("no answer")
      return
    }
    #expect(response.contentType == "text/html" && response.vary == "*")
    #expect(response.cacheControl == "no-store" && response.etag == "\"v1\"")
    #expect(response.retryAfter == "Sat, 15 Nov 2025 06:00:00 GMT")
    #expect(answer.raw?.headers.map(\.name).first == "ETag")
  }

  @Test("loses a connection that is reset, and one that breaks within the body")
  func broken() throws {
    for item in [["reset": true], ["truncate": true]] as [JSONValue] {
      let answer = try answer([item])
      #expect(answer.outcome == .unreachable)
      #expect((40...250).contains(answer.milliseconds))
      #expect(answer.raw == nil)
    }
  }

  @Test("follows redirections, without the token where the origin is another, and not for ever")
  func redirects() throws {
    let claims = #"{"exp":1763185351,"iss":"\#(Self.issuer)"}"#
    func end(_ location: JSONValue) throws -> (status: Int, body: String)? {
      let request = ContentRequest(
        url: "https://example.com/content", token: try Self.token(claims),
        identity: Self.issuer, etag: nil, timeoutMilliseconds: 15_000)
      let moved: JSONValue = ["status": 302, "headers": ["Location": location]]
      return response(try answer([moved, ["requireToken": true]], request).outcome)
    }
    #expect(try end("/new")?.status == 200)
    #expect(try end("https://example.com/new")?.status == 200)
    #expect(try end("https://other.example/new")?.status == 401)
    #expect(
      try answer([["status": 302, "headers": ["Location": "/"]]]).outcome == .unreachable)
    #expect(response(try answer([["status": 302]]).outcome)?.status == 302)
  }

  @Test(
    "resolves where a redirection leads",
    arguments: [
      ("/a", "https://h/a"), ("b?c", "https://h/x/b?c"), ("http://o/a", "http://o/a"),
    ])
  func resolved(target: String, address: String) {
    #expect(RequestAddress.resolved(target, from: "https://h/x/y?z=/") == address)
  }

  @Test("loses one request in three when it is flaky, without using a response of the script")
  func flaky() throws {
    var machine = try machine([["status": 500, "times": 300], ["status": 200]], .flaky)
    let outcomes = (0..<600).map { _ in
      machine.answer(request(), at: now, TestKeys.standard).outcome
    }
    let lost = outcomes.count { $0 == .unreachable }
    #expect((150...250).contains(lost))
    #expect(outcomes.count { response($0)?.status == 500 } == 300)
  }

  @Test(
    "times out when the request's timeout is over",
    arguments: [
      (["drop": true], 15_000, .online, 15_000), (["delayMs": 3_600_000], 15_000, .online, 15_000),
      ([:], 20, .online, 20), ([:], 1000, .slow, 1000), (["drop": true], 0, .online, 0),
    ] as [(JSONValue, Int64, NetworkCondition, Int64)])
  func timeout(
    item: JSONValue, timeout: Int64, condition: NetworkCondition, milliseconds: Int64
  ) throws {
    let answer = try answer([item], request(timeout: timeout), condition)
    #expect(answer.outcome == .timedOut)
    #expect(answer.milliseconds == milliseconds)
    #expect(answer.raw == nil)
  }

  @Test("abandons a body of more than 1 MiB and keeps its beginning")
  func oversized() throws {
    let answer = try answer([["oversized": true, "status": 200]])
    #expect(answer.outcome == .oversized(status: 200))
    #expect(answer.raw?.body.count == 1_048_576)
  }

  /// A token with claims, signed by an identity of the keychain.
  private static func token(_ claims: String, by index: Int = 0) throws -> String {
    let keys = TestKeys.standard
    let signed = "\(Base64.url.text(JSONWebToken.header.utf8)).\(Base64.url.text(claims.utf8))"
    let signature = try #require(
      keys.signature(of: Array(signed.utf8), by: keys.identities[index]))
    return "\(signed).\(Base64.url.text(signature))"
  }

  private static let issuer = TestKeys.standard.identities[0]

  /// The answer to a request as the first identity that must have a token.
  private func guarded(_ token: String?) throws -> (status: Int, body: String) {
    let request = ContentRequest(
      url: "https://example.com:8443/content?x", token: token, identity: Self.issuer, etag: nil,
      timeoutMilliseconds: 15_000)
    return try #require(response(answer([["requireToken": true]], request).outcome))
  }

  @Test("wants a token if the script says so: none is 401, another than the identity's is 400")
  func token() throws {
    let none = try guarded(nil)
    #expect(none.status == 401)
    #expect(none.body.contains("there is no token"))
    #expect(try guarded("").status == 401)
    let claims = #"{"exp":1763185351,"iss":"\#(Self.issuer)"}"#
    #expect(try guarded(Self.token(claims)).status == 200)
    let other = try guarded(Self.token(claims, by: 1))
    #expect(other.status == 400)
    #expect(other.body.contains("JWT_VERIFY_FAILED"))
    #expect(response(try answer([[:]]).outcome)?.status == 200)
  }

  @Test(
    "checks issuer, expiry with 300 s of tolerance, and the audience where there is one",
    arguments: [
      (#"{"exp":1763185051,"iss":"{1}"}"#, nil),
      (#"{"exp":1763185050,"iss":"{1}"}"#, "the token has expired"),
      (#"{"exp":"soon","iss":"{1}"}"#, "the token has no expiry"),
      (#"{"iss":"{1}"}"#, "the token has no expiry"),
      (#"{"exp":1763185351,"iat":1763185651,"iss":"{1}"}"#, "its 'iat' lies ahead"),
      (#"{"exp":1763185351}"#, "the token has no issuer"),
      (#"{"exp":1763185351,"iss":"did:key:z6Mk"}"#, "UNSUPPORTED_DID_METHOD"),
      (#"{"aud":"https://example.com:8443","exp":1763185351,"iss":"{1}"}"#, nil),
      (#"{"aud":"https://example.com","exp":1763185351,"iss":"{1}"}"#, "the token is for"),
    ] as [(String, String?)])
  func claims(claims: String, objection: String?) throws {
    let answer = try guarded(Self.token(claims.replacing("{1}", with: Self.issuer)))
    #expect(answer.status == (objection == nil ? 200 : 400))
    if let objection { #expect(answer.body.contains(objection), "\(answer.body)") }
  }

  /// Where the phone's clock stands, what the script says of the server's, and what the answer is.
  static let clocks: [(phone: Int64, server: JSONValue, status: Int, ahead: Int64?)] = [
    (0, nil, 200, nil), (-240_000, nil, 200, nil), (-3_600_000, nil, 400, 3_600_000),
    (3_600_000, nil, 400, -3_600_000), (-3_600_000, "-1h", 200, nil), (0, "1h", 400, 3_600_000),
    (0, "2025-11-15T06:42:30Z", 400, 3_600_000), (3_600_000, "2025-11-15T06:42:30Z", 200, nil),
  ]

  @Test(
    "judges a token by its own clock, which shows the true time unless scripted", arguments: clocks)
  func serverClock(
    _ each: (phone: Int64, server: JSONValue, status: Int, ahead: Int64?)
  ) throws {
    let times = ClockTimes(
      wallMilliseconds: now.wallMilliseconds + each.phone,
      trueMilliseconds: now.trueMilliseconds)
    let seconds = times.wallMilliseconds / 1000
    let claims = #"{"exp":\#(seconds + 60),"iat":\#(seconds),"iss":"\#(Self.issuer)"}"#
    let request = ContentRequest(
      url: "https://example.com/content", token: try Self.token(claims), identity: Self.issuer,
      etag: nil, timeoutMilliseconds: 15_000)
    var machine = try machine([["requireToken": true, "serverTime": each.server]])
    let answer = machine.answer(request, at: times, TestKeys.standard)
    let result = FetchResult(
      answer.outcome, durationMilliseconds: 1,
      serverAheadMilliseconds: answer.serverAheadMilliseconds)
    #expect(result.status == each.status)
    #expect(result.serverAheadMilliseconds == each.ahead)
  }

  @Test("refuses a token that another identity of the phone signed for itself")
  func foreignToken() throws {
    let claims = #"{"exp":1763185351,"iss":"\#(TestKeys.standard.identities[1])"}"#
    let answer = try guarded(Self.token(claims, by: 1))
    #expect(answer.status == 400)
    #expect(answer.body.contains("the token's issuer is"))
  }

  @Test(
    "accepts nothing else as a token",
    arguments: ["a", "a.b", "a..c", ".b.c", "a.b.", "a.b.c.d", "a.b+/.c", "a.b=.c"])
  func noToken(token: String) throws { #expect(try guarded(token).status == 400) }

  @Test(
    "shows URLs without secrets",
    arguments: [
      ("https://a.b/c?for=2025", "https://a.b/c?for=…"),
      ("https://user:word@a.b/c?token=x&for=2025&key", "https://a.b/c?token=…&for=…&key=…"),
      ("https://a.b/c@d#part", "https://a.b/c@d"), ("nonsense", "nonsense"), ("", ""),
    ])
  func shownAddress(url: String, shown: String) {
    #expect(RequestAddress.shown(url) == shown)
  }
}
