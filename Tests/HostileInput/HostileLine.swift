import JSONText
import NetProtocol
import SimulationCore

/// Lines of JSON that were damaged on their way.
enum HostileLine {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  static let requests: [[UInt8]] = {
    var post = NetFetch(
      number: 7, url: "https://api.test.example/content?a=ü",
      headers: [NetHeader("Authorization", "Bearer x"), NetHeader("If-None-Match", "W/\"1\"")],
      timeoutMilliseconds: 15_000, bytesMax: 1_048_576)
    post.method = "POST"
    post.body = [0, 0xFF, 0x0A]
    let requests: [NetRequest] = [
      .fetch(post),
      .fetch(NetFetch(number: 1, url: "x", headers: [], timeoutMilliseconds: 0, bytesMax: 0)),
      .cancel(7), .api(port: 0), .ping(3), .send(connection: 1, line: "{}"), .close(connection: 1),
      .listen(
        NetDoor(
          port: 0, origins: ["http://localhost"],
          files: [NetFile(path: "/a", type: "text/html", body: [0x61], isShared: true)])),
    ]
    return requests.map(\.line)
  }()

  static let answers: [[UInt8]] = {
    let answers: [NetAnswer] = [
      .fetched(
        NetResponse(
          number: 7, status: 200, headers: [NetHeader("ETag", "\"a\"")], body: [0xFF, 0x0A, 0x1B],
          milliseconds: 12)),
      .failed(NetFailure(number: 7, reason: .timeout, detail: "x", milliseconds: 15_000)),
      .failed(NetFailure(number: 7, reason: .tooLarge, status: 200, detail: "", milliseconds: 3)),
      .listening(NetAPI(port: 8080, controlPath: "/control/a")),
      .notListening(reason: "taken"), .error("what?"), .pong(3),
      .open(port: 1), .opened(connection: 1, path: "/a", origin: "http://localhost"),
      .text(connection: 1, line: "{}"), .closed(connection: 1, reason: "gone"),
    ]
    return answers.map(\.line)
  }()

  /// A line that is read as a request says all that it says when it is written again.
  static func checkRequest(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    let line = random.damaged(random.one(of: requests))
    guard let request = try? readers.request(line) else { return try refused(line, requests) }
    let written = request.line
    // Members have no order.
    guard (try? readers.request(written))?.line == written else { throw broken(line) }
    try compare(line, written)
    return .held
  }

  /// A line that is read as an answer says all that it says when it is written again.
  static func checkAnswer(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    let line = random.damaged(random.one(of: answers))
    guard let answer = try? readers.answer(line) else { return try refused(line, answers) }
    let written = answer.line
    guard (try? readers.answer(written))?.line == written else { throw broken(line) }
    try compare(line, written)
    return .held
  }

  private static func refused(
    _ line: [UInt8], _ lines: [[UInt8]]
  ) throws -> HostileInput.Outcome {
    guard !lines.contains(line) else {
      throw Broken(description: "'\(String(decoding: line, as: UTF8.self))' is refused")
    }
    return .refused
  }

  // MARK: What a line says

  /// The members of the lines by the one that says what a line is; the others of a line that is
  /// read are not looked at.
  private static let members: [String: Set<String>] = [
    "fetch": ["fetch", "method", "url", "headers", "body", "timeoutMs", "maxBytes"],
    "cancel": ["cancel"], "api": ["api"], "ping": ["ping"], "listen": ["listen"],
    "send": ["send", "line"], "close": ["close"],
    "fetched": ["fetched", "status", "headers", "body", "ms"],
    "failed": ["failed", "reason", "status", "detail", "ms"],
    "listening": ["listening"], "pong": ["pong"], "error": ["error"],
    "open": ["open", "path", "origin"], "text": ["text", "line"], "closed": ["closed", "reason"],
  ]

  /// What stands for a member that a line leaves out.
  private static let defaults: [JSONValue] = [
    "", "GET", .array([]), .object(JSONObject()), false,
  ]

  private static func compare(_ line: [UInt8], _ written: [UInt8]) throws {
    guard let said = try? JSONParser.parse(line, limits: limits),
      let says = try? JSONParser.parse(written, limits: limits),
      let kind = says.objectValue?.keys.compactMap({ members[$0] }).max(by: { $0.count < $1.count }
      ),
      isSame(said, says, within: kind)
    else {
      throw Broken(
        description: "'\(String(decoding: line, as: UTF8.self))' is read as "
          + "'\(String(decoding: written, as: UTF8.self))'")
    }
  }

  private static let limits = JSONLimits(bytesMax: NetRequest.lineBytesMax, depthMax: 16)

  /// Whether nothing was lost and nothing came to it.
  ///
  /// - Parameters:
  ///   - names: The members that count; nil for all, in an object whose names are any.
  ///   - inside: The members that count in the objects of such a one.
  private static func isSame(
    _ said: JSONValue, _ says: JSONValue, within names: Set<String>? = nil,
    inside: Set<String>? = nil
  ) -> Bool {
    guard case .object(let before) = said, case .object(let after) = says else {
      return said == says
    }
    for (name, value) in after.members {
      guard let known = before[name] else {
        guard defaults.contains(value) else { return false }
        continue
      }
      guard
        isSame(
          known, value, within: names == nil ? inside : inner[name],
          inside: name == "files" ? file : nil)
      else { return false }
    }
    return before.members.allSatisfy { name, value in
      after[name] != nil || names.map { !$0.contains(name) } ?? false
        || defaults.contains(value) || value.isNull
    }
  }

  /// The members of objects in a line; `headers` and `files` have any.
  private static let inner: [String: Set<String>] = [
    "api": ["port", "control", "failed"], "listening": ["port", "failed"],
    "listen": ["port", "origins", "files"],
  ]

  private static let file: Set = ["type", "body", "shared"]

  private static func broken(_ line: [UInt8]) -> Broken {
    Broken(description: "'\(String(decoding: line, as: UTF8.self))' changes when it is read again")
  }
}
