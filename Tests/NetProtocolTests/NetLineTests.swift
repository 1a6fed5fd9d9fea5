import JSONText
import NetProtocol
import SimulationCore
import Testing

@Suite("lines of dnp-net")
struct NetLineTests {
  private static let fetch: NetFetch = {
    var fetch = NetFetch(
      number: 7, url: "https://api.test.example/content?a=ü",
      headers: [NetHeader("Authorization", "Bearer x"), NetHeader("If-None-Match", "W/\"1\"")],
      timeoutMilliseconds: 15_000, bytesMax: 1_048_576)
    fetch.method = "POST"
    fetch.body = [0, 0xFF, 0x0A]
    return fetch
  }()

  static let requests: [NetRequest] = [
    .fetch(fetch),
    .fetch(NetFetch(number: 1, url: "x", headers: [], timeoutMilliseconds: 0, bytesMax: 0)),
    .cancel(7), .api(port: 0), .api(port: 65_535), .ping(3),
    .listen(
      NetDoor(
        port: 0, origins: ["http://localhost:5173"],
        files: [NetFile(path: "/a", type: "text/html", body: [0xFF], isShared: true)])),
    .listen(NetDoor(port: 8080)), .send(connection: 3, line: "{}\n"), .close(connection: 3),
  ]

  static let answers: [NetAnswer] = [
    .fetched(
      NetResponse(
        number: 7, status: 200, headers: [NetHeader("ETag", "\"a\"")], body: [0xFF, 0x0A],
        milliseconds: 12)),
    .fetched(NetResponse(number: 8, status: 304, headers: [], body: [], milliseconds: 0)),
    .failed(NetFailure(number: 7, reason: .timeout, detail: "", milliseconds: 15_000)),
    .failed(
      NetFailure(number: 7, reason: .tooLarge, status: 200, detail: "much", milliseconds: 3)),
    .listening(NetAPI(port: 8080, controlPath: "/control/a")),
    .notListening(reason: "taken"), .error("what?"),
    .pong(3), .open(port: 1), .notOpen(reason: "taken"),
    .opened(connection: 1, path: "/capacitor?page=a", origin: "http://localhost"),
    .text(connection: 1, line: "{\"a\":\"ü\"}"),
    .closed(connection: 1, reason: "the page has gone"),
  ]

  @Test("are read as they were written", arguments: requests)
  func request(_ request: NetRequest) throws {
    #expect(!request.line.contains(UInt8(ascii: "\n")))
    #expect(try NetRequest(line: request.line) == request)
  }

  @Test("are answered by lines that are read as they were written", arguments: answers)
  func answer(_ answer: NetAnswer) throws {
    #expect(!answer.line.contains(UInt8(ascii: "\n")))
    #expect(try NetAnswer(line: answer.line) == answer)
  }

  private static let unknown =
    "no request: a line has 'fetch', 'cancel', 'api', 'ping', 'listen', 'send' or 'close'"

  @Test(
    "that are wrong say what is",
    arguments: [
      ("", "no JSON at byte 0"), ("[]", NetLineTests.unknown),
      ("{\"api\":{\"port\":65536}}", NetLineTests.unknown),
      ("{\"listen\":{}}", "'listen' lacks 'port' (0 to 65535)"),
      (
        "{\"listen\":{\"port\":0,\"files\":{\"a\":{\"type\":\"b\",\"body\":\"\"}}}}",
        "'a' is no path of a file: a slash, and no '?' or '#'"
      ),
      (
        "{\"listen\":{\"port\":0,\"files\":{\"/a?b\":{\"type\":\"b\",\"body\":\"\"}}}}",
        "'/a?b' is no path of a file: a slash, and no '?' or '#'"
      ),
      ("{\"listen\":{\"port\":0,\"files\":[]}}", "'files' takes an object of paths and files"),
      (
        "{\"listen\":{\"port\":0,\"origins\":\"http://a\"}}",
        "'origins' takes an array of strings"
      ),
      (
        "{\"listen\":{\"port\":0,\"files\":{\"/a\":{\"type\":\"b\",\"body\":\"\",\"shared\":1}}}}",
        "'shared' of the file '/a' takes true or false"
      ),
      (
        "{\"listen\":{\"port\":0,\"files\":{\"/a\":{\"type\":\"b\\r\",\"body\":\"\"}}}}",
        "the file '/a' lacks 'type' or 'body' (base64)"
      ),
      ("{\"fetch\":\"1\"}", "'fetch' takes a number"),
      (
        "{\"fetch\":1,\"url\":\"x\",\"timeoutMs\":-1,\"maxBytes\":1}",
        "fetch 1 lacks 'url', 'timeoutMs' (0 to 3600000) or 'maxBytes' (0 to 2097152)"
      ),
      (
        "{\"fetch\":1,\"url\":\"x\",\"timeoutMs\":1,\"maxBytes\":1,\"method\":\"TRACE\"}",
        "fetch 1 has a method that is not known"
      ),
      (
        "{\"fetch\":1,\"url\":\"x\",\"timeoutMs\":1,\"maxBytes\":1,\"headers\":{\"a\":1}}",
        "'headers' takes an object of names and values"
      ),
      (
        "{\"fetch\":1,\"url\":\"x\",\"timeoutMs\":1,\"maxBytes\":1,\"body\":\"a\"}",
        "the body of fetch 1 is not base64"
      ),
    ])
  func wrong(_ line: String, _ reason: String) {
    #expect(throws: NetLineError.self) { try NetRequest(line: Array(line.utf8)) }
    do throws(NetLineError) {
      _ = try NetRequest(line: Array(line.utf8))
    } catch {
      #expect(error.description == reason)
    }
  }

  @Test("that are damaged anywhere are read or refused, and never crash", arguments: 1...8)
  func damaged(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let lines = NetLineTests.requests.map(\.line) + NetLineTests.answers.map(\.line)
    for _ in 0..<2_000 {
      var line = lines[Int(random.below(UInt64(lines.count)))]
      for _ in 0...random.below(3) {
        guard !line.isEmpty else { break }
        let place = Int(random.below(UInt64(line.count)))
        switch random.below(3) {
        case 0: line[place] = UInt8(random.below(256))
        case 1: line.remove(at: place)
        default: line.insert(UInt8(random.below(256)), at: place)
        }
      }
      if let request = try? NetRequest(line: line) {
        // Members have no order.
        #expect((try? NetRequest(line: request.line))?.line == request.line)
      }
      if let answer = try? NetAnswer(line: line) {
        #expect((try? NetAnswer(line: answer.line))?.line == answer.line)
      }
    }
  }
}
