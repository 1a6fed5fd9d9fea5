/// What the person allowed this app to do with notifications.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  case notDetermined
  case denied
  case authorized
  case provisional
  case ephemeral

  /// Whether a notification that fires now can be shown, as with provisional and ephemeral ones.
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
