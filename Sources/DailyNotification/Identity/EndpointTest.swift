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
  /// The entity tag that was sent, if any.
  let sentTag: String?
  /// Whether the starred plans were asked for.
  let isOfPlans: Bool
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
    case .response(let response):
      status = response.status
      etag = response.etag
      error = failure(response)?.errorWord
      if response.status == 200, error == nil, !isOfPlans {
        rememberTag(response.usableTag, on: &platform)
      }
    case .oversized(let code):
      status = code
      error = FailureReason.payload.errorWord
    case .unreachable: error = FailureReason.network.errorWord
    case .timedOut: error = FailureReason.timeout.errorWord
    }
    if status == 304, error == nil { platform.telemetry.notModified += 1 }
    return [
      "success": .bool(error == nil),
      "status": JSONValue(integerOrNull: status.map(Int64.init)),
      "durationMs": .integer(platform.uptimeMilliseconds - startedAt),
      "etag": etag.map(JSONValue.string) ?? .null,
      "notModified": .bool(status == 304 && error == nil),
      "error": error.map(JSONValue.string) ?? .null,
    ]
  }

  /// Why an answer is a failure, as in a prefetch: a 304 must speak of the tag that was sent.
  private func failure(_ response: FetchResponse) -> FailureReason? {
    guard response.status == 304 else {
      return isOfPlans ? response.failureOfPlans : response.failure
    }
    guard let sentTag, response.etag.map({ EntityTag.isSame($0, sentTag) }) ?? true else {
      return .payload
    }
    return nil
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
    let reader = OptionReader(call.options, of: .testEndorserAPI)
    let did = try reader.did() ?? activeDID
    let server = try reader.server("apiServer") ?? configuration.apiServer
    guard let server = server ?? identity.fetcher?.apiBaseURL else {
      throw .noServer
    }
    let url = requestAddress(of: server)
    let token = try identity.token(of: did, activeDID: activeDID, on: &platform)?.text
    tokenSent(token, on: &platform)
    let plans = plansQuery(.daily, for: platform.wallMilliseconds, on: platform)
    let isTagged = plans == nil && configuration.usesEntityTags
    let tag = isTagged ? EndpointTest.knownTag(of: url, did, on: platform) : nil
    let request = ContentRequest(
      url: url, token: token, identity: did, etag: tag,
      timeoutMilliseconds: PrefetchLimits.timeoutMilliseconds, plans: plans)
    let number = platform.startFetch(.get(request))
    identity.began(
      EndpointTest(
        number: number, call: call.number, url: url, did: did, token: token, sentTag: tag,
        isOfPlans: plans != nil, startedAt: platform.uptimeMilliseconds))
    return .waiting(.fetch(number))
  }

  /// Answers the call whose fetch has ended.
  mutating func settle(
    _ test: EndpointTest, _ outcome: FetchOutcome, on platform: inout Family.System
  ) {
    if case .response(let response) = outcome, response.failure == .authentication {
      dropToken(test.token, on: &platform)
    }
    guard let call = calls.take(test.call) else { return }
    let result = test.result(outcome, on: &platform)
    platform.settle(call, with: .value(result))
  }
}
