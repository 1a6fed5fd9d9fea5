import Bridge
import DeviceModel
import JSONText
import SchemaSupport
import Testing

/// A program at the other end of a session: sends requests, parses what comes back.
///
/// A reply or a log line that is not what the schemas say fails the test: as the phone recorded it,
/// and a call's reply as it came over the wire too.
struct Client {
  var session = BridgeSession()
  private var nextID: Int64 = 1
  private var replies = ReplyChecker()

  /// Everything that one line of text leads to.
  mutating func send(text: String) throws -> [JSONValue] {
    try send(bytes: Array(text.utf8))
  }

  /// Everything that one line of bytes leads to; each line that comes back must be JSON.
  mutating func send(bytes: [UInt8]) throws -> [JSONValue] {
    // A new phone has a trace of its own.
    if bytes.count < 1_000, String(decoding: bytes, as: UTF8.self).contains("session.configure") {
      replies.restart()
    }
    defer { checkReplies() }
    return try session.receive(line: bytes).map { try JSONParser.parse($0) }
  }

  private mutating func checkReplies() {
    for finding in replies.findings(in: session.device.os.trace) { Issue.record("\(finding)") }
  }

  /// Everything that one request leads to.
  mutating func send(
    _ method: String, _ parameters: JSONObject = [:], id: JSONValue
  ) throws -> [JSONValue] {
    var writer = JSONWriter()
    writer.value(
      ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(parameters)])
    return try send(bytes: writer.bytes)
  }

  /// The one reply of a request that is answered at once.
  mutating func reply(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let id = JSONValue.integer(nextID)
    nextID += 1
    let lines = try send(method, parameters, id: id)
    let replies = lines.filter { $0["id"] == id }
    #expect(replies.count == 1, "\(method) must have one reply")
    let reply = try #require(replies.first)
    if method == "plugin.call" { try checkWire(reply, parameters) }
    return reply
  }

  /// Holds what came over the wire in reply to a call against the schemas.
  private func checkWire(_ reply: JSONValue, _ parameters: JSONObject) throws {
    guard let method = parameters["method"]?.stringValue else { return }
    let options = parameters["options"]?.objectValue ?? [:]
    let schemas = try CallSchemas.project.get()
    var findings: [String] = []
    if let value = reply["result"] {
      findings = schemas.findings(method: method, options: options, value: value)
    } else if let rejection = reply["error"]?["data"], rejection["error"] != nil {
      findings = schemas.findings(method: method, rejection: rejection)
    }
    for finding in findings { Issue.record("\(method) over the wire: \(finding)") }
  }

  /// The result of a request that succeeds.
  @discardableResult
  mutating func result(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let reply = try reply(method, parameters)
    #expect(reply["error"] == nil, "\(method) must succeed")
    #expect(reply["jsonrpc"] == "2.0")
    return try #require(reply["result"], "\(reply)")
  }

  /// The error of a request that fails.
  mutating func error(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let reply = try reply(method, parameters)
    #expect(reply["result"] == nil, "\(method) must fail")
    return try #require(reply["error"])
  }

  /// The result of a plugin call that is answered at once.
  @discardableResult
  mutating func call(_ method: String, _ options: JSONObject = [:]) throws -> JSONValue {
    try result("plugin.call", ["method": .string(method), "options": .object(options)])
  }

  /// A part of the state.
  mutating func state(_ path: String) throws -> JSONValue {
    try result("state.get", ["path": .string(path)])
  }

  /// Allows notifications and schedules one notification a day.
  mutating func scheduleDaily() throws {
    try result("device.perform", ["verb": "setPermission", "value": "granted"])
    let reply = try call("scheduleDailyNotification", ["time": "05:53"])
    #expect(reply == ["warning": nil])
  }
}

extension JSONValue {
  /// The code of an error.
  var code: Int64? { self["code"]?.integerValue }
}
