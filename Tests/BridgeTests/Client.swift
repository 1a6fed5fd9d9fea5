import Bridge
import DeviceModel
import JSONText
import Testing

/// A program at the other end of a session: sends requests, parses what comes back.
struct Client {
  var session = BridgeSession()
  private var nextID: Int64 = 1

  /// Everything that one line of text leads to.
  mutating func send(text: String) throws -> [JSONValue] {
    try send(bytes: Array(text.utf8))
  }

  /// Everything that one line of bytes leads to; each line that comes back must be JSON.
  mutating func send(bytes: [UInt8]) throws -> [JSONValue] {
    try session.receive(line: bytes).map { try JSONParser.parse($0) }
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
    return try #require(replies.first)
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
