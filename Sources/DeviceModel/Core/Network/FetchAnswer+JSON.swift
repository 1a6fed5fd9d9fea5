import JSONText
import PlainText
import Tokens

/// An answer as the parameters of its verb, and back.
extension FetchAnswer {
  /// The keys of an answer, in the order of the documentation.
  private static let keys = ["status", "headers", "body", "bodyBase64URL", "failed", "detail"]

  /// How many bytes the detail of a failure may have.
  private static let detailBytesMax = 256

  /// The answer without its number.
  var json: JSONValue {
    var json = JSONObject()
    switch end {
    case .response(let response):
      json["status"] = .integer(Int64(response.status))
      if !response.headers.isEmpty {
        json["headers"] = .object(JSONObject(response.headers.map { ($0.name, .string($0.value)) }))
      }
      if response.body.isEmpty { break }
      if let text = String(validating: response.body, as: UTF8.self) {
        json["body"] = .string(text)
      } else {
        json["bodyBase64URL"] = .string(Base64.url.text(response.body))
      }
    case .failed(let failure, let status, let detail):
      json["failed"] = .string(failure.rawValue)
      if let status { json["status"] = .integer(Int64(status)) }
      if !detail.isEmpty {
        json["detail"] = .string(detail.shortened(bytesMax: FetchAnswer.detailBytesMax))
      }
    }
    return .object(json)
  }

  /// Reads an answer; nil for anything else.
  init?(number: Int, json: JSONValue) {
    guard case .object(let object) = json, object.keys.allSatisfy(FetchAnswer.keys.contains)
    else { return nil }
    let status = object["status"]?.integerValue
    guard status.map({ (100...599).contains($0) }) ?? true else { return nil }
    if let word = object["failed"] {
      guard let failure = word.stringValue.flatMap(Failure.init), object["headers"] == nil,
        object["body"] == nil, object["bodyBase64URL"] == nil
      else { return nil }
      let detail = object["detail"]?.stringValue ?? ""
      guard detail.utf8.count <= FetchAnswer.detailBytesMax else { return nil }
      self.init(
        number: number, end: .failed(failure, status: status.map { Int($0) }, detail: detail))
      return
    }
    guard let status, object["detail"] == nil, let headers = FetchAnswer.headers(object["headers"]),
      let body = FetchAnswer.body(object)
    else { return nil }
    self.init(
      number: number,
      end: .response(RawResponse(status: Int(status), headers: headers, body: body)))
  }

  private static func headers(_ json: JSONValue?) -> [RawResponse.Header]? {
    guard let json else { return [] }
    guard case .object(let object) = json, object.count <= ScriptedResponse.headersMax else {
      return nil
    }
    var headers: [RawResponse.Header] = []
    for (name, value) in object.members {
      guard RawResponse.Header.isName(name), let text = value.stringValue,
        text.utf8.count <= ScriptedResponse.headerBytesMax
      else { return nil }
      headers.append(RawResponse.Header(name: name, value: text))
    }
    return headers
  }

  private static func body(_ object: JSONObject) -> [UInt8]? {
    let bytes: [UInt8]?
    switch (object["body"], object["bodyBase64URL"]) {
    case (nil, nil): bytes = []
    case (.string(let text)?, nil): bytes = Array(text.utf8)
    case (nil, .string(let text)?): bytes = Base64.url.bytes(text)
    case (.some, _), (_, .some): bytes = nil
    }
    return bytes.flatMap { $0.count <= ScriptedResponse.bytesMax ? $0 : nil }
  }
}
