import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Who may ask the door for what.
struct DoorPolicy: Sendable {
  private let pages: LocalPolicy
  private let files: [String: DoorFile]

  init(origins: [String], files: [String: AppDoor.File]) {
    pages = LocalPolicy(origins: origins)
    self.files = files.mapValues(DoorFile.init)
  }

  /// Whether a request of a connection names this machine as its host.
  func isLocal(_ head: HTTPRequestHead, _ channel: any Channel) -> Bool {
    pages.isLocal(hosts: head.headers["Host"], port: DoorPolicy.port(channel))
  }

  /// Whether a page may connect: one of this server, or of an origin that is allowed by name.
  func allowsSocket(_ head: HTTPRequestHead, _ channel: any Channel) -> Bool {
    head.method == .GET
      && pages.allows(
        origins: head.headers["Origin"], hosts: head.headers["Host"],
        port: DoorPolicy.port(channel))
  }

  /// The port of the server's end of a connection; one that has closed has none.
  private static func port(_ channel: any Channel) -> Int { channel.localAddress?.port ?? -1 }

  /// The file of a request; nil where there is none.
  func file(_ head: HTTPRequestHead) -> DoorFile? {
    files[String(head.uri.prefix { $0 != "?" && $0 != "#" })]
  }
}

/// A file whose bytes all connections share.
struct DoorFile: Sendable {
  let type: String
  let body: ByteBuffer
  let isShared: Bool

  init(_ file: AppDoor.File) {
    type = file.type
    body = ByteBuffer(bytes: file.body)
    isShared = file.isShared
  }
}

/// Serves files, one for each connection.
final class DoorFiles: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let policy: DoorPolicy
  private var head: HTTPRequestHead?
  /// Whether a handshake is none by its headers.
  private var isMalformed = false

  init(_ policy: DoorPolicy) {
    self.policy = policy
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    // What a request brings is of no use; it is not kept.
    case .body: break
    case .end:
      guard let head else { return }
      self.head = nil
      answer(head, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard policy.isLocal(head, context.channel) else {
      return write(.forbidden, nil, head, context)
    }
    // A handshake that has succeeded does not come here.
    guard !head.headers.contains(name: "Upgrade") else {
      guard policy.allowsSocket(head, context.channel) else {
        return write(.forbidden, nil, head, context)
      }
      return write(isMalformed ? .badRequest : .serviceUnavailable, nil, head, context)
    }
    guard head.method == .GET || head.method == .HEAD else {
      return write(.methodNotAllowed, nil, head, context)
    }
    guard let file = policy.file(head) else { return write(.notFound, nil, head, context) }
    write(.ok, file, head, context)
  }

  private func write(
    _ status: HTTPResponseStatus, _ file: DoorFile?, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    let body = file?.body ?? ByteBuffer(string: "\(status.code) \(status.reasonPhrase)\n")
    var headers = HTTPHeaders([
      ("Content-Type", file?.type ?? "text/plain; charset=utf-8"),
      ("Content-Length", String(body.readableBytes)), ("Connection", "close"),
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
    ])
    if file?.isShared == true {
      headers.add(name: "Cross-Origin-Resource-Policy", value: "cross-origin")
    }
    let answer = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(answer)), promise: nil)
    if head.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Half a request, or an answer that nobody reads.
    if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The request of a handshake that is refused follows, and is answered.
    if let refusal = error as? NIOWebSocketUpgradeError {
      isMalformed = refusal == .invalidUpgradeHeader
    } else {
      context.close(promise: nil)
    }
  }
}
