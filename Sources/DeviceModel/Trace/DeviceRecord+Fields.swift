import CivilTime
public import DailyNotification
public import JSONText
public import SimulationCore

extension DeviceRecord: RecordPayload {
  /// What happened, in lower camel case.
  public var kind: StaticString {
    switch self {
    case .began: "began"
    case .command: "command"
    case .refused: "refused"
    case .called: "called"
    case .entry: "entry"
    case .log: "log"
    case .hostEvent: "hostEvent"
    case .replied: "replied"
    case .callLost: "callLost"
    case .phone: "phone"
    case .process: "process"
    case .crashed: "crashed"
    case .dialogShown: "dialogShown"
    case .dialogAnswered: "dialogAnswered"
    case .settingsOpened: "settingsOpened"
    case .categoryRegistered: "categoryRegistered"
    case .requestAdded: "requestAdded"
    case .requestReaimed: "requestReaimed"
    case .requestDropped: "requestDropped"
    case .requestEvicted: "requestEvicted"
    case .removalAsked: "removalAsked"
    case .requestRemoved: "requestRemoved"
    case .delivered: "delivered"
    case .notDelivered: "notDelivered"
    case .tapped: "tapped"
    case .dismissed: "dismissed"
    case .handlerRegistered: "handlerRegistered"
    default: taskKind
    }
  }

  private var taskKind: StaticString {
    switch self {
    case .taskSubmitted: "taskSubmitted"
    case .taskRefused: "taskRefused"
    case .taskCancelled: "taskCancelled"
    case .taskLaunched: "taskLaunched"
    case .taskExpired: "taskExpired"
    case .taskCompleted: "taskCompleted"
    case .taskCompletedTwice: "taskCompletedTwice"
    case .taskLost: "taskLost"
    case .fetchStarted: "fetchStarted"
    case .fetchCancelled: "fetchCancelled"
    case .fetchEnded: "fetchEnded"
    case .shown: "shown"
    default: "writeFailed"
    }
  }

  /// Shows the record's fields in their fixed order.
  public func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .began(let configuration): configuration.visitFields(&visitor)
    case .command(let command): command.visitFields(&visitor)
    case .refused(let command, let refusal):
      command.visitFields(&visitor)
      visitor.field("refusal", refusal.name)
    case .called(let call):
      visitor.field("call", Int64(call.number))
      visitor.field("method", call.method)
      visitor.json("options", JSONValue.object(call.options).canonicalText)
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
    case .phone(let state): visitor.field("state", state.rawValue)
    case .process(let state): visitor.field("state", state.rawValue)
    case .crashed(let reason): visitor.field("reason", reason)
    case .dialogShown: break
    case .settingsOpened(let page): visitor.field("page", page.rawValue)
    case .dialogAnswered(let isAllowed): visitor.field("isAllowed", isAllowed)
    case .categoryRegistered(let identifier), .requestEvicted(let identifier),
      .requestRemoved(let identifier), .tapped(let identifier),
      .handlerRegistered(let identifier), .taskCancelled(let identifier):
      visitor.field("identifier", identifier)
    case .removalAsked(let count), .dismissed(let count): visitor.field("count", Int64(count))
    default: visitSystemFields(&visitor)
    }
  }

  private func visitSystemFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .requestAdded(let identifier, let trigger, let isReplacement):
      visitor.field("identifier", identifier)
      visitor.time("trigger", trigger)
      visitor.field("isReplacement", isReplacement)
    case .requestReaimed(let identifier, let trigger):
      visitor.field("identifier", identifier)
      visitor.time("trigger", trigger)
    case .requestDropped(let identifier, let reason):
      visitor.field("identifier", identifier)
      visitor.field("reason", reason.rawValue)
    case .delivered(let notification, let occurrence):
      visitor.field("identifier", notification.request.identifier)
      visitor.field("source", notification.request.content.info.source.rawValue)
      visitor.time("planned", occurrence)
      visitor.field("title", Redaction.text(notification.request.content.title))
      visitor.field("body", Redaction.text(notification.request.content.body))
    case .notDelivered(let identifier, let reason):
      visitor.field("identifier", identifier)
      visitor.field("reason", reason.rawValue)
    case .taskSubmitted(let identifier, let date, let isReplacement):
      visitor.field("identifier", identifier)
      visitor.time("earliestBeginDate", date)
      visitor.field("isReplacement", isReplacement)
    case .taskRefused(let identifier, let error):
      visitor.field("identifier", identifier)
      visitor.field("code", Int64(error.rawValue))
    case .taskLaunched(let task), .taskExpired(let task), .taskCompletedTwice(let task),
      .taskLost(let task):
      task.visitFields(&visitor)
    case .taskCompleted(let task, let isSuccess):
      task.visitFields(&visitor)
      visitor.field("isSuccess", isSuccess)
    case .fetchStarted(let number, let summary):
      visitor.field("number", Int64(number))
      summary?.visitFields(&visitor)
    case .fetchCancelled(let number): visitor.field("number", Int64(number))
    case .fetchEnded(let number, let result):
      visitor.field("number", Int64(number))
      result.visitFields(&visitor)
    case .writeFailed(let what): visitor.field("what", what)
    case .shown(let what, let value):
      visitor.field("what", what)
      visitor.json("value", value.canonicalText)
    default: break
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

extension LaunchedTask {
  func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("run", Int64(number))
    visitor.field("identifier", identifier)
    visitor.time("earliestBeginDate", earliestBeginDate)
  }
}

extension HostEvent {
  func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("name", name.description)
    switch self {
    case .notificationMissed(let missed):
      visitor.field("id", missed.id)
      visitor.time("plannedTime", missed.plannedTime)
      visitor.time("detectedTime", missed.detectedTime)
      visitor.field("certainty", missed.certainty.rawValue)
      visitor.field("reason", missed.reason.rawValue)
    case .notificationDelivered(let id, let plannedTime, let source):
      visitor.field("id", id)
      visitor.time("plannedTime", plannedTime)
      visitor.field("source", source.rawValue)
    case .prefetchCompleted(let scheduledFor, let bytes):
      visitor.time("scheduledFor", scheduledFor)
      visitor.field("bytes", Int64(bytes))
    case .prefetchFailed(let reason, let status):
      visitor.field("reason", reason.rawValue)
      visitor.field("status", status.map { String($0) } ?? "none")
    }
  }
}

extension DeviceConfiguration {
  func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("seed", String(seed))
    visitor.field("variant", variant.rawValue)
    visitor.field("osVersion", osVersion)
    visitor.time("start", startMilliseconds)
    visitor.field("zone", zone.identifier)
    visitor.field("uptimeMilliseconds", uptimeMilliseconds)
    visitor.field("isLaunchedAtStart", isLaunchedAtStart)
    visitor.field("knobs", knobs.settings.map { "\($0.name)=\($0.value)" }.joined(separator: ","))
    visitor.field("identifiers", infoPlist.permittedIdentifiers.joined(separator: ","))
    visitor.field("modes", infoPlist.backgroundModes.joined(separator: ","))
  }
}
