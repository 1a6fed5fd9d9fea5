import JSONText

/// A JSON-RPC 2.0 request; without an `id` it is a notification, which is not answered.
struct Request {
  let id: RequestID?
  let method: String
  let parameters: JSONObject

  /// A line that is not a request, and the `id` for the error reply.
  struct Failure: Error {
    let id: RequestID
    let error: BridgeError
  }

  /// Parses a line; throws for anything but a single request with named parameters.
  init(line: [UInt8]) throws(Failure) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(line)
    } catch {
      throw Failure(id: .null, error: .malformed(error))
    }
    guard case .object(let object) = value else {
      let what =
        value.arrayValue == nil
        ? "expected an object, got \(value.kindName)" : "batches are not supported"
      throw Failure(id: .null, error: .notARequest("\(what); send one object a line"))
    }
    try self.init(object)
  }

  private init(_ object: JSONObject) throws(Failure) {
    if let value = object["id"] {
      guard let id = RequestID(value) else {
        let rule =
          "'id' must be a text of at most \(RequestID.bytesMax) bytes, a number within ±2^53 "
          + "or null"
        throw Failure(id: .null, error: .notARequest(rule))
      }
      self.id = id
    } else {
      id = nil
    }
    let reply = id ?? .null
    guard object["jsonrpc"] == "2.0" else {
      throw Failure(id: reply, error: .notARequest("'jsonrpc' must be \"2.0\""))
    }
    guard let method = object["method"]?.stringValue else {
      throw Failure(id: reply, error: .notARequest("'method' must be a text"))
    }
    self.method = method
    switch object["params"] {
    case nil: parameters = [:]
    case .object(let object)?: parameters = object
    case .array?:
      throw Failure(id: reply, error: .wrong("'params' must be an object; parameters have names"))
    case .null?, .bool?, .integer?, .number?, .string?:
      let kind = object["params"]?.kindName ?? "nothing"
      throw Failure(id: reply, error: .notARequest("'params' must be an object, got \(kind)"))
    }
  }
}
