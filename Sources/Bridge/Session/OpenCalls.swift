import DailyNotification
import JSONText
import Session

/// A program's calls without a reply so far, in the order in which they were made.
struct OpenCalls {
  private var calls: [(number: Int, id: RequestID?)] = []

  /// The number of open calls.
  var count: Int { calls.count }

  /// Adds a call; one that was made without an `id` gets no reply.
  mutating func add(_ number: Int, id: RequestID?) {
    calls.append((number, id))
  }

  /// The reply to a call that has ended; nil for calls that are not open or have no `id`.
  mutating func reply(to end: CallEnd) -> [UInt8]? {
    guard let index = calls.firstIndex(where: { $0.number == end.call }) else { return nil }
    let id = calls.remove(at: index).id
    return id.map { OutgoingLine.reply(OpenCalls.result(of: end), to: $0) }
  }

  /// Removes a call that was not made after all; false when it has been answered.
  mutating func remove(_ number: Int) -> Bool {
    guard let index = calls.firstIndex(where: { $0.number == number }) else { return false }
    calls.remove(at: index)
    return true
  }

  /// Nobody waits for the oldest call of an id any longer; false when none of that id is open.
  mutating func forget(_ id: RequestID) -> Bool {
    guard let index = calls.firstIndex(where: { $0.id == id }) else { return false }
    calls[index].id = nil
    return true
  }

  /// Removes all calls and returns the replies that report them as lost.
  mutating func loseAll(_ why: String) -> [[UInt8]] {
    defer { calls.removeAll() }
    return calls.compactMap { call in
      call.id.map { OutgoingLine.reply(.failure(.callLost(why)), to: $0) }
    }
  }

  /// The caller gets the whole reply, even where its record has secrets replaced.
  private static func result(of end: CallEnd) -> Result<JSONValue, BridgeError> {
    switch end.originalReply {
    case .value(let value)?: .success(value)
    case .rejected(let rejection)?: .failure(.rejected(rejection))
    case nil: .failure(.callLost("the app's process ended; launch the app and call again"))
    }
  }
}
