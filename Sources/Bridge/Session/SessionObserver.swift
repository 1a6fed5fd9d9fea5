import DailyNotification
import DeviceModel
import Invariants
import JSONText
import SimulationCore

/// Reads every record once, as it appears, and keeps what has to be sent because of it.
///
/// Reading after each event means that the trace's ring never drops a record unread.
struct SessionObserver: DeviceObserver {
  /// A call without its reply; a call that was made by a notification has no id.
  struct OpenCall {
    let number: Int
    let id: RequestID?
  }

  private(set) var invariants = InvariantChecker()
  /// Whether records and plugin events are sent.
  var sendsEvents = false
  /// The calls without a reply, in the order they were made.
  private(set) var openCalls: [OpenCall] = []
  private var cursor: UInt64 = 0
  private var notifications: [[UInt8]] = []
  private var replies: [[UInt8]] = []

  mutating func eventHappened(on device: borrowing Device) {
    invariants.eventHappened(on: device)
    read(device.os)
  }

  mutating func instantEnded(on device: borrowing Device) {
    invariants.instantEnded(on: device)
  }

  /// Notes a call that is about to be made.
  mutating func expectReply(to id: RequestID?, call number: Int) {
    openCalls.append(OpenCall(number: number, id: id))
  }

  /// Forgets a call; false when it has been settled before.
  mutating func forget(call number: Int) -> Bool {
    guard let index = openCalls.firstIndex(where: { $0.number == number }) else { return false }
    openCalls.remove(at: index)
    return true
  }

  /// Settles every open call as lost.
  mutating func loseOpenCalls(_ why: String) {
    for call in openCalls { reply(.failure(.callLost(why)), to: call.id) }
    openCalls.removeAll()
  }

  /// An observer for another phone: what has not been sent stays, what was read is forgotten.
  func forNewDevice() -> SessionObserver {
    var next = SessionObserver()
    next.sendsEvents = sendsEvents
    next.notifications = notifications
    next.replies = replies
    return next
  }

  /// What has to be sent by now: first the notifications, then the replies.
  mutating func takeLines() -> [[UInt8]] {
    let lines = notifications + replies
    notifications.removeAll(keepingCapacity: true)
    replies.removeAll(keepingCapacity: true)
    return lines
  }

  /// Reads the records that are new since the last time.
  ///
  /// A reply goes out whole, also where its record had a secret taken out.
  mutating func read(_ os: borrowing OperatingSystem) {
    while cursor < os.trace.nextSequence {
      if let record = os.trace.record(cursor) {
        if sendsEvents { notify(of: record) }
        if case .replied(let call, let reply) = record.payload {
          settle(call, os.originalReply(to: call.number) ?? reply)
        } else {
          take(record)
        }
      }
      cursor += 1
    }
  }

  private mutating func settle(_ call: PluginCall, _ reply: PluginReply) {
    switch reply {
    case .value(let value): settle(call, .success(value))
    case .rejected(let rejection): settle(call, .failure(.rejected(rejection)))
    }
  }

  private mutating func take(_ record: Record<DeviceRecord>) {
    switch record.payload {
    case .callLost(let call):
      settle(call, .failure(.callLost("the app's process ended; launch the app and call again")))
    default: break
    }
  }

  private mutating func settle(_ call: PluginCall, _ result: Result<JSONValue, BridgeError>) {
    guard let index = openCalls.firstIndex(where: { $0.number == call.number }) else { return }
    reply(result, to: openCalls.remove(at: index).id)
  }

  private mutating func reply(_ result: Result<JSONValue, BridgeError>, to id: RequestID?) {
    if let id { replies.append(OutgoingLine.reply(result, to: id)) }
  }

  private mutating func notify(of record: Record<DeviceRecord>) {
    if record.payload.level >= .info {
      notify("record", BoundedRecord.json(record))
    }
    if case .hostEvent(let event) = record.payload {
      var data = record.payload.fieldsJSON
      data["name"] = nil
      notify(
        "pluginEvent",
        [
          "event": .string(event.name.description),
          "data": .object(data),
          "time": .integer(record.wallMilliseconds),
        ])
    }
  }

  private mutating func notify(_ method: String, _ parameters: JSONObject) {
    if let line = OutgoingLine.notification(method, parameters) { notifications.append(line) }
  }
}
