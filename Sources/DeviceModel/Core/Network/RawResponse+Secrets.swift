import DailyNotification
import JSONText
import Tokens

extension RawResponse {
  /// The answer as a journal keeps it, and so as the phone gets it: without secrets.
  ///
  /// What a server repeats of the request's token, or of the user and the secret parameters of its
  /// address, goes wherever it stands: all of it or a part, as it is or in another encoding. In
  /// JSON go tokens and what stands under the name of a secret, while the words that a phone shows
  /// stay as they are; a body that is no JSON shows nobody anything, and loses all that looks like
  /// a secret.
  public func withoutSecrets(token: String?, address: String = "") -> RawResponse {
    let hide = { (text: String) in RawResponse.hiding(token, address, in: text) }
    let headers = headers.map { header in
      let value = hide(header.value)
      let isTag = header.name.lowercased() == "etag"
      return Header(
        name: header.name,
        value: isTag ? RawResponse.sealed(value) : Redaction.text(value))
    }
    guard let text = String(validating: body, as: UTF8.self) else {
      let text = String(decoding: body, as: UTF8.self)
      let redacted = Redaction.text(hide(text))
      guard redacted != text else { return with(headers, body) }
      // It is not UTF-8, and stays so.
      return with(headers, Array(redacted.utf8) + [0xFF])
    }
    let hidden = hide(text)
    guard let value = try? JSONParser.parse(hidden) else {
      return with(headers, Array(Redaction.text(hidden).utf8))
    }
    let sealed = SealedToken.sealed(value, NoKeys())
    return with(headers, sealed == value ? Array(hidden.utf8) : sealed.canonicalBytes)
  }

  private func with(_ headers: [Header], _ body: [UInt8]) -> RawResponse {
    RawResponse(
      status: status, headers: headers,
      body: body.count > ScriptedResponse.bytesMax
        ? Array(body.prefix(ScriptedResponse.bytesMax)) : body)
  }

  private static func sealed(_ text: String) -> String {
    SealedToken.sealedTyped(text, NoKeys())
  }

  /// A string in which marks stand for the token and for what the address has of credentials.
  fileprivate static func hiding(_ token: String?, _ address: String, in text: String) -> String {
    let parts = Redaction.credentials(ofAddress: address).map { part in
      // As the server reads it.
      String(decoding: PlainBytes(Array(part.utf8)).bytes, as: UTF8.self)
    }
    // A short one is a part of any text.
    let others = parts.filter { $0.utf8.count >= TokenParts.partMin && !SealedToken.isStandIn($0) }
    return ((token.map { [$0] } ?? []) + others).reduce(text) { text, secret in
      let mark = Redaction.mark(of: secret)
      return TokenParts(of: secret).replaced(
        in: PlainBytes.replacing(secret, in: text, with: mark), with: mark)
    }
  }
}

extension FetchAnswer.End {
  /// How it ended, without secrets.
  public func withoutSecrets(token: String?, address: String) -> FetchAnswer.End {
    switch self {
    case .response(let response): .response(response.withoutSecrets(token: token, address: address))
    case .failed(let failure, let status, let detail):
      .failed(
        failure, status: status,
        detail: Redaction.text(RawResponse.hiding(token, address, in: detail)))
    }
  }
}
