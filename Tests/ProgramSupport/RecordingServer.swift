import Foundation
import Synchronization

/// An HTTP server on a loopback address that keeps what it is asked and answers with a function.
///
/// It reads one request of a connection, without a body, and closes it after the answer.
public final class RecordingServer: Sendable {
  /// Its port.
  public let port: Int
  private let listener: Int32
  private let asked = Mutex<[String]>([])

  /// The heads of the requests so far, in order.
  public var requests: [String] { asked.withLock { $0 } }

  /// Its address without a path.
  public var address: String { "http://127.0.0.1:\(port)" }

  /// Why there is no server.
  struct Failure: Error {
    let code: Int32
  }

  /// Listens on a port that the system chooses.
  ///
  /// - Parameter answer: The bytes of the answer to a request's head; nil closes the connection.
  public init(answer: @escaping @Sendable (String) -> String?) throws {
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw Failure(code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        if bind(listener, plain, length) != 0 { return errno }
        if listen(listener, 16) != 0 { return errno }
        return getsockname(listener, plain, &length) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(listener)
      throw Failure(code: code)
    }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        let head = RecordingServer.head(of: connection)
        self?.asked.withLock { $0.append(head) }
        if let text = answer(head) { RecordingServer.write(text, to: connection) }
        close(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The value of a header of a request; nil where it has none.
  public static func header(_ name: String, of head: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { continue }
      return parts[1].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  /// An answer with a body of JSON.
  public static func json(_ status: String, _ headers: [String] = [], _ body: String) -> String {
    let fixed = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    return (["HTTP/1.1 \(status)"] + headers + fixed + ["Connection: close", "", body])
      .joined(separator: "\r\n")
  }

  private static func head(of connection: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 65_536, !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to connection: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
      #else
      let flags: Int32 = 0
      #endif
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
