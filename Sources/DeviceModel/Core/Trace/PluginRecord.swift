import CivilTime
public import DailyNotification
public import JSONText
import SimulationCore

/// What the app's own code did: the plugin, and the test app around it.
public enum PluginRecord: Sendable {
  /// Plugin code begins to run.
  case entry(PluginEntry)
  case log(LogMessage)
  /// The plugin reports something to the host app.
  case hostEvent(HostEvent)
  indirect case replied(PluginCall, PluginReply)
  /// The process died before the call was answered.
  indirect case callLost(PluginCall)
  /// The test app showed a value that a button asked for.
  indirect case shown(what: String, JSONValue)

  var kind: RecordKind {
    switch self {
    case .entry: .entry
    case .log: .log
    case .hostEvent: .hostEvent
    case .replied: .replied
    case .callLost: .callLost
    case .shown: .shown
    }
  }

  @inline(__always)
  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .entry(let entry): visitor.field("entry", entry.rawValue)
    case .log(let message):
      visitor.field("event", message.line.rawValue)
      message.visitFields(&visitor)
    case .hostEvent(let event): event.visitFields(&visitor)
    case .replied(let call, let reply):
      visitor.field("call", Int64(call.number))
      visitor.field("method", call.method)
      visitor.field("isRejected", reply.isRejected)
      visitor.json("reply", reply.json.canonicalText)
    case .callLost(let call):
      visitor.field("call", Int64(call.number))
      visitor.field("method", call.method)
    case .shown(let what, let value):
      visitor.field("what", what)
      visitor.json("value", value.canonicalText)
    }
  }
}

extension PluginReply {
  /// Whether the call was rejected.
  public var isRejected: Bool {
    if case .rejected = self { true } else { false }
  }

  /// The value, or the rejection's object.
  public var json: JSONValue {
    switch self {
    case .value(let value): value
    case .rejected(let rejection): rejection.json
    }
  }
}

extension HostEvent {
  fileprivate func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("name", name.rawValue)
    switch self {
    case .notificationMissed(let missed):
      visitor.field("id", missed.id)
      visitor.time("plannedTime", missed.plannedTime)
      visitor.field("plannedWallDate", WallTime(minutesSinceEpoch: missed.wallMinute).date.text)
      visitor.time("detectedTime", missed.detectedTime)
      visitor.field("certainty", missed.certainty.rawValue)
      visitor.field("reason", missed.reason.rawValue)
    case .notificationDelivered(let delivered):
      visitor.field("id", delivered.id)
      visitor.time("plannedTime", delivered.plannedTime)
      visitor.field("plannedWallDate", WallTime(minutesSinceEpoch: delivered.wallMinute).date.text)
      visitor.field("source", delivered.source.rawValue)
      // Listeners get these only where the date is not known, or not the only one.
      if delivered.certainty != .certain {
        visitor.field("certainty", delivered.certainty.rawValue)
      }
      if delivered.dateCount != 1 { visitor.field("dateCount", delivered.dateCount) }
    case .prefetchCompleted(let scheduledFor, let bytes):
      visitor.time("scheduledFor", scheduledFor)
      visitor.field("bytes", Int64(bytes))
    case .prefetchFailed(let reason, let status):
      visitor.field("reason", reason.rawValue)
      visitor.number("status", status.map(Int64.init))
    }
  }
}
