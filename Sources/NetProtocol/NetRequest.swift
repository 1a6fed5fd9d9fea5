import JSONText
import PlainText

/// A line from `dnp` to `dnp-net`: a JSON object with one of the keys `fetch`, `cancel`, `api`,
/// `ping`, `listen`, `send` and `close`.
public enum NetRequest: Hashable, Sendable {
  /// Make a request.
  case fetch(NetFetch)
  /// Forget a request; it gets no answer.
  case cancel(Int)
  /// Let the embedded test API listen on a port of the loopback address; 0 lets the system choose.
  case api(port: Int)
  /// Answer with this number, to show that lines are read.
  case ping(Int)
  /// Open a door for web apps.
  case listen(NetDoor)
  /// Send a text to a page.
  case send(connection: Int, line: String)
  /// End the connection of a page.
  case close(connection: Int)

  /// The maximum size of a line in either direction, in bytes without its line feed.
  public static let lineBytesMax = 3 * 1_048_576

  static let limits = JSONLimits(bytesMax: lineBytesMax, depthMax: 16)
}

/// An HTTP request, with the limits of its answer.
public struct NetFetch: Hashable, Sendable {
  /// The number that its answer carries.
  public var number: Int
  /// The HTTP method.
  public var method = "GET"
  /// The whole address.
  public var url: String
  /// The headers in order; of one name there is one value.
  public var headers: [NetHeader]
  /// The body; none is sent when it is empty.
  public var body: [UInt8] = []
  /// How long the answer may take until its last byte, in milliseconds, redirections included.
  public var timeoutMilliseconds: Int64
  /// How many bytes the answer's body may have.
  public var bytesMax: Int

  /// Makes a request without a body.
  public init(
    number: Int, url: String, headers: [NetHeader], timeoutMilliseconds: Int64, bytesMax: Int
  ) {
    self.number = number
    self.url = url
    self.headers = headers
    self.timeoutMilliseconds = timeoutMilliseconds
    self.bytesMax = bytesMax
  }
}

/// A header field.
public struct NetHeader: Hashable, Sendable {
  /// Its name, whose case says nothing.
  public var name: String
  /// Its value.
  public var value: String

  /// A header field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension NetRequest {
  /// The line without its line feed.
  public var line: [UInt8] {
    switch self {
    case .fetch(let fetch): return fetch.json.canonicalBytes
    case .cancel(let number):
      let json: JSONValue = ["cancel": .integer(Int64(number))]
      return json.canonicalBytes
    case .api(let port):
      let json: JSONValue = ["api": ["port": .integer(Int64(port))]]
      return json.canonicalBytes
    case .ping(let number):
      let json: JSONValue = ["ping": .integer(Int64(number))]
      return json.canonicalBytes
    case .listen(let door):
      let json: JSONValue = ["listen": door.json]
      return json.canonicalBytes
    case .send(let connection, let line):
      let json: JSONValue = ["send": .integer(Int64(connection)), "line": .string(line)]
      return json.canonicalBytes
    case .close(let connection):
      let json: JSONValue = ["close": .integer(Int64(connection))]
      return json.canonicalBytes
    }
  }

  /// Reads a line; throws for one that is no request.
  public init(line: [UInt8]) throws(NetLineError) {
    let json = try NetLineError.object(line)
    if json["fetch"] != nil {
      self = .fetch(try NetFetch(json))
    } else if let number = json["cancel"]?.integerValue {
      self = .cancel(Int(number))
    } else if let port = json["api"]?["port"]?.integerValue, (0...65_535).contains(port) {
      self = .api(port: Int(port))
    } else if let number = json["ping"]?.integerValue {
      self = .ping(Int(number))
    } else if let door = json["listen"] {
      self = .listen(try NetDoor(door))
    } else if let connection = json["send"]?.integerValue, let line = json["line"]?.stringValue {
      self = .send(connection: Int(connection), line: line)
    } else if let connection = json["close"]?.integerValue {
      self = .close(connection: Int(connection))
    } else {
      throw NetLineError(
        "no request: a line has 'fetch', 'cancel', 'api', 'ping', 'listen', 'send' or 'close'")
    }
  }
}

extension NetFetch {
  fileprivate var json: JSONValue {
    var json: JSONObject = JSONObject([
      ("fetch", .integer(Int64(number))), ("method", .string(method)), ("url", .string(url)),
      ("headers", NetHeader.json(headers)), ("timeoutMs", .integer(timeoutMilliseconds)),
      ("maxBytes", .integer(Int64(bytesMax))),
    ])
    if !body.isEmpty { json["body"] = .string(Base64.standard.text(body)) }
    return .object(json)
  }

  fileprivate init(_ json: JSONValue) throws(NetLineError) {
    guard let number = json["fetch"]?.integerValue else {
      throw NetLineError("'fetch' takes a number")
    }
    guard let url = json["url"]?.stringValue,
      let timeout = json["timeoutMs"]?.integerValue, (0...3_600_000).contains(timeout),
      let bytesMax = json["maxBytes"]?.integerValue, (0...2_097_152).contains(bytesMax)
    else {
      throw NetLineError(
        "fetch \(number) lacks 'url', 'timeoutMs' (0 to 3600000) or 'maxBytes' (0 to 2097152)")
    }
    self.init(
      number: Int(number), url: url, headers: try NetHeader.headers(json["headers"]),
      timeoutMilliseconds: timeout, bytesMax: Int(bytesMax))
    let method = (json["method"] ?? .string(method)).stringValue
    guard let method, ["GET", "HEAD", "POST", "PUT", "DELETE"].contains(method) else {
      throw NetLineError("fetch \(number) has a method that is not known")
    }
    self.method = method
    guard let body = (json["body"] ?? "").stringValue.flatMap(Base64.standard.bytes) else {
      throw NetLineError("the body of fetch \(number) is not base64")
    }
    self.body = body
  }
}

extension NetHeader {
  static func json(_ headers: [NetHeader]) -> JSONValue {
    .object(JSONObject(headers.map { ($0.name, .string($0.value)) }))
  }

  static func headers(_ json: JSONValue?) throws(NetLineError) -> [NetHeader] {
    guard let json, !json.isNull else { return [] }
    guard case .object(let object) = json else {
      throw NetLineError("'headers' takes an object of names and values")
    }
    var headers: [NetHeader] = []
    for (name, value) in object.members {
      guard let value = value.stringValue else {
        throw NetLineError("'headers' takes an object of names and values")
      }
      headers.append(NetHeader(name, value))
    }
    return headers
  }
}

/// Why a line is none of the protocol.
public struct NetLineError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  static func object(_ line: [UInt8]) throws(NetLineError) -> JSONValue {
    do {
      return try JSONParser.parse(line, limits: NetRequest.limits)
    } catch {
      throw NetLineError("no JSON at byte \(error.offset)")
    }
  }
}
