import Foundation
import JSONText
import ProgramSupport
import Testing

extension LiveProgram {
  /// The next line as JSON; the test fails when the output has ended.
  fileprivate func message() throws -> JSONValue {
    try JSONParser.parse(try #require(line(), "the output ended within a line or before one"))
  }
}

@Suite("dnp bridge", .serialized)
struct BridgeCommandTests {
  private func request(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"# + "\n"
  }

  @Test("answers each request at once and ends with 0 at the end of its input")
  func session() throws {
    let bridge = try LiveProgram(["bridge"])
    try bridge.write(request(1, "state.get", #"{"path":"/clocks/zone"}"#))
    #expect(try bridge.message() == ["jsonrpc": "2.0", "id": 1, "result": "UTC"])
    try bridge.write(
      request(2, "plugin.call", #"{"method":"requestNotificationPermissions"}"#)
        + request(3, "plugin.call", #"{"method":"isChannelEnabled"}"#))
    #expect(try bridge.message()["id"] == 3)
    try bridge.write(request(4, "device.perform", #"{"verb":"answerDialog","value":"allow"}"#))
    #expect(try bridge.message()["id"] == 2)
    #expect(try bridge.message()["id"] == 4)
    try bridge.closeInput()
    #expect(bridge.rest() == [])
    #expect(bridge.exitCode() == 0)
  }

  @Test("answers a last line without a line feed, and lines that arrive in pieces")
  func pieces() throws {
    let bridge = try LiveProgram(["bridge"])
    let text = request(1, "time.advance", #"{"by":1000}"#)
    try bridge.write(String(text.prefix(20)))
    try bridge.write(String(text.dropFirst(20)) + "\r\n\n" + String(text.dropLast()))
    try bridge.closeInput()
    #expect(try bridge.message()["result"]?["now"] == 1_763_185_351_000)
    #expect(try bridge.message()["result"]?["now"] == 1_763_185_352_000)
    #expect(bridge.rest() == [] && bridge.exitCode() == 0)
  }

  @Test("skips a line of 2 MiB and goes on")
  func longLine() throws {
    let bridge = try LiveProgram(["bridge"])
    try bridge.write(String(repeating: "x", count: 2 * 1_048_576) + "\n" + request(1, "state.get"))
    let first = try bridge.message()
    #expect(first["id"] == .null && first["error"]?["code"] == -32_600)
    #expect(try bridge.message()["id"] == 1)
    try bridge.closeInput()
    #expect(bridge.rest() == [] && bridge.exitCode() == 0)
  }

  @Test("ends quietly with 0 when the reader of its output has gone")
  func closedOutput() throws {
    let bridge = try LiveProgram(["bridge"])
    try bridge.write(request(1, "state.get"))
    _ = try bridge.message()
    try bridge.closeOutput()
    // More than a pipe holds, so the reader may be gone while the program still writes.
    for id in 2..<50 { try? bridge.write(request(id, "state.get")) }
    try? bridge.closeInput()
    #expect(bridge.exitCode() == 0)
  }

  @Test("gives the same trace hash in two processes")
  func deterministic() throws {
    let text =
      request(1, "session.configure", #"{"seed":5,"knobs":{"taskLateness":"fixed"}}"#)
      + request(2, "device.perform", #"{"verb":"setPermission","value":"granted"}"#)
      + request(
        3, "plugin.call", #"{"method":"scheduleDailyNotification","options":{"time":"05:53"}}"#)
      + request(4, "device.perform", #"{"verb":"background"}"#)
      + request(5, "time.advance", #"{"by":31536000000}"#)
      + request(6, "trace.get", #"{"limit":10000}"#)
    let outputs = try (0..<2).map { _ in
      let bridge = try LiveProgram(["bridge"])
      try bridge.write(text)
      try bridge.closeInput()
      let output = bridge.rest()
      #expect(bridge.exitCode() == 0)
      return output
    }
    #expect(outputs[0] == outputs[1])
    let last = try #require(outputs[0].split(separator: UInt8(ascii: "\n")).last)
    let trace = try #require(try JSONParser.parse(Array(last))["result"])
    #expect(trace["next"]?.integerValue ?? 0 >= 1_000)
  }

  @Test("reads a scenario file, and says what is wrong with a path")
  func scenario() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("one.yaml", "name: one\nsteps:\n  - advance: 1m\n")
    let bridge = try LiveProgram(["bridge"])
    try bridge.write(request(1, "scenario.run", #"{"path":"\#(file)"}"#))
    #expect(try bridge.message()["result"]?["outcome"] == "passed")
    for (path, part) in [
      (folder.url.path, "no regular file"), ("/nowhere/at/all.yaml", "No such file"),
      ("/dev/stdin", "no regular file"), ("\\u0000", "No such file"),
    ] {
      try bridge.write(request(2, "scenario.run", #"{"path":"\#(path)"}"#))
      let error = try #require(try bridge.message()["error"])
      #expect(error["code"] == -32_602)
      #expect(error["message"]?.stringValue?.contains(part) == true)
    }
    try bridge.closeInput()
    #expect(bridge.rest() == [] && bridge.exitCode() == 0)
  }

  @Test("stops a long request when it is cancelled meanwhile", .timeLimit(.minutes(2)))
  func cancels() throws {
    let program = try LiveProgram(["bridge"])
    let reminder = #"{"id":"r","title":"t","body":"b","time":"09:00"}"#
    let requests = [
      ("device.perform", #""verb":"setPermission","value":"granted""#),
      ("plugin.call", #""method":"scheduleDailyReminder","options":\#(reminder)"#),
      ("$/events", #""on":true"#), ("time.advance", #""by":6311520000000"#),
    ]
    for (id, request) in requests.enumerated() {
      let (method, parameters) = request
      try program.write(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"# + "\n")
    }
    // The advance has begun once records of it are sent.
    #expect(program.waitForOutput(#""kind":"delivered""#))
    try program.write(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}"# + "\n")
    try program.closeInput()
    let text = String(decoding: program.rest(), as: UTF8.self)
    #expect(text.contains(#""id":3,"error":{"code":-32800"#))
    #expect(program.exitCode() == 0)
  }

  @Test("equal requests get equal replies, whatever the host's clock shows")
  func equalReplies() throws {
    let path = "assets/scenarios/first-run/happy-path.yaml"
    let line = request(1, "scenario.run", #"{"path":"\#(path)"}"#)
    let first = try ProgramRun(["bridge"], input: line)
    let summary = try JSONParser.parse(first.output)["result"]
    #expect(summary?["outcome"] == "passed")
    #expect(summary?["startedAt"] == .null && summary?["stoppedAt"] == .null)
    #expect(try ProgramRun(["bridge"], input: line).output == first.output)
  }
}
