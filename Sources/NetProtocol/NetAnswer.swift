import JSONText
import PlainText

/// A line from `dnp-net` to `dnp`.
public enum NetAnswer: Hashable, Sendable {
  /// A server answered.
  case fetched(NetResponse)
  /// No server's answer.
  case failed(NetFailure)
  /// The embedded test API listens.
  case listening(NetAPI)
  /// The embedded test API cannot listen.
  case notListening(reason: String)
  /// Lines are read: the number of a ping.
  case pong(Int)
  /// The door for web apps listens on a port of the loopback address.
  case open(port: Int)
  /// There is no door for web apps.
  case notOpen(reason: String)
  /// A page has connected.
  case opened(connection: Int, path: String, origin: String)
  /// A page has sent a text.
  case text(connection: Int, line: String)
  /// A page's connection has ended.
  case closed(connection: Int, reason: String)
  /// A line of `dnp` was none of the protocol.
  case error(String)
}

/// Where the embedded test API listens, on the loopback address.
public struct NetAPI: Hashable, Sendable {
  public var port: Int
  /// Where a script is posted: a path that nobody can guess.
  public var controlPath: String

  /// An address.
  public init(port: Int, controlPath: String) {
    self.port = port
    self.controlPath = controlPath
  }

  /// The address of the server.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// The address of its script.
  public var controlURL: String { url + controlPath }
}

/// An answer to a request.
public struct NetResponse: Hashable, Sendable {
  /// The number of the request.
  public var number: Int
  /// The HTTP status.
  public var status: Int
  /// The headers; fields of one name are one, with commas between the values.
  public var headers: [NetHeader]
  /// The whole body.
  public var body: [UInt8]
  /// How long it took from the request's line to the last byte, in milliseconds.
  public var milliseconds: Int64

  /// An answer.
  public init(
    number: Int, status: Int, headers: [NetHeader], body: [UInt8], milliseconds: Int64
  ) {
    self.number = number
    self.status = status
    self.headers = headers
    self.body = body
    self.milliseconds = milliseconds
  }
}

/// Why there is no answer to a request.
public struct NetFailure: Hashable, Sendable {
  /// The reasons, as lines spell them.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// No connection, or one that broke before the last byte.
    case network
    case timeout
    /// The server's certificate is not accepted, or no encryption could be agreed on.
    case tls
    /// The body is longer than was asked for; the rest was not read.
    case tooLarge
    /// The host of the address, or of one that it redirects to, may not be asked.
    case refusedHost
  }

  /// The number of the request.
  public var number: Int
  public var reason: Reason
  /// The HTTP status of an answer that is too large; nil for all other reasons.
  public var status: Int?
  /// What happened, for a person.
  public var detail: String
  /// How long it took, in milliseconds.
  public var milliseconds: Int64

  /// A failure.
  public init(
    number: Int, reason: Reason, status: Int? = nil, detail: String, milliseconds: Int64
  ) {
    self.number = number
    self.reason = reason
    self.status = status
    self.detail = detail
    self.milliseconds = milliseconds
  }
}

extension NetAnswer {
  /// The line without its line feed.
  public var line: [UInt8] {
    let json: JSONValue
    switch self {
    case .fetched(let response):
      json = [
        "fetched": .integer(Int64(response.number)), "status": .integer(Int64(response.status)),
        "headers": NetHeader.json(response.headers),
        "body": .string(Base64.standard.text(response.body)),
        "ms": .integer(response.milliseconds),
      ]
    case .failed(let failure):
      var members: [(String, JSONValue)] = [
        ("failed", .integer(Int64(failure.number))), ("reason", .string(failure.reason.rawValue)),
        ("detail", .string(failure.detail)), ("ms", .integer(failure.milliseconds)),
      ]
      if let status = failure.status { members.append(("status", .integer(Int64(status)))) }
      json = .object(JSONObject(members))
    case .listening(let api):
      json = ["api": ["port": .integer(Int64(api.port)), "control": .string(api.controlPath)]]
    case .notListening(let reason): json = ["api": ["failed": .string(reason)]]
    case .pong(let number): json = ["pong": .integer(Int64(number))]
    case .open(let port): json = ["listening": ["port": .integer(Int64(port))]]
    case .notOpen(let reason): json = ["listening": ["failed": .string(reason)]]
    case .opened(let connection, let path, let origin):
      json = [
        "open": .integer(Int64(connection)), "path": .string(path), "origin": .string(origin),
      ]
    case .text(let connection, let line):
      json = ["text": .integer(Int64(connection)), "line": .string(line)]
    case .closed(let connection, let reason):
      json = ["closed": .integer(Int64(connection)), "reason": .string(reason)]
    case .error(let text): json = ["error": .string(text)]
    }
    return json.canonicalBytes
  }

  /// Reads a line; throws for one that is no answer.
  public init(line: [UInt8]) throws(NetLineError) {
    let json = try NetLineError.object(line)
    if let number = json["fetched"]?.integerValue {
      guard let status = json["status"]?.integerValue, (100...999).contains(status),
        let body = json["body"]?.stringValue.flatMap(Base64.standard.bytes),
        let milliseconds = json["ms"]?.integerValue, milliseconds >= 0
      else { throw NetLineError("the answer to fetch \(number) lacks status, body or time") }
      self = .fetched(
        NetResponse(
          number: Int(number), status: Int(status), headers: try NetHeader.headers(json["headers"]),
          body: body, milliseconds: milliseconds))
    } else if let number = json["failed"]?.integerValue {
      guard let reason = json["reason"]?.stringValue.flatMap(NetFailure.Reason.init),
        let milliseconds = json["ms"]?.integerValue, milliseconds >= 0,
        let detail = (json["detail"] ?? "").stringValue
      else { throw NetLineError("the failure of fetch \(number) lacks reason or time") }
      var failure = NetFailure(
        number: Int(number), reason: reason, detail: detail, milliseconds: milliseconds)
      if let status = json["status"] {
        guard let status = status.integerValue, (100...999).contains(status) else {
          throw NetLineError("the failure of fetch \(number) has a status that is none")
        }
        failure.status = Int(status)
      }
      self = .failed(failure)
    } else if let port = json["api"]?["port"]?.integerValue,
      let path = json["api"]?["control"]?.stringValue, path.hasPrefix("/")
    {
      self = .listening(NetAPI(port: Int(port), controlPath: path))
    } else if let reason = json["api"]?["failed"]?.stringValue {
      self = .notListening(reason: reason)
    } else if let number = json["pong"]?.integerValue {
      self = .pong(Int(number))
    } else if let answer = NetAnswer(ofDoor: json) {
      self = answer
    } else if let text = json["error"]?.stringValue {
      self = .error(text)
    } else {
      throw NetLineError(
        "no answer: a line has 'fetched', 'failed', 'api', 'pong', 'listening', 'open', 'text' …")
    }
  }
}

extension NetAnswer {
  /// What a door for web apps says; nil for anything else.
  fileprivate init?(ofDoor json: JSONValue) {
    if let port = json["listening"]?["port"]?.integerValue {
      self = .open(port: Int(port))
    } else if let reason = json["listening"]?["failed"]?.stringValue {
      self = .notOpen(reason: reason)
    } else if let connection = json["open"]?.integerValue, let path = json["path"]?.stringValue,
      let origin = json["origin"]?.stringValue
    {
      self = .opened(connection: Int(connection), path: path, origin: origin)
    } else if let connection = json["text"]?.integerValue, let line = json["line"]?.stringValue {
      self = .text(connection: Int(connection), line: line)
    } else if let connection = json["closed"]?.integerValue,
      let reason = (json["reason"] ?? "").stringValue
    {
      self = .closed(connection: Int(connection), reason: reason)
    } else {
      return nil
    }
  }
}
