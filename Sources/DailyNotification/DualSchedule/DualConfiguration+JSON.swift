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
      let reader = OptionReader(object, CallDeclaration.storedDual)
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
    isEnabled = try reader.required("enabled", reader.flag)
    schedule = try reader.required("schedule", reader.cron)
    url = try reader.server("url")
    timeoutMilliseconds = try reader.integer("timeoutMs")
    retryAttempts = try reader.integer("retryAttempts")
    retryDelayMilliseconds = try reader.integer("retryDelayMs")
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
    isEnabled = try reader.required("enabled", reader.flag)
    schedule = try reader.required("schedule", reader.cron)
    title = try reader.required("title", reader.text)
    body = try reader.required("body", reader.text)
    isSoundEnabled = try reader.required("sound", reader.flag)
    isVibrationEnabled = try reader.required("vibration", reader.flag)
    priority = try reader.requiredChoice("priority", of: NotificationPriority.self)
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
    contentTimeoutMilliseconds = try reader.required("contentTimeout", reader.integer)
    fallback = try reader.requiredChoice("fallbackBehavior", of: DualConfiguration.Fallback.self)
    isLinked = try reader.required("autoLink", reader.flag)
  }
}
