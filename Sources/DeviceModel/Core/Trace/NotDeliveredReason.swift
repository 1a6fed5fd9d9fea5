/// Why a notification that was due was not shown.
public enum NotDeliveredReason: String, Hashable, Sendable, CaseIterable {
  case denied
  case noDelegate
  case suppressedByDelegate
  case otherDelegate
  case phoneOff
  case emptyContent
  case takenFromSummary
  // On Android
  case channelBlocked
  case noChannel
  case tooMany
  case tooFast

  /// The reason in words.
  public var words: String {
    switch self {
    case .denied: "notifications are denied"
    case .noDelegate: "the app in front has no delegate"
    case .suppressedByDelegate: "the app in front held it back, its content was stale"
    case .otherDelegate: "other code of the app in front is the delegate, and presents nothing"
    case .phoneOff: "the phone was off"
    case .emptyContent: "it has no text, so there is nothing to show"
    case .takenFromSummary: "it was replaced or removed while the summary held it"
    case .channelBlocked: "its channel is blocked"
    case .noChannel: "its channel does not exist"
    case .tooMany: "the app shows 50 already"
    case .tooFast: "more than five updates within a second"
    }
  }
}
