import DailyNotification
import JSONText

/// How a call of the plugin fails.
enum RejectionSchema {
  /// Words of the contract that no call uses yet.
  enum Planned: String, CaseIterable {
    case storageCorrupted = "storage_corrupted"
    case networkFailed = "network_failed"
    case fetchTimeout = "fetch_timeout"
    case serverError = "server_error"
    case rateLimited = "rate_limited"
    case invalidPayload = "invalid_payload"
  }

  static let file = SchemaFile(
    "rejection", "Rejection",
    "How a plugin call fails: a stable word, what happened and what to do, and what the host can "
      + "do about it.",
    .one(of: definitions.map { .ref($0.name) }), definitions: definitions)

  private static let definitions: [(name: String, schema: Schema)] =
    Rejection.Kind.allCases.map { kind in
      (
        kind.rawValue,
        rejection(
          kind.rawValue, codes: kind.furtherCodes, message: kind.message, action: kind.actions,
          data: kind.data
        ).about(kind.summary.sentence)
      )
    } + Planned.allCases.map { ($0.rawValue, rejection($0.rawValue)) }

  private static func rejection(
    _ word: String, codes others: [String] = [], message: Schema = .filled, action: Schema = none,
    data: Schema = .type("object")
  ) -> Schema {
    let code = word.uppercased()
    return .object([
      "error": .word(word), "message": message,
      "code": others.isEmpty ? .word(code) : .words([code] + others), "action": action,
      "data": data,
    ])
  }

  static let none = Schema(["const": nil])
}

extension Rejection.Kind {
  /// The codes by which other versions of the plugin know it.
  fileprivate var furtherCodes: [String] {
    switch self {
    case .missingParameter: ["MISSING_REQUIRED_PARAMETER"]
    case .storageFailed: ["PLUGIN_NOT_INITIALIZED"]
    case .notificationsDenied, .exactAlarmPermissionRequired, .channelDisabled,
      .invalidTimeFormat, .invalidTimezone, .invalidCronExpression, .backgroundRefreshDisabled,
      .notConfigured, .reminderNotFound, .taskSchedulingFailed, .invalidParameter,
      .schedulingFailed, .pendingLimitExceeded, .authenticationFailed, .unimplemented,
      .unavailable:
      []
    }
  }

  /// What hosts read in its message.
  fileprivate var message: Schema {
    switch self {
    case .notificationsDenied: .string(matching: "^Notification permissions denied")
    case .exactAlarmPermissionRequired:
      .word(Rejection.exactAlarmMessage)
    case .channelDisabled, .invalidTimeFormat, .invalidTimezone, .invalidCronExpression,
      .backgroundRefreshDisabled, .notConfigured, .reminderNotFound, .taskSchedulingFailed,
      .missingParameter, .invalidParameter, .schedulingFailed, .pendingLimitExceeded,
      .storageFailed, .authenticationFailed, .unimplemented, .unavailable:
      .filled
    }
  }

  fileprivate var actions: Schema {
    guard let action else { return RejectionSchema.none }
    return self == .exactAlarmPermissionRequired
      ? .words(["opened_settings", action]) : .word(action)
  }

  fileprivate var data: Schema {
    switch self {
    case .missingParameter: .open(["key": .string, "expected": .string])
    case .invalidTimeFormat, .invalidTimezone, .invalidCronExpression, .invalidParameter:
      .open(["key": .string, "expected": .string, "got": .string])
    case .taskSchedulingFailed: .open(["code": .values([1, 2, 3])])
    case .notificationsDenied, .exactAlarmPermissionRequired, .channelDisabled,
      .backgroundRefreshDisabled, .notConfigured, .reminderNotFound, .schedulingFailed,
      .pendingLimitExceeded, .storageFailed, .authenticationFailed, .unimplemented, .unavailable:
      .type("object")
    }
  }
}
