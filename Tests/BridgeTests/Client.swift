import Bridge
import DeviceModel
import ES256K
import JSONText
import SchemaSupport
import Testing

/// A client of a session: sends requests and parses the replies.
///
/// The test fails if a reply or a log line does not match the schemas, both as the phone recorded
/// it and as it was sent.
struct Client {
  var session = BridgeSession(.withKeys)
  private var nextID: Int64 = 1
  private var replies = ReplyChecker()
  private var messages = MessageChecker()

  /// All messages that a line of text causes, in order.
  mutating func send(text: String) throws -> [JSONValue] {
    try send(bytes: Array(text.utf8))
  }

  /// All messages that a line of bytes causes, in order; each of them must be JSON.
  mutating func send(bytes: [UInt8]) throws -> [JSONValue] {
    // A new phone starts a new trace.
    if bytes.count < 1_000, String(decoding: bytes, as: UTF8.self).contains("session.configure") {
      replies.restart()
    }
    defer { checkReplies() }
    messages.note(bytes)
    let received = try session.receive(line: bytes).map { try JSONParser.parse($0) }
    for finding in messages.findings(in: received) { Issue.record("\(finding)") }
    return received
  }

  private mutating func checkReplies() {
    for finding in replies.findings(in: session.device.os.trace) { Issue.record("\(finding)") }
  }

  /// All messages that a request causes, in order.
  mutating func send(
    _ method: String, _ parameters: JSONObject = [:], id: JSONValue
  ) throws -> [JSONValue] {
    var writer = JSONWriter()
    writer.value(
      ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(parameters)])
    return try send(bytes: writer.bytes)
  }

  /// The single reply to a request that is answered at once.
  mutating func reply(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let id = JSONValue.integer(nextID)
    nextID += 1
    let lines = try send(method, parameters, id: id)
    let replies = lines.filter { $0["id"] == id }
    #expect(replies.count == 1, "\(method) must have one reply")
    return try #require(replies.first)
  }

  /// The result of a request that must succeed.
  @discardableResult
  mutating func result(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let reply = try reply(method, parameters)
    #expect(reply["error"] == nil, "\(method) must succeed")
    #expect(reply["jsonrpc"] == "2.0")
    return try #require(reply["result"], "\(reply)")
  }

  /// The error of a request that must fail.
  mutating func error(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let reply = try reply(method, parameters)
    #expect(reply["result"] == nil, "\(method) must fail")
    return try #require(reply["error"])
  }

  /// The value of a plugin call that must be answered at once.
  @discardableResult
  mutating func call(_ method: String, _ options: JSONObject = [:]) throws -> JSONValue {
    try result("plugin.call", ["method": .string(method), "options": .object(options)])
  }

  /// A part of the state, by its JSON Pointer.
  mutating func state(_ path: String) throws -> JSONValue {
    try result("state.get", ["path": .string(path)])
  }

  /// Allows notifications and schedules a daily notification.
  mutating func scheduleDaily() throws {
    try result("device.perform", ["verb": "setPermission", "value": "granted"])
    let reply = try call("scheduleDailyNotification", ["time": "05:53"])
    #expect(reply == ["warning": nil])
  }
}

extension JSONValue {
  /// The error code in an error reply.
  var code: Int64? { self["code"]?.integerValue }
}

extension DeviceConfiguration {
  /// A phone whose keychain has the test keys.
  static var withKeys: DeviceConfiguration {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    return configuration
  }
}
