import DailyNotification
import Invariants
import JSONText
import SimulationCore
import Testing

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
    let marks = redacted.replacing(/eyJ…\(redacted [0-9a-f]{8}\)/, with: "#")
      .replacing(/\(redacted [0-9a-f]{8}\)/, with: shape.contains("@") ? "@" : "+")
    #expect(marks == shape)
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

  @Test("has the same placeholder for equal secrets and another one for different secrets")
  func digits() {
    #expect(Redaction.text(Self.token) == Redaction.text(Self.token))
    #expect(Redaction.text(Self.token) != Redaction.text(Self.token + "y"))
  }

  @Test("is redacted everywhere: options, replies, state and shown values")
  func everywhere() throws {
    let phone = try Phone()
    try phone.value(
      "configureNativeFetcher",
      [
        "apiBaseUrl": "https://api.example", "activeDid": "did:ethr:1",
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
    #expect(phone.titlesShown == ["Call +44 20 7946 0958"], "the person sees it all")
  }

  @Test("does not change the reply, in which the caller gets the whole token")
  func whole() throws {
    let phone = try Phone()
    let call = try phone.call("testJWTGeneration", ["activeDid": "did:ethr:1"])
    guard case .value(let whole)? = phone.device.os.originalReply(to: call) else {
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
