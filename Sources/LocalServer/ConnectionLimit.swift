import NIOCore
import Synchronization

/// Counts the connections of a server, and closes one that is too many.
final class ConnectionLimit: Sendable {
  private let max: Int
  private let count = Mutex(0)

  init(max: Int) {
    self.max = max
  }

  /// Whether there is room for one more, which is counted until it closes.
  fileprivate func enter(_ channel: any Channel) -> Bool {
    let hasRoom = count.withLock { count in
      guard count < max else { return false }
      count += 1
      return true
    }
    if hasRoom {
      channel.closeFuture.whenComplete { _ in self.count.withLock { $0 -= 1 } }
    }
    return hasRoom
  }

  /// The part of it in the pipeline of a connection.
  final class Handler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let limit: ConnectionLimit

    init(_ limit: ConnectionLimit) {
      self.limit = limit
    }

    func channelActive(context: ChannelHandlerContext) {
      if limit.enter(context.channel) {
        context.fireChannelActive()
      } else {
        context.close(promise: nil)
      }
    }
  }
}
