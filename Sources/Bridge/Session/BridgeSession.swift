import DailyNotification
public import DeviceModel
public import JSONText
import Session

/// A program's connection to one simulated phone: a line in, lines out.
///
/// A line contains one JSON-RPC 2.0 request. Each is answered by one line, a plugin call when it
/// settles; a request without an `id` is carried out and not answered. Nothing here throws or
/// traps, whatever a line contains.
public struct BridgeSession: Sendable {
  var session: Session<BridgeObserver>
  var openCalls = OpenCalls()
  /// The platform of a phone for which no request names one.
  let platform: DevicePlatform
  /// What the plugin does of such a phone, where its versions differ.
  let plugin: PluginChoices
  /// Replies to calls, not sent yet.
  var replies: [[UInt8]] = []

  /// A session with a new phone of that configuration.
  public init(_ configuration: DeviceConfiguration = DeviceConfiguration()) {
    platform = configuration.platform
    plugin = configuration.knobs.plugin
    session = BridgeSession.session(configuration, BridgeObserver())
  }

  static func session(
    _ configuration: DeviceConfiguration, _ observer: BridgeObserver
  ) -> Session<BridgeObserver> {
    var configuration = configuration
    configuration.traceCapacity = max(configuration.traceCapacity, BridgeLimits.traceCapacity)
    // The tallies count only checks that the program's own requests caused.
    return Session(configuration, observer: observer, isStartChecked: false)
  }

  /// The device as it is now.
  public var device: Device { session.device }

  /// The number of calls that wait for their reply.
  public var openCallCount: Int { openCalls.count }

  /// Processes an item of the input and sends the resulting messages.
  public mutating func receive(_ item: LineSplitter.Item, shell: inout some BridgeShell) {
    switch item {
    case .line(let line): receive(line: line, shell: &shell)
    case .tooLong(let bytesMax):
      shell.send(
        OutgoingLine.reply(.failure(.lineTooLong(bytesMax: bytesMax)), to: .null))
    }
  }

  /// Processes a line, without its line feed, and returns the resulting messages.
  public mutating func receive(line: [UInt8]) -> [[UInt8]] {
    var collector = LineCollector()
    let isTooLong = line.count > LineSplitter.standardBytesMax
    receive(
      isTooLong ? .tooLong(bytesMax: LineSplitter.standardBytesMax) : .line(line),
      shell: &collector)
    return collector.lines
  }

  private mutating func receive(line: [UInt8], shell: inout some BridgeShell) {
    let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    guard !line.allSatisfy(blanks.contains) else { return }
    do throws(Request.Failure) {
      answer(try Request(line: line), shell: &shell)
    } catch {
      shell.send(OutgoingLine.reply(.failure(error.error), to: error.id))
    }
  }

  private mutating func answer(_ request: Request, shell: inout some BridgeShell) {
    var result: Result<JSONValue, BridgeError>?
    do throws(BridgeError) {
      result = try perform(request, shell: &shell).map { .success($0) }
    } catch {
      result = .failure(error)
    }
    flush(to: &shell)
    if let id = request.id, let result { shell.send(OutgoingLine.reply(result, to: id)) }
  }

  /// Carries out a request; nil when its reply comes from the trace.
  private mutating func perform(
    _ request: Request, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue? {
    guard let method = BridgeMethod(rawValue: request.method) else {
      throw .unknownMethod(request.method)
    }
    let parameters = try ParameterReader(request.parameters, of: method)
    switch method {
    case .configure: return try configure(parameters)
    case .quiesce: return try quiesce(id: request.id, shell: &shell)
    case .call:
      try call(parameters, id: request.id)
      return nil
    case .advance: return try advance(parameters, id: request.id, shell: &shell)
    case .runToNextEvent: return try runToNextEvent(parameters, shell: &shell)
    case .runUntilIdle: return try runUntilIdle(parameters, id: request.id, shell: &shell)
    case .perform: return try perform(request.parameters)
    case .state: return try state(parameters)
    case .trace: return try trace(parameters)
    case .runScenario: return try runScenario(parameters, id: request.id, shell: &shell)
    case .events: return try events(parameters)
    case .cancel: return try cancel(parameters, shell: &shell)
    }
  }

  /// Makes the replies to calls that have ended.
  mutating func readReplies() {
    for end in session.takeEndedCalls() {
      if let line = openCalls.reply(to: end) { replies.append(line) }
    }
  }

  /// Sends the messages that records have caused: first the notifications, then the replies.
  mutating func flush(to shell: inout some BridgeShell) {
    readReplies()
    for line in session.observer.takeNotifications() + replies { shell.send(line) }
    replies.removeAll(keepingCapacity: true)
  }
}
