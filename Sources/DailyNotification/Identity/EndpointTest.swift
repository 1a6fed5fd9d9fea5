import JSONText

/// A fetch that a call made to see whether the server answers.
struct EndpointTest: Hashable, Sendable {
  let number: Int
  let call: Int
  let url: String
  /// The identity that made the call.
  let did: String?
  /// The token that was sent, if any.
  let token: String?
  /// The uptime at its start, in milliseconds.
  let startedAt: Int64

  /// What the call is answered; the tag of a success is remembered.
  func result(
    _ outcome: FetchOutcome,
    on platform: inout some StorageAccess & ClockAccess & LogAccess
  ) -> JSONValue {
    var status: Int?
    var etag: String?
    var error: String?
    switch outcome {
    case .response(let code, let body, let tag, _):
      status = code
      etag = tag
      if code != 200, code != 304 { error = FailureReason(ofStatus: code, body).errorWord }
    case .oversized(let code):
      status = code
      error = FailureReason.payload.errorWord
    case .unreachable: error = FailureReason.network.errorWord
    case .timedOut: error = FailureReason.timeout.errorWord
    }
    if status == 304 { platform.telemetry.notModified += 1 }
    if status == 200 { rememberTag(etag, on: &platform) }
    return [
      "success": .bool(error == nil),
      "status": JSONValue(integerOrNull: status.map(Int64.init)),
      "durationMs": .integer(platform.uptimeMilliseconds - startedAt),
      "etag": etag.map(JSONValue.string) ?? .null,
      "notModified": .bool(status == 304),
      "error": error.map(JSONValue.string) ?? .null,
    ]
  }

  private func rememberTag(
    _ etag: String?, on platform: inout some StorageAccess & LogAccess
  ) {
    let value: JSONValue = [
      "did": did.map(JSONValue.string) ?? .null,
      "etag": etag.map(JSONValue.string) ?? .null,
      "url": .string(url),
    ]
    _ = platform.store(etag == nil ? nil : .text(value.canonicalText), for: .endpointTag)
  }

  /// The tag of the last answer from the same address to the same identity.
  static func knownTag(
    of url: String, _ did: String?, on platform: some StorageAccess
  ) -> String? {
    guard let stored = platform.string(.endpointTag), let value = try? JSONParser.parse(stored),
      value["url"]?.stringValue == url, value["did"]?.stringValue == did
    else { return nil }
    return value["etag"]?.stringValue
  }
}

extension Plugin {
  /// Call 26: fetches once, with a token and the tag of the last answer.
  mutating func testEndpoint(
    _ call: PluginCall, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(call.options)
    let did = try reader.did() ?? activeDID
    let server = try reader.server("apiServer") ?? configuration.apiServer
    guard let server = server ?? identity.fetcher?.apiBaseURL else {
      throw .noServer
    }
    let url = "\(server)/content"
    let token = identity.token(of: did, activeDID: activeDID, on: &platform)?.text
    let request = ContentRequest(
      url: url, token: token, etag: EndpointTest.knownTag(of: url, did, on: platform),
      timeoutMilliseconds: PrefetchLimits.timeoutMilliseconds)
    let number = platform.startFetch(.get(request))
    identity.began(
      EndpointTest(
        number: number, call: call.number, url: url, did: did, token: token,
        startedAt: platform.uptimeMilliseconds))
    return .waiting(.fetch(number))
  }

  /// Answers the call whose fetch has ended.
  mutating func settle(
    _ test: EndpointTest, _ outcome: FetchOutcome, on platform: inout Family.System
  ) {
    if case .response(let status, let body, _, _) = outcome, status != 200, status != 304,
      FailureReason(ofStatus: status, body) == .authentication
    {
      dropToken(test.token, on: &platform)
    }
    guard let call = calls.take(test.call) else { return }
    let result = test.result(outcome, on: &platform)
    platform.settle(call, with: .value(result))
  }
}
