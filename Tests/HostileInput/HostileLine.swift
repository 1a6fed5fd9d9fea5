import JSONText
import NetProtocol
import SimulationCore

/// Lines of JSON that were damaged on their way.
enum HostileLine {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private static let requests: [[UInt8]] = {
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
          files: [NetFile(path: "/a", type: "text/html", body: [0x61])])),
    ]
    return requests.map(\.line)
  }()

  private static let answers: [[UInt8]] = {
    let answers: [NetAnswer] = [
      .fetched(
        NetResponse(
          number: 7, status: 200, headers: [NetHeader("ETag", "\"a\"")], body: [0xFF, 0x0A, 0x1B],
          milliseconds: 12)),
      .failed(NetFailure(number: 7, reason: .timeout, detail: "x", milliseconds: 15_000)),
      .failed(NetFailure(number: 7, reason: .tooLarge, status: 200, detail: "", milliseconds: 3)),
      .listening(port: 8080), .notListening(reason: "taken"), .error("what?"), .pong(3),
      .open(port: 1), .opened(connection: 1, path: "/a", origin: "http://localhost"),
      .text(connection: 1, line: "{}"), .closed(connection: 1, reason: "gone"),
    ]
    return answers.map(\.line)
  }()

  private static let texts =
    requests + answers
    + [
      #"{"a":[1,2.5,-0,1e10,true,null,"\u00e9\ud83d\ude00"],"b":{"c":{}}}"#, "[[[[[[]]]]]]",
      #"{"a":1,"a":2}"#, "9223372036854775807", "1e400", "\"\\\"\"",
    ].map { Array($0.utf8) }

  /// A line that is read as a request says the same when it is written and read again.
  static func checkRequest(_ random: inout SeededGenerator) throws -> HostileInput.Outcome {
    let line = random.damaged(random.one(of: requests))
    guard let request = try? NetRequest(line: line) else { return .refused }
    // Members have no order.
    guard (try? NetRequest(line: request.line))?.line == request.line else { throw broken(line) }
    return .held
  }

  /// A line that is read as an answer says the same when it is written and read again.
  static func checkAnswer(_ random: inout SeededGenerator) throws -> HostileInput.Outcome {
    let line = random.damaged(random.one(of: answers))
    guard let answer = try? NetAnswer(line: line) else { return .refused }
    guard (try? NetAnswer(line: answer.line))?.line == answer.line else { throw broken(line) }
    return .held
  }

  /// JSON that is read is the same when it is written and read again.
  static func checkJSON(_ random: inout SeededGenerator) throws -> HostileInput.Outcome {
    let bytes = random.damaged(random.one(of: texts))
    guard let value = try? JSONParser.parse(bytes) else { return .refused }
    guard let again = try? JSONParser.parse(value.canonicalBytes),
      again.canonicalBytes == value.canonicalBytes
    else { throw broken(bytes) }
    return .held
  }

  private static func broken(_ line: [UInt8]) -> Broken {
    Broken(description: "'\(String(decoding: line, as: UTF8.self))' changes when it is read again")
  }
}
