import Bridge
import JSONText
import Testing

@Suite("a thousand calls in a row over the bridge")
struct PipelineTests {
  private func schedule(_ number: Int, _ client: inout Client) throws -> [JSONValue] {
    let time = "0\(6 + number % 3):\(10 + number % 50)"
    return try client.send(
      "plugin.call",
      ["method": "scheduleDailyNotification", "options": ["time": .string(time)]],
      id: .integer(Int64(number)))
  }

  private func expectOneOfEach(_ client: inout Client) throws {
    #expect(try client.state("/tasks/pending").arrayValue?.count == 1)
    let pending = try client.state("/pending").arrayValue ?? []
    let days = pending.compactMap { $0["rule"]?["at"]?.stringValue?.prefix(10) }
    #expect(pending.count == 56 && days.count == 56 && Set(days).count == 56)
    #expect(try client.state("/storage/schedules").arrayValue?.count == 1)
    #expect(try client.state("/process/openCalls") == [])
    #expect(try client.state("/invariants/violations") == [])
  }

  @Test("leave one task and one request for each armed day")
  func allowed() throws {
    var client = Client()
    try client.result("device.perform", ["verb": "setPermission", "value": "granted"])
    var replies = 0
    for number in 1...1000 { replies += try schedule(number, &client).count }
    #expect(replies == 1000)
    try expectOneOfEach(&client)
  }

  @Test("wait for the dialog together, while calls that need no permission are answered")
  func waiting() throws {
    var client = Client()
    for number in 1...1000 {
      #expect(try schedule(number, &client) == [])
      if number % 100 == 0 {
        let permission = try client.call("checkPermissionStatus")
        #expect(permission["notifications"] == "prompt")
      }
    }
    #expect(client.session.openCallCount == 1000)
    let lines = try client.send(
      "device.perform", ["verb": "answerDialog", "value": "allow"], id: "answer")
    #expect(lines.dropLast().map { $0["id"] } == (1...1000).map { .integer($0) })
    #expect(lines.dropLast().allSatisfy { $0["result"] == ["warning": nil] })
    try client.result("time.runUntilIdle")
    try expectOneOfEach(&client)
  }

  @Test("are all lost, and leave nothing, when the process ends while the dialog is open")
  func lost() throws {
    var client = Client()
    for number in 1...1000 { _ = try schedule(number, &client) }
    let lines = try client.send("device.perform", ["verb": "swipeAway"], id: "end")
    #expect(lines.count == 1001)
    #expect(lines.dropLast().allSatisfy { $0["error"]?["code"] == -32002 })
    #expect(try client.state("/pending") == [] && client.state("/storage/schedules") == [])
    #expect(try client.state("/tasks/pending") == [])
  }
}
