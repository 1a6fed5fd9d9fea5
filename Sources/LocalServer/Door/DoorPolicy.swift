import NIOCore
import NIOHTTP1

/// Who may ask for what.
struct DoorPolicy: Sendable {
  private let origins: Set<String>
  private let files: [String: DoorFile]

  init(origins: [String], files: [String: AppDoor.File]) {
    self.origins = Set(origins)
    self.files = files.mapValues(DoorFile.init)
  }

  /// Whether a request names this machine as its host, so that no other name leads here.
  ///
  /// A page of another server whose name was made to mean this machine names that name.
  func isLocal(_ head: HTTPRequestHead) -> Bool {
    guard let host = DoorPolicy.only("Host", head) else { return false }
    let name = DoorPolicy.withoutPort(host.lowercased())
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]"
  }

  /// Whether a page may connect: one of this server, or of an origin that is allowed by name.
  func allowsSocket(_ head: HTTPRequestHead) -> Bool {
    guard head.method == .GET, isLocal(head), let host = DoorPolicy.only("Host", head),
      let origin = DoorPolicy.only("Origin", head), origin != "null"
    else { return false }
    return origin.lowercased() == "http://\(host.lowercased())" || origins.contains(origin)
  }

  /// The file of a request; nil where there is none.
  func file(_ head: HTTPRequestHead) -> DoorFile? {
    files[String(head.uri.prefix { $0 != "?" && $0 != "#" })]
  }

  /// The value of a header that stands there once.
  private static func only(_ name: String, _ head: HTTPRequestHead) -> String? {
    let values = head.headers[name]
    return values.count == 1 ? values[0] : nil
  }

  private static func withoutPort(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), host.last != "]" else { return host }
    return String(host[..<colon])
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
    guard policy.isLocal(head) else { return write(.forbidden, nil, head, context) }
    // A handshake that was allowed does not come here.
    guard !head.headers.contains(name: "Upgrade") else {
      return write(.forbidden, nil, head, context)
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
    context.close(promise: nil)
  }
}
