import DailyNotification
import DeviceModel
import JSONText
import Lines
import PlainText
import Scenarios

/// A record as a line of the log: what is shown, searched and filtered.
enum LogText {
  /// The longest line that is made, in bytes; details show the rest.
  static let bytesMax = 2_000

  /// The line without its time.
  static func line(_ payload: DeviceRecord) -> String {
    switch payload {
    case .plugin(.log(let message)): message.text
    case .plugin(.replied(let call, .value(let value))):
      "← \(call.method) ok \(value.canonicalText.shortened(bytesMax: bytesMax))"
    case .plugin(.replied(let call, .rejected(let rejection))):
      "← \(call.method) rejected \(rejection.kind.rawValue): \(rejection.message)"
    case .command(.called(let call)):
      act(call.method + (call.options.isEmpty ? "" : " " + options(call)))
    case .command(.performed(let command)):
      act(command.argument.map { "\(command.verb) \($0)" } ?? command.verb)
    case .command(.refused(let command, let refusal)):
      "← \(command.argument.map { "\(command.verb) \($0)" } ?? command.verb) refused: "
        + refusal.description
    case .notification(.delivered(let shown)):
      "\(shown.platform.shadeTitle) shows \(shown.identifier) "
        + "(source=\(shown.content.info.source.rawValue))"
    case .notification(.heldForSummary(let item, _)):
      "\(item.identifier) is held for the summary"
    case .notification(.notDelivered(let item)):
      "\(item.identifier) was not shown: \(item.reason.words)"
    case .plugin(.callLost(let call)): "← \(call.method) lost: the app's process ended"
    case .android(.alarmLost(let identifier, let loss, _)): "alarm \(identifier) \(loss.words)"
    case .android(.permissionReset): "the permission was taken back from the unused app"
    case .plugin(.shown(let what, let value)):
      "← \(name(ofShown: what)): "
        + (value.isNull ? "none" : value.canonicalText.shortened(bytesMax: bytesMax))
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      RecordText.body(payload).shortened(bytesMax: bytesMax)
    }
  }

  /// Before what the tester did.
  static let actSign = "›"

  private static func act(_ text: String) -> String {
    "\(actSign) \(text.shortened(bytesMax: bytesMax))"
  }

  private static func options(_ call: PluginCall) -> String {
    JSONValue.object(call.options).canonicalText
  }

  /// What stands before a line: the level's letter, or the sign of what the tester did.
  static func sign(_ payload: DeviceRecord) -> String {
    isAct(payload) ? actSign : level(payload).letter
  }

  /// The line without that sign.
  static func body(_ payload: DeviceRecord) -> String {
    isAct(payload) ? String(line(payload).dropFirst(2)) : line(payload)
  }

  /// Whether a record is what the tester did: a press, a call, a verb.
  static func isAct(_ payload: DeviceRecord) -> Bool {
    switch payload {
    case .command(.called), .command(.performed): true
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      false
    }
  }

  /// What a button of the test app showed, in words.
  static func name(ofShown what: String) -> String {
    switch what {
    case "cachedPayload": "cached payload"
    case "rawResponse": "raw API response"
    case "snapshot": "schedule snapshot"
    case "prefetchStatus": "prefetch status"
    default: what
    }
  }

  /// The level a line is shown at; a rejected call is an error, a lost notification a warning.
  static func level(_ payload: DeviceRecord) -> LogLevel {
    if case .plugin(.replied(_, .rejected)) = payload { return .error }
    if case .notification(.notDelivered) = payload { return .warning }
    if case .request(.dropped) = payload { return .warning }
    return payload.level
  }

  /// Level and topic of a record's line, as the log's store has them.
  static func kind(_ payload: DeviceRecord) -> LineKind {
    LineKind(level: level(payload).number, category: topic(payload).rawValue)
  }

  /// What a record's line is about.
  static func topic(_ payload: DeviceRecord) -> LogTopic {
    switch payload {
    case .plugin(.log(let message)): LogTopic(message.line.category)
    case .plugin(.replied), .plugin(.shown): .reply
    case .notification(.delivered), .notification(.notDelivered), .notification(.heldForSummary):
      .shown
    case .command(.called), .command(.performed): .tester
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      .system
    }
  }

  /// Whether a record is the plugin's own line, an answer or what the person sees; what the tester
  /// did stands in the log as well.
  static func isOfPlugin(_ payload: DeviceRecord) -> Bool {
    switch payload {
    case .plugin(.log), .plugin(.replied), .plugin(.shown): true
    case .notification(.delivered), .notification(.notDelivered), .notification(.heldForSummary):
      true
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage, .android:
      false
    }
  }
}
