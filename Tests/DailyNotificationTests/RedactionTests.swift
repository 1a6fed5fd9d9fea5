import Invariants
import JSONText
import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Recorded data")
struct RedactionTests {
  static let token =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoxIn0.c2lnbmF0dXJlLXg"

  @Test(
    "has tokens, addresses and telephone numbers replaced, and nothing else",
    arguments: [
      ("Bearer \(token), twice \(token)", "Bearer #, twice #"),
      ("write to a.b+c@mail.example.org.", "write to @"),
      ("call +44 (20) 7946-0958 now", "call + now"),
    ])
  func redacted(text: String, shape: String) {
    let redacted = Redaction.text(text)
    #expect(SecretScanner.finding(in: text) != nil)
    #expect(SecretScanner.finding(in: redacted) == nil)
    let marks = redacted.replacing("eyJ…(redacted)", with: "#")
      .replacing("(redacted)", with: shape.contains("@") ? "@" : "+")
    #expect(marks == shape)
  }

  /// As many as a private key has.
  static let keyDigits = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  static let keyLetters = "SyD3mzKqLpWnXcVbRtYuIoPaGhJkFeQ9s7"

  @Test("keeps 64 digits under the name of a hash, and takes them for a key elsewhere")
  func digitsByName() {
    let redacted = Redaction.object([
      "hash": .string(Self.keyDigits), "etag": .string("W/\"\(Self.keyDigits)\""),
      "note": .string(Self.keyDigits),
    ])
    #expect(redacted["hash"] == .string(Self.keyDigits))
    #expect(redacted["etag"] == .string("W/\"\(Self.keyDigits)\""))
    #expect(redacted["note"] == "(redacted)")
  }

  @Test("suspects every string in which something is replaced", arguments: 1...40)
  func suspicion(seed: UInt64) {
    let parts = [
      "Bearer ", "bearer\t", "Basic ", "dXNlcjpwYXNzd29yZA==", "abcdefgh", "eyJ", ".",
      "a@b.example", "+44 20 7946 0958", "555 123 4567", "(555) 123-4567", "555-123-4567",
      "token=", "?key=abc&", "\"password\":\"hunter22\"", "https://u:p@host/", " ", "\n", "\\n",
      "x", "7", "-", ")", "ü", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "hash ",
      "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef", "0x", "AKIA", "AIzaSy",
      "ABCDEFGHIJKLMNOP", "abcdefghijklmnopqrstuvwxyz012345678", "ghp_", "github_pat_", "xoxb-",
      "sk_live_", "rk_test_", "xoxe-", "ghs_",
    ]
    var random = SeededGenerator(seed: seed, stream: "suspicion")
    var replacedCount = 0
    for _ in 0..<200 {
      let text = (0...Int(random.below(5))).map { _ in
        parts[Int(random.below(UInt64(parts.count)))]
      }.joined()
      let bytes = Array(text.utf8)
      let isSuspect = bytes.withUnsafeBufferPointer { SecretShapes.isSuspect($0) }
      var numbers = SecretNumbers()
      guard SecretShapes.replaced(bytes, &numbers) != nil else { continue }
      #expect(isSuspect, "\(text)")
      replacedCount += 1
    }
    #expect(replacedCount > 20)
  }

  @Test(
    "keeps what only looks like a secret",
    arguments: [
      "", "eyJ", "eyJust a word.", "2025-11-15T05:53:00Z +1 day", "me @ home", "a@b", "1 + 2 = 3",
      "did:ethr:0x0000000000000000000000000000000000000001", "JSON", "naïve ☃︎ +12",
      "com.timesafari.dailynotification.fetch",
    ])
  func kept(text: String) {
    #expect(Redaction.text(text) == text)
    #expect(SecretScanner.finding(in: text) == nil)
  }

  @Test(
    "replaces what its shape or its name shows to be a secret, and nothing around it",
    arguments: [
      ("a Bearer abc123def456 b", "a Bearer # b"), ("BASIC dXNlcjpwYXNz.", "BASIC #."),
      ("https://user:pw@host.example/x", "https://#@host.example/x"),
      ("https://h.example/?a=1&Api-Key=s3cret&b=2#c", "https://h.example/?a=1&Api-Key=#&b=2#c"),
      ("token=abc&x=1", "token=#&x=1"),
      (#"{"password": "p\"w", "n": 1}"#, ##"{"password": "#", "n": 1}"##),
      ("sent 'password=abc&name=x' twice", "sent 'password=#&name=x' twice"),
      (#"{"body":"{\"pin\":1234,\"a\":1}"}"#, ##"{"body":"{\"pin\":#,\"a\":1}"}"##),
      (#"{"body":"{\"api_key\":\"k1\"}"}"#, ##"{"body":"{\"api_key\":\"#\"}"}"##),
      (#"{"jwtTokens":["a]b", "c"], "n": [1]}"#, ##"{"jwtTokens":[#], "n": [1]}"##),
      (#"{"body":"{\"jwtTokens\":[\"a\"]}"}"#, ##"{"body":"{\"jwtTokens\":[#]}"}"##),
      (#"call jwtTokens=["a","b"] x=1"#, "call jwtTokens=[#] x=1"), ("pin=[1] a", "pin=[1] a"),
      (#"{"pin":[1,2],"jwtTokens":[]}"#, ##"{"pin":[#],"jwtTokens":[]}"##),
      ("a -----BEGIN EC PRIVATE KEY-----\nMIIE+/=\n-----END EC PRIVATE KEY----- b", "a # b"),
      (
        #"{"k":"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n"}"#,
        ##"{"k":"#\n"}"##
      ),
      (#"{"k":"-----BEGIN PRIVATE KEY-----\nMIIE"}"#, ##"{"k":"#"}"##),
      ("-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOYBF", "#"),
      ("key \(keyDigits) and 0x\(keyDigits).", "key # and #."),
      ("AKIAIOSFODNN7EXAMPLE, AIza\(keyLetters)0", "#, #"), ("t=ghp_\(keyLetters);", "t=#;"),
      ("github_pat_11AB_\(keyLetters) xoxb-12345-abcde", "# #"),
      ("sk_live_4eC39HqLyjWD rk_test_4eC39HqLyjWD", "# #"),
      ("gho_\(keyLetters) ghs_\(keyLetters)", "# #"),
      ("555-867-5309", "#"), ("tel (555) 867-5309, or so", "tel #, or so"),
    ])
  func shapes(text: String, shape: String) {
    let redacted = Redaction.text(text)
    #expect(redacted.replacing("(redacted)", with: "#") == shape)
    #expect(Redaction.text(redacted) == redacted, "once is enough")
  }

  @Test(
    "leaves typed values and plain words alone",
    arguments: [
      "Basic functionality works", "the bearer of good news", "2025-11-15 05:53",
      "192.168.100.1234",
      "tokens = 3", "hasToken=true", "key=value in prose", "W/\"abc=\"",
      "https://h.example/?page=2&next=3",
      "1.555.3", "hash \(keyDigits)", "sha256:\(keyDigits)", #""traceHash" : "\#(keyDigits)""#,
      "etag=W/\"\(keyDigits)\"", "\(keyDigits)0", "x\(keyDigits)", "AKIAIOSFODNN7EXAMPLES",
      "ghp_short",
      "task_live_view", "sk_live_now", "-----BEGIN CERTIFICATE-----\nMIIE", "AIza\(keyLetters)00",
      "0123456789abcdef0123456789abcdef", "id=daily_daily", "550e8400-e29b-41d4-a716-446655440000",
      #"{"tokenCount":3,"time":"05:53"}"#, "Etc/GMT+12",
    ])
  func plain(text: String) {
    #expect(Redaction.text(text) == text)
  }

  @Test("goes by the name of a member, whatever stands there, and keeps what the plugin typed")
  func names() {
    let redacted = Redaction.object([
      "accessToken": "opaque", "X-Api-Key": 12_345_678, "passwords": "not one",
      "nested": ["client_secret": ["a", "b"], "hasToken": true], "etag": "W/\"+4912345678\"",
      "activeDid": "did:web:me@host.example", "scheduledTime": "2025-11-15T05:53:00Z",
    ])
    let text = JSONValue.object(redacted).canonicalText
    for secret in ["opaque", "12345678,", #""a""#, #""b""#] { #expect(!text.contains(secret)) }
    for kept in ["not one", "true", "+4912345678", "me@host.example", "05:53:00Z"] {
      #expect(text.contains(kept))
    }
  }

  @Test("goes by its shape where a token stands under the name of a time or an identifier")
  func misplaced() {
    let redacted = Redaction.object([
      "scheduledTime": .string(Self.token), "etag": "W/\"+4912345678\"",
    ])
    #expect(SecretScanner.finding(in: redacted["scheduledTime"]?.stringValue ?? Self.token) == nil)
    #expect(redacted["etag"] == "W/\"+4912345678\"")
  }

  @Test("is redacted everywhere: options, replies, state and shown values")
  func everywhere() throws {
    let phone = try Phone()
    try phone.value(
      "configureNativeFetcher",
      [
        "apiBaseUrl": "https://api.example", "activeDid": IdentityTests.alice,
        "jwtToken": .string(Self.token),
      ])
    try phone.value("testJWTGeneration")
    _ = try phone.rejection("scheduleDailyReminder", ["id": "mother@example.org"])
    try phone.value(
      "scheduleDailyReminder",
      ["id": "a", "title": "Call +44 20 7946 0958", "body": "x@example.org", "time": "05:53"])
    try phone.value("configure", ["jwtToken": "opaque", "\(Self.token)": 1])
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:54:00Z")
    var count = 0
    phone.device.os.trace.forEach(from: 0) { record in
      count += 1
      let text = JSONValue.object(record.json).canonicalText
      #expect(SecretScanner.finding(in: text) == nil, "\(text.prefix(300))")
      #expect(!text.contains("opaque"))
    }
    #expect(count > 40)
    for part in [StatePart.storage, .process, .settings] {
      #expect(SecretScanner.finding(in: phone.device.state(part).canonicalText) == nil)
    }
    let shown = phone.device.os.delivered.map(\.content.title)
    #expect(shown == ["Call +44 20 7946 0958"], "the person sees it all")
  }

  @Test("does not change the reply, in which the caller gets the whole token")
  func whole() throws {
    let phone = try Phone()
    let call = try phone.call("testJWTGeneration", ["activeDid": IdentityTests.alice])
    guard case .value(let whole)? = phone.reply(call) else {
      Issue.record("the reply is not kept")
      return
    }
    #expect(whole["jwt"]?.stringValue?.split(separator: ".").count == 3)
    let recorded = phone.payloads.compactMap { payload in
      if case .plugin(.replied(_, let reply)) = payload {
        reply.json["jwt"]?.stringValue
      } else {
        nil
      }
    }
    #expect(recorded.count == 1)
    #expect(recorded.allSatisfy { $0.hasPrefix("eyJ…(redacted ") })
  }
}
