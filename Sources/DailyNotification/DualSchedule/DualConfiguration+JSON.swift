import CivilTime
import JSONText

extension DualConfiguration: StoredAsString {
  /// The configuration as canonical JSON, spelled as the calls spell it.
  var stored: String {
    JSONValue.object([
      "contentFetch": contentFetch.map(\.json) ?? .null,
      "isPaused": .bool(isPaused),
      "relationship": relationship.map(\.json) ?? .null,
      "userNotification": userNotification.map(\.json) ?? .null,
    ]).canonicalText
  }

  /// Reads a stored configuration; nil when it does not decode.
  init?(stored: String) {
    guard let value = try? JSONParser.parse(stored), case .object(let object) = value else {
      return nil
    }
    do throws(Rejection) {
      let reader = OptionReader(object)
      contentFetch = try reader.object("contentFetch").map(ContentFetch.init)
      userNotification = try reader.object("userNotification").map(UserNotification.init)
      relationship = try reader.object("relationship").map(Relationship.init)
      isPaused = try reader.flag("isPaused") ?? false
    } catch {
      return nil
    }
  }
}

extension DualConfiguration.ContentFetch {
  fileprivate var json: JSONValue {
    [
      "enabled": .bool(isEnabled),
      "schedule": .string(schedule.text),
      "url": url.map(JSONValue.string) ?? .null,
      "timeoutMs": JSONValue(integerOrNull: timeoutMilliseconds),
      "retryAttempts": JSONValue(integerOrNull: retryAttempts),
      "retryDelayMs": JSONValue(integerOrNull: retryDelayMilliseconds),
    ]
  }

  /// Reads the options of call 34.
  init(_ reader: OptionReader) throws(Rejection) {
    isEnabled = try reader.requiredFlag("enabled")
    schedule = try reader.cron("schedule")
    url = try reader.server("url")
    timeoutMilliseconds = try reader.integer("timeoutMs", in: 1...600_000)
    retryAttempts = try reader.integer("retryAttempts", in: 0...10)
    retryDelayMilliseconds = try reader.integer("retryDelayMs", in: 0...86_400_000)
  }
}

extension DualConfiguration.UserNotification {
  fileprivate var json: JSONValue {
    [
      "enabled": .bool(isEnabled),
      "schedule": .string(schedule.text),
      "title": .string(title),
      "body": .string(body),
      "sound": .bool(isSoundEnabled),
      "vibration": .bool(isVibrationEnabled),
      "priority": .string(priority.rawValue),
    ]
  }

  /// Reads the options of call 35.
  init(_ reader: OptionReader) throws(Rejection) {
    isEnabled = try reader.requiredFlag("enabled")
    schedule = try reader.cron("schedule")
    guard let title = try reader.text("title") else { throw .missing("title", expected: "a text") }
    guard let body = try reader.text("body") else { throw .missing("body", expected: "a text") }
    self.title = title
    self.body = body
    isSoundEnabled = try reader.flag("sound") ?? true
    isVibrationEnabled = try reader.flag("vibration") ?? true
    priority = try reader.choice("priority", among: NotificationPriority.standard) ?? .default
  }
}

extension DualConfiguration.Relationship {
  fileprivate var json: JSONValue {
    [
      "contentTimeout": .integer(contentTimeoutMilliseconds),
      "fallbackBehavior": .string(fallback.rawValue),
      "autoLink": .bool(isLinked),
    ]
  }

  /// Reads the part of call 36 that ties fetch and notification together.
  init(_ reader: OptionReader) throws(Rejection) {
    let timeout = try reader.integer("contentTimeout", in: 1...31_536_000_000)
    guard let timeout else { throw .missing("contentTimeout", expected: "milliseconds") }
    let fallback = try reader.choice("fallbackBehavior", of: DualConfiguration.Fallback.self)
    guard let fallback else {
      throw .missing("fallbackBehavior", expected: "show_default, skip or retry")
    }
    contentTimeoutMilliseconds = timeout
    self.fallback = fallback
    isLinked = try reader.flag("autoLink") ?? true
  }
}
