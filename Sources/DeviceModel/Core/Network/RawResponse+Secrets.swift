public import DailyNotification
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
  public func withoutSecrets(
    token: String?, address: String = "", _ secrets: inout SecretNumbers
  ) -> RawResponse {
    let repeated = RepeatedSecrets(token, address, &secrets)
    let headers = headers.map { header in
      let value = repeated.hidden(in: header.value)
      return Header(
        name: header.name,
        value: header.name.lowercased() == "etag"
          ? SealedToken.sealed(typed: value, NoKeys(), &secrets) : secrets.seal(value))
    }
    guard let text = String(validating: body, as: UTF8.self) else {
      let text = String(decoding: body, as: UTF8.self)
      let redacted = secrets.seal(repeated.hidden(in: text))
      guard redacted != text else { return with(headers, body) }
      // It is not UTF-8, and stays so.
      return with(headers, Array(redacted.utf8) + [0xFF])
    }
    let hidden = repeated.hidden(in: text)
    guard let value = try? JSONParser.parse(hidden) else {
      return with(headers, Array(secrets.seal(hidden).utf8))
    }
    let sealed = SealedToken.sealed(value, NoKeys(), &secrets)
    return with(headers, sealed == value ? Array(hidden.utf8) : sealed.canonicalBytes)
  }

  private func with(_ headers: [Header], _ body: [UInt8]) -> RawResponse {
    RawResponse(
      status: status, headers: headers,
      body: body.count > ScriptedResponse.bytesMax
        ? Array(body.prefix(ScriptedResponse.bytesMax)) : body)
  }
}

extension FetchAnswer {
  /// The answer without secrets, to a request as it was made.
  public func withoutSecrets(
    of request: ContentRequest, _ secrets: inout SecretNumbers
  ) -> FetchAnswer {
    let (token, address) = (request.token, request.url)
    switch end {
    case .response(let response):
      let response = response.withoutSecrets(token: token, address: address, &secrets)
      return FetchAnswer(number: number, end: .response(response))
    case .failed(let failure, let status, let detail):
      let detail = secrets.seal(RepeatedSecrets(token, address, &secrets).hidden(in: detail))
      return FetchAnswer(number: number, end: .failed(failure, status: status, detail: detail))
    }
  }
}

/// What a server can repeat of a request: its token, and what its address has of credentials.
private struct RepeatedSecrets {
  private var marks: [(secret: String, mark: String)] = []

  init(_ token: String?, _ address: String, _ secrets: inout SecretNumbers) {
    if let token { take(token, &secrets) }
    for part in Redaction.credentials(ofAddress: address) {
      // As the server reads it.
      let plain = String(decoding: PlainBytes(Array(part.utf8)).bytes, as: UTF8.self)
      // A short one is a part of any text.
      if plain.utf8.count >= TokenParts.partMin, !SealedToken.isStandIn(plain) {
        take(plain, &secrets)
      }
    }
  }

  private mutating func take(_ secret: String, _ secrets: inout SecretNumbers) {
    marks.append((secret, secrets.seal(secret: secret)))
  }

  /// A text in which marks stand for them.
  func hidden(in text: String) -> String {
    marks.reduce(text) { text, known in
      TokenParts(of: known.secret).replaced(
        in: PlainBytes.replacing(known.secret, in: text, with: known.mark), with: known.mark)
    }
  }
}
