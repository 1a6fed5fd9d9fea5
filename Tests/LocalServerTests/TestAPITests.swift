import ES256K
import Foundation
import LocalServer
import ProgramSupport
import Testing

@Suite("The test API")
struct TestAPITests {
  /// An API that serves until it is stopped.
  private struct Running: Sendable {
    let port: Int
    private let task: Task<Void, Never>

    init(idleMilliseconds: Int64 = 60_000, connectionsMax: Int = 64) async throws {
      var limits = TestAPI.Limits()
      limits.idleMilliseconds = idleMilliseconds
      limits.connectionsMax = connectionsMax
      let api = TestAPI(TestKeys.standard, token: "t0ken", limits: limits) { 1_763_186_400_000 }
      let (ports, listening) = AsyncStream.makeStream(of: Int.self)
      task = Task {
        try? await api.serve(port: 0) { port in listening.yield(port) }
        listening.finish()
      }
      port = try #require(await ports.first { _ in true })
    }

    func stop() async {
      task.cancel()
      await task.value
    }

    /// What clients do on a thread of their own, since they block it and the server needs others.
    func clients<Result: Sendable>(
      _ work: @escaping @Sendable (Int) throws -> Result
    ) async throws -> Result {
      let port = port
      return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: .init { try work(port) }) }
      }
    }
  }

  private static let json = ["Content-Type: application/json"]

  /// The answer to a script: 503 for every request.
  private static func script(
    _ port: Int, path: String = "/control/t0ken", host: String? = nil, _ headers: [String] = json,
    method: String = "POST"
  ) throws -> String {
    let body = "{\"responses\":[{\"status\":503}]}"
    let lines = [
      "\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close",
      "Content-Length: \(body.utf8.count)",
    ]
    let client = try RawClient(port: port)
    client.send((lines + headers + ["", body]).joined(separator: "\r\n"))
    return client.rest()
  }

  /// The status of the content.
  private static func content(_ port: Int) throws -> String {
    let client = try RawClient(port: port)
    client.send("GET /content HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n\r\n")
    return String(client.rest().prefix(12))
  }

  @Test(
    "is scripted by whoever knows the token, names this machine, and is no other server's page",
    arguments: [
      (nil, json), ("localhost:PORT", json), ("[::1]:PORT", json), ("LOCALHOST:PORT", json),
      (nil, ["content-type:  Application/JSON; charset=utf-8"]),
      (nil, json + ["Origin: http://127.0.0.1:PORT"]),
      ("localhost:PORT", json + ["Origin: http://localhost:PORT"]),
    ] as [(String?, [String])])
  func scripted(_ host: String?, _ headers: [String]) async throws {
    let api = try await Running()
    let (answer, after) = try await api.clients { port in
      let fill = { (text: String) in text.replacing("PORT", with: "\(port)") }
      let answer = try Self.script(port, host: host.map(fill), headers.map(fill))
      return (answer, try Self.content(port))
    }
    #expect(answer.hasPrefix("HTTP/1.1 204"), "\(answer)")
    #expect(after == "HTTP/1.1 503")
    await api.stop()
  }

  /// A request that may not script the API, and how it is answered.
  private struct Refused: Sendable, CustomTestStringConvertible {
    var path = "/control/t0ken"
    var host: String?
    var headers = TestAPITests.json
    var method = "POST"
    let status: Int
    var testDescription: String { "\(method) \(path) \(host ?? "") \(headers) \(status)" }
  }

  private static let refusals: [Refused] =
    ["/control", "/control/", "/control/t0ke", "/control/t0kenn", "/control/T0KEN"].map {
      Refused(path: $0, status: 404)
    }
    + ["OPTIONS", "GET", "PUT", "HEAD"].map { Refused(method: $0, status: 405) }
    + [
      "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost.evil:PORT",
      "127.0.0.1:PORT.evil.example", "",
    ].map { Refused(host: $0, status: 403) }
    + [
      "null", "http://evil.example", "https://127.0.0.1:PORT", "http://localhost:PORT",
      "http://127.0.0.1", "http://127.0.0.1:PORT.evil.example",
    ].map { Refused(headers: json + ["Origin: \($0)"], status: 403) }
    + [
      Refused(headers: json + ["Host: 127.0.0.1:PORT"], status: 403),
      Refused(
        headers: json + ["Origin: http://127.0.0.1:PORT", "Origin: http://evil.example"],
        status: 403),
    ]
    + [
      [], ["Content-Type: text/plain"], ["Content-Type: text/plain; application/json"],
      ["Content-Type: application/x-www-form-urlencoded"], json + json,
    ].map { Refused(headers: $0, status: 415) }

  @Test("is scripted by nobody else, and its script goes on", arguments: refusals)
  private func refused(_ row: Refused) async throws {
    let api = try await Running()
    let (answer, after) = try await api.clients { port in
      let fill = { (text: String) in text.replacing("PORT", with: "\(port)") }
      let answer = try Self.script(
        port, path: row.path, host: row.host.map(fill), row.headers.map(fill), method: row.method)
      return (answer, try Self.content(port))
    }
    // A host that is none, or stands there twice, can be refused before it is looked at.
    let isStrange = row.host == "" || row.headers.contains { $0.hasPrefix("Host") }
    let statuses = isStrange ? [row.status, 400] : [row.status]
    #expect(statuses.contains { answer.hasPrefix("HTTP/1.1 \($0)") }, "\(answer)")
    #expect(after == "HTTP/1.1 200")
    await api.stop()
  }

  @Test(
    "closes a connection with half a request after a while",
    arguments: [
      "", "POST /control/t0ken HT", "GET /content HTTP/1.1\r\nHost: a\r\n",
      "POST /control/t0ken HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n"
        + "Content-Length: 100\r\n\r\n{\"responses\":",
      "POST /api/v2/report/plansLastUpdatedBetween HTTP/1.1\r\nHost: a\r\n"
        + "Content-Length: 9\r\n\r\n{",
      // What comes after a whole request is another one.
      "GET /content HTTP/1.1\r\nHost: a\r\n\r\nGET /cont",
    ])
  func half(_ text: String) async throws {
    let api = try await Running(idleMilliseconds: 200)
    let (hasTimedOut, after) = try await api.clients { port in
      let client = try RawClient(port: port)
      client.send(text.replacing("PORT", with: "\(port)"))
      _ = client.rest()
      return (client.hasTimedOut, try Self.content(port))
    }
    #expect(!hasTimedOut)
    #expect(after == "HTTP/1.1 200")
    await api.stop()
  }

  @Test("keeps a connection on which it has to wait itself")
  func waiting() async throws {
    let api = try await Running(idleMilliseconds: 100)
    let answer = try await api.clients { port in
      let client = try RawClient(port: port)
      let body = "{\"responses\":[{\"status\":503,\"delayMs\":500}]}"
      client.send(
        "POST /control/t0ken HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      #expect(client.head().hasPrefix("HTTP/1.1 204"))
      return try Self.content(port)
    }
    #expect(answer == "HTTP/1.1 503")
    await api.stop()
  }

  @Test("has room for so many connections, and for new ones when others have gone")
  func many() async throws {
    let api = try await Running(connectionsMax: 4)
    try await api.clients { port in
      let open = try (0..<4).map { _ in
        let client = try RawClient(port: port)
        // Its answer shows that it has been counted.
        client.send("GET /content HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.head().hasPrefix("HTTP/1.1 200"))
        return client
      }
      for _ in 0..<20 { #expect(try Self.content(port).isEmpty) }
      for client in open.dropFirst() { client.finish() }
      // Their ends are seen a moment before their rooms are free.
      var answer = ""
      for _ in 0..<1_000 where answer.isEmpty { answer = try Self.content(port) }
      #expect(answer == "HTTP/1.1 200")
    }
    await api.stop()
  }
}
