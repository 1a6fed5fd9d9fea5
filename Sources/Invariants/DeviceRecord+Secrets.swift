import DeviceModel

extension DeviceRecord {
  /// Whether the record holds texts that come from outside: options, replies, what is shown.
  var mayHoldSecrets: Bool {
    switch self {
    case .called, .replied, .callLost, .refused, .command, .shown, .delivered, .log, .fetchStarted,
      .fetchEnded:
      true
    default: false
    }
  }
}
