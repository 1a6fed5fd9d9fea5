import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("network")
struct NetworkMachineTests {
  private let now: Int64 = 1_763_185_350_000

  private func request(
    etag: String? = nil, token: String? = nil, timeout: Int64 = 15_000,
    url: String = "https://example.com/content", scheduledFor: Int64? = 1_763_185_980_000
  ) -> ContentRequest {
    ContentRequest(
      url: url, token: token, etag: etag, scheduledFor: scheduledFor, timeoutMilliseconds: timeout)
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
    return machine.answer(request ?? self.request(), wallMilliseconds: now)
  }

  /// The status and body of an answer; nil when there is none.
  private func response(_ outcome: FetchOutcome) -> (status: Int, body: String)? {
    guard case .response(let status, let body, _, _) = outcome else { return nil }
    return (status, String(decoding: body, as: UTF8.self))
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
    let answer = machine.answer(request(url: url), wallMilliseconds: now)
    let body = response(answer.outcome)?.body
    #expect((body != nil) == isAnswered)
    #expect(body?.contains("2025-11-15T05:53:00Z") ?? true)
    machine.script([])
    #expect(machine.answer(request(url: url), wallMilliseconds: now).outcome == .unreachable)
    machine = NetworkMachine(seed: 1)
    machine.set(.offline)
    #expect(machine.answer(request(url: url), wallMilliseconds: now).outcome == .unreachable)
  }

  @Test(
    "brings the plugin's own content as the connection allows", arguments: NetworkCondition.allCases
  )
  func fixedContent(condition: NetworkCondition) throws {
    var machine = NetworkMachine(seed: 1)
    machine.set(condition)
    let answers = (0..<300).map { _ in machine.answer(fixed: [1]) }
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
      response(machine.answer(request(), wallMilliseconds: now).outcome)?.status
    }
    #expect(statuses == [500, 500, 429, 200, 200, 200])
    machine.script([])
    #expect(machine.answer(request(), wallMilliseconds: now).outcome == .unreachable)
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
      machine.answer(request(), wallMilliseconds: now).milliseconds
    }
    #expect(times.allSatisfy { range.contains($0) })
    #expect(Set(times).count > 100)
    #expect(times.contains { $0 > range.upperBound * 9 / 10 })
    var delayed = try self.machine([["delayMs": "2s"]], condition)
    let late = delayed.answer(request(), wallMilliseconds: now)
    if late.outcome != .unreachable { #expect(late.milliseconds >= 2040) }
  }

  @Test("loses one request in three when it is flaky, without using a response of the script")
  func flaky() throws {
    var machine = try machine([["status": 500, "times": 300], ["status": 200]], .flaky)
    let outcomes = (0..<600).map { _ in machine.answer(request(), wallMilliseconds: now).outcome }
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

  @Test("requires a valid token if the script says so")
  func token() throws {
    let none = try #require(response(answer([["requireToken": true]]).outcome))
    #expect(none.status == 401)
    #expect(none.body.contains("no token"))
    let good = request(token: "e30.\(Self.encoded("{\"iss\":\"did:x\",\"exp\":1763185351}")).c2ln")
    #expect(response(try answer([["requireToken": true]], good).outcome)?.status == 200)
    #expect(response(try answer([[:]]).outcome)?.status == 200)
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// A string in base64url without padding.
  private static func encoded(_ text: String) -> String {
    let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
    var encoded = ""
    for start in stride(from: 0, to: bits.count, by: 6) {
      let group = (0..<6).map { start + $0 < bits.count ? bits[start + $0] : 0 }
      encoded.append(digits[group.reduce(0) { $0 * 2 + Int($1) }])
    }
    return encoded
  }

  @Test(
    "checks a token's three parts, issuer and expiry, not its signature",
    arguments: [
      ("{\"iss\":\"a\",\"exp\":1763185351}", nil),
      ("{\"exp\":1763185350.5,\"iss\":\"ünï\"}", nil),
      ("{\"iss\":\"a\",\"exp\":1763185350}", "the token has expired"),
      ("{\"iss\":\"\",\"exp\":1763185351}", "the token has no issuer"),
      ("{\"exp\":1763185351}", "the token has no issuer"),
      ("{\"iss\":\"a\",\"exp\":\"soon\"}", "the token has no expiry"),
      ("{\"iss\":\"a\"}", "the token has no expiry"),
      ("no JSON", "the token's payload is no JSON in base64url"),
    ] as [(String, String?)])
  func payload(payload: String, objection: String?) {
    let token = "e30.\(Self.encoded(payload)).x"
    #expect(TokenCheck.objection(to: token, wallMilliseconds: now) == objection)
  }

  @Test(
    "accepts nothing else as a token",
    arguments: [nil, "", "a", "a.b", "a..c", ".b.c", "a.b.", "a.b.c.d", "a.b+/.c", "a.b=.c"])
  func noToken(token: String?) {
    #expect(TokenCheck.objection(to: token, wallMilliseconds: now) != nil)
  }

  @Test(
    "shows URLs without secrets",
    arguments: [
      ("https://a.b/c?for=2025", "https://a.b/c?for=..."),
      ("https://user:word@a.b/c?token=x&for=2025&key", "https://a.b/c?token=...&for=...&key=..."),
      ("https://a.b/c@d#part", "https://a.b/c@d"), ("nonsense", "nonsense"), ("", ""),
    ])
  func shownAddress(url: String, shown: String) {
    #expect(RequestAddress.shown(url) == shown)
  }
}
