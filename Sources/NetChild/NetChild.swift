package import Descriptors
package import Foundation
import JSONText
package import NetProtocol

/// A running `dnp-net`: requests go to it as lines, answers come back, over one socket.
///
/// It ends with its parent, or when this value goes.
package final class NetChild {
  /// Becomes readable when there is an answer, or the child has ended.
  package let socket: Descriptor
  package let processID: pid_t
  private var splitter = LineSplitter(bytesMax: NetRequest.lineBytesMax)
  private var items: [LineSplitter.Item] = []

  /// How long the child may leave a line unread, in milliseconds.
  private static let writeMilliseconds: Int64 = 10_000

  /// Throws where there is no program to start.
  package static func check(path: String) throws(NetChildError) {
    guard access(path, X_OK) == 0 else { throw .notFound(path: path) }
    guard (try? FileStatus(path: path))?.kind != .folder else { throw .isFolder(path: path) }
  }

  /// Starts a program.
  package init(path: String, arguments: [String] = []) throws(NetChildError) {
    try Self.check(path: path)
    // Both ends will hold tokens.
    CoreFile.forbid()
    let (own, other) = try NetChild.socketPair()
    defer { other.close() }
    do {
      processID = try Self.start(path, arguments, on: other)
    } catch {
      own.close()
      throw error
    }
    socket = own
    socket.setNonBlocking()
  }

  deinit {
    socket.close()
    // It ends by itself at the end of its input; one that hangs does not.
    kill(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
  }

  /// Hands a request on; throws when the child has ended or takes nothing.
  package func send(_ request: NetRequest) throws(NetChildError) {
    var rest = (request.line + [UInt8(ascii: "\n")])[...]
    let began = ContinuousClock.now
    while !rest.isEmpty {
      switch socket.write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .end, .failed: throw .ended
      case .wouldBlock:
        let left = NetChild.writeMilliseconds - NetChild.milliseconds(since: began)
        guard left > 0 else { throw .silent }
        // An answer that nobody reads could be what it waits for.
        try readAll()
        _ = poll(for: POLLOUT | POLLIN, milliseconds: left)
      }
    }
  }

  /// The next answer; nil when none comes in time.
  ///
  /// Throws when the child has ended.
  package func receive(withinMilliseconds limit: Int64) throws(NetChildError) -> NetAnswer? {
    let began = ContinuousClock.now
    while true {
      if let answer = try nextAnswer() { return answer }
      try readAll()
      if let answer = try nextAnswer() { return answer }
      let left = limit - NetChild.milliseconds(since: began)
      guard left > 0 else { return nil }
      _ = poll(for: POLLIN, milliseconds: left)
    }
  }

  /// Sends a request that makes the test API listen, and waits until it does.
  package func startAPI(
    port: Int = 0, withinMilliseconds limit: Int64
  ) throws(NetChildError) -> NetAPI {
    try send(.api(port: port))
    switch try receive(withinMilliseconds: limit) {
    case .listening(let api)?: return api
    case .notListening(let reason)?: throw .notListening(reason: reason)
    case .fetched?, .failed?, .pong?, .open?, .notOpen?, .opened?, .text?,
      .closed?, .error?:
      throw .unexpected
    case nil: throw .silent
    }
  }

  private func nextAnswer() throws(NetChildError) -> NetAnswer? {
    guard !items.isEmpty else { return nil }
    switch items.removeFirst() {
    case .tooLong: throw .unexpected
    case .line(let line):
      do throws(NetLineError) {
        return try NetAnswer(line: line)
      } catch {
        throw .unexpected
      }
    }
  }

  /// Takes what there is; throws at the end once all answers are taken.
  private func readAll() throws(NetChildError) {
    while true {
      do throws(SystemError) {
        let chunk = try socket.readChunk()
        guard !chunk.isEmpty else {
          if items.isEmpty { throw SystemError(code: EPIPE) }
          return
        }
        items += splitter.take(chunk)
      } catch {
        guard error.code == EAGAIN else {
          if items.isEmpty { throw .ended }
          return
        }
        return
      }
    }
  }

  private func poll(for events: Int32, milliseconds: Int64) -> Bool {
    var wanted = pollfd(fd: socket.number, events: Int16(events), revents: 0)
    return Foundation.poll(&wanted, 1, Int32(clamping: milliseconds)) > 0
  }

  private static func milliseconds(since began: ContinuousClock.Instant) -> Int64 {
    Int64((ContinuousClock.now - began) / .milliseconds(1))
  }

  // MARK: Starting

  private static func socketPair() throws(NetChildError) -> (Descriptor, Descriptor) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart(.last) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }

  /// The variables that a child gets: where programs, libraries and certificates are, and language.
  static func environment(of own: [String: String]) -> [String: String] {
    own.filter { name, _ in
      ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR"].contains(name)
        || ["LC_", "LD_", "DYLD_"].contains { name.hasPrefix($0) }
    }
  }

  /// Starts the program with the socket as standard input and output; nobody reads its errors.
  private static func start(
    _ path: String, _ arguments: [String], on socket: Descriptor
  ) throws(NetChildError) -> pid_t {
    #if os(Linux)
    var actions = posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket.number, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, socket.number, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child = pid_t()
    // What the child does not need is none of its business: a secret may be among it.
    var variables = Self.environment(of: ProcessInfo.processInfo.environment)
      .map { strdup("\($0.key)=\($0.value)") }
    variables.append(nil)
    defer { for variable in variables { free(variable) } }
    let code = posix_spawn(&child, path, &actions, nil, words, variables)
    guard code == 0 else { throw .cannotStart(SystemError(code: code)) }
    return child
  }
}
