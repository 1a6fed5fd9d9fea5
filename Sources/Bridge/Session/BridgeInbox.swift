public import JSONText

/// The lines that have arrived and wait, in their order; cancellations count when they arrive.
///
/// A shell that reads while a long request is carried out hands the bytes to `take` and asks
/// `isCancelled`. It stops reading while `isFull`, so that what waits has a limit.
public struct BridgeInbox: Sendable {
  /// At so many bytes of waiting lines nothing more is read: 4 MiB.
  static let bytesMax = 4_194_304

  private var splitter = LineSplitter()
  private var waiting: [LineSplitter.Item] = []
  /// The first of `waiting` that has not been handed out.
  private var next = 0
  private var waitingBytes = 0
  /// The request that is being carried out.
  private var current: RequestID?
  private var isCurrentCancelled = false
  /// How many cancellations of a request wait; asked only whether there is one.
  private var waitingCancellations: [RequestID: Int] = [:]

  /// An inbox at the beginning of a stream.
  public init() {}

  /// Whether enough waits.
  public var isFull: Bool { waitingBytes >= BridgeInbox.bytesMax }

  /// Whether a cancellation of the request that is being carried out has arrived.
  public var isCancelled: Bool { isCurrentCancelled }

  /// Takes the next bytes, however they are cut.
  public mutating func take(_ chunk: [UInt8]) {
    for item in splitter.take(chunk) { add(item) }
  }

  /// Ends the stream; a last line needs no line feed.
  public mutating func finish() {
    if let item = splitter.finish() { add(item) }
  }

  /// The next line; from now on it is the request that is being carried out.
  public mutating func takeNext() -> LineSplitter.Item? {
    isCurrentCancelled = false
    current = nil
    guard next < waiting.count else {
      waiting.removeAll(keepingCapacity: true)
      next = 0
      return nil
    }
    let item = waiting[next]
    next += 1
    if case .line(let line) = item {
      waitingBytes -= line.count
      begin(line)
    }
    return item
  }

  private mutating func begin(_ line: [UInt8]) {
    if let id = BridgeInbox.cancelled(by: line) {
      let count = (waitingCancellations[id] ?? 0) - 1
      waitingCancellations[id] = count > 0 ? count : nil
    } else if BridgeInbox.mayBeLong(line), let id = (try? Request(line: line))?.id {
      // Most requests are short and are over before anything else arrives.
      current = id
      isCurrentCancelled = waitingCancellations[id] != nil
    }
  }

  private mutating func add(_ item: LineSplitter.Item) {
    if case .line(let line) = item {
      if let id = BridgeInbox.cancelled(by: line) {
        if id == current { isCurrentCancelled = true }
        waitingCancellations[id, default: 0] += 1
      }
      waitingBytes += line.count
    }
    waiting.append(item)
  }

  private static func mayBeLong(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line.prefix(4_096), as: UTF8.self)
    return text.contains("time.") || text.contains(BridgeMethod.runScenario.rawValue)
  }

  /// The request that a line cancels; nil for any other line.
  private static func cancelled(by line: [UInt8]) -> RequestID? {
    guard line.count < 4_096, line.contains(UInt8(ascii: "$")),
      let request = try? Request(line: line), request.method == BridgeMethod.cancel.rawValue,
      let id = request.parameters["id"]
    else { return nil }
    return RequestID(id)
  }
}
