import Foundation
import LocalServer
import ProgramSupport
import Synchronization
import Testing

@Suite("The door for web apps")
struct AppDoorTests {
  /// What happened, kept for a test that waits for it.
  private final class Events: Sendable {
    private let all = Mutex<[AppDoor.Event]>([])
    private let isNew = DispatchSemaphore(value: 0)

    func add(_ event: AppDoor.Event) {
      all.withLock { $0.append(event) }
      isNew.signal()
    }

    var list: [AppDoor.Event] { all.withLock { $0 } }

    /// Waits on this thread for the first event that is wanted; nil when none comes in 60 s.
    func wait(_ isWanted: (AppDoor.Event) -> Bool) -> AppDoor.Event? {
      let end = DispatchTime.now() + 60
      while true {
        if let found = list.first(where: isWanted) { return found }
        guard isNew.wait(timeout: end) == .success else { return nil }
      }
    }

    func closing(_ number: Int) -> String? {
      let event = wait { if case .closed(number, _) = $0 { true } else { false } }
      if case .closed(_, let reason)? = event { return reason }
      return nil
    }
  }

  private static let files = [
    "/": AppDoor.File(type: "text/html; charset=utf-8", body: Array("<h1>app</h1>".utf8)),
    "/shim.js": AppDoor.File(
      type: "text/javascript", body: Array("shim()".utf8), isShared: true),
  ]

  private func door(_ events: Events = Events()) async throws -> AppDoor {
    try await AppDoor.listen(
      port: 0, origins: ["http://localhost:5173"], files: AppDoorTests.files
    ) { event, taken in
      events.add(event)
      taken(true)
    }
  }

  /// Who must be told that an event has been taken.
  private final class Untaken: Sendable {
    private let state = Mutex<[@Sendable (Bool) -> Void]?>([])

    /// Keeps one; once all are told, so is every later one.
    func add(_ taken: @escaping @Sendable (Bool) -> Void) {
      let isLate = state.withLock { waiting in
        guard waiting != nil else { return true }
        waiting?.append(taken)
        return false
      }
      if isLate { taken(true) }
    }

    func tellAll(_ isTaken: Bool = true) {
      for taken in state.withLock({ waiting in
        defer { waiting = nil }
        return waiting ?? []
      }) { taken(isTaken) }
    }
  }

  private func door(_ events: Events, _ untaken: Untaken) async throws -> AppDoor {
    try await AppDoor.listen(
      port: 0, origins: ["http://localhost:5173"], files: AppDoorTests.files
    ) { event, taken in
      events.add(event)
      untaken.add(taken)
    }
  }

  /// A page that is connected, with its number.
  ///
  /// `attempts`: how often it tries to connect where there is no room yet.
  private func page(
    _ door: AppDoor, _ events: Events, path: String = "/capacitor?page=\(UUID().uuidString)",
    attempts: Int = 1
  ) throws -> (client: RawClient, number: Int) {
    var client = try RawClient(port: door.port)
    func upgrade() -> String {
      client.upgrade(
        path: path, host: "127.0.0.1:\(door.port)", origin: "http://localhost:5173")
    }
    var answer = upgrade()
    var attemptsLeft = attempts - 1
    while attemptsLeft > 0, !answer.hasPrefix("HTTP/1.1 101"), !client.hasTimedOut {
      client = try RawClient(port: door.port)
      answer = upgrade()
      attemptsLeft -= 1
    }
    #expect(answer.hasPrefix("HTTP/1.1 101"), "\(answer)")
    let event = events.wait { if case .opened(_, path, _) = $0 { true } else { false } }
    guard case .opened(let number, _, let origin)? = event else {
      Issue.record("\(path) is not open")
      return (client, 0)
    }
    #expect(origin == "http://localhost:5173")
    return (client, number)
  }

  private func get(
    _ door: AppDoor, _ path: String, host: String? = nil, method: String = "GET"
  ) throws -> (head: String, body: String) {
    let client = try RawClient(port: door.port)
    client.send(
      "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "localhost:\(door.port)")\r\n\r\n")
    return (client.head(), client.rest())
  }

  @Test("serves files with their type, and nothing else")
  func files() async throws {
    let door = try await door()
    let page = try get(door, "/?a=b")
    #expect(page.head.hasPrefix("HTTP/1.1 200") && page.body == "<h1>app</h1>")
    #expect(page.head.contains("Content-Type: text/html; charset=utf-8"))
    #expect(!page.head.contains("Cross-Origin-Resource-Policy"))
    let shim = try get(door, "/shim.js")
    #expect(shim.body == "shim()")
    #expect(shim.head.contains("Cross-Origin-Resource-Policy: cross-origin"))
    #expect(try get(door, "/shim.js", method: "HEAD").body.isEmpty)
    #expect(try get(door, "/../etc/passwd").head.hasPrefix("HTTP/1.1 404"))
    #expect(try get(door, "/", method: "POST").head.hasPrefix("HTTP/1.1 405"))
    await door.shutDown()
  }

  @Test(
    "answers no host but this machine",
    arguments: [
      "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "localhost",
      "127.0.0.1:1",
    ])
  func host(_ name: String) async throws {
    let door = try await door()
    #expect(try get(door, "/", host: name).head.hasPrefix("HTTP/1.1 4"))
    let client = try RawClient(port: door.port)
    let answer = client.upgrade(path: "/", host: name, origin: "http://localhost:5173")
    #expect(answer.hasPrefix("HTTP/1.1 403"), "\(answer)")
    await door.shutDown()
  }

  @Test(
    "opens a WebSocket to no other origin",
    arguments: [
      nil, "null", "http://localhost", "https://localhost:5173", "http://localhost:51730",
      "http://evil.example", "http://localhost:5173.evil.example",
    ])
  func origin(_ origin: String?) async throws {
    let events = Events()
    let door = try await door(events)
    let client = try RawClient(port: door.port)
    let answer = client.upgrade(
      path: "/capacitor", host: "127.0.0.1:\(door.port)", origin: origin)
    #expect(answer.hasPrefix("HTTP/1.1 403"), "\(answer)")
    #expect(client.rest() == "403 Forbidden\n" && !client.hasTimedOut)
    #expect(events.list.isEmpty)
    await door.shutDown()
  }

  @Test("opens a WebSocket to its own pages and allowed ones, and carries texts both ways")
  func texts() async throws {
    let events = Events()
    let door = try await door(events)
    let (page, number) = try page(door, events)
    page.send(RawClient.frame(Array("grüße".utf8)))
    #expect(events.wait { $0 == .text(connection: number, line: "grüße") } != nil)
    // A message in pieces is one text.
    page.send(RawClient.frame(Array("one ".utf8), isFinal: false))
    page.send(RawClient.frame(Array("text".utf8), opcode: 0))
    #expect(events.wait { $0 == .text(connection: number, line: "one text") } != nil)
    let long = String(repeating: "x", count: 300_000)
    door.send(long, to: number)
    let frame = try #require(page.frame())
    #expect(frame.opcode == 1 && frame.payload == Array(long.utf8))
    page.send(RawClient.frame([7], opcode: 9))
    let pong = try #require(page.frame())
    #expect(pong.opcode == 10 && pong.payload == [7])
    door.close(number)
    #expect(page.frame()?.opcode == 8)
    #expect(events.closing(number) == "closed by dnp")
    let own = try RawClient(port: door.port)
    let answer = own.upgrade(
      path: "/own", host: "localhost:\(door.port)", origin: "http://localhost:\(door.port)")
    #expect(answer.hasPrefix("HTTP/1.1 101"))
    own.send(RawClient.frame([3, 0xE8], opcode: 8))
    #expect(events.closing(number + 1) == "the page has closed it")
    await door.shutDown()
  }

  @Test("ends what breaks a rule, with the reason")
  func rules() async throws {
    let events = Events()
    let door = try await door(events)
    let million = [UInt8](repeating: 0x61, count: AppDoor.messageBytesMax)
    let cases: [(frames: [[UInt8]], reason: String)] = [
      ([RawClient.frame([0xFF])], "a text is not UTF-8"),
      ([RawClient.frame([1], opcode: 2)], "only texts are understood"),
      ([RawClient.frame([1], isMasked: false)], "a frame is not masked"),
      ([RawClient.frame([0x61], reserved: 4)], "a frame has reserved bits"),
      ([RawClient.frame([], opcode: 9, reserved: 1)], "a frame has reserved bits"),
      (
        [
          RawClient.frame([0x61], isFinal: false),
          RawClient.frame([0x61], opcode: 0, reserved: 2),
        ], "a frame has reserved bits"
      ),
      (
        [RawClient.frame(million + [0x61])],
        "a message has more than \(AppDoor.messageBytesMax) bytes"
      ),
      (
        [
          RawClient.frame(million, isFinal: false), RawClient.frame(million, opcode: 0),
        ], "a message has more than \(AppDoor.messageBytesMax) bytes"
      ),
    ]
    for row in cases {
      let (page, number) = try page(door, events)
      for frame in row.frames { page.send(frame) }
      #expect(events.closing(number) == row.reason)
    }
    // The largest message is taken.
    let (page, _) = try page(door, events)
    page.send(RawClient.frame(million))
    let taken = events.wait {
      if case .text(_, let line) = $0 { line.utf8.count == million.count } else { false }
    }
    #expect(taken != nil)
    await door.shutDown()
  }

  @Test("ends a frame with reserved bits with the code of a protocol error", arguments: 1...7)
  func reserved(_ bits: UInt8) async throws {
    let events = Events()
    let door = try await door(events)
    let (page, number) = try page(door, events)
    page.send(RawClient.frame(Array("text".utf8), reserved: bits))
    let frame = try #require(page.frame())
    #expect(frame.opcode == 8 && frame.payload.prefix(2) == [0x03, 0xEA])
    #expect(events.closing(number) == "a frame has reserved bits")
    #expect(!events.list.contains { if case .text = $0 { true } else { false } })
    await door.shutDown()
  }

  @Test("answers a handshake that is none with 400")
  func malformed() async throws {
    let door = try await door()
    let client = try RawClient(port: door.port)
    client.send(
      [
        "GET / HTTP/1.1", "Host: 127.0.0.1:\(door.port)", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Version: 12",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Origin: http://localhost:5173", "", "",
      ].joined(separator: "\r\n"))
    #expect(client.head().hasPrefix("HTTP/1.1 400"))
    await door.shutDown()
  }

  @Test("has room for 32 pages and 64 connections, and for new ones when others have gone")
  func many() async throws {
    let events = Events()
    let door = try await door(events)
    var pages: [(client: RawClient, number: Int)] = []
    for _ in 0..<AppDoor.pagesMax { pages.append(try page(door, events)) }
    let late = try RawClient(port: door.port)
    let answer = late.upgrade(
      path: "/", host: "127.0.0.1:\(door.port)", origin: "http://localhost:5173")
    #expect(answer.hasPrefix("HTTP/1.1 503"), "\(answer)")
    // Clients that say nothing, or half of what they have to say.
    var idle: [RawClient] = []
    for number in 0..<100 {
      let client = try RawClient(port: door.port)
      client.send(number.isMultiple(of: 2) ? "GET / HT" : "")
      idle.append(client)
    }
    #expect(idle.last?.rest() == "")
    #expect(idle.last?.hasTimedOut == false)
    // A page is served all the same.
    door.send("still here", to: pages[4].number)
    #expect(pages[4].client.frame()?.payload == Array("still here".utf8))
    let gone = pages.removeFirst().number
    #expect(events.closing(gone) == "the page has gone")
    for client in idle { client.finish() }
    // Their ends are seen a moment before their rooms are free.
    let next = try page(door, events, attempts: 1_000)
    next.client.send(RawClient.frame([0x61]))
    #expect(events.wait { $0 == .text(connection: next.number, line: "a") } != nil)
    await door.shutDown()
  }

  /// The handshakes are all checked before one of them is whole.
  @Test("keeps the room of a page from its handshake on")
  func handshakes() async throws {
    let events = Events()
    let door = try await door(events)
    let clients = try (0..<AppDoor.pagesMax + 8).map { _ in try RawClient(port: door.port) }
    for client in clients {
      client.send(
        [
          "GET /capacitor HTTP/1.1", "Host: 127.0.0.1:\(door.port)", "Upgrade: websocket",
          "Connection: Upgrade", "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Origin: http://localhost:5173",
          "Content-Length: 1", "", "",
        ].joined(separator: "\r\n"))
    }
    // A request that comes after them is answered once they have been read.
    for _ in 0..<8 { _ = try get(door, "/shim.js") }
    for client in clients { client.send("x") }
    let heads = clients.map { $0.head() }
    #expect(heads.count { $0.hasPrefix("HTTP/1.1 101") } <= AppDoor.pagesMax, "\(heads)")
    #expect(heads.count { $0.hasPrefix("HTTP/1.1 101") } > 0, "\(heads)")
    await door.shutDown()
  }

  @Test("reads no more of a page while nobody takes what it says, and serves all others")
  func untaken() async throws {
    let (events, untaken) = (Events(), Untaken())
    let door = try await door(events, untaken)
    let (page, number) = try page(door, events)
    for text in ["a", "b", "c"] { page.send(RawClient.frame(Array(text.utf8))) }
    for _ in 0..<4 { #expect(try get(door, "/shim.js").body == "shim()") }
    #expect(events.list.count == 1, "\(events.list)")
    untaken.tellAll()
    for text in ["a", "b", "c"] {
      #expect(events.wait { $0 == .text(connection: number, line: text) } != nil)
    }
    await door.shutDown()
  }

  @Test("ends a page with a text that cannot be passed on")
  func refused() async throws {
    let events = Events()
    let door = try await AppDoor.listen(
      port: 0, origins: ["http://localhost:5173"], files: [:]
    ) { event, taken in
      events.add(event)
      if case .text = event { taken(false) } else { taken(true) }
    }
    let (page, number) = try page(door, events)
    page.send(RawClient.frame([0x61]))
    #expect(page.frame()?.opcode == 8)
    #expect(events.closing(number) == "a message is too long once it is escaped")
    await door.shutDown()
  }

  @Test("gives the room of a page that has gone away once that has been taken")
  func leaving() async throws {
    let (events, untaken) = (Events(), Untaken())
    let door = try await door(events, untaken)
    var pages: [RawClient] = []
    for _ in 0..<AppDoor.pagesMax { pages.append(try page(door, events).client) }
    door.close(1)
    #expect(pages[0].frame()?.opcode == 8)
    #expect(events.closing(1) == "closed by dnp")
    let upgrade = { (client: RawClient) in
      client.upgrade(
        path: "/late", host: "127.0.0.1:\(door.port)", origin: "http://localhost:5173")
    }
    #expect(try !upgrade(RawClient(port: door.port)).hasPrefix("HTTP/1.1 101"))
    untaken.tellAll()
    #expect(try upgrade(RawClient(port: door.port)).hasPrefix("HTTP/1.1 101"))
    await door.shutDown()
  }

  @Test("drops a page that reads nothing, and holds no more than a few MiB for it")
  func slow() async throws {
    let events = Events()
    let door = try await door(events)
    let (page, number) = try page(door, events)
    let long = String(repeating: "x", count: 500_000)
    for _ in 0..<200 { door.send(long, to: number) }
    #expect(events.closing(number) == "the page reads too slowly")
    _ = page
    await door.shutDown()
  }

  @Test("ends every page with itself")
  func end() async throws {
    let events = Events()
    let door = try await door(events)
    let pages = [try page(door, events), try page(door, events)]
    await door.shutDown()
    for page in pages { #expect(page.client.frame() == nil && !page.client.hasTimedOut) }
    #expect(throws: (any Error).self) { try RawClient(port: door.port) }
  }
}
