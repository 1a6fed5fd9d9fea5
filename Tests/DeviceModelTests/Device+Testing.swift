import CivilTime
import DailyNotification
import ES256K
import JSONText
import SchemaSupport
import SimulationCore
import Testing

@testable import DeviceModel

/// 2025-11-15T05:42:30Z, the default start of a run, in milliseconds since the Unix epoch.
let start: Int64 = 1_763_185_350_000
let minute: Int64 = 60_000
let hour = 60 * minute
let day = 24 * hour

extension Device {
  /// A phone after configuration, allowed to notify unless the test says otherwise.
  static func phone(
    permission: AuthorizationStatus = .authorized,
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    configure(&configuration)
    var device = Device(configuration)
    if permission != .notDetermined { try device.perform(.setPermission(permission)) }
    return device
  }

  /// A phone on which everything is punctual: no drift, no lateness.
  static func exactPhone(
    permission: AuthorizationStatus = .authorized,
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    try phone(permission: permission) { configuration in
      configuration.knobs.deliveryDrift = .none
      configuration.knobs.taskLateness = .fixed
      configure(&configuration)
    }
  }

  /// Performs a command and checks the records it writes against the schemas.
  ///
  /// It shadows the device's own method, so that every test goes through it.
  mutating func perform(_ command: Command) throws(CommandRefusal) {
    var replies = ReplyObserver(from: os.trace.nextSequence)
    try perform(command, observing: &replies)
  }

  /// Advances and checks the records written against the schemas.
  @discardableResult
  mutating func advance(
    to target: SimulationInstant, eventsMax: Int = .max
  ) throws(AdvanceError) -> Advance {
    var replies = ReplyObserver(from: os.trace.nextSequence)
    return try advance(to: target, eventsMax: eventsMax, observing: &replies)
  }

  /// Advances by a duration.
  mutating func wait(_ milliseconds: Int64) throws {
    try advance(to: os.now.advanced(byMilliseconds: milliseconds))
  }

  mutating func call(_ method: String, _ options: JSONObject = [:]) throws {
    try perform(.call(method: method, options: options))
  }

  /// Schedules one notification a day, and its prefetch.
  mutating func scheduleDaily(_ time: String = "05:53", id: String = "daily") throws {
    try call("scheduleDailyNotification", ["time": .string(time), "id": .string(id)])
  }

  /// The refusal of a command; nil when it is performed.
  mutating func refusal(performing command: Command) -> CommandRefusal? {
    do throws(CommandRefusal) {
      try perform(command)
      return nil
    } catch {
      return error
    }
  }

  /// The payloads of all records that the trace holds.
  var payloads: [DeviceRecord] { os.trace.records(from: 0).map(\.payload) }

  /// The payloads of the records from a sequence number on.
  func payloads(from sequence: UInt64) -> [DeviceRecord] {
    os.trace.records(from: sequence).map(\.payload)
  }

  /// The kinds of the records from a sequence number on.
  func kinds(from sequence: UInt64 = 0) -> [String] {
    payloads(from: sequence).map(\.kind.description)
  }

  /// The number of records of a kind.
  func count(_ kind: String) -> Int { kinds().count { $0 == kind } }

  /// The states of the process, in the order they were recorded.
  var processStates: [ProcessMachine.State] {
    payloads.compactMap { if case .process(.changed(let state)) = $0 { state } else { nil } }
  }

  /// The reasons of the process's crashes.
  var crashes: [String] {
    payloads.compactMap { if case .process(.crashed(let reason)) = $0 { reason } else { nil } }
  }

  /// The reasons of requests that were not retained.
  var drops: [NotificationCenterMachine.DropReason] {
    payloads.compactMap {
      if case .request(.dropped(_, let reason, _)) = $0 { reason } else { nil }
    }
  }

  /// The notifications that were shown, with their times.
  var deliveries: [VisibleNotification] {
    payloads.compactMap {
      if case .notification(.delivered(let shown)) = $0 { shown } else { nil }
    }
  }

  /// The reasons for which due notifications were not shown.
  var nonDeliveries: [NotDeliveredReason] {
    payloads.compactMap {
      if case .notification(.notDelivered(let item)) = $0 { item.reason } else { nil }
    }
  }

  /// The success of each completed task.
  var completions: [Bool] {
    payloads.compactMap {
      if case .task(.completed(_, let isSuccess)) = $0 { isSuccess } else { nil }
    }
  }

  /// The values or rejections of the replies, in order.
  var replies: [JSONValue] {
    payloads.compactMap { if case .plugin(.replied(_, let reply)) = $0 { reply.json } else { nil } }
  }

  /// The identifiers of the pending requests.
  var pending: [String] { os.pendingRequests.map(\.identifier) }
}

extension NotificationRequest {
  /// A one-shot request with default text at a wall time in UTC, on a whole minute.
  static func oneShot(_ identifier: String, at time: Int64) -> NotificationRequest {
    let zone = Zone.utc
    let trigger = NotificationTrigger.calendar(zone.wallTime(at: time), zone: "UTC")
    return make(identifier, trigger, plannedTime: time)
  }

  static func interval(
    _ identifier: String, _ milliseconds: Int64, repeats: Bool = false
  ) -> NotificationRequest {
    make(
      identifier, .interval(milliseconds: milliseconds, repeats: repeats),
      plannedTime: start + milliseconds)
  }

  static func daily(_ identifier: String, _ time: TimeOfDay) -> NotificationRequest {
    make(identifier, .daily(time, zone: nil), plannedTime: start)
  }

  /// A one-shot request with some text at a wall time in UTC, on a whole minute.
  static func text(
    _ title: String, _ body: String, hasSound: Bool, at time: Int64
  ) -> NotificationRequest {
    let trigger = NotificationTrigger.calendar(Zone.utc.wallTime(at: time), zone: "UTC")
    return make("text", trigger, plannedTime: time, title, body, hasSound)
  }

  private static func make(
    _ identifier: String, _ trigger: NotificationTrigger, plannedTime: Int64,
    _ title: String = "Title", _ body: String = "Body", _ hasSound: Bool = true
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: identifier, trigger: trigger,
      content: NotificationContent(
        title: title, body: body, hasSound: hasSound, priority: .default,
        categoryIdentifier: NotificationContent.category,
        info: RequestInfo(
          kind: .daily,
          scheduleID: identifier, plannedTime: plannedTime,
          wallMinute: plannedTime / 60_000, source: .default, fetchedAt: nil,
          url: nil)))
  }
}
