import CivilTime
import ES256K
import Invariants
import JSONText
import SchemaSupport
import SimulationCore
import Testing

@testable import DailyNotification
@testable import DeviceModel

/// A phone in a test: makes calls, lets time pass, reads the trace.
///
/// The test fails after a command or an advance that broke an invariant or wrote a reply or a log
/// line that does not match the schemas.
/// Unless a test asks for more, notifications are allowed, tasks run on time and nothing drifts.
final class Phone {
  var device: Device
  private var watch = PhoneWatch()
  private var replies = ReplyChecker()
  /// The invariants that are not reported again.
  private var reported: Set<Int> = []
  private let sourceLocation: SourceLocation
  /// The write that failed in the latest call with a failing one; empty when it made fewer.
  private(set) var faults: [String] = []

  init(
    permission: AuthorizationStatus = .authorized, start: String = "2025-11-15T05:42:30Z",
    zone: String = "UTC",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ adjust: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = DeviceConfiguration()
    configuration.knobs.taskLateness = .fixed
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.knobs.deliveryDrift = .none
    configuration.startMilliseconds = try #require(ISO8601.parse(start))
    configuration.zone = try Zone(identifier: zone)
    adjust(&configuration)
    self.sourceLocation = sourceLocation
    device = Device(configuration)
    if permission != .notDetermined { try perform(.setPermission(permission)) }
  }

  /// Fails the test for every invariant broken since the previous check, and for every reply or log
  /// line that does not match the schemas.
  func check() {
    watch.readReplies(of: device)
    for violation in watch.checker.violations where reported.insert(violation.id).inserted {
      let time = ISO8601.text(violation.wallMilliseconds)
      Issue.record(
        "invariant \(violation.id) at \(time): \(violation.message)", sourceLocation: sourceLocation
      )
    }
    for finding in replies.findings(in: device.os.trace) {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
  }

  // MARK: Doing

  func perform(_ command: Command) throws {
    watch.readReplies(of: device)
    defer { check() }
    try device.perform(command, observing: &watch)
  }

  /// Makes a call and returns its number.
  @discardableResult
  func call(_ method: String, _ options: JSONObject = [:]) throws -> Int {
    try perform(.call(method: method, options: options))
    return device.os.callCount
  }

  /// The value of a call that must be answered at once.
  @discardableResult
  func value(
    _ method: String, _ options: JSONObject = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let reply = reply(try call(method, options))
    guard case .value(let value)? = reply else {
      Issue.record(
        "\(method) → \(reply?.json.canonicalText ?? "open")", sourceLocation: sourceLocation)
      return .null
    }
    return value
  }

  /// The rejection of a call that must be rejected at once.
  func rejection(
    _ method: String, _ options: JSONObject = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Rejection {
    let reply = reply(try call(method, options))
    guard case .rejected(let rejection)? = reply else {
      let text = reply?.json.canonicalText ?? "open"
      Issue.record("\(method) is not rejected: \(text)", sourceLocation: sourceLocation)
      return Rejection(.unimplemented, "")
    }
    return rejection
  }

  /// Schedules `daily` at 05:53, unless the options say otherwise.
  func schedule(
    _ options: JSONObject = ["time": "05:53"], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let value = try value(
      "scheduleDailyNotification", options, sourceLocation: sourceLocation)
    #expect(value == ["warning": nil], sourceLocation: sourceLocation)
  }

  func advance(to time: String) throws {
    let wall = try #require(ISO8601.parse(time))
    watch.readReplies(of: device)
    defer { check() }
    try device.advance(to: device.os.instant(ofWall: wall), observing: &watch)
  }

  func advance(milliseconds: Int64) throws {
    watch.readReplies(of: device)
    defer { check() }
    try device.advance(
      to: device.os.now.advanced(byMilliseconds: milliseconds), observing: &watch)
  }

  func advance(seconds: Int64) throws { try advance(milliseconds: seconds * 1000) }

  /// Runs until nothing is in flight.
  @discardableResult
  func settle() throws -> Device.Settled {
    watch.readReplies(of: device)
    defer { check() }
    return try device.runUntilIdle(observing: &watch)
  }

  /// Sends the app to the background and brings it back, which is a resume.
  func reopen() throws {
    if device.os.process.state.isOnScreen { try perform(.background) }
    try perform(device.os.process.state.isAlive ? .foreground : .launch)
    try settle()
  }

  /// Makes a call of which one write fails, by its number from 1; `faults` says which it was.
  func call(
    _ method: String, _ options: JSONObject, failingWrite number: Int
  ) throws -> PluginReply? {
    try perform(.failWrites(count: 1, after: number - 1))
    let mark = mark
    let call = try call(method, options)
    faults = payloads(since: mark).compactMap {
      if case .storage(.writeFailed(let what)) = $0 { what } else { nil }
    }
    try perform(.failWrites(count: 0))
    return reply(call)
  }

  /// Ends the fetch under way with an outcome other than the simulated network's.
  func answerFetch(_ outcome: FetchOutcome) throws {
    let number = try #require(device.app?.plugin.prefetch.running).number
    device.withPlugin { plugin, os in plugin.fetchEnded(number, outcome, on: &os) }
    check()
    try settle()
  }

  /// The occurrence, in milliseconds since the Unix epoch, that the fetch under way is for.
  var fetchedOccurrence: Int64 {
    get throws { try #require(device.app?.plugin.prefetch.running).scheduledFor }
  }

  /// Ends a fetch with a status and a body.
  func answerFetch(
    _ status: Int, _ body: String = "", etag: String? = nil, retryAfterSeconds: Int64? = nil
  ) throws {
    try answerFetch(
      .response(
        status: status, body: Array(body.utf8), etag: etag, retryAfterSeconds: retryAfterSeconds))
  }

  // MARK: Reading

  var now: String { ISO8601.text(device.os.wallMilliseconds) }

  /// The payloads of all records so far.
  var payloads: [DeviceRecord] { payloads(since: 0) }

  /// The payloads of the records since a mark.
  func payloads(since mark: UInt64) -> [DeviceRecord] {
    device.os.trace.records(from: mark).map(\.payload)
  }

  /// The sequence number of the next record, for `since:`.
  var mark: UInt64 { device.os.trace.nextSequence }

  /// The reply to a call, as the caller received it.
  func reply(_ number: Int) -> PluginReply? {
    watch.replies[number]
  }

  /// The log lines so far, at a level and above.
  func lines(from level: LogLevel = .info, since mark: UInt64 = 0) -> [String] {
    payloads(since: mark).compactMap(\.logMessage)
      .filter { $0.level >= level }.map(\.text)
  }

  /// The number of log lines of a row of the table.
  func count(_ line: LogLine) -> Int {
    payloads.count { $0.logMessage?.line == line }
  }

  /// The events that were sent to the host.
  var hostEvents: [HostEvent] {
    payloads.compactMap { if case .plugin(.hostEvent(let event)) = $0 { event } else { nil } }
  }

  var missed: [MissedNotification] {
    hostEvents.compactMap { if case .notificationMissed(let missed) = $0 { missed } else { nil } }
  }

  /// The identifiers of the pending requests, in the order of their times.
  var pendingIdentifiers: [String] {
    device.os.pendingRequests.sorted { $0.content.info.plannedTime < $1.content.info.plannedTime }
      .map(\.identifier)
  }

  /// The planned times of the pending requests.
  var pendingTimes: [String] {
    device.os.pendingRequests.map(\.content.info.plannedTime).sorted().map(ISO8601.text)
  }

  func pending(_ identifier: String) throws -> NotificationRequest {
    try #require(device.os.pendingRequests.first { $0.identifier == identifier })
  }

  /// The begin date of the pending prefetch task.
  var taskBegins: String? { device.os.pendingTask(TaskIdentifier.fetch).map(ISO8601.text) }

  var titlesShown: [String] {
    payloads.compactMap {
      if case .notification(.delivered(let shown)) = $0 {
        shown.content.title
      } else {
        nil
      }
    }
  }

  /// The value of a counter by its Prometheus name.
  func counter(_ name: String) throws -> Int {
    try #require(device.os.telemetry.samples.first { $0.name == name }).value
  }

  var status: JSONValue {
    get throws { try value("getNotificationStatus") }
  }

  var footprint: Footprint { Footprint(of: device.os) }
}
