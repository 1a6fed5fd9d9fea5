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
  /// Where the test API listens; nil while it does not.
  private var api: NetAPI?

  private var door = Door.none
  private let output = AnswerOutput()

  /// The door for web apps.
  private enum Door {
    case none
    /// It is being opened, and so many lines wait for that.
    case opening(NetDoor, askers: Int)
    case open(NetDoor, AppDoor)

    var opened: AppDoor? {
      if case .open(_, let door) = self { door } else { nil }
    }
  }

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
    case .send(let connection, let line): door.opened?.send(line, to: connection)
    case .close(let connection): door.opened?.close(connection)
    }
  }

  private func begin(_ fetch: NetFetch) {
    guard fetches.count < NetService.fetchesMax, fetches[fetch.number] == nil else {
      return write(.error("fetch \(fetch.number): too many requests, or the number is taken"))
    }
    let port = api?.port
    fetches[fetch.number] = Task {
      let answer = await client.answer(fetch, testAPI: port)
      end(fetch.number, answer)
    }
  }

  private func end(_ number: Int, _ answer: NetAnswer?) {
    // A request that was cancelled has no answer, also when it came at the same moment.
    guard let answer, fetches.removeValue(forKey: number) != nil else { return }
    let output = output
    output.write(answer) { isWritten in
      guard !isWritten, case .fetched(let response) = answer else { return }
      output.write(
        .failed(
          NetFailure(
            number: number, reason: .network, detail: "the answer's headers are too long",
            milliseconds: response.milliseconds)))
    }
  }

  private func listen(_ wanted: Int) {
    if let api { return write(.listening(api)) }
    guard server == nil else { return write(.notListening(reason: "it is being started")) }
    let api = TestAPI(TestKeys.standard, token: NetService.token()) {
      Int64(Date().timeIntervalSince1970 * 1000)
    }
    server = Task {
      do {
        try await api.serve(port: wanted) { port in
          await self.listens(NetAPI(port: port, controlPath: api.controlPath))
        }
        stopped("it has ended")
      } catch {
        stopped("\(error)")
      }
    }
  }

  /// What nobody can guess: 128 bits of the system's random numbers, as hexadecimal digits.
  private static func token() -> String {
    (0..<4).map { _ in
      let word = String(UInt32.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 8 - word.count) + word
    }.joined()
  }

  private func listens(_ api: NetAPI) {
    self.api = api
    write(.listening(api))
  }

  private func stopped(_ reason: String) {
    server = nil
    api = nil
    write(.notListening(reason: reason))
  }

  // MARK: The door

  private func open(_ wanted: NetDoor) {
    switch door {
    case .open(let known, let door) where known == wanted:
      return write(.open(port: door.port))
    case .opening(let known, let askers) where known == wanted:
      door = .opening(known, askers: askers + 1)
      return
    case .open, .opening: return write(.notOpen(reason: "there is another door"))
    case .none: door = .opening(wanted, askers: 1)
    }
    let output = output
    Task {
      do {
        let files = wanted.files.map { file in
          (file.path, AppDoor.File(type: file.type, body: file.body, isShared: file.isShared))
        }
        let door = try await AppDoor.listen(
          port: wanted.port, origins: wanted.origins, files: Dictionary(files) { $1 }
        ) { event, taken in
          output.write(NetAnswer(event), done: taken)
        }
        settle(.open(wanted, door), .open(port: door.port))
      } catch {
        settle(.none, .notOpen(reason: "\(error)"))
      }
    }
  }

  /// Tells all who have asked for the door what has become of it.
  private func settle(_ new: Door, _ answer: NetAnswer) {
    if case .opening(_, let askers) = door {
      for _ in 0..<askers { write(answer) }
    }
    door = new
  }

  private nonisolated func write(_ answer: NetAnswer) { output.write(answer) }

  /// Waits until every answer is written.
  nonisolated func finish() { output.finish() }
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
