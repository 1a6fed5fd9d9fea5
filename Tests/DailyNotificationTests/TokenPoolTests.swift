import ES256K
import JSONText
import PlainText
import SimulationCore
import Testing
import Tokens

@testable import DailyNotification
@testable import DeviceModel

@Suite("A pool of tokens")
struct TokenPoolTests {
  private func configure(_ phone: Phone, _ tokens: [String], token: JSONValue = nil) throws {
    try phone.value(
      "configureNativeFetcher",
      [
        "apiBaseUrl": "https://api.example", "activeDid": IdentityTests.alice, "jwtToken": token,
        "jwtTokens": .array(tokens.map(JSONValue.string)),
      ])
  }

  /// The token that a prefetch by hand carries, which the server answers.
  private func sent(_ phone: Phone, status: Int = 500) throws -> String? {
    let token = try phone.prefetchRequest().token
    try phone.answerFetch(status)
    return token
  }

  private func wait(_ phone: Phone, days: Int64) throws {
    try phone.advance(seconds: days * 86_400)
  }

  @Test("has one for each date, and the last one for all that follow")
  func dates() throws {
    let phone = try Phone()
    try configure(phone, ["one", "two", "two", "three"])
    #expect(try sent(phone) == "one")
    #expect(try sent(phone) == "one")
    try wait(phone, days: 1)
    #expect(try sent(phone) == "two")
    // The test of the endpoint, and of the token, is of the one that a prefetch carries.
    #expect(try phone.requests(ofCall: "testEndorserAPI").first?.token == "two")
    #expect(try phone.value("testJWTGeneration")["jwt"] == "two")
    try wait(phone, days: 5)
    #expect(try phone.value("testJWTGeneration")["jwt"] == "three")
    #expect(try sent(phone) == "three")
    try wait(phone, days: 1)
    #expect(try sent(phone) == "three")
  }

  @Test("goes on where it was when the app starts again, and when the host gives it again")
  func kept() throws {
    let phone = try Phone()
    try configure(phone, ["one", "two", "three"])
    #expect(try sent(phone) == "one")
    try phone.perform(.swipeAway)
    try wait(phone, days: 1)
    try phone.perform(.launch)
    try configure(phone, ["one", "two", "three"])
    #expect(try sent(phone) == "two")
    try wait(phone, days: 1)
    try configure(phone, ["two", "three", "four"])
    #expect(try sent(phone) == "three")
  }

  @Test("loses what a server refuses: the next one has the same date")
  func refused() throws {
    let phone = try Phone()
    try configure(phone, ["one", "two"], token: "other")
    #expect(try sent(phone, status: 401) == "one")
    try configure(phone, ["one", "two"], token: "other")
    #expect(try sent(phone, status: 403) == "two")
    // Then the host's other token, and then one of the plugin's own.
    #expect(try sent(phone, status: 401) == "other")
    #expect(try sent(phone)?.hasPrefix("eyJ") == true)
  }

  @Test("leaves out what has expired")
  func expired() throws {
    let phone = try Phone()
    let now = phone.device.os.wallMilliseconds / 1000
    let token = { (seconds: Int64) in
      let claims: JSONValue = ["exp": .integer(now + seconds)]
      return "e30.\(Base64.url.text(claims.canonicalBytes)).c2ln"
    }
    let tokens = [token(-1), token(60), token(10 * 86_400)]
    try configure(phone, tokens)
    #expect(try sent(phone) == tokens[1])
    try phone.advance(seconds: 60)
    #expect(try sent(phone) == tokens[2])
    try wait(phone, days: 10)
    #expect(try sent(phone)?.hasPrefix("eyJ") == true)
  }

  @Test("goes with its identity, and with a new authentication")
  func identity() throws {
    for method in ["setActiveDidFromHost", "refreshAuthenticationForNewIdentity"] {
      let phone = try Phone()
      try configure(phone, ["one"])
      let did = method == "setActiveDidFromHost" ? IdentityTests.bob : IdentityTests.alice
      try phone.value(method, ["activeDid": did])
      #expect(try sent(phone)?.hasPrefix("eyJ") == true, "\(method)")
    }
  }

  @Test("is a list of secrets: no record and no state has one")
  func secrets() throws {
    let phone = try Phone()
    try configure(phone, ["opaque-one", "opaque-two"])
    #expect(try sent(phone) == "opaque-one")
    var count = 0
    phone.device.os.trace.forEach(from: 0) { record in
      count += 1
      #expect(!JSONValue.object(record.json).canonicalText.contains("opaque"))
    }
    #expect(count > 5)
    for part in StatePart.allCases {
      #expect(!phone.device.state(part).canonicalText.contains("opaque"), "\(part)")
    }
    var secrets = SecretNumbers()
    let sealed = SealedToken.sealed(
      ["jwtTokens": ["opaque-one", "opaque-two"]], TestKeys.standard, &secrets)
    #expect(sealed["jwtTokens"] == ["(redacted 1)", "(redacted 2)"])
  }
}
