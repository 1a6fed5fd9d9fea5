import ContentClient
import ES256K
import Foundation
import JSONText
import LocalServer
import NetProtocol

/// Does what the lines say: one task for each request, one for the embedded API.
actor NetService {
  private let client: ContentClient
  private var fetches: [Int: Task<Void, Never>] = [:]
  private var server: Task<Void, Never>?
  private var port: Int?

  private var door: AppDoor?
  private var isOpening = false
  private let output = AnswerOutput()

  /// How many requests may be under way.
  private static let fetchesMax = 64

  init(_ policy: HostPolicy) throws {
    client = try ContentClient(policy)
  }

  /// Does what a line asks for; answers are written when there are any.
  func take(_ item: LineSplitter.Item) {
    switch item {
    case .tooLong(let bytesMax): write(.error("a line has more than \(bytesMax) bytes"))
    case .line(let line):
      do throws(NetLineError) {
        perform(try NetRequest(line: line))
      } catch {
        write(.error(error.description))
      }
    }
  }

  private func perform(_ request: NetRequest) {
    switch request {
    case .fetch(let fetch): begin(fetch)
    case .cancel(let number): fetches.removeValue(forKey: number)?.cancel()
    case .api(let port): listen(port)
    case .ping(let number): write(.pong(number))
    case .listen(let wanted): open(wanted)
    case .send(let connection, let line): door?.send(line, to: connection)
    case .close(let connection): door?.close(connection)
    }
  }

  private func begin(_ fetch: NetFetch) {
    guard fetches.count < NetService.fetchesMax, fetches[fetch.number] == nil else {
      return write(.error("fetch \(fetch.number): too many requests, or the number is taken"))
    }
    let port = port
    fetches[fetch.number] = Task {
      let answer = await client.answer(fetch, testAPI: port)
      end(fetch.number, answer)
    }
  }

  private func end(_ number: Int, _ answer: NetAnswer?) {
    // A request that was cancelled has no answer, also when it came at the same moment.
    guard let answer, fetches.removeValue(forKey: number) != nil else { return }
    write(answer)
  }

  private func listen(_ wanted: Int) {
    if let port { return write(.listening(port: port)) }
    guard server == nil else { return write(.notListening(reason: "it is being started")) }
    let api = TestAPI(TestKeys.standard) { Int64(Date().timeIntervalSince1970 * 1000) }
    server = Task {
      do {
        try await api.serve(port: wanted) { port in await self.listens(port) }
        stopped("it has ended")
      } catch {
        stopped("\(error)")
      }
    }
  }

  private func listens(_ port: Int) {
    self.port = port
    write(.listening(port: port))
  }

  private func stopped(_ reason: String) {
    server = nil
    port = nil
    write(.notListening(reason: reason))
  }

  // MARK: The door

  private func open(_ wanted: NetDoor) {
    if let door { return write(.open(port: door.port)) }
    guard !isOpening else { return write(.notOpen(reason: "it is being opened")) }
    isOpening = true
    let output = output
    Task {
      do {
        let files = wanted.files.map { file in
          (file.path, AppDoor.File(type: file.type, body: file.body, isShared: file.isShared))
        }
        door = try await AppDoor.listen(
          port: wanted.port, origins: wanted.origins, files: Dictionary(files) { $1 }
        ) { event in
          output.write(NetAnswer(event))
        }
        isOpening = false
        if let door { write(.open(port: door.port)) }
      } catch {
        isOpening = false
        write(.notOpen(reason: "\(error)"))
      }
    }
  }

  private nonisolated func write(_ answer: NetAnswer) { output.write(answer) }
}

extension NetAnswer {
  /// What a page has done, as a line says it.
  fileprivate init(_ event: AppDoor.Event) {
    switch event {
    case .opened(let connection, let path, let origin):
      self = .opened(connection: connection, path: path, origin: origin)
    case .text(let connection, let line): self = .text(connection: connection, line: line)
    case .closed(let connection, let reason):
      self = .closed(connection: connection, reason: reason)
    }
  }
}
