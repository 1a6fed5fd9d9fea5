public import JSONText
import PlainText

/// Why a call was rejected: one stable word, what happened and what to do.
public struct Rejection: Error, Hashable, Sendable {
  /// The error words of the contract.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case notificationsDenied = "notifications_denied"
    case exactAlarmPermissionRequired = "exact_alarm_permission_required"
    case channelDisabled = "channel_disabled"
    case invalidTimeFormat = "invalid_time_format"
    case invalidTimezone = "invalid_timezone"
    case invalidCronExpression = "invalid_cron_expression"
    case backgroundRefreshDisabled = "background_refresh_disabled"
    case notConfigured = "not_configured"
    case reminderNotFound = "reminder_not_found"
    case taskSchedulingFailed = "task_scheduling_failed"
    case missingParameter = "missing_parameter"
    case invalidParameter = "invalid_parameter"
    case schedulingFailed = "scheduling_failed"
    case pendingLimitExceeded = "pending_limit_exceeded"
    case storageFailed = "storage_failed"
    case authenticationFailed = "auth_failed"
    case unimplemented
    case unavailable

    /// When a call is rejected so, in a few words.
    public var summary: String {
      switch self {
      case .notificationsDenied: "a call that arms something without permission"
      case .exactAlarmPermissionRequired:
        "Android: a call that arms something without the permission for exact alarms; "
          + "`opened_settings` while the app is at its page"
      case .channelDisabled: "Android: a call that arms something whose channel is blocked"
      case .invalidTimeFormat: "`time` is not 00:00 to 23:59 in two and two digits"
      case .invalidTimezone: "`timezone` is no IANA zone"
      case .invalidCronExpression: "`schedule` is not five valid fields, or never fires"
      case .backgroundRefreshDisabled: "`scheduleContentFetch` while Background App Refresh is off"
      case .notConfigured:
        "a dual schedule before `configureNativeFetcher`, `testJWTGeneration` without an identity, "
          + "`testEndorserAPI` without a server, `configureNativeFetcher` without the host's "
          + "fetcher where the plugin takes one"
      case .reminderNotFound: "no reminder has that id"
      case .taskSchedulingFailed:
        "`scheduleContentFetch` when the system refuses the task; `data.code` is 1, 2 or 3"
      case .missingParameter: "a key that must be given is not"
      case .invalidParameter:
        "wrong type, out of range, a `ttlSeconds` below the lead, or no such schedule"
      case .schedulingFailed: "the request is not in the pending list after it was added"
      case .pendingLimitExceeded: "no room for another schedule"
      case .storageFailed:
        "something was not stored, or stored data is needed before the first unlock"
      case .authenticationFailed:
        "a call that needs a token of an identity whose key the keychain lacks; "
          + "`data.activeDid` names it"
      case .unimplemented: "there is no such call"
      case .unavailable: "10,000 calls wait for an answer already"
      }
    }

    /// What the host can do about it; nil when it has to change the call.
    public var action: String? {
      switch self {
      case .notificationsDenied, .backgroundRefreshDisabled, .channelDisabled: "open_settings"
      case .exactAlarmPermissionRequired: "permission_denied"
      case .invalidTimeFormat, .invalidTimezone, .invalidCronExpression, .notConfigured,
        .reminderNotFound, .taskSchedulingFailed, .missingParameter, .invalidParameter,
        .schedulingFailed, .pendingLimitExceeded, .storageFailed, .authenticationFailed,
        .unimplemented, .unavailable:
        nil
      }
    }
  }

  /// The word.
  public let kind: Kind
  /// The code by which hosts know it: the word in capitals, or another version's.
  public internal(set) var code: String
  /// What happened, and what to do.
  public let message: String
  /// Values for programs.
  public let data: JSONObject
  /// What the plugin has done about it or the host can do; nil when the call has to change.
  public let action: String?

  /// Makes a rejection; without an action of its own it has that of its kind.
  public init(_ kind: Kind, _ message: String, data: JSONObject = [:], action: String? = nil) {
    self.kind = kind
    code = kind.rawValue.uppercased()
    self.message = message
    self.data = data
    self.action = action ?? kind.action
  }

  /// The object of the contract: error, message, code, action, data.
  public var json: JSONValue {
    .object([
      "error": .string(kind.rawValue),
      "message": .string(message),
      "code": .string(code),
      "action": action.map(JSONValue.string) ?? .null,
      "data": .object(data),
    ])
  }
}

extension Rejection {
  /// The same with the code of the plugin's version; `isSealed`: stored data cannot be read.
  ///
  /// Source: quick reference of phase 1 for iOS, which has these two codes. When the second one is
  /// given it does not say; here it is where the plugin runs and cannot read what it has stored.
  func named(_ names: PluginChoices.ErrorNames, isSealed: Bool = false) -> Rejection {
    guard names == .upstream else { return self }
    var named = self
    if kind == .missingParameter { named.code = "MISSING_REQUIRED_PARAMETER" }
    if isSealed { named.code = "PLUGIN_NOT_INITIALIZED" }
    return named
  }

  static func notificationsDenied(_ status: AuthorizationStatus) -> Rejection {
    let remedy =
      status == .notDetermined
      ? "they were never asked for; call requestNotificationPermissions first"
      : "allow notifications for this app in Settings, then try again"
    return Rejection(.notificationsDenied, "Notification permissions denied: \(remedy)")
  }

  static func missing(_ key: String, expected: String) -> Rejection {
    Rejection(
      .missingParameter, "Option '\(key)' is missing; give \(expected)",
      data: ["key": .string(key), "expected": .string(expected)])
  }

  /// An option is not what it must be; `got` is its type or its length.
  static func invalid(_ key: String, expected: String, got: String) -> Rejection {
    Rejection(
      .invalidParameter, "Option '\(key)' must be \(expected), got \(got)",
      data: ["key": .string(key), "expected": .string(expected), "got": .string(got)])
  }

  /// An option is a string of the wrong kind: quoted in the message, unquoted in the data.
  static func invalid(_ key: String, expected: String, text: String) -> Rejection {
    Rejection(
      .invalidParameter, "Option '\(key)' must be \(expected), got \(quoted(text))",
      data: [
        "key": .string(key), "expected": .string(expected), "got": .string(text.shortened()),
      ])
  }

  static func invalidTime(_ text: String) -> Rejection {
    Rejection(
      .invalidTimeFormat, "Option 'time' must be HH:mm from 00:00 to 23:59, got \(quoted(text))",
      data: ["key": "time", "expected": "HH:mm", "got": .string(text.shortened())])
  }

  static func invalidTimezone(_ text: String) -> Rejection {
    Rejection(
      .invalidTimezone,
      "Option 'timezone' must be an IANA zone such as Europe/London, got \(quoted(text))",
      data: ["key": "timezone", "expected": "IANA zone", "got": .string(text.shortened())])
  }

  static func invalidCron(_ text: String, key: String, why: String) -> Rejection {
    Rejection(
      .invalidCronExpression, "Option '\(key)' must be five fields of cron: \(why)",
      data: [
        "key": .string(key), "expected": "five fields of cron", "got": .string(text.shortened()),
      ])
  }

  static func neverFires(_ expression: String) -> Rejection {
    invalidCron(expression, key: "schedule", why: "\(quoted(expression)) never comes")
  }

  static var notConfigured: Rejection {
    Rejection(
      .notConfigured, "There is nobody to fetch from; call configureNativeFetcher first")
  }

  static var noFetcher: Rejection {
    Rejection(
      .notConfigured,
      "No native fetcher is registered; register the host's when the app starts, then try again")
  }

  static var noServer: Rejection {
    Rejection(.notConfigured, "There is no server to ask; configure 'apiServer' or give it")
  }

  static var noIdentity: Rejection {
    Rejection(.notConfigured, "There is no identity; configure 'activeDid' or give it")
  }

  static func noKey(_ did: String) -> Rejection {
    Rejection(
      .authenticationFailed,
      "The keychain has no key for \(quoted(did)); use an identity whose key it has",
      data: ["activeDid": .string(did.shortened())])
  }

  static func keychainLocked(_ did: String) -> Rejection {
    Rejection(
      .authenticationFailed,
      "The keychain cannot be read while the phone is locked; try again once it is unlocked",
      data: ["activeDid": .string(did.shortened())])
  }

  static func unknownReminder(_ id: String) -> Rejection {
    Rejection(
      .reminderNotFound,
      "There is no reminder \(quoted(id)); call scheduleDailyReminder first",
      data: ["reminderId": .string(id.shortened())])
  }

  static func unknownSchedule(_ id: String) -> Rejection {
    Rejection(
      .invalidParameter,
      "There is no schedule \(quoted(id)); call scheduleDailyNotification first",
      data: ["key": "id", "expected": "a stored schedule", "got": .string(id.shortened())])
  }

  static func pendingLimit(_ maximum: Int) -> Rejection {
    Rejection(
      .pendingLimitExceeded,
      "There is no room for another daily schedule (at most \(maximum)); cancel one first",
      data: ["maximum": .integer(Int64(maximum))])
  }

  /// The system has no place left; `foreign` of its `capacity` places are taken by other code.
  static func noPlace(foreign: Int, of capacity: Int, maximum: Int) -> Rejection {
    guard foreign > 0 else { return .pendingLimit(maximum) }
    return Rejection(
      .pendingLimitExceeded,
      "There is no room for another daily schedule: other code of the app holds \(foreign) of "
        + "\(capacity) places; remove some of them first",
      data: ["maximum": .integer(Int64(maximum))])
  }

  static func notRetained(_ identifier: String) -> Rejection {
    Rejection(
      .schedulingFailed,
      "The system did not keep the request '\(identifier)'; check the permission and try again",
      data: ["identifier": .string(identifier)])
  }

  static func notStored(_ what: String) -> Rejection {
    Rejection(
      .storageFailed, "The \(what) was not stored; free some storage and try again",
      data: ["what": .string(what)])
  }

  /// The phone has not been unlocked since it was started: stored data cannot be read.
  static func lockedUntilFirstUnlock(_ method: PluginMethod) -> Rejection {
    Rejection(
      .storageFailed,
      "Stored data is locked until first unlock; unlock the phone, then call "
        + "\(method.rawValue) again",
      data: ["what": "stored data"])
  }

  static func tooManyWaiting(_ maximum: Int) -> Rejection {
    Rejection(
      .unavailable, "\(maximum) calls wait for an answer already; answer the dialog first",
      data: ["maximum": .integer(Int64(maximum))])
  }

  /// A method that does not exist, or that this platform lacks.
  public static func unimplemented(_ method: String, on platform: String) -> Rejection {
    Rejection(
      .unimplemented,
      "\"DailyNotification.\(method.shortened())()\" is not implemented on \(platform)",
      data: ["method": .string(method.shortened())])
  }

  /// A string in quotes, shortened, so that a huge option makes no huge message.
  static func quoted(_ string: String) -> String {
    "'\(string.shortened())'"
  }
}
