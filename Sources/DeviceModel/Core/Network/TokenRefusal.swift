public import DailyNotification
import JSONText
public import Tokens

/// The scripted server's answer to a request whose token it does not accept.
///
/// Source: Endorser.ch: 401 without a token, 400 with a code for one that cannot be verified.
/// Not modelled: a server's clock that runs fast or slow.
public struct TokenRefusal: Hashable, Sendable {
  /// The HTTP status.
  public let status: Int
  private let code: String
  private let message: String

  /// The refusal of a request at a time, ms since the Unix epoch; nil for one with a good token.
  ///
  /// The token must be of the identity that makes the request, have an expiry, and name no other
  /// audience than the server.
  ///
  /// - Parameter acceptsSeals: Whether what stands for a token counts as that token.
  public init?(
    of request: ContentRequest, at time: Int64, _ keys: any IdentityKeys, acceptsSeals: Bool
  ) {
    guard let token = request.token, !token.isEmpty else {
      (status, code, message) = (401, "JWT_MISSING", "there is no token")
      return
    }
    var check = TokenCheck()
    check.issuer = request.identity
    check.audience = RequestAddress.origin(of: request.url)
    check.isExpiryRequired = true
    check.acceptsSeals = acceptsSeals
    do throws(TokenProblem) {
      try check.verify(token, at: time, keys)
      return nil
    } catch {
      status = 400
      message = error.description
      if case .unsupportedIdentity = error {
        code = "UNSUPPORTED_DID_METHOD"
      } else {
        code = "JWT_VERIFY_FAILED"
      }
    }
  }

  private init(status: Int, code: String, message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  /// The answer to a token that was accepted on an earlier date.
  static var reused: RawResponse {
    let refusal = TokenRefusal(
      status: 400, code: "JWT_VERIFY_FAILED", message: "the token was used on an earlier date")
    return RawResponse(
      status: refusal.status,
      headers: [RawResponse.Header(name: "Content-Type", value: "application/json")],
      body: refusal.body)
  }

  /// The body of the answer.
  public var body: [UInt8] {
    let body: JSONValue = ["error": ["code": .string(code), "message": .string(message)]]
    return body.canonicalBytes
  }
}
