import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTPS server on a loopback address that keeps the heads of the requests it gets.
public final class EncryptedServer: Sendable {
  /// Its port.
  public let port: Int
  private let channel: any Channel
  private let heads: Heads

  /// What was asked, method and address and headers, one string for each request.
  public var requests: [String] { heads.all.withLock { $0 } }

  fileprivate final class Heads: Sendable {
    let all = Mutex<[String]>([])
  }

  /// Listens on a port that the system chooses.
  public init(_ certificate: TestCertificate) async throws {
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [
        .certificate(try NIOSSLCertificate(bytes: Array(certificate.pem.utf8), format: .pem))
      ],
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(TestCertificate.key.utf8), format: .pem)))
    let encryption = try NIOSSLContext(configuration: configuration)
    let heads = Heads()
    channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: encryption))
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answering(heads))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.heads = heads
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }
}

/// Answers each request with content, and closes the connection.
private final class Answering: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let heads: EncryptedServer.Heads

  init(_ heads: EncryptedServer.Heads) {
    self.heads = heads
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): heads.all.withLock { $0.append("\(head)") }
    case .body: break
    case .end:
      let body = #"{"id":"a","title":"T","body":"B","scheduled_for":"2025-11-15T06:00:00Z"}"#
      let headers = HTTPHeaders([
        ("Content-Type", "application/json"), ("Content-Length", "\(body.utf8.count)"),
        ("Connection", "close"),
      ])
      context.write(
        wrapOutboundOut(.head(.init(version: .http1_1, status: .ok, headers: headers))),
        promise: nil)
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
