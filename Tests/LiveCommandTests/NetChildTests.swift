import DailyNotification
import ES256K
import Foundation
import NetChild
import NetProtocol
import PlainText
import ProgramSupport
import Testing
import Tokens

@Suite("dnp-net")
struct NetChildTests {
  private let child: NetChild
  private let api: NetAPI

  init() throws {
    child = try NetChild(path: LiveRun.network)
    api = try child.startAPI(withinMilliseconds: 20_000)
  }

  private func fetch(
    _ number: Int, _ url: String = "https://api.test.example/content", timeout: Int64 = 20_000,
    headers: [NetHeader] = [], body: String = ""
  ) throws -> NetAnswer {
    try child.send(.fetch(request(number, url, timeout, headers, body)))
    return try #require(try child.receive(withinMilliseconds: timeout + 20_000))
  }

  private func request(
    _ number: Int, _ url: String, _ timeout: Int64, _ headers: [NetHeader], _ body: String
  ) -> NetFetch {
    var fetch = NetFetch(
      number: number, url: url, headers: headers, timeoutMilliseconds: timeout, bytesMax: 1_048_576)
    if !body.isEmpty {
      fetch.method = "POST"
      fetch.body = Array(body.utf8)
    }
    return fetch
  }

  private func response(_ answer: NetAnswer) throws -> NetResponse {
    guard case .fetched(let response) = answer else {
      throw Unexpected(description: "\(answer)")
    }
    return response
  }

  private func failure(_ answer: NetAnswer) throws -> NetFailure {
    guard case .failed(let failure) = answer else { throw Unexpected(description: "\(answer)") }
    return failure
  }

  private struct Unexpected: Error, CustomStringConvertible {
    let description: String
  }

  private func script(_ number: Int, _ json: String) throws {
    let type = NetHeader("Content-Type", "application/json")
    let response = try response(fetch(number, api.controlURL, headers: [type], body: json))
    #expect(response.status == 204, "\(String(decoding: response.body, as: UTF8.self))")
  }

  @Test("answers 304 to the tag of the day, and 200 for another day")
  func conditional() throws {
    let day = NetHeader("DNP-Scheduled-For", "2025-11-15T06:00:00Z")
    let first = try response(fetch(1, headers: [day]))
    let tag = try #require(first.headers.first { $0.name.lowercased() == "etag" })
    #expect(first.status == 200 && tag.value.hasPrefix("W/\""))
    #expect(!first.headers.contains { $0.name.lowercased() == "vary" })
    let known = NetHeader("If-None-Match", tag.value)
    #expect(try response(fetch(2, headers: [day, known])).status == 304)
    let next = NetHeader("DNP-Scheduled-For", "2025-11-16T06:00:00Z")
    #expect(try response(fetch(3, headers: [next, known])).status == 200)
  }

  @Test("refuses a token that is none, as Endorser.ch does")
  func token() throws {
    let answer = try response(fetch(1, headers: [NetHeader("Authorization", "Bearer a.b.c")]))
    #expect(answer.status == 400)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("JWT_VERIFY_FAILED"))
  }

  @Test("accepts a token that its issuer has signed, and not what stands for it in a journal")
  func sealed() throws {
    let keys = TestKeys.standard
    let signed = JSONWebToken.signed(
      issuer: keys.identities[0], issuedAtSeconds: 1_763_186_400, expiresAtSeconds: 1_763_190_000)
    let signature = try #require(keys.signature(of: Array(signed.utf8), by: keys.identities[0]))
    let token = "\(signed).\(Base64.url.text(signature))"
    var secrets = SecretNumbers()
    let standIn = try #require(SealedToken.sealed(token, keys, &secrets))
    let now = NetHeader("X-DNP-Now", "2025-11-15T06:10:00Z")
    let accepted = try response(
      fetch(1, headers: [now, NetHeader("Authorization", "Bearer \(token)")]))
    #expect(accepted.status == 200, "\(String(decoding: accepted.body, as: UTF8.self))")
    let refused = try response(
      fetch(2, headers: [now, NetHeader("Authorization", "Bearer \(standIn)")]))
    #expect(refused.status == 400)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("JWT_VERIFY_FAILED"))
  }

  @Test("opens a door for web apps, which ends with it")
  func door() throws {
    var child: NetChild? = try NetChild(path: LiveRun.network)
    func answer() throws -> NetAnswer? { try child?.receive(withinMilliseconds: 20_000) }
    let file = NetFile(path: "/shim.js", type: "text/javascript", body: Array("shim()".utf8))
    try child?.send(
      .listen(NetDoor(port: 0, origins: ["http://localhost:5173"], files: [file])))
    guard case .open(let port)? = try answer() else {
      Issue.record("the door is not open")
      return
    }
    let plain = try RawClient(port: port)
    plain.send("GET /shim.js HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(plain.rest().hasSuffix("shim()"))
    let page = try RawClient(port: port)
    let first = page.upgrade(
      path: "/capacitor", host: "127.0.0.1:\(port)", origin: "http://localhost:5173")
    #expect(first.hasPrefix("HTTP/1.1 101"), "\(first)")
    #expect(
      try answer()
        == .opened(connection: 1, path: "/capacitor", origin: "http://localhost:5173"))
    page.send(RawClient.frame(Array("{\"a\":1}".utf8)))
    #expect(try answer() == .text(connection: 1, line: "{\"a\":1}"))
    try child?.send(.send(connection: 1, line: "[]"))
    #expect(page.frame()?.payload == Array("[]".utf8))
    // The same door is there once; another one is refused, and this one stays.
    try child?.send(
      .listen(NetDoor(port: 0, origins: ["http://localhost:5173"], files: [file])))
    #expect(try answer() == .open(port: port))
    try child?.send(.listen(NetDoor(port: 0)))
    #expect(try answer() == .notOpen(reason: "there is another door"))
    try child?.send(.close(connection: 1))
    #expect(page.frame()?.opcode == 8)
    #expect(try answer() == .closed(connection: 1, reason: "closed by dnp"))
    let last = try RawClient(port: port)
    _ = last.upgrade(
      path: "/capacitor", host: "127.0.0.1:\(port)", origin: "http://localhost:5173")
    #expect(
      try answer()
        == .opened(connection: 2, path: "/capacitor", origin: "http://localhost:5173"))
    child = nil
    #expect(last.frame() == nil && !last.hasTimedOut)
  }

  /// A door of a child, and pages that are connected to it.
  private func door(pages: Int) throws -> (port: Int, pages: [RawClient]) {
    let file = NetFile(path: "/shim.js", type: "text/javascript", body: Array("shim()".utf8))
    let door = NetDoor(port: 0, origins: ["http://localhost:5173"], files: [file])
    // Whoever asks for it while it is being opened gets the same answer.
    try child.send(.listen(door))
    try child.send(.listen(door))
    guard case .open(let port)? = try child.receive(withinMilliseconds: 20_000) else {
      throw Unexpected(description: "the door is not open")
    }
    #expect(try child.receive(withinMilliseconds: 20_000) == .open(port: port))
    let clients = try (0..<pages).map { number in
      let client = try RawClient(port: port)
      let head = client.upgrade(
        path: "/\(number)", host: "127.0.0.1:\(port)", origin: "http://localhost:5173")
      #expect(head.hasPrefix("HTTP/1.1 101"), "\(head)")
      let opened = try child.receive(withinMilliseconds: 20_000)
      #expect(
        opened
          == .opened(connection: number + 1, path: "/\(number)", origin: "http://localhost:5173"))
      return client
    }
    return (port, clients)
  }

  @Test("ends a page whose text makes a line that is too long, and goes on")
  func escaped() throws {
    let (_, pages) = try door(pages: 2)
    pages[0].send(RawClient.frame([UInt8](repeating: 1, count: 1_048_576)))
    #expect(
      try child.receive(withinMilliseconds: 20_000)
        == .closed(connection: 1, reason: "a message is too long once it is escaped"))
    #expect(pages[0].frame()?.opcode == 8)
    pages[1].send(RawClient.frame(Array("still".utf8)))
    #expect(try child.receive(withinMilliseconds: 20_000) == .text(connection: 2, line: "still"))
  }

  /// More than all event loops, so that one that waits for a reader would be needed.
  @Test("serves others while nobody reads what pages say")
  func slowReader() throws {
    let (port, pages) = try door(pages: 8)
    let long = [UInt8](repeating: 0x61, count: 1_048_576)
    for page in pages { page.send(RawClient.frame(long)) }
    for _ in 0..<4 {
      let plain = try RawClient(port: port)
      plain.send("GET /shim.js HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      #expect(plain.rest().hasSuffix("shim()"))
    }
    var connections: Set<Int> = []
    for _ in pages {
      guard case .text(let connection, let line)? = try child.receive(withinMilliseconds: 20_000)
      else { throw Unexpected(description: "a text is missing") }
      #expect(line.utf8.count == long.count)
      connections.insert(connection)
    }
    #expect(connections == Set(1...8))
  }

  @Test("fails a request whose answer makes a line that is too long, and goes on")
  func longHeaders() throws {
    let value = String(repeating: "\"", count: 80_000)
    let headers = (0..<25).map { "X-Long-\($0): \(value)" }
    let server = try RecordingServer { _ in RecordingServer.json("200 OK", headers, "{}") }
    let failure = try failure(fetch(1, server.address))
    #expect(failure.reason == .network && failure.detail == "the answer's headers are too long")
    #expect(try response(fetch(2)).status == 200)
  }

  @Test("writes every answer before it ends with its input")
  func lastAnswers() throws {
    let run = try ProgramRun(
      shell: "for n in 1 2 3; do echo '{\"ping\":'$n'}'; done | \(LiveRun.network)")
    #expect(run.output == "{\"pong\":1}\n{\"pong\":2}\n{\"pong\":3}\n" && run.code == 0)
  }

  @Test("lists the plans that have changed between two rows, as many as are wanted")
  func plans() throws {
    let answer = try response(
      fetch(
        1, "https://api.test.example/api/v2/report/plansLastUpdatedBetween",
        body: "{\"planIds\":[\"c\",\"a\",\"b\"],\"afterId\":\"0\",\"limit\":2}"))
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 200 && text.hasSuffix("\"hitLimit\":true}"))
    #expect(text.contains("_0001_") && text.contains("\"name\":\"Plan c\""))
    #expect(text.contains("_0002_") && text.contains("\"name\":\"Plan a\""))
    #expect(!text.contains("\"name\":\"Plan b\""))
    let none = try response(
      fetch(
        2, "https://api.test.example/api/v2/report/plansLastUpdatedBetween",
        body: "{\"planIds\":[\"c\"],\"afterId\":\"0\",\"beforeId\":\"1\"}"))
    #expect(String(decoding: none.body, as: UTF8.self) == "{\"data\":[],\"hitLimit\":false}")
    let bad = try response(
      fetch(
        3, "https://api.test.example/api/v2/report/plansLastUpdatedBetween",
        body: "{\"planIds\":[\"c\"]}"))
    #expect(bad.status == 400)
  }

  @Test("ends a request to the millisecond, also while its body drips")
  func timeout() throws {
    try script(1, "{\"responses\":[{\"drop\":true}]}")
    let dropped = try failure(fetch(2, timeout: 250))
    #expect(dropped.reason == .timeout && dropped.milliseconds == 250)
    try script(3, "{\"responses\":[{}],\"dripMs\":60000}")
    #expect(try failure(fetch(4, timeout: 250)).reason == .timeout)
  }

  @Test("stops reading a body that is too large")
  func tooLarge() throws {
    try script(1, "{\"responses\":[{\"oversized\":true}]}")
    let failed = try failure(fetch(2))
    #expect(failed.reason == .tooLarge && failed.status == 200)
  }

  @Test("asks no host that a redirection names and that may not be asked")
  func redirection() throws {
    try script(
      1, "{\"responses\":[{\"status\":302,\"headers\":{\"Location\":\"https://endorser.ch/x\"}}]}")
    #expect(try failure(fetch(2)).reason == .refusedHost)
    try script(3, "{\"responses\":[{\"status\":307,\"headers\":{\"Location\":\"/again\"}}]}")
    #expect(try failure(fetch(4)).reason == .network)
  }

  @Test("cancels a request, which gets no answer")
  func cancel() throws {
    try script(1, "{\"responses\":[{\"drop\":true},{}]}")
    try child.send(.fetch(request(2, "https://api.test.example/", 60_000, [], "")))
    #expect(try child.receive(withinMilliseconds: 200) == nil)
    try child.send(.cancel(2))
    #expect(try response(fetch(3)).number == 3)
  }

  @Test("says what is wrong with a line and goes on")
  func wrongLine() throws {
    try child.send(.cancel(99))
    let long = String(repeating: "x", count: NetRequest.lineBytesMax)
    try child.send(.fetch(request(1, long, 1, [], "")))
    guard case .error(let text)? = try child.receive(withinMilliseconds: 20_000) else {
      Issue.record("an error was expected")
      return
    }
    #expect(text.contains("3145728"))
    #expect(try response(fetch(2)).status == 200)
  }

  @Test("opens no more descriptors during 200 requests, with faults among them")
  func descriptors() throws {
    for number in 1...20 { _ = try fetch(number) }
    let before = try count()
    try script(21, "{\"responses\":[{\"times\":9},{\"reset\":true},{\"truncate\":true}]}")
    for number in 22...60 { _ = try fetch(number) }
    try script(61, "{}")
    for number in 62...200 { _ = try fetch(number) }
    // A connection may still be open that is about to be closed.
    #expect(try count() <= before + 4)
  }

  private func count() throws -> Int {
    #if os(Linux)
    let path = "/proc/\(child.processID)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: path).count
    #else
    return 0
    #endif
  }
}
