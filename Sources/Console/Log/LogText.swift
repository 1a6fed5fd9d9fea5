import DailyNotification
import DeviceModel
import JSONText
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
    case .command(.refused(let command, let refusal)):
      "← \(command.argument.map { "\(command.verb) \($0)" } ?? command.verb) refused: "
        + refusal.description
    case .notification(.delivered(let notification, _)):
      "Notification Center shows \(notification.request.identifier) "
        + "(source=\(notification.request.content.info.source.rawValue))"
    case .plugin(.callLost(let call)): "← \(call.method) lost: the app's process ended"
    case .plugin(.shown(let what, let value)):
      "← \(name(ofShown: what)): "
        + (value.isNull ? "none" : value.canonicalText.shortened(bytesMax: bytesMax))
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage:
      RecordText.body(payload).shortened(bytesMax: bytesMax)
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

  /// The level a line is shown at; a rejected call is an error.
  static func level(_ payload: DeviceRecord) -> LogLevel {
    if case .plugin(.replied(_, .rejected)) = payload { return .error }
    return payload.level
  }

  /// Whether a record is the plugin's own line, an answer or what the person sees.
  static func isOfPlugin(_ payload: DeviceRecord) -> Bool {
    switch payload {
    case .plugin(.log), .plugin(.replied), .plugin(.shown): true
    case .notification(.delivered), .notification(.notDelivered): true
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage:
      false
    }
  }
}
