import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A door for web apps on a loopback address: files, and WebSockets of allowed pages.
///
/// It knows nothing of what is said: texts of pages go out as events, texts for pages come in. A
/// page that does not read what it is sent is dropped, and so is what breaks a limit, so that no
/// client can make it hold more than a few MiB.
package final class AppDoor: Sendable {
  /// What a page does.
  package enum Event: Hashable, Sendable {
    case opened(connection: Int, path: String, origin: String)
    case text(connection: Int, line: String)
    case closed(connection: Int, reason: String)
  }

  /// A file that is served as it is.
  package struct File: Hashable, Sendable {
    package var type: String
    package var body: [UInt8]
    /// Whether pages of other servers may load it.
    package var isShared: Bool

    /// A file.
    package init(type: String, body: [UInt8], isShared: Bool = false) {
      self.type = type
      self.body = body
      self.isShared = isShared
    }
  }

  /// Takes what pages do; its `taken` is called once, from any thread, when that has been passed
  /// on, with whether it could be.
  ///
  /// Until then nothing more is read of the page. It must not block: other pages, and all else on
  /// the same event loop, would wait.
  package typealias Listener =
    @Sendable (
      _ event: Event, _ taken: @escaping @Sendable (Bool) -> Void
    ) -> Void

  /// The port on which it listens.
  package let port: Int
  private let channel: any Channel
  private let connections: DoorConnections

  /// The largest message of a page, in bytes.
  package static let messageBytesMax = 1_048_576
  /// How many pages may be connected.
  package static let pagesMax = 32
  /// How many connections may be open, those included that only ask for a file.
  package static let connectionsMax = 64
  /// How long a connection that is no page's may do nothing, in seconds.
  static let idleSeconds: Int64 = 10

  private init(port: Int, _ channel: any Channel, _ connections: DoorConnections) {
    self.port = port
    self.channel = channel
    self.connections = connections
  }

  /// Listens; throws when it cannot.
  ///
  /// - Parameters:
  ///   - port: 0 lets the system choose.
  ///   - origins: Whose pages may connect beside its own.
  ///   - files: What is served, by path.
  ///   - event: Gets what pages do, from several threads, of each page in order.
  package static func listen(
    port: Int, origins: [String], files: [String: File], event: @escaping Listener
  ) async throws -> AppDoor {
    let connections = DoorConnections(event)
    let policy = DoorPolicy(origins: origins, files: files)
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        guard connections.enter(channel) else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
          try configure(channel, policy, connections)
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    return AppDoor(port: channel.localAddress?.port ?? port, channel, connections)
  }

  private static func configure(
    _ channel: any Channel, _ policy: DoorPolicy, _ connections: DoorConnections
  ) throws {
    let files = DoorFiles(policy)
    let idle = IdleStateHandler(allTimeout: .seconds(idleSeconds))
    let boundFiles = NIOLoopBound(files, eventLoop: channel.eventLoop)
    let boundIdle = NIOLoopBound(idle, eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: messageBytesMax, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let isAllowed = policy.allowsSocket(head, channel) && connections.reserve(channel)
        return channel.eventLoop.makeSucceededFuture(isAllowed ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          pipeline.removeHandler(boundIdle.value, promise: nil)
          try pipeline.addHandler(DoorFrames())
          try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 256,
              maxAccumulatedFrameSize: messageBytesMax))
          try pipeline.addHandler(DoorPage(head, connections))
        }
      })
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(idle)
    try pipeline.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(boundFiles.value, promise: nil)
        }
      ))
    try pipeline.addHandler(files)
  }

  /// Sends a text to a page; one that has gone gets nothing.
  package func send(_ line: String, to connection: Int) {
    connections.page(connection)?.send(line)
  }

  /// Ends the connection of a page.
  package func close(_ connection: Int) { connections.page(connection)?.close() }

  /// Ends everything.
  package func shutDown() async {
    try? await channel.close()
    connections.closeAll()
  }
}

/// Who is connected.
final class DoorConnections: Sendable {
  /// How a page is spoken to, from any thread.
  struct Page: Sendable {
    let handler: NIOLoopBound<DoorPage>
    let loop: any EventLoop

    func send(_ line: String) { loop.execute { handler.value.send(line) } }

    func close() { loop.execute { handler.value.close(.goingAway, "closed by dnp") } }
  }

  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    /// Connections that become pages once their request is whole.
    var reserved: Set<ObjectIdentifier> = []
    var pages: [Int: Page] = [:]
    /// Pages that have gone, of which that has not been passed on.
    var leaving = 0
    var lastNumber = 0
  }

  private let state = Mutex(State())
  let event: AppDoor.Listener

  init(_ event: @escaping AppDoor.Listener) {
    self.event = event
  }

  /// Counts a connection until it closes; false for one too many.
  func enter(_ channel: any Channel) -> Bool {
    let key = ObjectIdentifier(channel)
    let hasRoom = state.withLock { state in
      guard state.channels.count < AppDoor.connectionsMax else { return false }
      state.channels[key] = channel
      return true
    }
    if hasRoom {
      channel.closeFuture.whenComplete { _ in
        self.state.withLock { state in
          state.channels[key] = nil
          state.reserved.remove(key)
        }
      }
    }
    return hasRoom
  }

  /// Keeps room for the page of a connection until that closes; false where there is none.
  func reserve(_ channel: any Channel) -> Bool {
    state.withLock { state in
      let count = state.pages.count + state.reserved.count + state.leaving
      guard count < AppDoor.pagesMax else { return false }
      state.reserved.insert(ObjectIdentifier(channel))
      return true
    }
  }

  /// Gives a page its number; it has the room of its connection.
  func add(_ page: Page, of channel: any Channel) -> Int {
    state.withLock { state in
      state.reserved.remove(ObjectIdentifier(channel))
      state.lastNumber += 1
      state.pages[state.lastNumber] = page
      return state.lastNumber
    }
  }

  /// Forgets a page that has gone; its room is free once that has been passed on.
  func remove(_ number: Int, reason: String) {
    state.withLock { state in
      state.pages[number] = nil
      state.leaving += 1
    }
    event(.closed(connection: number, reason: reason)) { _ in
      self.state.withLock { $0.leaving -= 1 }
    }
  }

  func page(_ number: Int) -> Page? { state.withLock { $0.pages[number] } }

  func closeAll() {
    for channel in state.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
  }
}
