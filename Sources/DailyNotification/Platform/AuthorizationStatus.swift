/// What the person allowed this app to do with notifications, in Apple's terms.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  case notDetermined
  case denied
  case authorized
  case provisional
  case ephemeral

  /// Whether a request that is added now can be shown; provisional and ephemeral count as granted.
  public var allowsNotifications: Bool {
    switch self {
    case .notDetermined, .denied: false
    case .authorized, .provisional, .ephemeral: true
    }
  }

  /// The word of the plugin's replies: granted, denied, prompt or provisional.
  public var replyWord: String {
    switch self {
    case .notDetermined: "prompt"
    case .denied: "denied"
    case .authorized, .ephemeral: "granted"
    case .provisional: "provisional"
    }
  }
}

/// The Background App Refresh switch as an app sees it.
public enum BackgroundRefreshStatus: String, Hashable, Sendable, CaseIterable {
  case available
  case denied
  case restricted
}
