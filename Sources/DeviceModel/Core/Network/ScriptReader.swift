import JSONText
import PlainText

/// Parses the responses of a script.
enum ScriptReader {
  /// An error, and the response that has it.
  struct Problem: Error, Hashable {
    /// The number of the response, from 1; nil for the list itself.
    let place: Int?
    let reason: String

    var text: String { place.map { "response \($0): \(reason)" } ?? reason }
  }

  /// The keys of a response, in the order of the documentation.
  static let keys = [
    "status", "etag", "body", "headers", "delayMs", "drop", "reset", "truncate", "malformed",
    "oversized", "retryAfterSeconds", "requireToken", "refuseReused", "scheduledFor",
    "serverTime", "times",
  ]

  static func responses(_ json: JSONValue) throws(Problem) -> [ScriptedResponse] {
    guard case .array(let items) = json, items.count <= ScriptedResponse.countMax else {
      let got = if case .array(let items) = json { "\(items.count)" } else { json.kindName }
      throw Problem(
        place: nil, reason: "a list of at most \(ScriptedResponse.countMax) responses, not \(got)")
    }
    var responses: [ScriptedResponse] = []
    for (index, item) in items.enumerated() {
      responses.append(try response(item, place: index + 1))
    }
    return responses
  }

  private static func response(
    _ json: JSONValue, place: Int
  ) throws(Problem) -> ScriptedResponse {
    guard case .object(let object) = json else {
      throw Problem(place: place, reason: "an object such as {status: 500}, not \(json.kindName)")
    }
    if let key = object.keys.first(where: { !keys.contains($0) }) {
      throw Problem(
        place: place,
        reason: "there is no '\(key.shortened())'; keys: \(keys.joined(separator: ", "))")
    }
    let reader = MemberReader(object: object, place: place)
    var response = ScriptedResponse()
    response.status = Int(try reader.integer("status", in: 100...599) ?? 200)
    response.etag = try reader.text("etag", bytesMax: 256)
    response.body = try reader.body()
    response.delayMilliseconds = try reader.duration("delayMs") ?? 0
    response.headers = try reader.headers()
    response.isDropped = try reader.flag("drop")
    response.isReset = try reader.flag("reset")
    response.isTruncated = try reader.flag("truncate")
    response.isMalformed = try reader.flag("malformed")
    response.isOversized = try reader.flag("oversized")
    response.retryAfterSeconds = try reader.integer("retryAfterSeconds", in: 0...604_800)
    response.requiresToken = try reader.flag("requireToken")
    response.refusesReused = try reader.flag("refuseReused")
    response.scheduledFor = try reader.text("scheduledFor", bytesMax: 64)
    response.serverTime = try reader.serverTime()
    response.times = Int(try reader.integer("times", in: 1...1_000_000) ?? 1)
    return response
  }

  /// Parses the members of one response; null means that a member was left out.
  private struct MemberReader {
    let object: JSONObject
    let place: Int

    private func value(_ key: String) -> JSONValue? {
      guard let value = object[key], !value.isNull else { return nil }
      return value
    }

    private func wrong(_ key: String, _ expected: String, _ value: JSONValue) -> Problem {
      Problem(place: place, reason: "'\(key)' takes \(expected), not \(value.kindName)")
    }

    func integer(_ key: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
      guard let value = value(key) else { return nil }
      guard case .integer(let number) = value, range.contains(number) else {
        let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
        guard case .integer(let number) = value else { throw wrong(key, expected, value) }
        throw Problem(place: place, reason: "'\(key)' takes \(expected), not \(number)")
      }
      return number
    }

    func flag(_ key: String) throws(Problem) -> Bool {
      guard let value = value(key) else { return false }
      guard case .bool(let flag) = value else { throw wrong(key, "true or false", value) }
      return flag
    }

    func text(_ key: String, bytesMax: Int) throws(Problem) -> String? {
      guard let value = value(key) else { return nil }
      guard case .string(let text) = value, (1...bytesMax).contains(text.utf8.count) else {
        throw wrong(key, "a text of 1 to \(bytesMax) bytes", value)
      }
      return text
    }

    func duration(_ key: String) throws(Problem) -> Int64? {
      guard let value = value(key) else { return nil }
      let length: Int64? =
        switch value {
        case .integer(let number): number
        case .string(let text): DurationText.milliseconds(text)
        case .null, .bool, .number, .array, .object: nil
        }
      guard let length, (0...3_600_000).contains(length) else {
        throw wrong(key, "0 to 3600000 ms or a duration up to 1h", value)
      }
      return length
    }

    func serverTime() throws(Problem) -> ServerTime? {
      guard let value = value("serverTime") else { return nil }
      guard let time = value.stringValue.flatMap(ServerTime.init) else {
        throw wrong(
          "serverTime", "a time such as 2025-11-15T06:00:00Z or a duration such as -1h", value)
      }
      return time
    }

    func headers() throws(Problem) -> [RawResponse.Header] {
      guard let value = value("headers") else { return [] }
      guard case .object(let object) = value else {
        throw wrong("headers", "an object of names and texts", value)
      }
      guard object.count <= ScriptedResponse.headersMax else {
        throw Problem(
          place: place,
          reason: "'headers' takes at most \(ScriptedResponse.headersMax), not \(object.count)")
      }
      var headers: [RawResponse.Header] = []
      for (name, value) in object.members {
        guard case .string(let text) = value, RawResponse.Header.isName(name),
          text.utf8.count <= ScriptedResponse.headerBytesMax,
          text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
          throw Problem(
            place: place,
            reason: "'headers' takes names of letters, digits and '-' with a line of text each, "
              + "not '\(name.shortened())'")
        }
        headers.append(RawResponse.Header(name: name, value: text))
      }
      return headers
    }

    func body() throws(Problem) -> ScriptedResponse.Body {
      guard let value = value("body") else { return .proper }
      let body: ScriptedResponse.Body
      let count: Int
      switch value {
      case .string(let text): (body, count) = (.text(text), text.utf8.count)
      case .object, .array: (body, count) = (.json(value), value.canonicalText.utf8.count)
      case .null, .bool, .integer, .number:
        throw wrong("body", "an object, a list or a text", value)
      }
      guard count <= ScriptedResponse.bytesMax else {
        throw Problem(
          place: place,
          reason: "'body' takes at most \(ScriptedResponse.bytesMax) bytes, not \(count)")
      }
      return body
    }
  }
}
