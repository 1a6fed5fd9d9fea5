import CivilTime
public import DailyNotification
import JSONText
public import Tokens

/// The content API as a script: responses in order, the last one repeated.
///
/// Not modelled: encryption, compression, an answer that arrives in pieces.
public struct ScriptedAPI: Hashable, Sendable {
  public let responses: [ScriptedResponse]
  /// The index of the next response.
  public private(set) var position = 0
  private var timesUsed = 0

  /// A script that begins with its first response.
  public init(_ responses: [ScriptedResponse]) {
    self.responses = responses
  }

  /// The next response; nil when there is no server.
  public mutating func next() -> ScriptedResponse? {
    guard responses.indices.contains(position) else { return nil }
    let response = responses[position]
    timesUsed += 1
    if timesUsed >= response.times, position + 1 < responses.count {
      position += 1
      timesUsed = 0
    }
    return response
  }

  /// What is left of the script, as a script of its own.
  public var rest: [ScriptedResponse] {
    var rest = Array(responses[position...])
    if timesUsed > 0, rest.count > 1 { rest[0].times -= timesUsed }
    return rest
  }
}

extension ScriptedResponse {
  /// The answer to a request; a body beyond the limit is cut off there.
  ///
  /// Source: RFC 9110, 13.1.2 (If-None-Match, answered by 304 without content), 8.8.3.2 (weak
  /// comparison of ETags) and 10.2.3 (Retry-After).
  ///
  /// - Parameter acceptsSeals: Whether a sealed token is worth what it stands for: not to a server
  ///   that is asked for real.
  public func answer(
    _ request: ContentRequest, trueMilliseconds: Int64, _ keys: any IdentityKeys,
    acceptsSeals: Bool = true
  ) -> RawResponse {
    let time = serverMilliseconds(atTrueTime: trueMilliseconds)
    if requiresToken,
      let refusal = TokenRefusal(of: request, at: time, keys, acceptsSeals: acceptsSeals)
    {
      return raw(refusal.status, refusal.body)
    }
    if status == 200, let etag, let asked = request.etag, EntityTag.isMatch(asked, etag) {
      return raw(304, [])
    }
    return raw(status, bytes(for: request, at: time))
  }

  /// What the server's clock shows at a true time; both in milliseconds since the Unix epoch.
  func serverMilliseconds(atTrueTime time: Int64) -> Int64 {
    serverTime?.milliseconds(atTrueTime: time) ?? time
  }

  private func raw(_ status: Int, _ body: [UInt8]) -> RawResponse {
    let names = self.headers.map { $0.name.lowercased() }
    var headers: [RawResponse.Header] = []
    if !body.isEmpty, !names.contains("content-type") {
      headers.append(RawResponse.Header(name: "Content-Type", value: "application/json"))
    }
    if let etag, status < 400 || status == self.status {
      headers.append(RawResponse.Header(name: "ETag", value: etag))
    }
    if let retryAfterSeconds {
      headers.append(RawResponse.Header(name: "Retry-After", value: String(retryAfterSeconds)))
    }
    return RawResponse(status: status, headers: headers + self.headers, body: body)
  }

  private func bytes(for request: ContentRequest, at time: Int64) -> [UInt8] {
    if isOversized {
      return [UInt8](repeating: UInt8(ascii: " "), count: ScriptedResponse.bytesMax)
    }
    let bytes: [UInt8]
    switch body {
    case .text(let text): bytes = Array(text.utf8)
    case .json(let value): bytes = Array(value.canonicalText.utf8)
    case .proper where status == 200:
      if let plans = request.plans {
        bytes = plans.answer(at: time).canonicalBytes
        break
      }
      bytes = Array(proper(for: request, at: time).canonicalText.utf8)
    case .proper: bytes = []
    }
    // No JSON text ends in an opening brace.
    return isMalformed ? bytes.prefix(bytes.count / 2) + [UInt8(ascii: "{")] : bytes
  }

  private func proper(for request: ContentRequest, at now: Int64) -> JSONValue {
    let time = scheduledFor ?? ISO8601.text(request.scheduledFor ?? now)
    return [
      "id": .string("scripted-\(time)"),
      "title": "Scripted Update",
      "body": .string("Scripted content for \(time)."),
      "scheduled_for": .string(time),
    ]
  }
}
