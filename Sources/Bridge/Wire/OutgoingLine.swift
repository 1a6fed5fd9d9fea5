import JSONText

/// Makes the messages that the bridge sends, without line feed and at most 1 MiB long.
enum OutgoingLine {
  static func reply(_ result: Result<JSONValue, BridgeError>, to id: RequestID) -> [UInt8] {
    switch result {
    case .success(let value): self.result(value, id)
    case .failure(let error): self.error(error, id)
    }
  }

  /// A notification; nil when it would be too long.
  static func notification(_ method: String, _ parameters: JSONObject) -> [UInt8]? {
    let bytes = line { writer in
      writer.key("method")
      writer.string(method)
      writer.key("params")
      writer.value(.object(parameters))
    }
    return isTooLong(bytes) ? nil : bytes
  }

  private static func result(_ value: JSONValue, _ id: RequestID) -> [UInt8] {
    let bytes = line { writer in
      writer.key("id")
      writer.value(id.json)
      writer.key("result")
      writer.value(value)
    }
    return isTooLong(bytes) ? self.error(.replyTooLong(bytes: bytes.count), id) : bytes
  }

  private static func error(_ error: BridgeError, _ id: RequestID) -> [UInt8] {
    let bytes = line { writer in
      writer.key("id")
      writer.value(id.json)
      writer.key("error")
      writer.beginObject()
      writer.key("code")
      writer.integer(error.code.rawValue)
      writer.key("message")
      writer.string(error.message)
      if let data = error.data {
        writer.key("data")
        writer.value(data)
      }
      writer.endObject()
    }
    return isTooLong(bytes) ? self.error(.replyTooLong(bytes: bytes.count), id) : bytes
  }

  private static func isTooLong(_ bytes: [UInt8]) -> Bool {
    bytes.count > LineSplitter.standardBytesMax
  }

  private static func line(_ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    writeMembers(&writer)
    writer.endObject()
    return writer.bytes
  }
}
