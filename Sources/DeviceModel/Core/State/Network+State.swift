import DailyNotification
import JSONText

extension NetworkMachine {
  /// The script of the content API and the latest answer; a body that is no UTF-8 is null.
  var stateValue: JSONValue {
    [
      "responses": .integer(Int64(script?.responses.count ?? 0)),
      "next": .integer(Int64(script?.position ?? 0)),
      "lastResponse": lastResponse?.stateValue ?? .null,
    ]
  }
}

extension RawResponse {
  var stateValue: JSONValue {
    [
      "status": .integer(Int64(status)),
      "headers": .object(
        Redaction.object(JSONObject(headers.map { ($0.name, .string($0.value)) }))),
      "body": JSONValue(text: String(validating: body, as: UTF8.self).map(Redaction.document)),
      "byteCount": .integer(Int64(body.count)),
    ]
  }
}
