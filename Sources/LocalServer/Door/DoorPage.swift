import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The WebSocket of a page.
///
/// Source: RFC 6455 §5 and §7.4: texts only, masked frames, a close frame with a code at the end.
final class DoorPage: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let path: String
  private let origin: String
  private let connections: DoorConnections
  private var number: Int?
  private var context: ChannelHandlerContext?
  /// How many bytes are written and not yet taken by the system.
  private var waitingBytes = 0
  /// How many events of it have not been passed on.
  private var untaken = 0
  /// Why it ends; nil while it does not.
  private var reason: String?

  /// How many bytes a page may leave unread beside what the system holds for it.
  private static let waitingBytesMax = 4 * AppDoor.messageBytesMax

  init(_ head: HTTPRequestHead, _ connections: DoorConnections) {
    path = head.uri
    origin = head.headers.first(name: "Origin") ?? ""
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    self.context = context
    let number = connections.add(
      DoorConnections.Page(
        handler: NIOLoopBound(self, eventLoop: context.eventLoop), loop: context.eventLoop),
      of: context.channel)
    self.number = number
    pass(on: .opened(connection: number, path: path, origin: origin), context)
  }

  /// Passes an event on, and reads nothing more until it has been taken.
  ///
  /// What has been read by then still follows, at most what the system hands over at once.
  private func pass(on event: AppDoor.Event, _ context: ChannelHandlerContext) {
    untaken += 1
    if untaken == 1 { DoorPage.read(context, false) }
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    connections.event(event) { isTaken in
      loop.execute { bound.value.goOn(isTaken) }
    }
  }

  private func goOn(_ isTaken: Bool) {
    untaken -= 1
    guard let context else { return }
    if !isTaken { close(.messageTooLarge, "a message is too long once it is escaped") }
    if untaken == 0 { DoorPage.read(context, true) }
  }

  private static func read(_ context: ChannelHandlerContext, _ isOn: Bool) {
    // A channel that cannot be told has closed.
    try? context.channel.syncOptions?.setOption(.autoRead, value: isOn)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    guard let number else { return }
    self.number = nil
    connections.remove(number, reason: reason ?? "the page has gone")
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard reason == nil, let number else { return }
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      let bytes = Array(frame.unmaskedData.readableBytesView)
      guard let line = String(validating: bytes, as: UTF8.self) else {
        return close(.dataInconsistentWithMessage, "a text is not UTF-8")
      }
      pass(on: .text(connection: number, line: line), context)
    case .binary: close(.unacceptableData, "only texts are understood")
    case .ping:
      write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData), context)
    case .pong: break
    case .connectionClose: close(.normalClosure, "the page has closed it")
    default: close(.protocolError, "a frame of a kind that is not known")
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let known = error as? NIOWebSocketError, case .invalidFrameLength = known {
      close(.messageTooLarge, "a message has more than \(AppDoor.messageBytesMax) bytes")
    } else if error is NIOWebSocketFrameAggregator.Error {
      close(.messageTooLarge, "a message has more than \(AppDoor.messageBytesMax) bytes")
    } else if let refusal = error as? DoorFrames.Refusal {
      close(.protocolError, refusal.rawValue)
    } else {
      close(.protocolError, "the connection is broken")
    }
  }

  /// Sends a text.
  func send(_ line: String) {
    guard reason == nil, let context else { return }
    write(
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: line)), context)
  }

  private func write(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    let count = frame.length
    guard waitingBytes + count <= DoorPage.waitingBytesMax else {
      // A close frame would wait behind what is not read.
      reason = "the page reads too slowly"
      context.close(promise: nil)
      return
    }
    waitingBytes += count
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in
      bound.value.waitingBytes -= count
    }
  }

  /// Ends the connection with a code.
  func close(_ code: WebSocketErrorCode, _ words: String) {
    guard reason == nil, let context else { return }
    reason = words
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(String(words.prefix(100)))
    let channel = context.channel
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    ).whenComplete { _ in channel.close(promise: nil) }
    // A client that reads nothing does not read that either.
    context.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }
}

/// Lets only frames through that a client may send: masked ones, without an extension's bits.
///
/// Source: RFC 6455 §5.1 and §5.2.
final class DoorFrames: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  /// Why a frame is refused, as the page is told.
  enum Refusal: String, Error {
    case unmasked = "a frame is not masked"
    /// No extension was agreed on that could mean something by them.
    case reserved = "a frame has reserved bits"
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    if frame.rsv1 || frame.rsv2 || frame.rsv3 {
      context.fireErrorCaught(Refusal.reserved)
    } else if frame.maskKey == nil {
      context.fireErrorCaught(Refusal.unmasked)
    } else {
      context.fireChannelRead(data)
    }
  }
}
