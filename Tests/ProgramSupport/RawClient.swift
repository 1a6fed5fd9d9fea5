import Foundation

/// A connection to a server on a loopback address, byte by byte.
public final class RawClient {
  private let socket: Int32
  private var held: [UInt8] = []

  /// Why there is no connection.
  struct Failure: Error {
    let code: Int32
  }

  /// Whether nothing came for 20 s, which is not the same as an end of the connection.
  public private(set) var hasTimedOut = false

  /// Connects; what is awaited later comes within 20 s or not at all.
  public init(port: Int) throws {
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    socket = Foundation.socket(AF_INET, kind, 0)
    guard socket >= 0 else { throw Failure(code: errno) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        connect(socket, plain, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 ? 0 : errno
      }
    }
    // `deinit` closes the socket then, too.
    guard code == 0 else { throw Failure(code: code) }
  }

  deinit { close(socket) }

  /// Sends bytes; false when the other end has closed the connection.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    #if os(Linux)
    let flags = Int32(MSG_NOSIGNAL)
    #else
    let flags: Int32 = 0
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      guard count > 0 else {
        hasTimedOut = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// The next bytes; fewer when the connection ends or nothing comes in time.
  public func receive(_ count: Int) -> [UInt8] {
    while held.count < count, fill() {}
    defer { held.removeFirst(min(count, held.count)) }
    return Array(held.prefix(count))
  }

  /// Everything up to the end of the connection.
  public func rest() -> String {
    while fill() {}
    defer { held = [] }
    return String(decoding: held, as: UTF8.self)
  }

  /// Says that nothing more comes, and waits until the other end has closed the connection.
  public func finish() {
    #if os(Linux)
    shutdown(socket, Int32(SHUT_WR))
    #else
    shutdown(socket, SHUT_WR)
    #endif
    _ = rest()
  }

  /// Everything up to an empty line, which is the head of an answer.
  public func head() -> String {
    while true {
      if let end = held.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: held[..<end.lowerBound], as: UTF8.self)
        held.removeSubrange(..<end.upperBound)
        return head
      }
      guard fill() else { return rest() }
    }
  }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &chunk, chunk.count, 0)
    guard count > 0 else {
      hasTimedOut = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
      return false
    }
    held += chunk.prefix(count)
    return true
  }
}

/// The client's side of a WebSocket.
extension RawClient {
  /// Asks for a WebSocket and returns the first line of the answer.
  public func upgrade(path: String, host: String, origin: String?) -> String {
    var lines = [
      "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    if let origin { lines.append("Origin: \(origin)") }
    send((lines + ["", ""]).joined(separator: "\r\n"))
    return head().split(separator: "\r\n").first.map(String.init) ?? ""
  }

  /// A frame as a client writes it; the three lowest bits of `reserved` are RSV1 to RSV3.
  public static func frame(
    _ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, isMasked: Bool = true,
    reserved: UInt8 = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(mask | UInt8(payload.count))
    case ..<65_536:
      bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(mask | 127)
      bytes += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [1, 2, 3, 4]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
  }

  /// The next frame of the server: its opcode and payload; nil at the end.
  public func frame() -> (opcode: UInt8, payload: [UInt8])? {
    let head = receive(2)
    guard head.count == 2 else { return nil }
    var count = Int(head[1] & 0x7F)
    if count >= 126 {
      count = receive(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (head[0] & 0x0F, receive(count))
  }
}
