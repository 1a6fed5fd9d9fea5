/// A category of notifications as the app registers it with the notification center.
public struct NotificationCategory: Hashable, Sendable {
  /// The name that requests carry.
  public let identifier: String
  /// The buttons that its notifications offer, in their order.
  public let actions: [NotificationAction]
  /// Whether the delegate hears that the person dismissed one notification of the category.
  ///
  /// Source: Apple, UNNotificationCategoryOptions.customDismissAction.
  public let hasCustomDismissAction: Bool

  /// Makes a category.
  public init(
    identifier: String, actions: [NotificationAction] = [], hasCustomDismissAction: Bool
  ) {
    self.identifier = identifier
    self.actions = actions
    self.hasCustomDismissAction = hasCustomDismissAction
  }
}
