import Bridge
import JSONText
import ProjectFiles
import RandomHistories
import SimulationCore
import Testing

@Suite("malformed lines")
struct FuzzTests {
  /// The kinds of message that a session sends.
  private enum Line {
    case reply(id: String)
    case notification
  }

  /// Parses a message strictly as `docs/bridge.md` describes it; nil for anything else.
  private static func kind(of line: JSONValue) -> Line? {
    guard let object = line.objectValue, object["jsonrpc"] == "2.0" else { return nil }
    let keys = Set(object.keys)
    if keys == ["jsonrpc", "method", "params"] {
      let parameters = object["params"]
      switch object["method"]?.stringValue {
      case "record"?:
        return parameters?["sequence"]?.integerValue != nil
          && parameters?["kind"]?.stringValue != nil ? .notification : nil
      case "pluginEvent"?: return parameters?["event"]?.stringValue != nil ? .notification : nil
      default: return nil
      }
    }
    guard let id = object["id"], let name = text(ofID: id) else { return nil }
    if keys == ["jsonrpc", "id", "result"] { return .reply(id: name) }
    guard keys == ["jsonrpc", "id", "error"], let error = object["error"],
      let code = error.code, BridgeErrorCode(rawValue: Int(code)) != nil,
      error["message"]?.stringValue?.isEmpty == false
    else { return nil }
    return .reply(id: name)
  }

  /// An `id` that a reply can carry, in one spelling; nil for any other value.
  private static func text(ofID id: JSONValue) -> String? {
    if let number = id.numberValue { return number.magnitude <= 0x1p53 ? "\(number)" : nil }
    if let text = id.stringValue { return text.utf8.count <= 256 ? "'\(text)'" : nil }
    return id == .null ? "null" : nil
  }

  /// The `id` that the reply to a line must have.
  private static func replyID(of line: [UInt8]) -> String {
    let id = (try? JSONParser.parse(line))?.objectValue?["id"]
    return id.flatMap(text) ?? "null"
  }

  @Test("each get exactly one reply with their id, and the session lives on", arguments: 1...8)
  func fuzz(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var client = Client()
    // How many replies are still expected, by id.
    var awaited: [String: Int] = [:]
    var notificationCount = 0
    func take(_ lines: [JSONValue]) throws {
      for line in lines {
        switch try #require(Self.kind(of: line), "\(line.canonicalText)") {
        case .reply(let id):
          awaited[id, default: 0] -= 1
          #expect(awaited[id, default: 0] >= 0, "a reply that nobody awaits: \(id)")
        case .notification: notificationCount += 1
        }
      }
    }
    // From here on, records and events are sent beside the replies.
    awaited["'on'"] = 1
    try take(
      try client.send(
        text: #"{"jsonrpc":"2.0","id":"on","method":"$/events","params":{"on":true}}"#))
    for count in 0..<1000 {
      let line = count % 4 == 3 ? MalformedLine.noise(&random) : MalformedLine.mutated(&random)
      if MalformedLine.expectsReply(line) { awaited[Self.replyID(of: line), default: 0] += 1 }
      try take(try client.send(bytes: line))
      // Only a waiting call may be answered later.
      #expect(awaited.values.reduce(0, +) <= client.session.openCallCount)
    }
    // Configuring a new phone settles every open call. Without an `id` it is not answered itself.
    try take(try client.send(text: #"{"jsonrpc":"2.0","method":"session.configure"}"#))
    #expect(awaited.values.allSatisfy { $0 == 0 })
    #expect(notificationCount > 0)
    #expect(try client.state("/clocks/zone") == "UTC")
  }

  @Test("of every kind of excess get one error")
  func excess() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    let nested = String(repeating: "{\"a\":", count: 100_000)
    let digits = String(repeating: "9", count: 1_000_000)
    let head = #"{"jsonrpc":"2.0","id":1,"method":"#
    let lines: [[UInt8]] = [
      Array(deep.utf8), Array(nested.utf8), Array(digits.utf8), Array("\"\(digits)".utf8),
      Array("\(head)\"time.advance\",\"params\":{\"by\":\(digits)}}".utf8),
      Array("\(head)\"\(String(repeating: "m", count: 1_000_000))\"}".utf8),
      [UInt8](repeating: 0, count: 1000), [UInt8](repeating: 0xFF, count: 1000),
      [UInt8](repeating: UInt8(ascii: "a"), count: 2 * 1_048_576),
      Array("\(head)\"state.get\",\"params\":{\"path\":\"\\udc00\"}}".utf8),
    ]
    var client = Client()
    for line in lines {
      let replies = try client.send(bytes: line)
      #expect(replies.count == 1 && replies[0]["error"]?.code != nil)
    }
  }

  @Test(
    "of plugin options never stop the session", arguments: 1...SampleSize.of(1, long: 8))
  func options(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var client = Client()
    try client.result("device.perform", ["verb": "setPermission", "value": "granted"])
    let methods = ["configure", "scheduleDailyNotification", "updateSettings", "isChannelEnabled"]
    let keys = [
      "time", "title", "id", "timezone", "ttlSeconds", "prefetchLeadMinutes", "retentionDays",
      "maxNotificationsPerDay", "priority", "url", "sound", "permissionPolicy", "channelId",
    ]
    let values: [JSONValue] = [
      nil, true, -1, 0, 5, 1e308, .integer(.min), "", "05:53", "23:59", "x/y", "UTC", "max", [:],
      [], .string(String(repeating: "é", count: 300)), 9_007_199_254_740_992, "failFast",
      "Pacific/Apia", "\u{0}", 1,
    ]
    for _ in 0..<500 {
      var options: JSONObject = [:]
      for _ in 0...random.below(4) {
        options[keys[Int(random.below(UInt64(keys.count)))]] =
          values[Int(random.below(UInt64(values.count)))]
      }
      let method = methods[Int(random.below(UInt64(methods.count)))]
      _ = try client.send(
        "plugin.call", ["method": .string(method), "options": .object(options)], id: 1)
      if random.below(8) == 0 { try client.result("time.advance", ["by": 3_600_000]) }
    }
    try client.result("time.runUntilIdle")
    #expect(client.session.openCallCount == 0)
    #expect(try client.state("/invariants/violations") == [])
  }
}
