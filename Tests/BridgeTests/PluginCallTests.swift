import Bridge
import JSONText
import Testing

@Suite("plugin call over the bridge")
struct PluginCallTests {
  private func clientWithDialog() throws -> Client {
    var client = Client()
    let lines = try client.send(
      "plugin.call", ["method": "requestNotificationPermissions"], id: "ask")
    #expect(lines == [])
    #expect(try client.state("/process/dialog") == true)
    #expect(client.session.openCallCount == 1)
    return client
  }

  private let granted: JSONValue = ["granted": true, "notifications": "granted"]

  @Test("stays open while the dialog is shown; others are answered meanwhile")
  func waits() throws {
    var client = try clientWithDialog()
    #expect(try client.call("checkPermissionStatus")["notifications"] == "prompt")
    #expect(try client.state("/process/openCalls/0/method") == "requestNotificationPermissions")
    #expect(try client.result("time.runUntilIdle")["waiting"] == "dialog")
    let lines = try client.send(
      "device.perform", ["verb": "answerDialog", "value": "allow"], id: "answer")
    #expect(
      lines == [
        ["jsonrpc": "2.0", "id": "ask", "result": granted],
        ["jsonrpc": "2.0", "id": "answer", "result": [:]],
      ])
    #expect(client.session.openCallCount == 0)
  }

  @Test("several open calls settle in the order they were made")
  func order() throws {
    var client = try clientWithDialog()
    let parameters: JSONObject = ["method": "requestNotificationPermissions"]
    for id in 2...5 {
      #expect(try client.send("plugin.call", parameters, id: .integer(Int64(id))) == [])
    }
    let lines = try client.send(
      "device.perform", ["verb": "answerDialog", "value": "deny"], id: 6)
    #expect(lines.map { $0["id"] } == ["ask", 2, 3, 4, 5, 6])
    #expect(lines.dropLast().allSatisfy { $0["result"]?["granted"] == false })
  }

  @Test("is lost with the process", arguments: ["systemTerminate", "swipeAway"])
  func lost(verb: String) throws {
    var client = try clientWithDialog()
    let lines = try client.send("device.perform", ["verb": .string(verb)], id: 2)
    #expect(lines.map { $0["id"] } == ["ask", 2])
    #expect(lines[0]["error"]?.code == -32_002)
    #expect(lines[1]["result"] == [:])
    #expect(client.session.openCallCount == 0)
  }

  @Test("is lost when a new phone is configured, and answered before that request")
  func reconfigured() throws {
    var client = try clientWithDialog()
    let wrong = try client.send("session.configure", ["seed": "x"], id: 2)
    #expect(wrong.map { $0["id"] } == [2])
    let lines = try client.send("session.configure", ["seed": 9], id: 3)
    #expect(lines.map { $0["id"] } == ["ask", 3])
    #expect(lines[0]["error"]?.code == -32_002)
  }

  @Test("settles in the middle of an advance")
  func settlesInAdvance() throws {
    var client = Client()
    try client.scheduleDaily()
    // A schedule that replaces requests waits until their removal has taken effect.
    try client.call("cancelAllNotifications")
    let parameters: JSONObject = [
      "method": "scheduleDailyNotification", "options": ["time": "05:53"],
    ]
    #expect(try client.send("plugin.call", parameters, id: "again") == [])
    let lines = try client.send("time.advance", ["by": 1000], id: "advance")
    #expect(lines.map { $0["id"] } == ["again", "advance"])
    #expect(lines[0]["result"] == ["warning": nil])
    #expect(lines[1]["result"]?["events"]?.integerValue ?? 0 > 0)
  }

  @Test("without an id is made, and its reply is not sent")
  func silent() throws {
    var client = Client()
    let parameters = #"{"method":"requestNotificationPermissions"}"#
    let line = #"{"jsonrpc":"2.0","method":"plugin.call","params":\#(parameters)}"#
    #expect(try client.send(text: line) == [])
    #expect(client.session.openCallCount == 1)
    let lines = try client.send(
      "device.perform", ["verb": "answerDialog", "value": "allow"], id: 1)
    #expect(lines.map { $0["id"] } == [1])
  }

  @Test("1,000 at once leave one task and one request for the next day")
  func pipelined() throws {
    var client = Client()
    try client.result("device.perform", ["verb": "setPermission", "value": "granted"])
    var settled: [JSONValue?] = []
    let parameters: JSONObject = [
      "method": "scheduleDailyNotification", "options": ["time": "05:53"],
    ]
    for id in 0..<1000 {
      settled += try client.send("plugin.call", parameters, id: .integer(Int64(id))).map {
        $0["id"]
      }
    }
    settled += try client.send("time.runUntilIdle", id: "idle").map { $0["id"] }
    #expect(settled.count == 1001 && settled.last == "idle")
    #expect(Set(settled.dropLast().compactMap { $0?.integerValue }) == Set(0..<1000))
    #expect(try client.state("/tasks/pending").arrayValue?.count == 1)
    let pending = try #require(try client.state("/pending").arrayValue)
    #expect(pending.count { $0["identifier"] == "daily_daily" } == 1)
    #expect(try client.state("/invariants/violations") == [])
  }

  @Test("10,000 may be open, one more is refused")
  func bound() throws {
    var client = Client()
    let parameters: JSONObject = ["method": "requestNotificationPermissions"]
    for id in 0..<10_000 {
      #expect(try client.send("plugin.call", parameters, id: .integer(Int64(id))) == [])
    }
    let error = try client.error("plugin.call", parameters)
    #expect(error.code == -32_003 && error["data"] == ["reason": "tooManyOpenCalls"])
    let lines = try client.send(
      "device.perform", ["verb": "answerDialog", "value": "allow"], id: "answer")
    #expect(lines.count == 10_001)
  }
}
