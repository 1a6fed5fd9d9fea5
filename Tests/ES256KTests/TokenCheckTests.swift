import PlainText
import Testing
import Tokens

@testable import ES256K

@Suite("The check of a token")
struct TokenCheckTests {
  /// The time at which did-jwt's tests run, in milliseconds.
  private static let now: Int64 = 1_485_321_133_000
  private static let keys = TestKeys.standard
  private static let issuer = keys.identities[0]

  /// Why a token is refused; nil when it is accepted.
  private static func problem(
    _ token: String, at time: Int64 = now, _ check: TokenCheck = TokenCheck()
  ) -> TokenProblem? {
    do throws(TokenProblem) {
      try check.verify(token, at: time, keys)
      return nil
    } catch {
      return error
    }
  }

  /// A token of the first identity with claims, and a header if it is not the usual one.
  private static func token(
    _ claims: String, header: String = JSONWebToken.header, by identity: String = issuer
  ) throws -> String {
    let signed = "\(Base64.url.text(header.utf8)).\(Base64.url.text(claims.utf8))"
    let signature = try #require(keys.signature(of: Array(signed.utf8), by: identity))
    return "\(signed).\(Base64.url.text(signature))"
  }

  @Test("accepts an independent implementation's tokens until they have expired, plus 300 s")
  func acceptsOracle() throws {
    for row in try Fixture.rows("tokens.txt") {
      let expiry = try #require(Int64(row[3])) * 1000
      var check = TokenCheck()
      check.issuer = row[1]
      check.isLowerHalfRequired = true
      check.isExpiryRequired = true
      #expect(Self.problem(row[4], at: expiry + 299_999, check) == nil)
      #expect(Self.problem(row[4], at: expiry + 300_000, check) == .expired(at: expiry))
    }
  }

  @Test(
    "accepts tokens published by did-jwt, whichever half their s lies in",
    arguments: [
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpYXQiOjE0ODUzMjExMzMsInJlcXVlc3RlZCI6WyJuYW1lI"
        + "iwicGhvbmUiXSwiaXNzIjoiZGlkOmV0aHI6MHhmM2JlYWMzMGM0OThkOWUyNjg2NWYzNGZjYWE1N2RiYjkzNW"
        + "IwZDc0In0.tU96omPNxCfQoEADOpLywXUDCMjKXOfTaG61EZwmfvHJrDFQhNbSDzCP2Pe7WdXySosTCuI1T-I"
        + "Q6SddcWuj_A",
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpYXQiOjE0ODUzMjExMzMsIm5iZiI6MTQ4NTI2MTEzMywia"
        + "XNzIjoiZGlkOmV0aHI6MHhmM2JlYWMzMGM0OThkOWUyNjg2NWYzNGZjYWE1N2RiYjkzNWIwZDc0In0.FUasGk"
        + "OYqGVxQ7S-QQvh4abGO6Dwr961UjjOxtRTyUDnl6q6ElqHqAK-WMDTmOir21pFPKLYZMtLZ4LTLpm3cQ",
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpYXQiOjE0ODUzODExMzMsIm5iZiI6MTQ4NTI2MTEzMywia"
        + "XNzIjoiZGlkOmV0aHI6MHhmM2JlYWMzMGM0OThkOWUyNjg2NWYzNGZjYWE1N2RiYjkzNWIwZDc0In0.8BPiSG"
        + "2e6UBn1osnJ6PJYbPjtPMPaCeutTA9OCp-ZzI-QvvwPCVrrWqTu2YELbzUPwDIJCQ8v8N77xCEjIYSmQ",
    ])
  func acceptsPublished(token: String) {
    #expect(Self.problem(token) == nil)
  }

  @Test("refuses a published token that is not valid yet")
  func refusesEarly() {
    let token =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpYXQiOjE0ODUyNjExMzMsIm5iZiI6MTQ4NTM4MTEzMywi"
      + "aXNzIjoiZGlkOmV0aHI6MHhmM2JlYWMzMGM0OThkOWUyNjg2NWYzNGZjYWE1N2RiYjkzNWIwZDc0In0.JjEn_h"
      + "uxI9SsBY_3PlD0ShpXvrRgUGFDKAgxJBc1Q5GToVpUTw007-o9BTt7JNi_G2XWmcu2aXXnDn0QFsRIrg"
    #expect(Self.problem(token) == .notYetValid(claim: "nbf", at: 1_485_381_133_000))
  }

  @Test("refuses an upper half only when it is strict")
  func upperHalf() throws {
    let upper =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpYXQiOjE0ODUzMjExMzMsInJlcXVlc3RlZCI6WyJuYW1lIi"
      + "wicGhvbmUiXSwiaXNzIjoiZGlkOmV0aHI6MHhmM2JlYWMzMGM0OThkOWUyNjg2NWYzNGZjYWE1N2RiYjkzNWIwZ"
      + "Dc0In0.tU96omPNxCfQoEADOpLywXUDCMjKXOfTaG61EZwmfvHJrDFQhNbSDzCP2Pe7WdXySosTCuI1T-IQ6Sdd"
      + "cWuj_A"
    var strict = TokenCheck()
    strict.isLowerHalfRequired = true
    #expect(Self.problem(upper, strict) == .upperHalf)
  }

  @Test("finds a signature of another key, and every changed part")
  func wrongSignature() throws {
    let token = try Self.token(#"{"iss":"\#(Self.issuer)"}"#, by: Self.keys.identities[1])
    #expect(Self.problem(token) == .wrongSignature(issuer: Self.issuer))
    let good = try Self.token(#"{"iss":"\#(Self.issuer)"}"#)
    #expect(Self.problem(good) == nil)
    for part in good.split(separator: ".") {
      let changed = good.replacing(part, with: part.dropLast(2) + "AA")
      #expect(Self.problem(changed) != nil)
    }
  }

  @Test("takes the recovery number of ES256K-R at its word")
  func recoverable() throws {
    let key = try #require(PrivateKey([UInt8](repeating: 7, count: 32)))
    let header = #"{"typ":"JWT","alg":"ES256K-R"}"#
    let claims = #"{"iss":"\#(key.identity)"}"#
    let signed = "\(Base64.url.text(header.utf8)).\(Base64.url.text(claims.utf8))"
    let made = key.recoverableSignature(of: Array(signed.utf8))
    for number in 0...255 {
      let token = "\(signed).\(Base64.url.text(made.bytes + [UInt8(number)]))"
      #expect((Self.problem(token) == nil) == (number == made.number))
    }
    let short = "\(signed).\(Base64.url.text(made.bytes))"
    #expect(Self.problem(short) == .signatureBytes(64, expected: 65))
  }

  @Test(
    "names what is wrong",
    arguments: [
      (#"{"alg":"none"}"#, #"{}"#, TokenProblem.algorithm("none")),
      (#"{"typ":"JWT"}"#, #"{}"#, .algorithm(nil)),
      (#"{"alg":"HS256"}"#, #"{}"#, .algorithm("HS256")),
      (JSONWebToken.header, #"{}"#, .noIssuer),
      (JSONWebToken.header, #"{"iss":""}"#, .noIssuer),
      (JSONWebToken.header, #"{"iss":7}"#, .noIssuer),
      (JSONWebToken.header, #"{"iss":"did:key:z6Mk"}"#, .unsupportedIdentity("did:key:z6Mk")),
      (
        JSONWebToken.header, #"{"iss":"did:ethr:0xa11ce"}"#,
        .unsupportedIdentity("did:ethr:0xa11ce")
      ),
      ("[]", #"{}"#, .undecodable("header")), (JSONWebToken.header, "7", .undecodable("claims")),
    ] as [(String, String, TokenProblem)])
  func names(header: String, claims: String, expected: TokenProblem) throws {
    let problem = try #require(Self.problem(try Self.token(claims, header: header)))
    #expect(problem == expected)
    #expect(!problem.description.isEmpty)
  }

  @Test("holds issuer, expiry and audience against what it was told")
  func claims() throws {
    let issuer = Self.issuer
    var check = TokenCheck()
    check.issuer = Self.keys.identities[1]
    check.isExpiryRequired = true
    let token = try Self.token(#"{"iss":"\#(issuer)"}"#)
    #expect(
      Self.problem(token, check) == .wrongIssuer(issuer, expected: Self.keys.identities[1]))
    check.issuer = issuer.lowercased()
    #expect(Self.problem(token, check) == .noExpiry)
    check.isExpiryRequired = false
    #expect(Self.problem(token, check) == nil)
    let single = try Self.token(#"{"iss":"\#(issuer)","aud":"https://a.example"}"#)
    let several = try Self.token(#"{"iss":"\#(issuer)","aud":["x","https://a.example"]}"#)
    #expect(Self.problem(single, check) == .wrongAudience(["https://a.example"], expected: nil))
    check.audience = "https://a.example"
    #expect(Self.problem(single, check) == nil)
    #expect(Self.problem(several, check) == nil)
    check.audience = "https://b.example"
    #expect(
      Self.problem(several, check)
        == .wrongAudience(["x", "https://a.example"], expected: "https://b.example"))
  }

  @Test("survives any bytes")
  func fuzz() throws {
    let good = Array(try Self.token(#"{"iss":"\#(Self.issuer)","exp":1485321193}"#).utf8)
    var state: UInt64 = 42
    func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var accepted = 0
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0...draw(3) {
        switch draw(3) {
        case 0: bytes[draw(bytes.count)] = UInt8(draw(256))
        case 1: bytes.remove(at: draw(bytes.count))
        default:
          bytes.insert(contentsOf: [46, UInt8(draw(256))].prefix(draw(3)), at: draw(bytes.count))
        }
      }
      if Self.problem(String(decoding: bytes, as: UTF8.self)) == nil, bytes != good {
        accepted += 1
      }
    }
    // The last character of a part has bits that stand for nothing.
    #expect(accepted < 30)
  }
}
