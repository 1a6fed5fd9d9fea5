import Bridge
import DeviceModel
import JSONText
import SchemaSupport
import SimulationCore
import Synchronization
import Testing

/// Counts how often it was asked.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// A shell whose clock goes on by a step each time it is read, and that cancels after a while.
private struct ScriptedShell: BridgeShell {
  var lines: [JSONValue] = []
  var cancelsAt = Int.max
  private let clock = Counter()
  private let questions = Counter()

  init(cancelsAt: Int = .max) { self.cancelsAt = cancelsAt }

  mutating func send(_ line: [UInt8]) {
    guard let value = try? JSONParser.parse(line) else {
      Issue.record("no JSON: \(String(decoding: line, as: UTF8.self))")
      return
    }
    lines.append(value)
    let findings = Result { try MessageSchemas.project.get().line.findings(in: value) }
    #expect((try? findings.get()) == [], "\(value.canonicalText)")
  }

  var isCancelled: @Sendable () -> Bool {
    { [questions, cancelsAt] in questions.next() >= cancelsAt }
  }

  func elapsedMilliseconds() -> Int64 { Int64(clock.next()) * 400 }
  var tool: (version: String, build: String) { ("0", "test") }

  func scenarioBytes(path: String) throws(ScenarioFileError) -> [UInt8] {
    throw ScenarioFileError(path: path, reason: "there are no files")
  }
}

@Suite("Cancelling a long request")
struct CancellationTests {
  private static func line(_ id: Int, _ method: String, _ parameters: JSONObject) -> [UInt8] {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(Int64(id)), "method": .string(method),
      "params": .object(parameters),
    ]
    return request.canonicalBytes
  }

  /// A phone with a year of reminders ahead.
  private static func session(_ shell: inout ScriptedShell) -> BridgeSession {
    var session = BridgeSession()
    for (id, parameters) in [
      (1, ["verb": "setPermission", "value": "granted"] as JSONObject)
    ] { session.receive(.line(line(id, "device.perform", parameters)), shell: &shell) }
    let options: JSONObject = ["id": "r", "title": "t", "body": "b", "time": "09:00"]
    session.receive(
      .line(
        line(2, "plugin.call", ["method": "scheduleDailyReminder", "options": .object(options)])),
      shell: &shell)
    shell.lines = []
    return session
  }

  @Test("a long advance stops between instants and says how far it came; the session lives on")
  func cancelled() {
    var shell = ScriptedShell()
    var session = Self.session(&shell)
    shell = ScriptedShell(cancelsAt: 3)
    session.receive(
      .line(Self.line(7, "time.advance", ["by": 6_311_520_000_000])), shell: &shell)
    let reply = shell.lines.last
    #expect(reply?["id"] == 7)
    #expect(reply?["error"]?["code"] == -32_800)
    let now = reply?["error"]?["data"]?["now"]?.integerValue ?? 0
    #expect(now == session.device.os.wallMilliseconds)
    #expect(now < 1_763_185_350_000 + 6_311_520_000_000)
    shell = ScriptedShell()
    session.receive(.line(Self.line(8, "time.advance", ["by": 1000])), shell: &shell)
    #expect(shell.lines.last?["result"]?["now"] == .integer(now + 1000))
  }

  @Test("cancelling changes no record: the rest of the way leads to the same trace")
  func same() {
    let day: Int64 = 86_400_000
    var shell = ScriptedShell()
    var whole = Self.session(&shell)
    var cut = Self.session(&shell)
    let start = whole.device.os.wallMilliseconds
    whole.receive(
      .line(Self.line(3, "time.advance", ["to": .integer(start + 4000 * day)])), shell: &shell)
    shell = ScriptedShell(cancelsAt: 2)
    cut.receive(
      .line(Self.line(3, "time.advance", ["to": .integer(start + 4000 * day)])), shell: &shell)
    #expect(shell.lines.last?["error"]?["code"] == -32_800)
    shell = ScriptedShell()
    cut.receive(
      .line(Self.line(4, "time.advance", ["to": .integer(start + 4000 * day)])), shell: &shell)
    #expect(cut.device.os.trace.hash == whole.device.os.trace.hash)
    #expect(cut.device.os.trace.nextSequence >= 1000)
  }

  @Test("progress is sent once a second, with the id and the time that is reached")
  func progress() throws {
    var shell = ScriptedShell()
    var session = Self.session(&shell)
    session.receive(
      .line(Self.line(7, "time.advance", ["by": 315_360_000_000])), shell: &shell)
    let progress = shell.lines.filter { $0["method"] == "$/progress" }
    #expect(progress.count >= 2)
    var last: Int64 = 0
    for line in progress {
      #expect(line["params"]?["id"] == 7 && line["id"] == nil)
      let now = try #require(line["params"]?["now"]?.integerValue)
      #expect(now > last)
      last = now
    }
    #expect(shell.lines.last?["id"] == 7 && shell.lines.last?["result"] != nil)
  }

  private static let longScenario = """
    name: long
    steps:
      - device: {setPermission: granted}
      - call: {scheduleDailyReminder: {id: r, title: t, body: b, time: "09:00"}}
      - repeat: {times: 20, steps: [{advance: 30d}]}
    """

  @Test("a scenario reports the instant it has reached, and its result is that of any other run")
  func scenarioProgress() throws {
    var shell = ScriptedShell()
    var session = BridgeSession()
    session.receive(
      .line(Self.line(5, "scenario.run", ["yaml": .string(Self.longScenario)])), shell: &shell)
    let progress = shell.lines.filter { $0["method"] == "$/progress" }
    let instants = progress.compactMap { $0["params"]?["instant"]?.integerValue }
    #expect(instants.count >= 2 && instants == instants.sorted())
    #expect(progress.allSatisfy { $0["params"]?["id"] == 5 })
    #expect(shell.lines.last?["result"]?["outcome"] == "passed")
  }

  @Test("nobody waits any longer for a call that is cancelled; the plugin goes on with it")
  func call() throws {
    var client = Client()
    let parameters: JSONObject = ["method": "requestNotificationPermissions"]
    let first = try client.send("plugin.call", parameters, id: "first")
    let second = try client.send("plugin.call", parameters, id: "second")
    #expect(first == [] && second == [])
    let lines = try client.send("$/cancelRequest", ["id": "first"], id: "cancel")
    #expect(lines.map { $0["id"] } == ["first", "cancel"])
    #expect(lines[0]["error"]?["code"] == -32_800)
    #expect(try client.state("/process/openCalls").arrayValue?.count == 2)
    // Once more: the call is open in the plugin, and no request of that id is.
    let again = try client.send("$/cancelRequest", ["id": "first"], id: "again")
    #expect(again.map { $0["id"] } == ["again"])
    let answered = try client.send(
      "device.perform", ["verb": "answerDialog", "value": "allow"], id: "answer")
    #expect(answered.map { $0["id"] } == ["second", "answer"])
  }

  @Test("a scenario can be cancelled, too")
  func scenario() {
    var shell = ScriptedShell(cancelsAt: 2)
    var session = BridgeSession()
    let yaml = """
      name: long
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyReminder: {id: r, title: t, body: b, time: "09:00"}}
        - repeat: {times: 200, steps: [{advance: 3650d}]}
      """
    session.receive(.line(Self.line(5, "scenario.run", ["yaml": .string(yaml)])), shell: &shell)
    #expect(shell.lines.last?["error"]?["code"] == -32_800)
  }

  @Test("an inbox hears of a cancellation while the request is carried out, and keeps the order")
  func inbox() {
    var inbox = BridgeInbox()
    func take(_ line: [UInt8]) { inbox.take(line + [0x0A]) }
    take(Self.line(1, "time.advance", ["by": 1]))
    take(Self.line(2, "time.advance", ["by": 1]))
    _ = inbox.takeNext()
    #expect(!inbox.isCancelled)
    take(Self.line(8, "$/cancelRequest", ["id": 2]))
    #expect(!inbox.isCancelled, "it means the one after")
    take(Self.line(9, "$/cancelRequest", ["id": 1]))
    #expect(inbox.isCancelled)
    #expect(inbox.takeNext() == .line(Self.line(2, "time.advance", ["by": 1])))
    #expect(inbox.isCancelled, "it was cancelled while it waited")
    #expect(inbox.takeNext() == .line(Self.line(8, "$/cancelRequest", ["id": 2])))
    #expect(inbox.takeNext() == .line(Self.line(9, "$/cancelRequest", ["id": 1])))
    #expect(inbox.takeNext() == nil && !inbox.isCancelled)
    take(Self.line(2, "time.advance", ["by": 1]))
    _ = inbox.takeNext()
    #expect(!inbox.isCancelled, "an old cancellation means no later request")
  }

  @Test("an inbox takes no more than its limit")
  func limit() {
    var inbox = BridgeInbox()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) + [0x0A]
    var count = 0
    while !inbox.isFull {
      inbox.take(line)
      count += 1
    }
    #expect(count < 50)
    while inbox.takeNext() != nil {}
    #expect(!inbox.isFull)
  }
}
