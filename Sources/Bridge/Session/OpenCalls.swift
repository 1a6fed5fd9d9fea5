import DailyNotification
import JSONText
import Session

/// The calls of a program that have no reply yet, in the order in which they were made.
struct OpenCalls {
  private var calls: [(number: Int, id: RequestID?)] = []

  /// How many there are.
  var count: Int { calls.count }

  /// Adds a call; one that was made by a notification has no id, and gets no reply.
  mutating func add(_ number: Int, id: RequestID?) {
    calls.append((number, id))
  }

  /// The line that answers a call's end; nil for calls that are not open or have no id.
  mutating func reply(to end: CallEnd) -> [UInt8]? {
    guard let index = calls.firstIndex(where: { $0.number == end.call }) else { return nil }
    let id = calls.remove(at: index).id
    return id.map { OutgoingLine.reply(OpenCalls.result(of: end), to: $0) }
  }

  /// Removes a call that was never made; false when it has been answered.
  mutating func remove(_ number: Int) -> Bool {
    guard let index = calls.firstIndex(where: { $0.number == number }) else { return false }
    calls.remove(at: index)
    return true
  }

  /// Removes all; returns the lines that report them as lost.
  mutating func loseAll(_ why: String) -> [[UInt8]] {
    defer { calls.removeAll() }
    return calls.compactMap { call in
      call.id.map { OutgoingLine.reply(.failure(.callLost(why)), to: $0) }
    }
  }

  /// A reply goes out whole, also where its record had a secret taken out.
  private static func result(of end: CallEnd) -> Result<JSONValue, BridgeError> {
    switch end.originalReply {
    case .value(let value)?: .success(value)
    case .rejected(let rejection)?: .failure(.rejected(rejection))
    case nil: .failure(.callLost("the app's process ended; launch the app and call again"))
    }
  }
}
