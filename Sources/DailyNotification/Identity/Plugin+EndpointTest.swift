import JSONText

/// A fetch that a call made to see whether the server answers.
struct EndpointTest: Hashable {
  let number: Int
  let call: Int
  let url: String
  /// The identity that asked.
  let did: String?
  let startedAt: Int64
}

extension Plugin {
  /// Call 26: asks the server once, with a token and the tag of the last answer.
  mutating func testEndpoint(
    _ call: PluginCall, on platform: inout some Platform
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(call.options)
    let did = try reader.did() ?? activeDID
    let server = try reader.server("apiServer") ?? configuration.apiServer
    guard let server = server ?? nativeFetcher?.apiBaseURL else {
      throw .noServer
    }
    let url = "\(server)/content"
    let token = did.map { issuedToken($0, on: &platform).text }
    let request = ContentRequest(
      url: url, token: token, etag: endpointTag(of: url, did, on: platform),
      timeoutMilliseconds: Plugin.fetchTimeoutMilliseconds)
    let number = platform.startFetch(.get(request))
    endpointTests.append(
      EndpointTest(
        number: number, call: call.number, url: url, did: did,
        startedAt: platform.uptimeMilliseconds))
    return .waiting(.fetch(number))
  }

  /// Answers the call whose fetch has ended; false when the fetch is no call's.
  mutating func settleEndpointTest(
    _ number: Int, _ outcome: FetchOutcome, on platform: inout some Platform
  ) -> Bool {
    guard let index = endpointTests.firstIndex(where: { $0.number == number }) else {
      return false
    }
    let test = endpointTests.remove(at: index)
    guard let place = openCalls.firstIndex(where: { $0.call.number == test.call }) else {
      return true
    }
    let call = openCalls.remove(at: place).call
    let result = endpointResult(outcome, test, on: &platform)
    platform.settle(call, with: .value(result))
    return true
  }

  private func endpointResult(
    _ outcome: FetchOutcome, _ test: EndpointTest, on platform: inout some Platform
  ) -> JSONValue {
    var status: Int?
    var etag: String?
    var error: String?
    switch outcome {
    case .response(let code, let body, let tag, _):
      status = code
      etag = tag
      if code != 200, code != 304 { error = Plugin.reason(ofStatus: code, body).errorWord }
    case .oversized(let code):
      status = code
      error = FailureReason.payload.errorWord
    case .unreachable: error = FailureReason.network.errorWord
    case .timedOut: error = FailureReason.timeout.errorWord
    }
    if status == 304 { platform.telemetry.notModified += 1 }
    // What a former identity was answered is not this one's to keep.
    if status == 200 { rememberTag(etag, of: test.url, test.did, on: &platform) }
    return [
      "success": .bool(error == nil),
      "status": JSONValue(integerOrNull: status.map(Int64.init)),
      "durationMs": .integer(platform.uptimeMilliseconds - test.startedAt),
      "etag": etag.map(JSONValue.string) ?? .null,
      "notModified": .bool(status == 304),
      "error": error.map(JSONValue.string) ?? .null,
    ]
  }

  private func rememberTag(
    _ etag: String?, of url: String, _ did: String?, on platform: inout some Platform
  ) {
    let value: JSONValue = [
      "did": did.map(JSONValue.string) ?? .null,
      "etag": etag.map(JSONValue.string) ?? .null,
      "url": .string(url),
    ]
    _ = store(etag == nil ? nil : .text(value.canonicalText), for: .endpointTag, on: &platform)
  }

  /// The tag of the last answer from the same address to the same identity.
  private func endpointTag(
    of url: String, _ did: String?, on platform: some Platform
  ) -> String? {
    guard let stored = text(.endpointTag, platform), let value = try? JSONParser.parse(stored),
      value["url"]?.stringValue == url, value["did"]?.stringValue == did
    else { return nil }
    return value["etag"]?.stringValue
  }
}
