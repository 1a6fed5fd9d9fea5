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
    let line = line { writer in
      writer.key("method")
      writer.string(method)
      writer.key("params")
      writer.value(.object(parameters))
    }
    return line.isTooLong ? nil : line.bytes
  }

  private static func result(_ value: JSONValue, _ id: RequestID) -> [UInt8] {
    let line = line { writer in
      writer.key("id")
      writer.value(id.json)
      writer.key("result")
      writer.value(value)
    }
    return line.isTooLong ? self.error(.replyTooLong(bytes: line.byteCount), id) : line.bytes
  }

  private static func error(_ error: BridgeError, _ id: RequestID) -> [UInt8] {
    let line = line { writer in
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
    return line.isTooLong ? self.error(.replyTooLong(bytes: line.byteCount), id) : line.bytes
  }

  /// A whole line; one that is too long is not kept while it is written.
  private static func line(_ writeMembers: (inout JSONWriter) -> Void) -> JSONWriter {
    var writer = JSONWriter(capacity: 256, bytesMax: LineSplitter.standardBytesMax)
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    writeMembers(&writer)
    writer.endObject()
    return writer
  }
}
