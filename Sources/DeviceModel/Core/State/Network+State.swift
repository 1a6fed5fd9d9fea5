import DailyNotification
import JSONText

extension NetworkMachine {
  /// The script of the content API and the latest answer; a body that is no UTF-8 is null.
  func stateValue(_ secrets: SecretNumbers) -> JSONValue {
    [
      "responses": .integer(Int64(script?.responses.count ?? 0)),
      "next": .integer(Int64(script?.position ?? 0)),
      "lastResponse": lastResponse?.stateValue(secrets) ?? .null,
    ]
  }
}

extension RawResponse {
  func stateValue(_ secrets: SecretNumbers) -> JSONValue {
    [
      "status": .integer(Int64(status)),
      "headers": .object(
        secrets.redacted(object: JSONObject(headers.map { ($0.name, .string($0.value)) }))),
      "body": JSONValue(
        text: String(validating: body, as: UTF8.self).map(secrets.redacted(document:))),
      "byteCount": .integer(Int64(body.count)),
    ]
  }
}
