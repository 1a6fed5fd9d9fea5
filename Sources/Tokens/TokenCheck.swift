/// What a server holds a token against.
///
/// Source: did-jwt's `verifyJWT` and Endorser.ch: a signature counts whichever half its s lies in,
/// times may differ by 300 s, and a token that names an audience needs a server that is one.
/// Not modelled: keys that a registry has changed, delegates, other methods than did:ethr.
public struct TokenCheck: Hashable, Sendable {
  /// Who must have issued it; nil for anybody.
  public var issuer: String?
  /// Whom a token may be for; nil accepts only tokens that name nobody.
  public var audience: String?
  /// Whether a signature with s in the upper half is refused.
  public var isLowerHalfRequired = false
  /// Whether a token without `exp` is refused.
  public var isExpiryRequired = false
  /// Whether a seal is believed that says what the signature was.
  ///
  /// Only a server that is part of the simulation may: a seal is proof of nothing.
  public var acceptsSeals = false
  /// By how much the issuer's clock may differ, in milliseconds.
  public var skewMilliseconds: Int64 = 300_000

  /// Accepts the tokens of anybody.
  public init() {}

  /// Throws the first thing that is wrong with a token at a time, ms since the Unix epoch.
  ///
  /// In this order: the form, the signature, the issuer, the times, the audience.
  public func verify(
    _ text: some StringProtocol, at time: Int64, _ keys: any IdentityKeys
  ) throws(TokenProblem) {
    let token = try JSONWebToken(text)
    try verifySignature(token, keys)
    try verifyIssuer(token)
    try verifyTimes(token, at: time)
    let audiences = token.audiences
    guard audiences.isEmpty || audience.map(audiences.contains) ?? false else {
      throw .wrongAudience(audiences, expected: audience)
    }
  }

  /// Throws unless the issuer's key made the signature.
  public func verifySignature(
    _ token: JSONWebToken, _ keys: any IdentityKeys
  ) throws(TokenProblem) {
    if acceptsSeals, let seal = token.seal {
      switch seal {
      case .signedByIssuer: return
      case .notSignedByIssuer: throw .wrongSignature(issuer: token.issuer ?? "nobody")
      }
    }
    let isRecoverable = token.algorithm == "ES256K-R"
    guard isRecoverable || token.algorithm == "ES256K" else {
      throw .algorithm(token.algorithm)
    }
    let expected = isRecoverable ? 65 : 64
    guard token.signature.count == expected else {
      throw .signatureBytes(token.signature.count, expected: expected)
    }
    guard let issuer = token.issuer, !issuer.isEmpty else { throw .noIssuer }
    guard let address = EthrIdentity(issuer)?.address(keys) else {
      throw .unsupportedIdentity(issuer)
    }
    if isLowerHalfRequired, !Signature.isInLowerHalf(token.signature) { throw .upperHalf }
    // Without the number of the key, both that are likely count.
    let numbers = isRecoverable ? [Int(token.signature[64])] : [0, 1]
    let signature = Array(token.signature.prefix(64))
    let isSigned = numbers.contains { number in
      keys.publicKey(recoveredFrom: signature, number: number, of: token.signed)
        .map(EthereumAddress.init(publicKey:)) == address
    }
    guard isSigned else { throw .wrongSignature(issuer: issuer) }
  }

  private func verifyIssuer(_ token: JSONWebToken) throws(TokenProblem) {
    guard let issuer, let got = token.issuer, got != issuer else { return }
    // Two spellings of one identity differ in their letters' case.
    if let identity = EthrIdentity(got), identity == EthrIdentity(issuer) { return }
    throw .wrongIssuer(got, expected: issuer)
  }

  private func verifyTimes(_ token: JSONWebToken, at time: Int64) throws(TokenProblem) {
    let from = token.milliseconds("nbf").map { ("nbf", $0) }
    if let (claim, begin) = from ?? token.milliseconds("iat").map({ ("iat", $0) }),
      begin > time + skewMilliseconds
    {
      throw .notYetValid(claim: claim, at: begin)
    }
    guard let expiry = token.milliseconds("exp") else {
      if isExpiryRequired { throw .noExpiry }
      return
    }
    if expiry <= time - skewMilliseconds { throw .expired(at: expiry) }
  }
}

/// What can be said of a signature without arithmetic.
public enum Signature {
  /// Half the order of the curve secp256k1, rounded down.
  ///
  /// Source: SEC 2, 2.4.1.
  private static let halfOrder: [UInt8] = [
    0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0x5D, 0x57, 0x6E, 0x73, 0x57, 0xA4, 0x50, 0x1D, 0xDF, 0xE9, 0x2F, 0x46, 0x68, 0x1B, 0x20, 0xA0,
  ]

  /// Whether the s of a signature, its second 32 bytes, lies in the lower half.
  public static func isInLowerHalf(_ signature: [UInt8]) -> Bool {
    signature.count >= 64 && !halfOrder.lexicographicallyPrecedes(signature[32..<64])
  }
}
